import type { PageQuery, Team } from '@stemma/contract'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'

export const teamColumns = [
  'teams.id',
  'teams.title',
  'teams.spaces',
  'teams.created_at as createdAt',
  (eb: ExpressionBuilder<Tables, 'teams'>) =>
    eb
      .selectFrom('team_members as counted')
      .select(sql<number>`count(*)`.as('members'))
      .whereRef('counted.team_id', '=', 'teams.id')
      .as('members'),
] as const

export interface TeamRow {
  readonly id: string
  readonly title: string
  readonly spaces: number
  readonly createdAt: string
  readonly members: number | null
}

export function toTeam(
  { id, title, spaces, createdAt, members }: TeamRow,
  { admin }: { admin: boolean },
): Team {
  const permissions = { admin, view: true }
  return { object: 'team', id, title, members: members ?? 0, spaces, createdAt, permissions }
}

/** Sorted by title. `ownRole` is the viewer's own role in the team. */
export function list(
  db: Database,
  { organizationId, viewerId, ownOnly, managedBy, title, ...page }: TeamQuery,
) {
  const query = teams(db, organizationId, viewerId)
    .$if(ownOnly, (one) => one.where('own.role', 'is not', null))
    .$if(managedBy !== undefined, (one) => one.where(managesTeam(organizationId, managedBy ?? '')))
    .$if(title !== undefined, (one) => one.where(containing('teams.title', title ?? '')))
  return paginate(query, page, { direction: 'asc', keys: byTitle })
}

export const byTitle = [
  { column: 'teams.title', field: 'title', kind: 'text' },
  { column: 'teams.id', field: 'id', kind: 'text' },
] as const

export function find(db: Database, { organizationId, teamId }: Key, viewerId: string) {
  return teams(db, organizationId, viewerId).where('teams.id', '=', teamId).executeTakeFirst()
}

/** The given teams that are in the organization. */
export async function among(db: Database, organizationId: string, teamIds: readonly string[]) {
  if (teamIds.length === 0) return []
  return db
    .selectFrom('teams')
    .select(teamColumns)
    .where('teams.organization_id', '=', organizationId)
    .where((eb) => eb('teams.id', '=', eb.fn.any(eb.val([...teamIds]))))
    .execute()
}

export async function lock(db: Database, { organizationId, teamId }: Key) {
  return db
    .selectFrom('teams')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .modifyEnd(await rowLock(db, 'for update', 'teams', [teamId]))
    .executeTakeFirst()
}

export async function insert(db: Database, row: NewTeam) {
  await db.insertInto('teams').values(row).execute()
}

export async function rename(db: Database, { organizationId, teamId }: Key, title: string) {
  await db
    .updateTable('teams')
    .set({ title })
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .execute()
}

/** Foreign keys delete the team's grants. */
export async function remove(db: Database, { organizationId, teamId }: Key) {
  await rowLock(db, 'for update', 'teams', [teamId])
  return db
    .deleteFrom('teams')
    .where('organization_id', '=', organizationId)
    .where('id', '=', teamId)
    .returning('title')
    .executeTakeFirst()
}

function teams(db: Database, organizationId: string, viewerId: string) {
  return db
    .selectFrom('teams')
    .leftJoin('team_members as own', (join) =>
      join.onRef('own.team_id', '=', 'teams.id').on('own.user_id', '=', viewerId),
    )
    .select([...teamColumns, 'own.role as ownRole'])
    .where('teams.organization_id', '=', organizationId)
}

/** Admins manage every team, team owners their own, and disabled members none. */
function managesTeam(organizationId: string, userId: string) {
  return sql<boolean>`exists (select from members m
      left join team_members t on t.team_id = teams.id and t.user_id = m.user_id and t.role = 'owner'
    where m.organization_id = ${organizationId} and m.user_id = ${userId} and m.disabled_at is null
      and (m.role = 'admin' or t.role is not null))`
}

export interface Key {
  readonly organizationId: string
  readonly teamId: string
}

interface NewTeam {
  readonly id: string
  readonly organization_id: string
  readonly title: string
  readonly created_at: string
}

interface TeamQuery extends PageQuery {
  readonly organizationId: string
  readonly viewerId: string
  readonly ownOnly: boolean
  readonly managedBy: string | undefined
  readonly title?: string
}
