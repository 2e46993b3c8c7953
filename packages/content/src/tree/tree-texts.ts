import { type PageText, takeText } from '../changes/page-text.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { type Replacement, replaceRanges } from '../documents/replace-ranges.ts'
import { decodeText } from '../documents/text.ts'
import { onText } from '../documents/text-work.ts'
import { ContentError } from '../errors.ts'
import { reusableOwner } from '../links/link-entries.ts'
import { linkResolver } from '../links/resolve.ts'
import type { ObjectStore } from '../objects.ts'
import { linkBetween, pathFrom } from './names.ts'
import { refusal } from './refusals.ts'
import type { Editing, NewTexts, TextEditing, WrittenText } from './tree-edit.ts'
import { type TreeLink, treeLinks } from './tree-links.ts'

/** Stores the texts of the files that changed: all, or some with every link to a page by its ID. */
export async function newTexts(editing: TextEditing, byId?: ReadonlySet<string>): Promise<NewTexts> {
  const { store, content, pathBefore, targetAt, arrived } = editing
  const lookup = { resolve: linkResolver(store, content), pathOf: pathBefore }
  const texts = new Map<string, PageText>()
  for (const { held, bytes, document } of editing.texts) {
    const { kind, id, path, before = path } = held
    if (byId?.has(id) === false) continue
    const owner = kind === 'page' ? id : reusableOwner(id)
    const [stored] = document === undefined ? [] : await store.get([document])
    const links = stored ? await treeLinks(decodeText(stored), { owner, path: before }, lookup) : []
    texts.set(
      id,
      await takeTreeText(store, { path, bytes, links, targetAt, arrived, isById: byId !== undefined }),
    )
  }
  return texts
}

/** The texts among the files that changed. */
export function textEditing({ store, content, base, edit, held, arrivals }: Editing): TextEditing {
  const stored = new Map(
    base.entries.flatMap((entry) => ('document' in entry ? [[entry.id, entry.document]] : [])),
  )
  const texts = [...edit.written].flatMap(([path, file]): readonly WrittenText[] => {
    const one = held.get(path)
    if (one === undefined || one.kind === 'file' || !('bytes' in file)) return []
    const document = one.before === undefined ? undefined : stored.get(one.id)
    return [{ held: one, bytes: file.bytes, document }]
  })
  const paths = new Map([...held.values()].map(({ kind, id, path }) => [`${kind}s/${id}`, path]))
  const targetAt = (path: string) => {
    const to = held.get(path)
    return to && `${to.kind}s/${to.id}`
  }
  const pathAfter = (target: string) => paths.get(target)
  const arrived = new Set([...arrivals.values()].map(({ kind, id }) => `${kind}s/${id}`))
  return { store, content, texts, pathBefore: base.pathOf, pathAfter, targetAt, arrived }
}

interface NewText {
  readonly path: string
  readonly bytes: Uint8Array
  /** The links of the text before. */
  readonly links: readonly TreeLink[]
  readonly targetAt: TextEditing['targetAt']
  readonly arrived: TextEditing['arrived']
  readonly isById: boolean
}

/** Stores the text of a file, with its links as they were before, or by ID. */
async function takeTreeText(store: ObjectStore, text: NewText): Promise<PageText> {
  const markdown = textIn(text)
  try {
    return await takeText(store, { markdown: await withStoredLinks(markdown, text) }, new Map())
  } catch (error) {
    if (error instanceof ContentError) throw refusal(text.path, `is rejected: ${error.message}`)
    throw error
  }
}

function textIn({ path, bytes }: NewText): string {
  try {
    return decodeText(bytes)
  } catch {
    throw refusal(path, 'is not UTF-8; convert it')
  }
}

/** A link that a file had before gets the destination that was stored, unless its file is another one now. */
async function withStoredLinks(
  markdown: string,
  { path, links, targetAt, arrived, isById }: NewText,
): Promise<string> {
  const before = Map.groupBy(links, ({ shown }) => shown)
  const used = new Map<string, number>()
  const found = await onText('links', markdown)
  const replacements: Replacement[] = []
  for (const { kind, destination, start, end } of found) {
    const written = markdown.slice(start, end)
    const number = used.get(written) ?? 0
    used.set(written, number + 1)
    const same = before.get(written)
    const known = same?.[Math.min(number, same.length - 1)]
    const to = pathFrom(path, destination)
    const target = to === undefined ? undefined : await targetAt(to)
    const isKept = known !== undefined && isSameTarget(known, target, arrived)
    const text = isKept ? known.stored : storedLink({ kind, written, destination, path, to, target, isById })
    if (text !== written) replacements.push({ start, end, text })
  }
  return replaceRanges(markdown, replacements)
}

/** A link that led to no file stays as it is stored, unless its file has come. */
function isSameTarget(
  { target }: TreeLink,
  now: string | undefined,
  arrived: TextEditing['arrived'],
): boolean {
  if (now === undefined) return true
  return target === undefined ? !arrived.has(now) : target === now
}

/** Links to files are stored by ID. Those to pages too, if the file gets the same bytes again. */
function storedLink({ kind, written, destination, path, to = '', target, isById }: FoundLink): string {
  if (target === undefined || !isFor(kind, target)) return written
  const at = destination.indexOf('#')
  const anchor = at < 0 ? '' : destination.slice(at)
  if (!target.startsWith('pages/')) return `/${target}`
  return isById || written === linkBetween(path, to) + anchor ? `/${target}${anchor}` : written
}

interface FoundLink {
  readonly kind: LinkKind
  readonly written: string
  readonly destination: string
  readonly path: string
  readonly to: string | undefined
  readonly target: string | undefined
  readonly isById: boolean
}

function isFor(kind: LinkKind, target: string): boolean {
  if (kind === 'embed' || kind === 'openapi') return false
  if (kind === 'image' || kind === 'file') return target.startsWith('files/')
  return (kind === 'reusable-content') === target.startsWith('reusable-contents/')
}
