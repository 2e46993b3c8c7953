import type { Content } from '../content.ts'
import { fileIndex, pageIndexes, reusableIndex } from '../links/destination.ts'
import { linksPrefix, type Owner, ownerIn, reusableOwner } from '../links/link-entries.ts'
import { range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { findByPath, type PageTree } from '../pages/read-pages.ts'
import { turns } from '../turns.ts'
import type { TextEntry, Tree } from './tree.ts'

interface Contents<T> {
  readonly before: T
  readonly after: T
}

/**
 * The texts whose links can have other destinations in their files, although the texts are the same: those
 * that moved, and those that link to something that appeared, disappeared or moved.
 */
export async function changedTexts(
  store: ObjectStore,
  contents: Contents<Content>,
  trees: Contents<Tree>,
): Promise<(entry: TextEntry) => boolean> {
  const [before, after] = [await placesIn(trees.before), await placesIn(trees.after)]
  const [moved, turn] = [[] as string[], turns()]
  for (const target of new Set([...before.keys(), ...after.keys()])) {
    await turn()
    if (before.get(target)?.at !== after.get(target)?.at) moved.push(target)
  }
  if (moved.length > movedMax) return () => true
  const owners = new Set<Owner>()
  for (const target of moved) {
    for (const [content, place] of [
      [contents.before, before.get(target)],
      [contents.after, after.get(target)],
    ] as const) {
      if (place === undefined) continue
      owners.add(place.owner).add(place.parent)
      for (const owner of await ownersOf(store, content, place.indexes)) owners.add(owner)
    }
  }
  const firsts = [await firstPage(store, contents.before), await firstPage(store, contents.after)]
  if (firsts[0] !== firsts[1]) {
    for (const first of firsts) owners.add(first ?? '')
    const named = pageIndexes('', '')
    for (const content of [contents.before, contents.after])
      for (const owner of await ownersOf(store, content, named)) owners.add(owner)
  }
  return ({ kind, id }) => owners.has(kind === 'page' ? id : reusableOwner(id))
}

/** Above this, all texts are written again. */
const movedMax = 2_000

/** Where an object is, for links from and to it. */
interface Place {
  readonly at: string
  readonly owner: Owner
  /** Whether a page has pages below it decides how its own links are read. */
  readonly parent: Owner
  readonly indexes: readonly string[]
}

async function placesIn(tree: Tree): Promise<ReadonlyMap<string, Place>> {
  const turn = turns()
  const places = new Map<string, Place>()
  const add = async (pages: readonly PageTree[], above: string) => {
    for (const { id, record, pages: below } of pages) {
      await turn()
      const target = `pages/${id}`
      const slug = 'slug' in record ? record.slug : undefined
      const way = `${above}/${id} ${slug ?? ''}`
      const indexes = pageIndexes(id, slug)
      places.set(target, { at: `${tree.pathOf(target)} ${way}`, owner: id, parent: record.parent, indexes })
      if (below.length > 0) await add(below, way)
    }
  }
  await add(tree.pages, '')
  for (const entry of tree.entries) {
    if (entry.kind === 'file') {
      const indexes = [fileIndex(entry.id)]
      places.set(`files/${entry.id}`, { at: entry.path, owner: '', parent: '', indexes })
    }
  }
  for (const id of tree.reusableContents.keys()) {
    const target = `reusable-contents/${id}`
    const indexes = [reusableIndex(id)]
    places.set(target, { at: `${tree.pathOf(target)}`, owner: reusableOwner(id), parent: '', indexes })
  }
  return places
}

async function ownersOf(store: ObjectStore, content: Content, indexes: readonly string[]) {
  const found = await Promise.all(
    indexes.map((index) =>
      range(store, content.links, { prefix: linksPrefix(index), limit: Number.MAX_SAFE_INTEGER }),
    ),
  )
  return found.flat().map(({ key }) => ownerIn(key))
}

async function firstPage(store: ObjectStore, content: Content): Promise<string | undefined> {
  return (await findByPath(store, content, ''))?.id
}
