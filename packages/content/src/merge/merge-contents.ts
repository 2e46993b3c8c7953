import { canonicalJson } from '../canonical.ts'
import { reachable } from '../changes/reachable.ts'
import { type Content, type ContentMap, editContent, encodeContent, type MapChanges } from '../content.ts'
import { reusableLinkChanges } from '../files.ts'
import { ownerIn } from '../links/link-entries.ts'
import { type Difference, diff } from '../map/index.ts'
import type { Hash, ObjectStore, StoredObject } from '../objects.ts'
import { overlay } from '../overlay.ts'
import { editPages } from '../pages/edit-pages.ts'
import { decodePage, encodePage, type PageRecord } from '../pages/page-record.ts'
import {
  type Arbiter,
  arbiter,
  type ConflictObject,
  type ContentConflict,
  type Resolutions,
} from './conflict.ts'
import { mergeFields, mergeValue, present } from './merge-fields.ts'
import { mergePage } from './merge-page.ts'
import { breakCycles, keepOrphans, separateSlugs } from './merge-tree.ts'

export interface ContentSides {
  readonly base: Content
  readonly ours: Content
  readonly theirs: Content
}

export interface MergedContents {
  /** Contains our version wherever there is a conflict. */
  readonly content: Content
  readonly root: Hash
  /** The objects that the content needs and the store does not have yet. */
  readonly objects: readonly StoredObject[]
  readonly conflicts: readonly ContentConflict[]
  /** The IDs of the conflicts that the resolutions decided. */
  readonly decided: ReadonlySet<string>
}

/**
 * Merges their changes into our content. A change by only one side is kept, and equal changes by both sides
 * agree. Everything else is a conflict, and nothing is dropped without a decision.
 */
export async function mergeContents(
  below: ObjectStore,
  sides: ContentSides,
  resolutions: Resolutions = new Map(),
): Promise<MergedContents> {
  const store = overlay(below)
  const judge = arbiter(resolutions)
  const { edits, taken } = await pageEdits(store, sides, judge)
  const merging = { store, ...sides, edits, arbiter: judge }
  await keepOrphans(merging)
  await breakCycles(merging)
  await separateSlugs(merging, taken)
  const pages = new Set([...taken].filter((id) => edits.has(id)))
  const links = await linksOf(store, sides, pages)
  const [files, reusableContents, variables] = await Promise.all([
    recordEdits(store, sides, judge, 'files', 'file'),
    recordEdits(store, sides, judge, 'reusableContents', 'reusable-content'),
    variableEdits(store, sides, judge),
  ])
  const tree = await editPages(store, sides.ours, edits, { pages, links })
  const content = await editContent(store, tree, {
    files,
    reusableContents,
    variables,
    links: await reusableLinkChanges(store, tree, reusableContents),
  })
  const root = encodeContent(content)
  const objects = reachable(root, content, { store, documents: documentsIn(edits) })
  return { content, root: root.hash, objects, conflicts: judge.conflicts, decided: judge.decided }
}

/** The pages to set or remove in our content, and which of them (`taken`) we did not change. */
async function pageEdits(store: ObjectStore, { base, ours, theirs }: ContentSides, judge: Arbiter) {
  const [own, other] = await Promise.all([
    diff(store, base.pages, ours.pages),
    diff(store, base.pages, theirs.pages),
  ])
  const ownById = new Map(own.map((difference) => [difference.key, difference]))
  const edits = new Map<string, PageRecord | undefined>()
  const taken = new Set<string>()
  for (const { key: id, before, after } of other) {
    const mine = ownById.get(id)
    if (mine === undefined) {
      edits.set(id, decoded(after))
      taken.add(id)
    } else if (mine.after !== after) {
      const merged = { base: decoded(before), ours: decoded(mine.after), theirs: decoded(after) }
      const page = await mergePage(store, id, merged, judge)
      if ((page && encodePage(page)) !== mine.after) edits.set(id, page)
    }
  }
  return { edits, taken }
}

function decoded(text: string | undefined): PageRecord | undefined {
  return text === undefined ? undefined : decodePage(text)
}

/** Their link changes for the pages that are taken unchanged from their side. */
async function linksOf(
  store: ObjectStore,
  { base, theirs }: ContentSides,
  pages: ReadonlySet<string>,
): Promise<MapChanges> {
  const changed = await diff(store, base.links, theirs.links)
  const wanted = changed.filter(({ key }) => pages.has(ownerIn(key)))
  return new Map(wanted.map(({ key, after }) => [key, after]))
}

async function recordEdits(
  store: ObjectStore,
  sides: ContentSides,
  judge: Arbiter,
  map: 'files' | 'reusableContents',
  object: ConflictObject,
): Promise<MapChanges> {
  return mapEdits(store, sides, map, (target, { before, ours, after }) => {
    const versions = { base: parsed(before), ours: parsed(ours), theirs: parsed(after) }
    if (ours !== undefined && after !== undefined)
      return canonicalJson(mergeFields(versions, { object, target, besides: [] }, judge))
    const chosen = judge.decide({ kind: 'deleted-and-edited', object, target, ...present(versions) })
    return chosen === 'theirs' ? after : ours
  })
}

function parsed(text: string | undefined): object | undefined {
  return text === undefined ? undefined : JSON.parse(text)
}

function variableEdits(store: ObjectStore, sides: ContentSides, judge: Arbiter): Promise<MapChanges> {
  return mapEdits(store, sides, 'variables', (target, { before, ours, after }) => {
    const versions = { base: before, ours, theirs: after }
    const conflict = { kind: 'attribute', object: 'variable', target, ...present(versions) } as const
    return mergeValue(versions, () => judge.decide(conflict))
  })
}

type MergeEntry = (
  key: string,
  sides: Omit<Difference, 'key'> & { readonly ours?: string },
) => string | undefined

/** Their changes of a map, by key. Entries that both sides changed are merged. */
async function mapEdits(
  store: ObjectStore,
  { base, ours, theirs }: ContentSides,
  map: ContentMap,
  mergeEntry: MergeEntry,
): Promise<MapChanges> {
  const [own, other] = await Promise.all([
    diff(store, base[map], ours[map]),
    diff(store, base[map], theirs[map]),
  ])
  const ownByKey = new Map(own.map((difference) => [difference.key, difference]))
  return new Map(
    other.map(({ key, before, after }) => {
      const mine = ownByKey.get(key)
      if (mine === undefined || mine.after === after) return [key, after]
      const sides = {
        ...(before !== undefined && { before }),
        ...(mine.after !== undefined && { ours: mine.after }),
        ...(after !== undefined && { after }),
      }
      return [key, mergeEntry(key, sides)]
    }),
  )
}

function documentsIn(edits: ReadonlyMap<string, PageRecord | undefined>): readonly Hash[] {
  return [...edits.values()].flatMap((page) => (page?.type === 'document' ? page.document : []))
}
