import type { PageQuery, TeamRole } from '@stemma/contract'
import type { Database } from '../../../db/database.ts'
import { containing, paginate } from '../../../db/paginate.ts'
import { type MemberRow, memberColumns } from '../members/store.ts'
import { byTitle, teamColumns } from '../teams/store.ts'

export function list(db: Database, { organizationId, teamId }: Key, page: PageQuery) {
  const query = db
    .selectFrom('team_members as own')
    // Every team member has a member and a user row, so left joins drop nobody and counting can skip them.
    .leftJoin('members', (join) =>
      join
        .onRef('members.user_id', '=', 'own.user_id')
        .onRef('members.organization_id', '=', 'own.organization_id'),
    )
    .leftJoin('users', 'users.id', 'own.user_id')
    .select([...memberColumns, 'own.role as teamRole'])
    .$castTo<MemberRow & { readonly teamRole: TeamRole }>()
    .where('own.organization_id', '=', organizationId)
    .where('own.team_id', '=', teamId)
  const keys = [{ column: 'own.user_id', field: 'userId', kind: 'text' }] as const
  return paginate(query, page, { direction: 'asc', keys })
}

/** The teams of one person, sorted by title, with their role in each. */
export function listTeamsOf(
  db: Database,
  { organizationId, userId }: { readonly organizationId: string; readonly userId: string },
  { title, ...page }: PageQuery & { readonly title?: string },
) {
  const query = db
    .selectFrom('teams')
    .innerJoin('team_members as own', 'own.team_id', 'teams.id')
    .select([...teamColumns, 'own.role as ownRole'])
    .where('teams.organization_id', '=', organizationId)
    .where('own.user_id', '=', userId)
    .$if(title !== undefined, (one) => one.where(containing('teams.title', title ?? '')))
  return paginate(query, page, { direction: 'asc', keys: byTitle })
}

/** Roles by user ID. People who are not in the team are left out. */
export async function rolesOf(
  db: Database,
  { organizationId, teamId }: Key,
  userIds: readonly string[],
): Promise<Map<string, TeamRole>> {
  if (userIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('team_members')
    .select(['user_id as userId', 'role'])
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .execute()
  return new Map(rows.map(({ userId, role }) => [userId, role]))
}

/** Adds people to the team, or changes their role. */
export async function set(db: Database, { organizationId, teamId }: Key, people: readonly Person[]) {
  if (people.length === 0) return
  const rows = people.map(({ userId, role }) => {
    return { organization_id: organizationId, team_id: teamId, user_id: userId, role }
  })
  await db
    .insertInto('team_members')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['team_id', 'user_id']).doUpdateSet((eb) => ({ role: eb.ref('excluded.role') })),
    )
    .execute()
}

/** Returns the people who were in the team. */
export async function remove(db: Database, { organizationId, teamId }: Key, userIds: readonly string[]) {
  if (userIds.length === 0) return []
  const rows = await db
    .deleteFrom('team_members')
    .where('organization_id', '=', organizationId)
    .where('team_id', '=', teamId)
    .where((eb) => eb('user_id', '=', eb.fn.any(eb.val([...userIds]))))
    .returning('user_id as userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

interface Key {
  readonly organizationId: string
  readonly teamId: string
}

export interface Person {
  readonly userId: string
  readonly role: TeamRole
}
