import type { PageQuery } from '@stemma/contract'
import {
  type CompiledQuery,
  type Insertable,
  type RawBuilder,
  type Selectable,
  sql,
  type Updateable,
} from 'kysely'
import { withKnownLevels } from '../../../auth/known-levels.ts'
import { type Membership, readableSpaces, spaceLevel } from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { prepared, sendAhead } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import { type UserRow, userColumns } from '../../people/users/store.ts'
import type { ChangeRequestRow } from './shape.ts'

/** The space is part of the key, so an ID from another space finds nothing. */
export interface Key {
  readonly spaceId: string
  /** The ID, or the number within the space. No ID consists of digits only. */
  readonly changeRequestId: string
}

const columns = [
  'change_requests.id',
  'change_requests.space_id as spaceId',
  'change_requests.number',
  'change_requests.status',
  'change_requests.subject',
  'change_requests.description',
  'change_requests.created_at as createdAt',
  'change_requests.updated_at as updatedAt',
  'change_requests.revision_id as revision',
  'change_requests.revision_initial as revisionInitial',
  'change_requests.revision_merged_ancestor as revisionMergedAncestor',
  'change_requests.revision_merged as revisionMerged',
  'change_requests.comments',
  ...userColumns,
] as const

export async function find(db: Database, key: Key): Promise<ChangeRequestRow | undefined> {
  return (await named(finders, db, key))[0]
}

const finders = byName<ChangeRequestRow>((db, { spaceId }) => inSpace(db, spaceId))

/** The change requests of a space with one of the given statuses, newest first. */
export function list(db: Database, spaceId: string, query: Query) {
  const { page, filter, order } = partsOf(query)
  const filters = { ...filter, spaceId: sql`${spaceId}` }
  return paginate(filtered(inSpace(db, spaceId), filters), page, order)
}

function inSpace(db: Database, spaceId: string) {
  return db
    .selectFrom('change_requests')
    .innerJoin('users', 'users.id', 'change_requests.created_by')
    .innerJoin('spaces', (join) => join.on('spaces.id', '=', spaceId))
    .select([...columns, ...derived])
    .where('change_requests.space_id', '=', spaceId)
}

/** The change requests in all spaces of an organization where the user has comment access. */
export async function listInOrganization(
  db: Database,
  viewer: Membership,
  { space, ...query }: Query & { readonly space?: string },
) {
  const { page, filter, order } = partsOf(query)
  const knowing = await withKnownLevels(db, viewer)
  const all = readableSpaces(db, knowing)
    .innerJoin('change_requests', 'change_requests.space_id', 'spaces.id')
    .innerJoin('users', 'users.id', 'change_requests.created_by')
    .select([...columns, ...derived, spaceLevel.as('level')])
    .where(sql<boolean>`${spaceLevel} >= 'comment'`)
  const some = space === undefined ? all : all.where('spaces.id', '=', space)
  const filters = { ...filter, spaceId: sql.ref('change_requests.space_id') }
  return paginate(filtered(some, filters), page, order, { onCluster: knowing.known !== undefined })
}

function partsOf({ page, limit, orderBy, ...filter }: Query) {
  return { page: { limit, ...(page !== undefined && { page }) }, filter, order: orders[orderBy] }
}

const derived = [
  'spaces.organization_id as organizationId',
  sql<boolean>`change_requests.status <> 'merged' and spaces.revision_id <>
    coalesce(change_requests.revision_merged_ancestor, change_requests.revision_initial)`.as('outdated'),
] as const

const byId = { column: 'change_requests.id', field: 'id', kind: 'text' } as const
const byUpdate = { column: 'change_requests.updated_at', field: 'updatedAt', kind: 'time' } as const

/** IDs sort by creation time. */
const orders = {
  createdAt: { direction: 'desc', keys: [byId] },
  updatedAt: { direction: 'desc', keys: [byUpdate, byId] },
} as const

export interface Query extends PageQuery {
  readonly status: string | readonly string[]
  readonly orderBy: keyof typeof orders
  readonly creator?: string
  readonly contributor?: string
  readonly requestedReviewer?: string
}

interface Filters extends Omit<Query, keyof PageQuery | 'orderBy'> {
  readonly spaceId: RawBuilder<unknown>
}

/** A contributor is a user who created the change request, edited it or commented on it. */
function filtered<Q extends { where(condition: RawBuilder<boolean>): Q }>(query: Q, filters: Filters): Q {
  const { status, creator, contributor, requestedReviewer, spaceId } = filters
  let narrowed = query.where(sql<boolean>`change_requests.status = any (${[status].flat()})`)
  if (creator !== undefined) narrowed = narrowed.where(sql<boolean>`change_requests.created_by = ${creator}`)
  if (requestedReviewer !== undefined)
    narrowed = narrowed.where(sql<boolean>`exists (select from requested_reviewers q
      where q.space_id = ${spaceId} and q.change_request_id = change_requests.id
        and q.user_id = ${requestedReviewer})`)
  if (contributor === undefined) return narrowed
  return narrowed.where(sql<boolean>`(change_requests.created_by = ${contributor} or exists (
    select from revisions r where r.space_id = ${spaceId}
      and r.change_request_id = change_requests.id and r.created_by = ${contributor})
    or exists (select from comments c where c.space_id = ${spaceId}
      and c.change_request_id = change_requests.id and c.posted_by = ${contributor}))`)
}

/** The users who edited a change request or commented on it, with counts. */
export async function contributors(
  db: Database,
  { spaceId, id }: { readonly spaceId: string; readonly id: string },
) {
  const { rows } = await sql<ContributorRow>`
    select u.id as "userId", u.display_name as "displayName", u.email, u.photo_url as "photoUrl",
      did.type as "actionType", did.count, did.last as "updatedAt"
    from (select r.created_by as user_id, 'edit' as type, count(*) as count, max(r.created_at) as last
        from revisions r where r.space_id = ${spaceId} and r.change_request_id = ${id} group by 1
      union all
      select c.posted_by, 'comment', count(*), max(c.posted_at)
        from comments c where c.space_id = ${spaceId} and c.change_request_id = ${id} group by 1) did
    join users u on u.id = did.user_id
    order by did.last desc, u.id, did.type desc limit ${contributorsMax}`.execute(db)
  return rows
}

interface ContributorRow extends UserRow {
  readonly actionType: 'edit' | 'comment'
  readonly count: number
  readonly updatedAt: string
}

const contributorsMax = 1000

/** Open change requests that people were not told of as conflicting since they were last updated. */
export function listUncompared(db: Database, spaceId: string, limit: number) {
  return db
    .selectFrom('change_requests')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('status', 'in', ['draft', 'open'])
    .where(sql<boolean>`conflict_told_at is distinct from
      coalesce(revision_merged_ancestor, revision_initial)`)
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute()
}

/** Locks the change request for writing, so that changes run one after another. */
export async function lock(db: Database, key: Key): Promise<LockedRow | undefined> {
  return (await named(lockers, db, key))[0]
}

const lockers = byName<LockedRow>((db, { spaceId }) =>
  db
    .selectFrom('change_requests')
    .select([
      'id',
      'status',
      'subject',
      'description',
      'created_by as createdBy',
      'revision_id as revision',
      'revision_initial as revisionInitial',
      'revision_merged_ancestor as revisionMergedAncestor',
    ])
    .where('space_id', '=', spaceId)
    .forNoKeyUpdate(),
)

type LockedRow = Pick<Selectable<Tables['change_requests']>, 'id' | 'status' | 'subject' | 'description'> & {
  readonly createdBy: string
  readonly revision: string
  readonly revisionInitial: string
  readonly revisionMergedAncestor: string | null
}

/** One prepared statement for IDs, and one for numbers. */
function byName<Row>(build: (db: Database, key: Pick<Key, 'spaceId'>) => Narrowed<Row>) {
  return {
    id: prepared<Asked, Row>((key, db) =>
      build(db, key).where(sql<boolean>`change_requests.id = ${key.name}`),
    ),
    number: prepared<Asked, Row>((key, db) =>
      build(db, key).where(sql<boolean>`change_requests.number = ${key.name}`),
    ),
  }
}

interface Narrowed<Row> {
  where(condition: RawBuilder<boolean>): { compile(): CompiledQuery<Row> }
}

interface Asked {
  readonly spaceId: string
  readonly name: string | number
}

/** A number beyond the range of the column matches no change request. */
function named<Row>(statements: ReturnType<typeof byName<Row>>, db: Database, key: Key): Promise<Row[]> {
  const { spaceId, changeRequestId } = key
  if (!/^\d+$/.test(changeRequestId)) return statements.id(db, { spaceId, name: changeRequestId })
  const number = Number(changeRequestId)
  return statements.number(db, { spaceId, name: number <= 2 ** 31 - 1 ? number : 0 })
}

/** The revision of the space that the changes are based on. */
export function baseOf(row: Pick<ChangeRequestRow, 'revisionInitial' | 'revisionMergedAncestor'>): string {
  return row.revisionMergedAncestor ?? row.revisionInitial
}

export async function insert(db: Database, row: Insertable<Tables['change_requests']>) {
  await db.insertInto('change_requests').values(row).execute()
}

export async function update(
  db: Database,
  { spaceId, id }: { readonly spaceId: string; readonly id: string },
  changes: Updateable<Tables['change_requests']>,
) {
  const one = db.updateTable('change_requests').where('space_id', '=', spaceId).where('id', '=', id)
  await sendAhead(db, one.set(changes))
}

/** Counts open comments in the row itself, so that concurrent transactions don't lose updates. */
export async function countComments(
  db: Database,
  { spaceId, id }: { readonly spaceId: string; readonly id: string },
  by: number,
) {
  const one = db.updateTable('change_requests').where('space_id', '=', spaceId).where('id', '=', id)
  await sendAhead(
    db,
    one.set((eb) => ({ comments: eb('comments', '+', by) })),
  )
}
