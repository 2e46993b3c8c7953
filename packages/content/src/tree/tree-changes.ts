import { canonicalJson } from '../canonical.ts'
import type { Content } from '../content.ts'
import { decodeText, encodeText } from '../documents/text.ts'
import { linkResolver } from '../links/resolve.ts'
import { diff } from '../map/index.ts'
import { hashOf, type ObjectStore } from '../objects.ts'
import { decodePage, type PageRecord } from '../pages/page-record.ts'
import { nextTurn } from '../turns.ts'
import { changedTexts } from './changed-texts.ts'
import { foundPlaces, Undecided } from './places.ts'
import type { TextEntry, Tree, TreeEntry } from './tree.ts'
import { withRelativeLinks } from './tree-links.ts'

/** How the files of a content differ from those of another. */
export interface TreeChanges {
  readonly removed: readonly string[]
  readonly written: readonly TreeEntry[]
  readonly shownText: Tree['shownText']
}

interface Sides {
  readonly before: Content
  readonly after: Content
  /** Whether the files of the content before have this path. */
  readonly hasFile: (path: string) => Promise<boolean>
  /** The whole layout of either content, for changes that need it. */
  readonly layOut: (content: Content) => Promise<Tree>
}

/**
 * What differs between the files of two contents. An edit of texts reads only their pages and those to which
 * they link. Files that are the same may be listed as written.
 */
export async function treeChanges(store: ObjectStore, sides: Sides): Promise<TreeChanges> {
  return (await textChanges(store, sides)) ?? layoutChanges(store, sides)
}

async function textChanges(
  store: ObjectStore,
  { before, after, hasFile }: Sides,
): Promise<TreeChanges | undefined> {
  const isOther = (['files', 'reusableContents', 'variables'] as const).some(
    (map) => before[map] !== after[map],
  )
  if (isOther) return undefined
  const changed = await diff(store, before.pages, after.pages, { limit: textsMax + 1 })
  if (changed.length > textsMax) return undefined
  const { pathOf } = foundPlaces(store, after, hasFile)
  const written: TextEntry[] = []
  try {
    for (const { key: id, before: old, after: fresh } of changed) {
      if (old === undefined || fresh === undefined) return undefined
      const [page, next] = [decodePage(old), decodePage(fresh)]
      if (placeOf(page) !== placeOf(next)) return undefined
      if (page.type !== 'document' || next.type !== 'document' || page.document === next.document) continue
      const path = await pathOf(`pages/${id}`)
      if (path !== undefined) written.push({ kind: 'page', path, id, document: next.document })
    }
    return { removed: [], written, shownText: await printTexts(store, after, written, pathOf) }
  } catch (error) {
    if (error instanceof Undecided) return undefined
    throw error
  }
}

/** Above this, reading the whole layout takes less time than looking pages up. */
const textsMax = 200

/** Everything on which names, places, lists and links depend. */
function placeOf(page: PageRecord): string {
  const { type, parent, rank, title } = page
  const slug = 'slug' in page ? page.slug : null
  const target = 'target' in page ? page.target : null
  return canonicalJson({
    type,
    parent,
    rank,
    title,
    slug,
    target,
    git: ('git' in page && page.git?.path) || null,
  })
}

/** Texts are printed at once: whether a link can be looked up is only known then. */
async function printTexts(
  store: ObjectStore,
  content: Content,
  entries: readonly TextEntry[],
  pathOf: (target: string) => Promise<string | undefined>,
): Promise<Tree['shownText']> {
  const lookup = { resolve: linkResolver(store, content), pathOf }
  const texts = await store.get(entries.map(({ document }) => document))
  const shown = new Map<TextEntry, Uint8Array>()
  for (const [at, entry] of entries.entries()) {
    const text = decodeText(texts[at] ?? new Uint8Array())
    shown.set(entry, encodeText(await withRelativeLinks(text, { owner: entry.id, path: entry.path }, lookup)))
  }
  return async (entry, stored) => shown.get(entry) ?? stored
}

async function layoutChanges(store: ObjectStore, sides: Sides): Promise<TreeChanges> {
  const [before, after] = [await sides.layOut(sides.before), await sides.layOut(sides.after)]
  await nextTurn()
  const known = new Map(before.entries.map((entry) => [entry.path, entry]))
  const kept = new Set(after.entries.map(({ path }) => path))
  const isAffected = await changedTexts(store, sides, { before, after })
  const isWritten = (entry: TreeEntry) =>
    !isSame(known.get(entry.path), entry) || ('document' in entry && isAffected(entry))
  await nextTurn()
  return {
    removed: before.entries.flatMap(({ path }) => (kept.has(path) ? [] : [path])),
    written: after.entries.filter(isWritten),
    shownText: after.shownText,
  }
}

function isSame(one: TreeEntry | undefined, other: TreeEntry): boolean {
  if (one === undefined || one.kind !== other.kind) return false
  if ('bytes' in one) return 'bytes' in other && hashOf(one.bytes) === hashOf(other.bytes)
  if (one.kind === 'file') return other.kind === 'file' && one.record.hash === other.record.hash
  return 'document' in other && one.id === other.id && one.document === other.document
}
