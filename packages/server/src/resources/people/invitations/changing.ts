import type { Role, TeamRole } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import type { Database } from '../../../db/database.ts'
import { emit } from '../../../events/emit.ts'
import type { Place } from '../../access/permissions/store.ts'
import * as invitations from './store.ts'

type Pending = Pick<invitations.InvitationRow, 'id' | 'email'>

/**
 * Sets the roles in a team that invited people get when they accept. Null removes them from the team.
 * Undefined keeps the role that was set, or makes them plain members.
 */
export async function setPendingTeamRoles(
  context: Context,
  teamId: string,
  people: readonly (readonly [Pending, TeamRole | null | undefined])[],
) {
  const { db } = context
  const ids = people.map(([{ id }]) => id)
  const given = await invitations.teamsOf(db, ids)
  const inTeam = given.filter((one) => one.teamId === teamId)
  const before = new Map(inTeam.map(({ invitationId, role }) => [invitationId, role]))
  for (const [{ id, email }, wanted] of people) {
    const present = before.get(id) ?? null
    const role = wanted === undefined ? (present ?? 'member') : wanted
    if (role === present) continue
    await invitations.setTeam(db, id, teamId, role)
    await emit(context, {
      type: 'invitation.updated',
      invitationId: id,
      email,
      gives: { team: teamId, role },
    })
  }
}

/** Sets the level that an invited person gets when they accept. Null removes it. */
export async function setPendingLevel(
  context: Context,
  { id: invitationId, email }: Pending,
  place: Pick<Place, 'kind' | 'id'>,
  role: Role | null,
) {
  const { db } = context
  const before = await pendingLevelOf(db, invitationId, place)
  if ((before ?? null) === role) return
  await invitations.setLevel(db, { invitationId, kind: place.kind, placeId: place.id }, role)
  const named = place.kind === 'space' ? { space: place.id } : { collection: place.id }
  await emit(context, { type: 'invitation.updated', invitationId, email, gives: { ...named, role } })
}

export async function pendingLevelOf(
  db: Database,
  invitationId: string,
  { kind, id }: Pick<Place, 'kind' | 'id'>,
): Promise<Role | undefined> {
  const given = await invitations.levelsOf(db, [invitationId])
  return given.find((one) => one.kind === kind && one.placeId === id)?.role
}
