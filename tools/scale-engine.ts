import {
  applyChanges,
  compareContents,
  decodeText,
  diffBlocks,
  findByPath,
  findPage,
  type ObjectStore,
  type PageRecord,
  readContent,
  type StoredObject,
} from '@stemma/content'
import { sql } from 'kysely'
import { childKey } from '../packages/content/src/pages/keys.ts'
import { childrenOf } from '../packages/content/src/pages/read-pages.ts'
import type { ObjectCache } from '../packages/server/src/content/object-cache.ts'
import { hashBytes, postgresObjects } from '../packages/server/src/content/postgres-objects.ts'
import type { Database } from '../packages/server/src/db/database.ts'
import { inTransaction } from '../packages/server/src/db/transaction.ts'
import { newId } from '../packages/server/src/ids.ts'
import * as revisions from '../packages/server/src/resources/content/store.ts'
import type { PlacedPage } from './scale-spaces.ts'

/** The engine on its store, without HTTP, permission and events. */
export interface Engine {
  readonly db: Database
  readonly spaceId: string
  readonly contentId: string
  readonly userId: string
  readonly objects: ObjectCache
}

/** A revision that is opened: which content it has was asked of PostgreSQL, as every request asks it. */
export interface Opened {
  readonly store: ObjectStore
  readonly root: string
}

export async function openSpace(engine: Engine): Promise<Opened> {
  return opened(engine, await revisions.ofSpace(engine.db, engine))
}

export async function openRevision(engine: Engine, revisionId: string): Promise<Opened> {
  return opened(engine, await revisions.byId(engine.db, { spaceId: engine.spaceId, revisionId }))
}

function opened({ db, objects }: Engine, row: revisions.RevisionRow | undefined): Opened {
  const { contentId, root } = required(row)
  return { store: postgresObjects(db, contentId, objects), root: root.toString('base64url') }
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('What was put into the store is not there.')
  return found
}

/** A page with its text. */
export async function getById({ store, root }: Opened, { id }: PlacedPage) {
  return textIn(store, required(await findPage(store, await readContent(store, root), id)))
}

export async function getByPath({ store, root }: Opened, { path }: PlacedPage) {
  return textIn(store, required(await findByPath(store, await readContent(store, root), path)).record)
}

/** The pages that stand behind this one on its level, fifty at most. */
export async function listLevel({ store, root }: Opened, { id, record }: PlacedPage) {
  const content = await readContent(store, root)
  return childrenOf(store, content, record.parent, { after: childKey(id, record), limit: 50 })
}

/** Which pages differ. */
export async function diff({ store, root }: Opened, other: Opened) {
  return compareContents(store, await readContent(store, root), await readContent(store, other.root))
}

/** Which pages differ, and in which of their blocks. */
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
  readonly pageId: string
  readonly markdown: string
  /** The revision that it is made on. */
  readonly on: string
}

export interface Edited {
  readonly revisionId: string
  readonly objects: readonly StoredObject[]
}

/** Gives one page another text, in one transaction. */
export function editPage(engine: Engine, { pageId, markdown, on }: Edit): Promise<Edited> {
  const [revisionId, now] = [newId(), new Date().toISOString()]
  const change = { operation: 'update_page', page: pageId, document: { markdown } } as const
  return inTransaction(engine.db, { repeatable: false }, async (db) => {
    const { store, root } = await openRevision({ ...engine, db }, on)
    const options = { now, newId, contentOf: async () => undefined }
    const applied = await applyChanges(store, await readContent(store, root), [change], options)
    await store.put(applied.objects)
    await revisions.insert(db, {
      spaceId: engine.spaceId,
      id: revisionId,
      root: applied.root,
      type: 'edits',
      parents: [on],
      createdBy: engine.userId,
      createdAt: now,
    })
    return { revisionId, objects: applied.objects }
  })
}

/** What an edit added to the table of objects: the rows that came with the row of its revision. */
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
