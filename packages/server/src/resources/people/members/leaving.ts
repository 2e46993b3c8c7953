import type { Database } from '../../../db/database.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as sessions from '../../access/sessions/store.ts'
import * as tokens from '../../access/tokens/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import { requireNotExempt, requireOtherAdmin } from './rules.ts'
import * as members from './store.ts'

/** Rejects the last admin and the admin who is exempt from single sign-on. */
export async function requireDispensable(db: Database, key: members.Key) {
  requireOtherAdmin(await members.hasOtherAdmin(db, key))
  requireNotExempt(await organizations.find(db, key.organizationId), key.userId)
}

/** Ends a membership, with the person's grants and the tokens that are bound to the organization. */
export async function removeMember(scene: Scene, key: members.Key, member: Member) {
  if (member.role === 'admin' && member.disabledAt === null) await requireDispensable(scene.db, key)
  await endMembership(scene, key, member)
}

/** The same, also for an admin whom the organization needs. */
export async function endMembership(scene: Scene, key: members.Key, { role }: Pick<Member, 'role'>) {
  const { db } = scene
  const { organizationId, userId } = key
  await permissions.revokeAll(db, key)
  const bound = await tokens.removeBound(db, userId, organizationId)
  await members.remove(db, key)
  await emit(scene, { type: 'member.removed', userId, role }, ...bound.map(revoked))
}

/**
 * Takes away a member's standing, and ends the logins that the organization answers for: those through its
 * identity provider and, if the person is in no other organization, all of them.
 */
export async function disableMember(scene: Scene, key: members.Key, { role, disabledAt }: Member) {
  if (disabledAt !== null) return
  const { db, now } = scene
  const { organizationId, userId } = key
  if (role === 'admin') await requireDispensable(db, key)
  await members.setDisabled(db, key, now)
  const isOnlyHere = await members.isOnlyIn(db, key)
  const through = isOnlyHere ? undefined : organizationId
  const ended = await sessions.endOf(db, { userId, through })
  const revokedTokens = isOnlyHere
    ? await tokens.removeOthers(db, userId, null)
    : await tokens.removeBound(db, userId, organizationId)
  await emit(
    scene,
    { type: 'member.disabled', userId },
    ...ended.map((id) => ({ type: 'session.ended', sessionId: id, because: 'membership disabled' }) as const),
    ...revokedTokens.map(revoked),
  )
}

/** Gives a member back the standing that they had: role, teams and grants were kept. */
export async function enableMember(scene: Scene, key: members.Key, { disabledAt }: Member) {
  if (disabledAt === null) return
  await members.setDisabled(scene.db, key, null)
  await emit(scene, { type: 'member.enabled', userId: key.userId })
}

type Member = Pick<members.MemberRow, 'role' | 'disabledAt'>

function revoked({ id, label }: { readonly id: string; readonly label: string }) {
  return { type: 'token.revoked', tokenId: id, label } as const
}
