import type { Authorship } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import * as sessions from '../../access/sessions/store.ts'
import * as tokens from '../../access/tokens/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as invitations from '../invitations/store.ts'
import * as mails from '../mails/store.ts'
import * as members from '../members/index.ts'
import { type AdminOf, requireReplaceable } from './rules.ts'
import * as users from './store.ts'

/** Locks what a deletion changes, in the order used everywhere. Returns the person's organizations. */
export async function lockAccount(db: Database, userId: string): Promise<readonly string[]> {
  const organizationIds = await members.organizationIdsOf(db, userId)
  for (const organizationId of organizationIds) {
    await organizations.lock(db, organizationId)
    await members.lock(db, { organizationId, userId })
  }
  await users.lock(db, userId)
  return organizationIds
}

/**
 * Ends everything by which a person acts, and gives their address up. What they wrote refers to their row,
 * which stays with their name or without it. Returns the address, for a last mail.
 */
export async function deleteAccount(scene: AccountScene, userId: string, authorship: Authorship) {
  const { db, now } = scene
  const organizationIds = await lockAccount(db, userId)
  const { email } = found(await users.find(db, userId), 'user')
  requireReplaceable(await adminOf(db, organizationIds, userId))
  await leaveAll(scene, organizationIds, userId)
  await withdrawInvitations(scene, email)
  for (const home of [userId, ...organizationIds]) await mails.withdraw(db, home, email)
  await endSignIns(scene, userId)
  await users.markDeleted(db, userId, { isAnonymous: authorship === 'anonymous', now })
  await emit({ ...scene, home: userId }, { type: 'user.deleted', userId, authorship })
  const runAt = new Date(Date.parse(now) + 60_000).toISOString()
  await enqueue(db, 'end_deleted_account', { userId }, { runAt })
  return email
}

export type AccountScene = Omit<Scene, 'home'>

/**
 * Ends again what a request that began before the deletion may have begun: it may have known the person, and
 * stored a session or a membership afterwards.
 */
export async function endDeletedAccount(scene: AccountScene, userId: string) {
  const { db } = scene
  if (!(await users.isDeleted(db, userId))) return
  await leaveAll(scene, await lockAccount(db, userId), userId)
  await endSignIns(scene, userId)
}

/** The organizations that need this person as an admin. Those that are being deleted need nobody. */
async function adminOf(db: Database, organizationIds: readonly string[], userId: string) {
  const needing: AdminOf[] = []
  for (const organizationId of organizationIds) {
    const key = { organizationId, userId }
    const member = found(await members.find(db, key), 'member')
    const organization = found(await organizations.find(db, organizationId), 'organization')
    if (member.role !== 'admin' || member.disabledAt !== null || organization.deletedAt !== null) continue
    const isLast = !(await members.hasOtherAdmin(db, key))
    const isExempt = organization.sso && organization.ssoExemptUserId === userId
    needing.push({ id: organizationId, title: organization.title, isLast, isExempt })
  }
  return needing
}

async function leaveAll(scene: AccountScene, organizationIds: readonly string[], userId: string) {
  for (const organizationId of organizationIds) {
    const key = { organizationId, userId }
    const member = await members.find(scene.db, key)
    if (member !== undefined) await members.endMembership({ ...scene, home: organizationId }, key, member)
  }
}

/** An organization doesn't learn from this which account an address belonged to. */
async function withdrawInvitations({ db, now }: AccountScene, email: string) {
  for (const { id, organizationId: home } of await invitations.removeForAddress(db, email))
    await emit({ db, now, home }, { type: 'invitation.withdrawn', invitationId: id, email })
}

async function endSignIns(scene: AccountScene, userId: string) {
  const { db } = scene
  const ended = await sessions.endOf(db, { userId, through: undefined })
  const revoked = await tokens.removeOthers(db, userId, null)
  await users.endSignIns(db, userId)
  const because = 'account deleted' as const
  await emit(
    { ...scene, home: userId },
    ...ended.map((sessionId) => ({ type: 'session.ended', sessionId, because }) as const),
    ...revoked.map(({ id, label }) => ({ type: 'token.revoked', tokenId: id, label }) as const),
  )
}
