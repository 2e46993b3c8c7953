import {
  DocumentError,
  type FileRecord,
  type NewPage,
  onText,
  type Replacement,
  replaceRanges,
  requireDocument,
} from '@stemma/content'
import { OutsideError } from '../outside/outside-error.ts'
import { titleAfterComments } from './leading-comments.ts'
import { type Failure, ImportRefusal } from './refusal.ts'
import type { Source, SourceFile, SourcePage } from './source-page.ts'

export interface Assembling {
  readonly newId: () => string
  /** Stores a file's content and returns its record. */
  readonly keep: (file: SourceFile) => Promise<FileRecord>
  readonly pagesMax: number
  /** Whether the destination accepts groups; only the top level does. */
  readonly groups: boolean
  /** Called periodically with the number of finished pages and the total. */
  readonly onProgress?: (done: number, found: number) => Promise<void>
}

export interface Assembled {
  readonly pages: readonly AssembledPage[]
  readonly files: ReadonlyMap<string, FileRecord>
  readonly failures: readonly Failure[]
}

interface AssembledPage extends NewPage {
  /** The page's path or URL in the source. */
  readonly address: string
}

/**
 * Reads every page of a source and rewrites links between pages to use IDs, so that they work wherever the
 * pages are placed. An unreadable page is dropped, or kept without text if it has subpages.
 */
export async function assemble(source: Source, assembling: Assembling): Promise<Assembled> {
  const { newId, pagesMax, onProgress } = assembling
  const placed = flatten(source.pages, newId)
  if (placed.length > pagesMax)
    throw new ImportRefusal(
      `This contains ${placed.length} pages. An import can have at most ${pagesMax}: split it.`,
    )
  const ids = new Map(placed.map(({ page, id }) => [page.key, id]))
  const files = fileKeeper(source, assembling)
  const failures: Failure[] = [...source.failures]
  const pages: AssembledPage[] = []
  for (const [at, { page, id, parent }] of placed.entries()) {
    const { key: address, title, slug } = page
    const markdown = await textOf(page, failures)
    if (markdown === undefined && page.pages.length === 0) continue
    const text = await relinked(markdown ?? '', page, { source, ids, files })
    const isGroup = page.isGroup === true && parent === undefined && assembling.groups
    const named = { title: (await titleAfterComments(text)) ?? title, slug }
    pages.push({ id, parent, address, ...named, ...(!isGroup && { markdown: text }) })
    if (at % progressEvery === 0) await onProgress?.(at, placed.length)
  }
  await onProgress?.(placed.length, placed.length)
  return { pages, files: files.records, failures: [...failures, ...files.failures] }
}

const progressEvery = 25

interface PlacedPage {
  readonly page: SourcePage
  readonly id: string
  readonly parent: string | undefined
}

/** Lists parents before their children. */
function flatten(pages: readonly SourcePage[], newId: () => string): readonly PlacedPage[] {
  const placed: PlacedPage[] = []
  const walk = (level: readonly SourcePage[], parent: string | undefined) => {
    for (const page of level) {
      const id = newId()
      placed.push({ page, id, parent })
      walk(page.pages, id)
    }
  }
  walk(pages, undefined)
  return placed
}

async function textOf({ key, text }: SourcePage, failures: Failure[]): Promise<string | undefined> {
  if (text === undefined) return ''
  try {
    const markdown = await text()
    requireDocument(markdown)
    return markdown
  } catch (error) {
    failures.push({ address: key, reason: sentenceOf(error) })
    return undefined
  }
}

/** Returns the message of an error that is meant for users, and rethrows all others. */
export function sentenceOf(error: unknown): string {
  const isTold = [ImportRefusal, OutsideError, DocumentError].some((kind) => error instanceof kind)
  if (isTold) return (error as Error).message
  throw error
}

interface Linking {
  readonly source: Source
  readonly ids: ReadonlyMap<string, string>
  readonly files: FileKeeper
}

async function relinked(markdown: string, { key }: SourcePage, { source, ids, files }: Linking) {
  const replacements: Replacement[] = []
  for (const { destination, start, end } of await onText('links', markdown)) {
    const target = source.targetOf(key, destination)
    if (target === undefined) continue
    const id = target.kind === 'page' ? ids.get(target.key) : await files.idOf(target.key)
    if (id === undefined) continue
    const hash = target.kind === 'page' ? destination.indexOf('#') : -1
    const anchor = hash < 0 || hash === destination.length - 1 ? '' : destination.slice(hash)
    replacements.push({ start, end, text: `/${target.kind}s/${id}${anchor}` })
  }
  return replaceRanges(markdown, replacements)
}

interface FileKeeper {
  readonly records: ReadonlyMap<string, FileRecord>
  readonly failures: readonly Failure[]
  idOf(key: string): Promise<string | undefined>
}

/**
 * Stores each file once, when the first page links to it. Files with the same name and bytes are one file.
 */
function fileKeeper(source: Source, { newId, keep }: Assembling): FileKeeper {
  const records = new Map<string, FileRecord>()
  const failures: Failure[] = []
  const byKey = new Map<string, string | undefined>()
  const byContent = new Map<string, string>()
  return {
    records,
    failures,
    async idOf(key) {
      if (byKey.has(key)) return byKey.get(key)
      try {
        const file = await source.fileAt(key)
        const record = 'record' in file ? file.record : await keep(file)
        const content = `${record.hash} ${record.name}`
        const id = byContent.get(content) ?? newId()
        byContent.set(content, id)
        records.set(id, record)
        byKey.set(key, id)
        return id
      } catch (error) {
        failures.push({ address: key, reason: sentenceOf(error) })
        byKey.set(key, undefined)
        return undefined
      }
    },
  }
}
