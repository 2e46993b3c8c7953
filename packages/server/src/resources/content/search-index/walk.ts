import {
  ancestorsOf,
  type Content,
  childrenTree,
  compareContents,
  findPages,
  type ObjectStore,
  type PageRecord,
  type PageTree,
  pathOf,
} from '@stemma/content'
import type { Database } from '../../../db/database.ts'
import type { Key } from './store.ts'

/** A pass over the pages of a space towards the target content. */
export interface Walk {
  readonly db: Database
  readonly key: Key
  readonly store: ObjectStore
  readonly language: string | null
  readonly target: Content
}

export interface Placed {
  readonly id: string
  readonly record: PageRecord
  readonly path: string
}

export interface Change {
  readonly before?: PageRecord
  readonly after?: PageRecord
}

/** The pages that differ between two contents, by their IDs. */
export async function changesOf(store: ObjectStore, before: Content, after: Content) {
  const changes = new Map<string, Change>()
  for (const one of await compareContents(store, before, after)) {
    if (one.type === 'page_created') changes.set(one.id, { after: one.after })
    if (one.type === 'page_deleted') changes.set(one.id, { before: one.before })
    if (one.type === 'page_edited' || one.type === 'page_moved') changes.set(one.id, one)
  }
  return changes
}

/** Whether the path of a page changed, and so the paths of all pages below it. */
export function isMoved({ before, after }: Change): boolean {
  if (before === undefined || after === undefined) return false
  return before.parent !== after.parent || slugOf(before) !== slugOf(after)
}

function slugOf(page: PageRecord): string | undefined {
  return 'slug' in page ? page.slug : undefined
}

/** Those of the pages that exist in a content, with their paths. */
export async function placed(
  store: ObjectStore,
  content: Content,
  ids: readonly string[],
): Promise<Placed[]> {
  const records = await findPages(store, content, ids)
  return Promise.all(
    [...records].map(async ([id, record]) => {
      const path = pathOf(record, await ancestorsOf(store, content, record))
      return { id, record, path }
    }),
  )
}

/** A page and all pages below it, with their paths. */
export async function withPagesBelow(
  store: ObjectStore,
  content: Content,
  { id, path }: Pick<Placed, 'id' | 'path'>,
): Promise<readonly Pick<Placed, 'id' | 'path'>[]> {
  return [{ id, path }, ...flatten(await childrenTree(store, content, { id, path }))]
}

function flatten(pages: readonly PageTree[]): { id: string; path: string }[] {
  return pages.flatMap(({ id, path, pages: below }) => [{ id, path }, ...flatten(below)])
}
