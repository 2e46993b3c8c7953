import type { Content } from '../content.ts'
import { getMany } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { pathKey } from '../pages/keys.ts'
import { isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { depthMax, findPage, findPages, levelsBelow } from '../pages/read-pages.ts'
import { numberedSlug } from '../pages/slug.ts'
import type { Arbiter } from './conflict.ts'
import { present } from './merge-fields.ts'

/** The state of a merge; `edits` are the pages to set or remove in our content. */
export interface Merging {
  readonly store: ObjectStore
  readonly base: Content
  readonly ours: Content
  readonly theirs: Content
  readonly edits: Map<string, PageRecord | undefined>
  readonly arbiter: Arbiter
}

/**
 * Handles pages below a page that the other side deleted. The deletion requires a decision; if it is
 * confirmed, the pages below move to the nearest remaining ancestor.
 */
export async function keepOrphans(merging: Merging) {
  const { store, edits } = merging
  const removed = () => [...edits.keys()].filter((id) => isRemoved(edits, id))
  for (const id of removed()) await decideRemoval(merging, id)
  for (const id of removed()) await liftChildren(merging, id)
  const placed = [...edits].flatMap(([id, page]) => (page && page.parent !== top ? [{ id, page }] : []))
  const parents = new Set(placed.map(({ page }) => page.parent))
  const known = await findPages(store, merging.ours, [...parents])
  for (const { id, page } of placed) {
    const isThere = edits.has(page.parent) ? !isRemoved(edits, page.parent) : known.has(page.parent)
    if (!isThere) await keepParent(merging, id, page, await findPage(store, merging.theirs, page.parent))
  }
}

/** They deleted the page, but we may have pages below it that they didn't delete. */
async function decideRemoval({ store, ours, base, edits, arbiter }: Merging, id: string) {
  const below = (await levelsBelow(store, ours, id)).flat()
  const [deleted, original] = await Promise.all([findPage(store, ours, id), findPage(store, base, id)])
  if (deleted === undefined || below.every((child) => isRemoved(edits, child))) return
  const sides = { base: original, ours: deleted, theirs: undefined }
  const chosen = arbiter.decide({ kind: 'deleted-and-edited', object: 'page', target: id, ...present(sides) })
  if (chosen !== 'theirs') edits.delete(id)
}

async function liftChildren(merging: Merging, id: string) {
  const { store, ours, edits } = merging
  const [children = []] = await levelsBelow(store, ours, id)
  for (const child of children) {
    const record = await viewed(merging, child)
    if (record?.parent === id) edits.set(child, { ...record, parent: await survivor(merging, id) })
  }
}

/** We deleted the parent of one of their pages: resolving with theirs restores it. */
async function keepParent(merging: Merging, id: string, page: PageRecord, parent: PageRecord | undefined) {
  const { store, base, edits, arbiter } = merging
  if (parent === undefined) return edits.set(id, { ...page, parent: top })
  const sides = { base: await findPage(store, base, page.parent), ours: undefined, theirs: parent }
  const conflict = {
    kind: 'deleted-and-edited',
    object: 'page',
    target: page.parent,
    ...present(sides),
  } as const
  if (arbiter.decide(conflict) !== 'theirs')
    return edits.set(id, { ...page, parent: await survivor(merging, parent.parent) })
  edits.set(page.parent, parent)
  if (parent.parent !== top && (await viewed(merging, parent.parent)) === undefined)
    await keepParent(merging, page.parent, parent, await findPage(store, merging.theirs, parent.parent))
}

/** The page itself or its nearest ancestor that remains. */
async function survivor(merging: Merging, from: string): Promise<string> {
  let id = from
  for (let steps = 0; id !== top && steps <= depthMax; steps++) {
    const page = await viewed(merging, id)
    if (page !== undefined) return id
    const { store, ours, theirs } = merging
    id = ((await findPage(store, ours, id)) ?? (await findPage(store, theirs, id)))?.parent ?? top
  }
  return top
}

function isRemoved(edits: Merging['edits'], id: string): boolean {
  return edits.has(id) && edits.get(id) === undefined
}

/** A page as it will be after the merge. */
function viewed({ store, ours, edits }: Merging, id: string): Promise<PageRecord | undefined> {
  return edits.has(id) ? Promise.resolve(edits.get(id)) : findPage(store, ours, id)
}

/**
 * Two moves that are each valid can make a page its own ancestor: their move then requires a decision. Pages
 * that still form a cycle, because pages between them are gone, move to the top level.
 */
export async function breakCycles(merging: Merging) {
  const { store, ours, theirs, base, edits, arbiter } = merging
  const ids = [...edits.keys()]
  const [own, other] = await Promise.all([findPages(store, ours, ids), findPages(store, theirs, ids)])
  const moved = ids.filter((id) => own.has(id) && edits.get(id)?.parent !== own.get(id)?.parent)
  for (const id of moved) {
    const [page, mine, wanted] = [edits.get(id), own.get(id), other.get(id)]
    if (!page || !mine || page.parent !== wanted?.parent || (await reachesTop(merging, page))) continue
    const original = await findPage(store, base, id)
    const parents = { base: original?.parent, ours: mine.parent, theirs: wanted.parent }
    arbiter.decide({ kind: 'moved-twice', object: 'page', target: id, ...present(parents) })
    edits.set(id, { ...page, parent: await survivor(merging, mine.parent), rank: mine.rank })
  }
  for (const id of moved) {
    const page = edits.get(id)
    if (page && !(await reachesTop(merging, page))) edits.set(id, { ...page, parent: top })
  }
}

async function reachesTop(merging: Merging, page: PageRecord): Promise<boolean> {
  let id = page.parent
  for (let depth = 1; depth < depthMax; depth++) {
    if (id === top) return true
    const above = await viewed(merging, id)
    if (above === undefined) return true
    id = above.parent
  }
  return false
}

/**
 * If two pages get the same path, the one taken unchanged from their side keeps it, and the other gets a
 * number.
 */
export async function separateSlugs({ store, ours, edits }: Merging, taken: ReadonlySet<string>) {
  const wanted = new Map<string, string>()
  const pages = [...edits].sort(([one], [other]) => Number(taken.has(other)) - Number(taken.has(one)))
  for (const [id, page] of pages) {
    if (!page || !isAddressed(page)) continue
    const key = pathKey(page.parent, page.slug)
    if (!wanted.has(key)) wanted.set(key, id)
    else edits.set(id, { ...page, slug: await freeNumber(page) })
  }
  const holders = await getMany(store, ours.paths, [...wanted.keys()])
  for (const [key, holder] of holders) {
    if (wanted.get(key) === holder || edits.has(holder)) continue
    const page = await findPage(store, ours, holder)
    if (page && isAddressed(page)) edits.set(holder, { ...page, slug: await freeNumber(page) })
  }

  async function freeNumber(page: Extract<PageRecord, { slug: string }>): Promise<string> {
    for (let number = 1; ; number++) {
      const slug = numberedSlug(page.slug, number)
      const key = pathKey(page.parent, slug)
      if (wanted.has(key) || (await getMany(store, ours.paths, [key])).has(key)) continue
      wanted.set(key, '')
      return slug
    }
  }
}
