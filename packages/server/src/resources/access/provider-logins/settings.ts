import type { GroupTeams, Role, Team } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import * as teams from '../../people/teams/store.ts'

/** The settings that identity providers of every kind have. */
export interface ProviderSettings {
  readonly label: string
  readonly defaultTeamId: string | null
  readonly defaultRole: Role | null
  /** The claim or attribute that lists the person's groups. */
  readonly groupClaim: string
  readonly groupTeams: readonly GroupTeam[]
}

export interface GroupTeam {
  readonly group: string
  readonly teamId: string
}

export interface GivenSettings {
  readonly label?: string
  readonly defaultTeam?: string
  readonly defaultRole?: Role | null
  readonly groupClaim?: string
  readonly groupTeams?: GroupTeams
}

/** The given settings as columns. Every team must belong to the organization. */
export async function changedSettings(context: Context, organizationId: string, given: GivenSettings) {
  const { label, defaultTeam, defaultRole, groupClaim, groupTeams } = given
  if (defaultTeam !== undefined) await requireTeam(context, organizationId, defaultTeam, '/body/defaultTeam')
  for (const [index, { team }] of (groupTeams ?? []).entries()) {
    await requireTeam(context, organizationId, team, `/body/groupTeams/${index}/team`)
  }
  const mapped = groupTeams?.map(({ group, team }): GroupTeam => ({ group, teamId: team }))
  return {
    ...(label !== undefined && { label }),
    ...(defaultTeam !== undefined && { default_team_id: defaultTeam }),
    ...(defaultRole !== undefined && { default_role: defaultRole }),
    ...(groupClaim !== undefined && { group_claim: groupClaim.trim() }),
    ...(mapped !== undefined && { group_teams: JSON.stringify(mapped) }),
  }
}

async function requireTeam({ db }: Context, organizationId: string, teamId: string, pointer: string) {
  if (await teams.lock(db, { organizationId, teamId })) return
  const details = [{ pointer, message: 'is not a team of the organization' }]
  throw new ApiError('invalid_request', 'There is no such team in the organization. Check the ID.', {
    details,
  })
}

/** The teams that providers name, by ID. */
export async function teamsOf({ db }: Context, organizationId: string, rows: readonly ProviderSettings[]) {
  const named = rows.flatMap(({ defaultTeamId, groupTeams }) => [
    ...(defaultTeamId === null ? [] : [defaultTeamId]),
    ...groupTeams.map(({ teamId }) => teamId),
  ])
  const listed = await teams.among(db, organizationId, [...new Set(named)])
  // Only admins see providers, and an admin manages every team.
  return new Map(listed.map((row) => [row.id, teams.toTeam(row, { admin: true })]))
}

/** The settings as the API shows them. Teams that were deleted are left out. */
export function shownSettings(
  { label, defaultTeamId, defaultRole, groupClaim, groupTeams }: ProviderSettings,
  teamOf: ReadonlyMap<string, Team>,
) {
  const defaultTeam = teamOf.get(defaultTeamId ?? '')
  const mapped = groupTeams.filter(({ teamId }) => teamOf.has(teamId))
  return {
    label,
    ...(defaultTeam && { defaultTeam }),
    defaultRole,
    groupClaim,
    groupTeams: mapped.map(({ group, teamId }) => ({ group, team: teamId })),
  }
}
