import {
  applyChanges,
  type Content,
  compareContents,
  decodeText,
  diffBlocks,
  findByPath,
  findPage,
  mergeContents,
  type ObjectStore,
  type PageRecord,
  readContent,
  type StoredObject,
} from '@stemma/content'
import { sql } from 'kysely'
import { childKey } from '../../packages/content/src/pages/keys.ts'
import { childrenOf } from '../../packages/content/src/pages/read-pages.ts'
import { newId } from '../../packages/server/src/common/ids.ts'
import type { ObjectCache } from '../../packages/server/src/content/object-cache.ts'
import { hashBytes, postgresObjects } from '../../packages/server/src/content/postgres-objects.ts'
import type { Database } from '../../packages/server/src/db/database.ts'
import { inTransaction } from '../../packages/server/src/db/transaction.ts'
import * as revisions from '../../packages/server/src/resources/content/content/store.ts'
import type { PlacedPage } from './spaces.ts'

/** The engine and its store, without HTTP, permissions and events. */
export interface Engine {
  readonly db: Database
  readonly spaceId: string
  readonly contentId: string
  readonly userId: string
  readonly objects: ObjectCache
}

/** An open revision. Its content root is queried from PostgreSQL, as on every request. */
export interface Opened {
  readonly store: ObjectStore
  readonly root: string
}

export async function openSpace(engine: Engine): Promise<Opened> {
  return openedAs(engine, await revisions.ofSpace(engine.db, engine))
}

export async function openRevision(engine: Engine, revisionId: string): Promise<Opened> {
  return openedAs(engine, await revisions.byId(engine.db, { spaceId: engine.spaceId, revisionId }))
}

function openedAs({ db, objects }: Engine, row: revisions.RevisionRow | undefined): Opened {
  const { contentId, root } = required(row)
  return { store: postgresObjects(db, contentId, objects), root: root.toString('base64url') }
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('What was put into the store is not there.')
  return found
}

/** Reads a page with its text. */
export async function getById({ store, root }: Opened, { id }: PlacedPage) {
  return textIn(store, required(await findPage(store, await readContent(store, root), id)))
}

export async function getByPath({ store, root }: Opened, { path }: PlacedPage) {
  return textIn(store, required(await findByPath(store, await readContent(store, root), path)).record)
}

/** Lists up to fifty pages after this one on its level. */
export async function listLevel({ store, root }: Opened, { id, record }: PlacedPage) {
  const content = await readContent(store, root)
  return childrenOf(store, content, record.parent, { after: childKey(id, record), limit: 50 })
}

/** Finds the pages that differ. */
export async function diff({ store, root }: Opened, other: Opened) {
  return compareContents(store, await readContent(store, root), await readContent(store, other.root))
}

/** Finds the pages that differ, and the blocks that differ in them. */
export async function diffTexts(before: Opened, after: Opened) {
  const edited = (await diff(before, after)).filter((one) => one.type === 'page_edited')
  const sides = edited.map(({ before: old, after: fresh }) =>
    Promise.all([textIn(before.store, old), textIn(after.store, fresh)]),
  )
  return (await Promise.all(sides)).map(([old, fresh]) => diffBlocks(old, fresh))
}

async function textIn(store: ObjectStore, page: PageRecord): Promise<string> {
  const [bytes] = await store.get(page.type === 'document' ? [page.document] : [])
  return decodeText(required(bytes))
}

export interface Edit {
  readonly texts: readonly { readonly pageId: string; readonly markdown: string }[]
  /** The revision that it is based on. */
  readonly on: string
}

export interface Edited {
  readonly revisionId: string
  readonly objects: readonly StoredObject[]
}

/** Replaces the texts of pages, in one transaction. */
export function editPages(engine: Engine, { texts, on }: Edit): Promise<Edited> {
  const changes = texts.map(
    ({ pageId, markdown }) => ({ operation: 'update_page', page: pageId, document: { markdown } }) as const,
  )
  const options = { now: new Date().toISOString(), newId, contentOf: async () => undefined }
  return inTransaction(engine.db, { repeatable: false }, async (db) => {
    const { store, root } = await openRevision({ ...engine, db }, on)
    const applied = await applyChanges(store, await readContent(store, root), changes, options)
    return insertRevision({ ...engine, db }, { store, ...applied, type: 'edits', parents: [on] })
  })
}

export interface MergedSides {
  readonly base: string
  readonly ours: string
  readonly theirs: string
}

/** Merges two revisions with a common base, in one transaction. */
export function merge(engine: Engine, { base, ours, theirs }: MergedSides): Promise<Edited> {
  return inTransaction(engine.db, { repeatable: false }, async (db) => {
    const key = { spaceId: engine.spaceId, revisionIds: [base, ours, theirs] }
    const { revisions: sides } = await revisions.withHead(db, key)
    const opened = sides.map((row) => openedAs({ ...engine, db }, row))
    const [{ store }] = opened as [Opened]
    const contents = await Promise.all(opened.map(({ root }) => readContent(store, root)))
    const [from, own, other] = contents as [Content, Content, Content]
    const merged = await mergeContents(store, { base: from, ours: own, theirs: other })
    if (merged.conflicts.length > 0) throw new Error('Sides that changed other pages are in conflict.')
    return insertRevision({ ...engine, db }, { store, ...merged, type: 'merge', parents: [theirs, ours] })
  })
}

interface Made extends Pick<revisions.NewRevision, 'root' | 'type' | 'parents'> {
  readonly store: ObjectStore
  readonly objects: readonly StoredObject[]
}

async function insertRevision(
  { db, spaceId, userId }: Engine,
  { store, objects, root, type, parents }: Made,
): Promise<Edited> {
  const [id, createdAt] = [newId(), new Date().toISOString()]
  await store.put(objects)
  await revisions.insert(db, { spaceId, id, root, type, parents, createdBy: userId, createdAt })
  return { revisionId: id, objects }
}

/** What an edit added to the table of objects: the rows written in the transaction of its revision. */
export async function storedBy(
  { db, spaceId, contentId }: Engine,
  { revisionId, objects }: Edited,
): Promise<Stored> {
  const hashes = objects.map(({ hash }) => hashBytes(hash))
  const { rows } = await sql<Stored>`select count(*)::int as objects, sum(octet_length(bytes))::int as bytes
    from content_objects where space_id = ${contentId} and hash = any (${hashes}::bytea[])
    and xmin = (select xmin from revisions where space_id = ${spaceId} and id = ${revisionId})`.execute(db)
  return required(rows[0])
}

export interface Stored {
  readonly objects: number
  readonly bytes: number
}
