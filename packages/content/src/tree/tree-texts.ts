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
import type { Editing, NewTexts } from './tree-edit.ts'
import { type TreeLink, treeLinks } from './tree-links.ts'

/** Stores the texts of the files that changed: all, or some with every link to a page by its ID. */
export async function newTexts(editing: Editing, byId?: ReadonlySet<string>): Promise<NewTexts> {
  const { store, content, base, edit, held } = editing
  const lookup = { resolve: linkResolver(store, content), pathOf: base.pathOf }
  const targetAt = (path: string) => {
    const to = held.get(path)
    return to && `${to.kind}s/${to.id}`
  }
  const stored = new Map(
    base.entries.flatMap((entry) => ('document' in entry ? [[entry.id, entry.document]] : [])),
  )
  const texts = new Map<string, PageText>()
  for (const [path, file] of edit.written) {
    const one = held.get(path)
    if (one === undefined || one.kind === 'file' || !('bytes' in file)) continue
    if (byId?.has(one.id) === false) continue
    const owner = one.kind === 'page' ? one.id : reusableOwner(one.id)
    const document = one.before === undefined ? undefined : stored.get(one.id)
    const [bytes] = document === undefined ? [] : await store.get([document])
    const links = bytes ? await treeLinks(decodeText(bytes), { owner, path: one.before ?? path }, lookup) : []
    texts.set(
      one.id,
      await takeTreeText(store, { path, bytes: file.bytes, links, targetAt, isById: byId !== undefined }),
    )
  }
  return texts
}

interface NewText {
  readonly path: string
  readonly bytes: Uint8Array
  /** The links of the text before. */
  readonly links: readonly TreeLink[]
  /** What a path of the new tree stands for, as in `pages/<id>`. */
  readonly targetAt: (path: string) => string | undefined
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
  { path, links, targetAt, isById }: NewText,
): Promise<string> {
  const before = Map.groupBy(links, ({ shown }) => shown)
  const used = new Map<string, number>()
  const found = (await onText('read', markdown)).links
  const replacements = found.flatMap(({ kind, destination, start, end }): readonly Replacement[] => {
    const written = markdown.slice(start, end)
    const number = used.get(written) ?? 0
    used.set(written, number + 1)
    const same = before.get(written)
    const known = same?.[Math.min(number, same.length - 1)]
    const to = pathFrom(path, destination)
    const target = to === undefined ? undefined : targetAt(to)
    const isKept = known !== undefined && (known.target === undefined || !target || target === known.target)
    const text = isKept ? known.stored : storedLink({ kind, written, destination, path, to, target, isById })
    return text === written ? [] : [{ start, end, text }]
  })
  return replaceRanges(markdown, replacements)
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
