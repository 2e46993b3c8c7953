import { type Content, emptyContent, type ObjectStore } from '@stemma/content'
import type { Database } from '../../../db/database.ts'
import * as revisions from '../content/store.ts'
import { contentOf, storeOf } from './indexing.ts'
import * as index from './store.ts'
import { type Change, changesOf, isMoved, placed, withPagesBelow } from './walk.ts'

/**
 * Notes the paths that pages gave up, revision by revision, so that also a path that a page had for a moment
 * leads to it for ever, and which pages a revision changed, unless that is known. Returns whether there is
 * more to do. Runs in the transaction that holds the index.
 */
export async function noteAddresses(
  db: Database,
  key: index.Key,
  { revisionsMax = revisionsPerRun }: { readonly revisionsMax?: number } = {},
): Promise<'done' | 'more'> {
  const { spaceId } = key
  const noted = await index.findAddressedTo(db, key)
  const head = await revisions.ofSpace(db, { spaceId })
  if (noted === undefined || head === undefined) return 'done'
  const line = await revisions.line(db, { spaceId, from: noted ?? '', limit: revisionsMax + 1 })
  const store = storeOf(db, head)
  let before: Content | undefined = noted === null ? emptyContent : undefined
  for (const { id, root } of line) {
    const after = await contentOf(store, root)
    if (before !== undefined) await noteRevision(db, key, { id, store, before, after })
    before = after
  }
  const last = line.at(-1)
  if (last !== undefined && last.id !== noted) await index.saveAddressedTo(db, key, last.id)
  return line.length > revisionsMax ? 'more' : 'done'
}

const revisionsPerRun = 100

interface Step {
  /** Of the revision. */
  readonly id: string
  readonly store: ObjectStore
  readonly before: Content
  readonly after: Content
}

async function noteRevision(db: Database, key: index.Key, { id, store, before, after }: Step) {
  const changed = await changesOf(store, before, after)
  await revisions.noteChangedPages(db, {
    spaceId: key.spaceId,
    revisionId: id,
    pages: [...changed.keys()],
  })
  await index.insertAddresses(db, key, await leftIn(store, before, changed), id)
}

/** The pages that have no longer the path that they had, with that path. */
async function leftIn(store: ObjectStore, before: Content, changed: ReadonlyMap<string, Change>) {
  const left = [...changed].filter(([, change]) => change.after === undefined || isMoved(change))
  const pages = new Map<string, string>()
  for (const page of await placed(
    store,
    before,
    left.map(([id]) => id),
  )) {
    for (const { id, path } of await withPagesBelow(store, before, page)) pages.set(id, path)
  }
  return pages
}
