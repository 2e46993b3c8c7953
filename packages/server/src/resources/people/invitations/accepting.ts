import type { Role } from '@stemma/contract'
import { isAtLeast } from '../../../auth/resolver.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { JoinedBy } from '../../../events/events.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as members from '../members/store.ts'
import * as teamMembers from '../team-members/store.ts'
import * as teams from '../teams/store.ts'
import * as invitations from './store.ts'

/** Grants what the pending invitation to an address promises, and deletes it. False if there is none. */
export async function acceptPending(scene: Scene, person: Invited): Promise<boolean> {
  const { db, now } = scene
  const { organizationId, userId, email, by } = person
  await organizations.lock(db, organizationId)
  const invitation = await invitations.lockForEmail(db, { organizationId, email, now })
  if (invitation === undefined) return false
  const inside = { ...scene, home: organizationId }
  await join(inside, invitation, { userId, by })
  await joinTeams(inside, invitation, userId)
  await giveLevels(inside, invitation, userId)
  await invitations.remove(db, invitation.id)
  await emit(inside, { type: 'invitation.accepted', invitationId: invitation.id, email, userId })
  return true
}

interface Invited {
  readonly organizationId: string
  readonly userId: string
  /** Must be verified, or anybody could accept on behalf of its owner. */
  readonly email: string
  readonly by: JoinedBy
}

async function join(scene: Scene, invitation: invitations.InvitationRow, { userId, by }: Joining) {
  const { db, now, home: organizationId } = scene
  const { role, sso } = invitation
  await members.lock(db, { organizationId, userId })
  if (await organizations.isDeleted(db, organizationId)) found(undefined, 'organization')
  const member = await members.find(db, { organizationId, userId })
  if (member?.disabledAt) {
    throw new ApiError(
      'forbidden',
      'Your membership is disabled. Ask an admin of the organization to enable it.',
    )
  }
  if (member === undefined) {
    await members.insert(db, [{ organizationId, userId, role, sso }], now)
    await emit(scene, { type: 'member.added', userId, role, by })
    return
  }
  if (role !== null && !isAtLeast(member.role, role)) {
    await members.setRole(db, { organizationId, userId }, role)
    await emit(scene, { type: 'member.role_changed', userId, before: member.role, after: role })
  }
  if (sso && !member.sso) {
    await members.setSso(db, { organizationId, userId })
    await emit(scene, { type: 'member.sso_set', userId })
  }
}

type Joining = Pick<Invited, 'userId' | 'by'>

/** A person who is already in a team keeps their role there. */
async function joinTeams(scene: Scene, { id }: invitations.InvitationRow, userId: string) {
  const { db, home: organizationId } = scene
  for (const { teamId, role } of await invitations.teamsOf(db, [id])) {
    const key = { organizationId, teamId }
    if (!(await teams.lock(db, key))) continue
    if ((await teamMembers.rolesOf(db, key, [userId])).has(userId)) continue
    await teamMembers.set(db, key, [{ userId, role }])
    await emit(scene, { type: 'team.member_set', teamId, userId, role })
  }
}

/** Skips places that were deleted or transferred meanwhile. A level that is at least as high stays. */
async function giveLevels(scene: Scene, { id }: invitations.InvitationRow, userId: string) {
  const { db, home: organizationId } = scene
  for (const { kind, placeId, role } of await invitations.levelsOf(db, [id])) {
    const place = { kind, id: placeId, organizationId }
    const located = await permissions.lock(db, place)
    if (located?.organizationId !== organizationId || located.isDeleted) continue
    const present = (await permissions.roleOf(db, place, 'user', userId)) ?? null
    if (isAtLeast(present, role)) continue
    await permissions.grant(db, place, 'user', userId, role)
    await emit(scene, granted({ kind, placeId, userId, before: present, after: role }))
  }
}

function granted({ kind, placeId, ...given }: Granted) {
  const named = kind === 'space' ? { spaceId: placeId } : { collectionId: placeId }
  return { type: 'permission.granted', ...named, ...given } as const
}

interface Granted {
  readonly kind: permissions.Place['kind']
  readonly placeId: string
  readonly userId: string
  readonly before: Role | null
  readonly after: Role
}
