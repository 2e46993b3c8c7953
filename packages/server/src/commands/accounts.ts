import { type Authorship, limitMax, type Scope, type Token } from '@stemma/contract'
import { requireUnbreached } from '../auth/breached-passwords.ts'
import { hashPassword } from '../auth/passwords.ts'
import type { SessionSettings } from '../auth/session-settings.ts'
import { ApiError } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import type { Database } from '../db/database.ts'
import { emit } from '../events/emit.ts'
import { recordFor } from '../resources/access/second-factors/index.ts'
import * as factors from '../resources/access/second-factors/store.ts'
import * as signIn from '../resources/access/sign-in/index.ts'
import * as tokens from '../resources/access/tokens/store.ts'
import * as domains from '../resources/organizations/domains/store.ts'
import * as organizations from '../resources/organizations/organizations/store.ts'
import type * as names from '../resources/organizations/released-names/store.ts'
import * as members from '../resources/people/members/store.ts'
import { deleteAccount } from '../resources/people/users/index.ts'
import * as users from '../resources/people/users/store.ts'
import * as sites from '../resources/sites/sites/store.ts'
import { CommandFailure } from './command.ts'
import * as accounts from './store.ts'

/** The context of an operator's changes, which are recorded as events like all others. */
export interface Moment {
  readonly db: Database
  readonly now: string
}

export interface NewUser {
  readonly email: string
  readonly displayName: string
}

/** The operator vouches for the address, so it counts as verified. */
export async function createUser({ db, now }: Moment, { email, displayName }: NewUser): Promise<string> {
  if ((await users.idsByEmail(db, [email])).has(email)) {
    throw new CommandFailure(
      `${email} is already a user. To create a token for them, run stemma-server token create.`,
    )
  }
  const id = newId()
  await accounts.insertUser(db, {
    id,
    display_name: displayName,
    email,
    email_verified_at: now,
    created_at: now,
    updated_at: now,
  })
  await emit({ db, now, home: id }, { type: 'user.created', userId: id, email })
  return id
}

/** The same as people do themselves, without a proof and without the mail that confirms it. */
export async function deleteUser({ db, now }: Moment, userId: string, authorship: Authorship) {
  try {
    await deleteAccount({ db, now }, userId, authorship)
  } catch (error) {
    throw error instanceof ApiError ? new CommandFailure(error.message) : error
  }
}

/** Verifies the address of an account, if there is one with an unverified address, and returns the user. */
export async function vouchForUser({ db, now }: Moment, email: string): Promise<string | undefined> {
  const userId = (await users.idsByEmail(db, [email])).get(email)
  if (userId === undefined || (await users.verifiedEmail(db, userId)) !== undefined) return undefined
  await users.verifyEmail(db, userId, now)
  await emit({ db, now, home: userId }, { type: 'user.email_verified', userId, email })
  return userId
}

export async function createOrganization({ db, now }: Moment, title: string, adminId: string) {
  const { id } = await organizations.insert(db, {
    id: newId(),
    title,
    default_role: 'read',
    created_at: now,
    updated_at: now,
  })
  await members.insert(db, [{ organizationId: id, userId: adminId, role: 'admin' }], now)
  await emit(
    { db, now, home: id },
    { type: 'organization.created', organizationId: id, title },
    { type: 'member.added', userId: adminId, role: 'admin', by: 'founding' },
  )
  return { id, title }
}

export interface NewToken {
  readonly userId: string
  readonly label: string
  readonly scopes?: readonly Scope[] | undefined
  readonly organizationId?: string | undefined
  readonly expiresAt: string
}

/** Like the API operation, but for any user, and with an expiry that the operator chooses. */
export async function issueToken(
  { db, now }: Moment,
  { userId, label, scopes, organizationId, expiresAt }: NewToken,
): Promise<Token & { readonly secret: string }> {
  if (organizationId && !(await members.among(db, organizationId, [userId])).has(userId)) {
    throw new CommandFailure('The user is not in that organization. Check the ID, or invite them first.')
  }
  const asked = { scopes: scopes ?? null, organizationId: organizationId ?? null, ssoOrganizationId: null }
  const token = await tokens.issue(db, { userId, label, ...asked, now, expiresAt })
  const created = { type: 'token.created', tokenId: token.id, label, scopes: asked.scopes } as const
  await emit({ db, now, home: userId }, created)
  return token
}

export async function revokeToken({ db, now }: Moment, tokenId: string): Promise<Token> {
  const userId = await accounts.ownerOfToken(db, tokenId)
  const removed = userId ? await tokens.remove(db, { userId, organizationId: null }, tokenId) : []
  const one = removed.find(({ id }) => id === tokenId)
  if (!userId || !one) {
    throw new CommandFailure('There is no token with this ID. Run stemma-server token list to see the IDs.')
  }
  const revoked = removed.map(({ id, label }) => ({ type: 'token.revoked', tokenId: id, label }) as const)
  await emit({ db, now, home: userId }, ...revoked)
  return tokens.toToken(one)
}

export async function listTokens(db: Database, userId: string): Promise<Token[]> {
  const listed: Token[] = []
  let page: string | undefined
  do {
    const read = await tokens.list(
      db,
      { userId, organizationId: null },
      { limit: limitMax, ...(page && { page }) },
    )
    listed.push(...read.items.map(tokens.toToken))
    page = read.next?.page
  } while (page !== undefined)
  return listed
}

/** A domain that the operator vouches for stays verified until the organization removes it. */
export async function vouchForDomain(moment: Moment & names.Keeping, key: domains.Key) {
  const { db, now } = moment
  await organizations.lock(db, key.organizationId)
  const row = await domains.lock(db, key)
  if (row === undefined) {
    throw new CommandFailure(
      'The organization does not use this domain. Add it to its emailDomains first, or use it as the ' +
        'proxy or hostname of one of its sites.',
    )
  }
  const waitsForNothing = { missing_since: null, problem: null, next_check_at: null }
  await domains.update(db, key, { verified_at: row.verifiedAt ?? now, vouched: true, ...waitsForNothing })
  await sites.activateFronts(moment, key)
  await emit({ db, now, home: key.organizationId }, { type: 'domain.verified', domain: key.domain })
}

export async function endSessions({ db, now }: Moment, userId: string): Promise<string[]> {
  const ended = await signIn.endOtherSessions(db, userId, null)
  const because = 'ended by the operator'
  await emit(
    { db, now, home: userId },
    ...ended.map((sessionId) => ({ type: 'session.ended', sessionId, because }) as const),
  )
  return ended
}

/** The password is enough to sign in again. Sessions end, because somebody else may have started them. */
export async function removeSecondFactors({ db, now }: Moment, userId: string): Promise<string[]> {
  const removed = (await factors.remove(db, userId)).map(factors.toFactor)
  await factors.replaceRecoveryCodes(db, userId, [], now)
  await factors.forgetProofs(db, userId)
  for (const { id: factorId, kind, label } of removed)
    await recordFor({ db, now }, userId, { type: 'second_factor.removed', factorId, kind, label })
  await endSessions({ db, now }, userId)
  return removed.map(({ id }) => id)
}

/** Doesn't require the old password. All sessions created with it end. */
export async function setPassword(
  { db, now, sessions }: Moment & { readonly sessions: SessionSettings },
  { userId, password, revokesTokens }: NewPassword,
) {
  const account = await signIn.findAccount(db, { userId })
  if (account === undefined) throw new CommandFailure('The user no longer exists.')
  signIn.requirePassword(password, { ...account, origins: sessions.origins })
  await requireUnbreached(password, sessions.breachedPasswords)
  const scene = { db, now, home: userId }
  await signIn.replacePassword(scene, { userId, hash: await hashPassword(password), revokesTokens })
}

interface NewPassword {
  readonly userId: string
  readonly password: string
  readonly revokesTokens: boolean
}
