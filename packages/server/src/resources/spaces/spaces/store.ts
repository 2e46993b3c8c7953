import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import { withKnownLevels } from '../../../auth/known-levels.ts'
import {
  chainFrom,
  chainPreset,
  countReadableSpaces,
  deletedSpacesWithLevels,
  type Membership,
  readableSpaces,
  spaceLevel,
  spacesWithLevels,
} from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { paginate, preparedPages } from '../../../db/paginate.ts'
import { prepared, preparedAhead, sendAhead } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import * as permissions from '../../access/permissions/store.ts'
import { goneAt, type SpaceRow } from './shape.ts'

const columns = [
  'spaces.id',
  'spaces.organization_id as organizationId',
  'spaces.parent_id as parentId',
  'spaces.title',
  'spaces.emoji',
  'spaces.icon_url as iconUrl',
  'spaces.edit_mode as editMode',
  'spaces.language',
  'spaces.merge_rules as mergeRules',
  'spaces.content_id as contentId',
  'spaces.revision_id as revisionId',
  'spaces.inherits',
  'spaces.default_level as defaultLevel',
  'spaces.rank',
  'spaces.comments',
  'spaces.change_requests as changeRequests',
  'spaces.change_requests_open as changeRequestsOpen',
  'spaces.change_requests_draft as changeRequestsDraft',
  'spaces.created_at as createdAt',
  'spaces.updated_at as updatedAt',
  'spaces.deleted_at as deletedAt',
] as const

/** One space, deleted or not. The caller must already have checked access. */
export async function find(db: Database, spaceId: string): Promise<SpaceRow | undefined> {
  return (await findOne(db, { spaceId }))[0]
}

const findOne = prepared<{ spaceId: string }, SpaceRow>(({ spaceId }, db) =>
  db
    .withRecursive('chain', () => chainFrom(sql`select parent_id from spaces where id = ${spaceId}`))
    .selectFrom('spaces')
    .innerJoin('organizations', 'organizations.id', 'spaces.organization_id')
    .select([
      ...columns,
      sql<string | null>`coalesce(${chainPreset}, organizations.default_role::text)`.as('inheritedLevel'),
    ])
    .where('spaces.id', '=', spaceId),
)

/** Locks the space for writing: changes to it are serialized. */
export function lock(db: Database, spaceId: string) {
  return lockOne(db, { spaceId })
}

const lockOne = preparedAhead<{ spaceId: string }>(({ spaceId }, db) =>
  db.selectFrom('spaces').select('id').where('id', '=', spaceId).forNoKeyUpdate(),
)

/** The spaces of an organization, or of one collection, that a person can read, in display order. */
export async function list(
  db: Database,
  viewer: Membership,
  { parentId, order = 'asc', ...page }: SpaceQuery,
) {
  const knowing = await withKnownLevels(db, viewer)
  return listReadableSpaces(db, { ...knowing, parentId }, { ...page, direction: order })
}

const byRank = [
  { column: 'spaces.rank', field: 'rank', kind: 'text' },
  { column: 'spaces.id', field: 'id', kind: 'text' },
] as const

const listReadableSpaces = preparedPages(
  ({ parentId, ...viewer }: Membership & { readonly parentId: string | undefined }, db) =>
    readable(db, viewer).$if(parentId !== undefined, (one) =>
      one.where('spaces.parent_id', '=', parentId ?? ''),
    ),
  byRank,
  ({ parentId, ...viewer }, db) => countReadableSpaces(db, viewer, parentId),
)

function readable(db: Database, viewer: Membership) {
  return readableSpaces(db, viewer).select([...columns, spaceLevel.as('level'), inheritedLevel])
}

/** Deleted spaces that a person can restore, most recently deleted first. */
export function listDeleted(db: Database, viewer: Membership, { deletedAfter, ...page }: DeletedQuery) {
  const query = deletedSpacesWithLevels(db, viewer)
    .select([...columns, spaceLevel.as('level'), inheritedLevel])
    .where('spaces.deleted_at', '>', deletedAfter)
    .where(sql<boolean>`${spaceLevel} = 'admin'`)
  const keys = [
    { column: 'spaces.deleted_at', field: 'deletedAt', kind: 'time' },
    { column: 'spaces.id', field: 'id', kind: 'text' },
  ] as const
  return paginate(query, page, { direction: 'desc', keys })
}

interface DeletedQuery extends PageQuery {
  readonly deletedAfter: string
}

const inheritedLevel = sql<string | null>`coalesce(tree.preset, me.preset)`.as('inheritedLevel')

export async function readableIds(db: Database, viewer: Membership): Promise<string[]> {
  const knowing = await withKnownLevels(db, viewer)
  const rows = await readableSpaces(db, knowing).select('spaces.id').execute()
  return rows.map(({ id }) => id)
}

/** The given spaces of an organization that are not deleted, with the person's level on each. */
export async function findAll(db: Database, viewer: Membership, spaceIds: readonly string[]) {
  return spacesWithLevels(db, await withKnownLevels(db, viewer))
    .select([...columns, spaceLevel.as('level'), inheritedLevel])
    .where((eb) => eb('spaces.id', '=', eb.fn.any(eb.val([...spaceIds]))))
    .execute()
}

/** Like `findAll`, for somebody outside the organization, who has no level on any of them. */
export function findAllFromOutside(db: Database, organizationId: string, spaceIds: readonly string[]) {
  return db
    .selectFrom('spaces')
    .select([...columns, sql<null>`null`.as('level'), sql<null>`null`.as('inheritedLevel')])
    .where('spaces.organization_id', '=', organizationId)
    .where('spaces.deleted_at', 'is', null)
    .where((eb) => eb('spaces.id', '=', eb.fn.any(eb.val([...spaceIds]))))
    .execute()
}

/** Every space of an organization that a person can read, without a limit. */
export async function listReadable(db: Database, viewer: Membership) {
  return readableSpaces(db, await withKnownLevels(db, viewer))
    .select(['spaces.id', 'spaces.title', 'spaces.language'])
    .execute()
}

/** All spaces of the installation, in the order of their IDs, for operator commands. */
export function listAll(db: Database, { after, limit }: { readonly after: string; readonly limit: number }) {
  return db
    .selectFrom('spaces')
    .select(['id as spaceId', 'organization_id as organizationId'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function insert(db: Database, row: Insertable<Tables['spaces']>) {
  await db.insertInto('spaces').values(row).execute()
}

export async function update(db: Database, spaceId: string, changes: Updateable<Tables['spaces']>) {
  await sendAhead(db, db.updateTable('spaces').set(changes).where('id', '=', spaceId))
}

/** Adds to the counters in SQL, so that concurrent transactions lose no update. */
export async function count(db: Database, spaceId: string, by: Partial<Record<Counter, number>>) {
  const none = { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 }
  await addToCounts(db, { spaceId, ...none, ...by })
}

const addToCounts = preparedAhead<Record<Counter, number> & { readonly spaceId: string }>((by, db) =>
  db
    .updateTable('spaces')
    .set((eb) => ({
      comments: eb('comments', '+', by.comments),
      change_requests: eb('change_requests', '+', by.changeRequests),
      change_requests_open: eb('change_requests_open', '+', by.changeRequestsOpen),
      change_requests_draft: eb('change_requests_draft', '+', by.changeRequestsDraft),
    }))
    .where('id', '=', by.spaceId),
)

/** Counts a new draft. The count is its number in the space: unique and without gaps. */
export async function numberChangeRequest(db: Database, spaceId: string) {
  return db
    .updateTable('spaces')
    .set((eb) => ({
      change_requests: eb('change_requests', '+', 1),
      change_requests_draft: eb('change_requests_draft', '+', 1),
    }))
    .where('id', '=', spaceId)
    .returning(['change_requests as number', 'revision_id as revision'])
    .executeTakeFirst()
}

export type Counter = 'comments' | 'changeRequests' | 'changeRequestsOpen' | 'changeRequestsDraft'

/**
 * Locks the spaces directly in these collections for writing, including deleted ones, one by one in the
 * order of their IDs. Spaces that left before they were locked are not returned.
 */
export async function lockInCollections(
  db: Database,
  organizationId: string,
  collectionIds: readonly string[],
) {
  for (const { id } of await inCollections(db, organizationId, collectionIds)) await lock(db, id)
  return inCollections(db, organizationId, collectionIds)
}

function inCollections(db: Database, organizationId: string, collectionIds: readonly string[]) {
  return db
    .selectFrom('spaces')
    .select(['id', 'deleted_at as deletedAt'])
    .where('organization_id', '=', organizationId)
    .where((eb) => eb('parent_id', '=', eb.fn.any(eb.val([...collectionIds]))))
    .orderBy('id')
    .execute()
}

/**
 * Moves a space to the trash; a job deletes it when its retention ends. The caller must also hide it in the
 * sites that show it, with `siteStructure.setHidden`.
 */
export async function trash(db: Database, { id, organizationId }: Trashed, { now, keptDays }: Kept) {
  await update(db, id, { deleted_at: now })
  await permissions.countForAll(db, { kind: 'space', id, organizationId }, -1)
  await enqueue(db, 'purge_space', { spaceId: id }, { runAt: goneAt(now, keptDays) })
}

interface Trashed {
  readonly id: string
  readonly organizationId: string
}

interface Kept {
  readonly now: string
  readonly keptDays: number
}

/** Deletes a space permanently. Foreign keys delete the rows that belong to it. */
export async function purge(db: Database, spaceId: string) {
  await db.deleteFrom('spaces').where('id', '=', spaceId).execute()
}

interface SpaceQuery extends PageQuery {
  readonly parentId?: string
  readonly order?: 'asc' | 'desc'
}
