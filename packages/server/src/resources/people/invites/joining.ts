import type { Role } from '@stemma/contract'
import { levelOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { emit } from '../../../events/emit.ts'
import type { JoinedBy } from '../../../events/events.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as emailDomains from '../../organizations/domains/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as collections from '../../spaces/collections/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as invitations from '../invitations/index.ts'
import * as members from '../members/store.ts'
import * as users from '../users/store.ts'
import { isEnough } from './rules.ts'
import type { InviteRow } from './store.ts'

/** A token that is bound to one organization can't join another. */
export function requireUnbound({ caller }: Context, organizationId: string) {
  if (caller.organizationId === null || caller.organizationId === organizationId) return
  throw new ApiError('forbidden', 'This token is bound to another organization. Use a token that is not.')
}

/**
 * Invites people by e-mail address. Returns user IDs for members and invitation IDs for everybody else,
 * with or without an account. With `sso`, invites only addresses in the organization's verified domains.
 */
export async function inviteByEmail(
  context: Context,
  organizationId: string,
  { emails, role, sso = false }: Invitation,
) {
  const { db } = context
  const organization = found(await organizations.find(db, organizationId), 'organization')
  const usual = role === undefined ? organization.defaultRole : role
  const asked = new Map(
    emails.map((one): [string, Role | null] =>
      typeof one === 'string' ? [one.toLowerCase(), usual] : [one.email.toLowerCase(), one.role],
    ),
  )
  const reached = await emailDomains.verifiedAmong(db, organizationId, organization.emailDomains)
  const failed = sso ? [...asked.keys()].filter((email) => !reached.has(users.domainOf(email))) : []
  for (const email of failed) asked.delete(email)

  const inside = await members.idsByEmail(db, organizationId, [...asked.keys()])
  const wanted = [...asked]
    .filter(([email]) => !inside.has(email))
    .map(([email, given]) => ({ email, role: given, sso }))
  const { ids, created, mailed } = await invitations.inviteAddresses(context, organizationId, wanted, {
    renewed: true,
  })
  const people = [...asked.keys()].flatMap((email) => inside.get(email) ?? ids.get(email) ?? [])
  return {
    ...{ users: people, invited: created },
    ...(context.sendsMail && { mailed }),
    ...(sso && { failedSSOEmails: failed }),
  }
}

/** People who join by link or domain also get what a pending invitation to their verified address gives. */
export async function acceptOwn(context: Context, organizationId: string) {
  const { db, caller } = context
  const email = await users.verifiedEmail(db, caller.userId)
  if (email === undefined) return
  const { userId } = caller
  await invitations.acceptPending(context, { organizationId, userId, email, by: 'invitation' })
}

/**
 * A person with a verified address can join the organizations that have verified its domain. All others
 * return 404, so that they reveal nothing.
 */
export async function joinByDomain(context: Context, organizationId: string) {
  const { db, caller } = context
  const user = found(await users.find(db, caller.userId), 'user')
  const organization = await organizations.find(db, organizationId)
  const isAdmitted = await emailDomains.isVerifiedDomain(db, organizationId, users.domainOf(user.email))
  if (!isAdmitted) found(undefined, 'organization')
  if ((await users.verifiedEmail(db, caller.userId)) === undefined) {
    throw new ApiError('invalid_request', 'Your e-mail address is not verified yet. Verify it, then join.')
  }
  await giveRole(context, organizationId, organization?.defaultRole ?? null, 'e-mail domain')
}

/** Joins with a role. A member keeps their role, unless an invite link gives a higher one. */
export async function giveRole(context: Context, organizationId: string, role: Role | null, by: JoinedBy) {
  const { db, caller, now } = context
  const { userId } = caller
  const inside = { ...context, home: organizationId }
  const member = await takeMember(context, organizationId)
  if (member === undefined) {
    await members.insert(db, [{ organizationId, userId, role }], now)
    await emit(inside, { type: 'member.added', userId, role, by })
  } else if (by === 'invite link' && !isEnough(member.role, role)) {
    await members.setRole(db, { organizationId, userId }, role)
    await emit(inside, { type: 'member.role_changed', userId, before: member.role, after: role })
  }
}

/** Joins as a guest if needed. Then gives the link's level, unless the caller's level is at least as high. */
export async function giveLevel(
  context: Context,
  organizationId: string,
  { role, space, collection }: InviteRow,
) {
  const { db, caller } = context
  const { userId } = caller
  const id = space ?? collection ?? ''
  const place = { kind: space ? 'space' : 'collection', id, organizationId } as const
  // Lock the organization first, in the order used everywhere. From here on, the place stays where it is.
  await organizations.lock(db, organizationId)
  await permissions.lock(db, place)
  await requirePlace(db, organizationId, { space, collection })
  await giveRole(context, organizationId, null, 'invite link')
  const on = space ? { space } : { collection: id }
  if (role === null || isEnough(await levelOn(db, caller, on), role)) return
  const before = await permissions.grant(db, place, 'user', userId, role)
  const named = space ? { spaceId: space } : { collectionId: id }
  const granted = {
    type: 'permission.granted',
    ...named,
    userId,
    before: before ?? null,
    after: role,
  } as const
  await emit({ ...context, home: organizationId }, granted)
}

/** The place may have been deleted or transferred to another organization since the link was created. */
export async function requirePlace(
  db: Database,
  organizationId: string,
  { space, collection }: Pick<InviteRow, 'space' | 'collection'>,
) {
  if (space) {
    const row = await spaces.find(db, space)
    found(row?.organizationId === organizationId && row.deletedAt === null ? row : undefined, 'space')
  }
  if (collection) {
    const row = await collections.find(db, collection)
    found(row?.organizationId === organizationId ? row : undefined, 'collection')
  }
}

/**
 * The caller's membership, if any. Nobody can join or leave until the transaction ends. A disabled member
 * can't come back through a link.
 */
async function takeMember({ db, caller: { userId } }: Context, organizationId: string) {
  await organizations.lock(db, organizationId)
  await members.lock(db, { organizationId, userId })
  if (await organizations.isDeleted(db, organizationId)) found(undefined, 'organization')
  const member = await members.find(db, { organizationId, userId })
  if (member?.disabledAt) {
    throw new ApiError(
      'forbidden',
      'Your membership is disabled. Ask an admin of the organization to enable it.',
    )
  }
  return member
}

interface Invitation {
  readonly emails: readonly (string | { readonly email: string; readonly role: Role | null })[]
  readonly role?: Role | null
  readonly sso?: boolean
}
