import { emit, type Scene } from '../../../events/emit.ts'
import * as teamMembers from '../../people/team-members/store.ts'
import * as teams from '../../people/teams/store.ts'
import type { GroupTeam } from './settings.ts'

/**
 * Adds a person to the teams of their groups, and removes them from the other teams that groups are mapped
 * to. If the provider said nothing about groups, nothing changes. Teams without a group are never touched.
 */
export async function followGroups(
  scene: Scene,
  { organizationId, groupTeams }: Mapping,
  { userId, groups }: Grouped,
) {
  if (groups === undefined) return
  const wanted = new Set(groupTeams.filter(({ group }) => groups.includes(group)).map(({ teamId }) => teamId))
  for (const teamId of [...new Set(groupTeams.map((one) => one.teamId))].sort()) {
    const key = { organizationId, teamId }
    if (!(await teams.lock(scene.db, key))) continue
    if (wanted.has(teamId)) await enter(scene, key, userId)
    else await leave(scene, key, userId)
  }
}

interface Mapping {
  readonly organizationId: string
  readonly groupTeams: readonly GroupTeam[]
}

interface Grouped {
  readonly userId: string
  readonly groups: readonly string[] | undefined
}

/** Owners of the team stay owners. */
async function enter(scene: Scene, key: teams.Key, userId: string) {
  if ((await teamMembers.rolesOf(scene.db, key, [userId])).has(userId)) return
  await teamMembers.set(scene.db, key, [{ userId, role: 'member' }])
  await emit(scene, { type: 'team.member_set', teamId: key.teamId, userId, role: 'member' })
}

async function leave(scene: Scene, key: teams.Key, userId: string) {
  if ((await teamMembers.remove(scene.db, key, [userId])).length === 0) return
  await emit(scene, { type: 'team.member_removed', teamId: key.teamId, userId })
}
