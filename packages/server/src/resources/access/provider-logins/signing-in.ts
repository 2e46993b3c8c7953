import { ApiError, found } from '../../../common/errors.ts'
import type { ToldPerson } from '../../../common/told-person.ts'
import type { Database } from '../../../db/database.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import { isVerifiedDomain } from '../../organizations/domains/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as invitations from '../../people/invitations/index.ts'
import * as members from '../../people/members/store.ts'
import * as teamMembers from '../../people/team-members/store.ts'
import * as teams from '../../people/teams/store.ts'
import * as users from '../../people/users/store.ts'
import { followGroups } from './groups.ts'
import type { ProviderSettings } from './settings.ts'

/** An identity provider of an organization, of any kind, whose word has been verified. */
export interface Provider extends Pick<ProviderSettings, 'defaultTeamId' | 'defaultRole' | 'groupTeams'> {
  readonly organizationId: string
  readonly identities: Identities
}

/** Whom the provider knows, by the subject (NameID) that it uses for them. */
export interface Identities {
  findUserId(db: Database, subject: string): Promise<string | undefined>
  insert(db: Database, row: { subject: string; userId: string; now: string }): Promise<void>
  /** Returns whether the user was known. */
  forgetUser(db: Database, userId: string): Promise<boolean>
}

/**
 * The user that an identity provider vouches for: the one place that decides who may sign in through a
 * provider. A person who signs in for the first time is found by e-mail address, or created, and becomes a
 * member. From then on, the provider's subject identifies them.
 */
export async function userOf(scene: Scene, provider: Provider, person: ToldPerson): Promise<string> {
  const { db } = scene
  const { organizationId } = provider
  // Serializes joining and leaving the organization.
  await organizations.lock(db, organizationId)
  const knownId = await provider.identities.findUserId(db, person.subject)
  const known = knownId === undefined ? undefined : found(await users.find(db, knownId), 'user')
  const email = await requireOwnAddress(scene, organizationId, known?.email ?? person.email)
  const userId = known?.userId ?? (await bind(scene, provider, { ...person, email }))
  const inside = { ...scene, caller: signedIn(userId, organizationId) }
  const invited = { organizationId, userId, email, by: 'single sign-on' } as const
  await invitations.acceptPending(inside, invited)
  await join(inside, provider, userId)
  await followGroups(inside, provider, { userId, groups: person.groups })
  return userId
}

/**
 * An organization's provider may sign in to an account only while its address is in a domain that the
 * organization has verified: an account is the same person in every organization.
 */
async function requireOwnAddress(
  { db }: Scene,
  organizationId: string,
  email: string | undefined,
): Promise<string> {
  if (email === undefined) {
    throw new ApiError(
      'forbidden',
      'The identity provider sent no e-mail address. Configure it to send `email`.',
    )
  }
  if (await isOwnAddress(db, organizationId, email)) return email
  throw new ApiError(
    'forbidden',
    'The domain of your e-mail address is not verified by the organization. Ask an admin to verify it.',
  )
}

/** Whether the organization speaks for an address: its domain is verified. */
export function isOwnAddress(db: Database, organizationId: string, email: string): Promise<boolean> {
  return isVerifiedDomain(db, organizationId, users.domainOf(email))
}

async function bind(scene: Scene, provider: Provider, { subject, email, displayName }: Addressed) {
  const { db, now } = scene
  const userId = await accountOf(scene, { email, displayName })
  await requireUnclaimed(scene, provider, userId)
  await users.verifyEmail(db, userId, now)
  await provider.identities.insert(db, { subject, userId, now })
  return userId
}

/** The account with an address. Creates it if there is none. */
export async function accountOf(scene: Scene, { email, displayName }: NewAccount): Promise<string> {
  const { db, now } = scene
  const before = (await users.idsByEmail(db, [email])).get(email)
  const userId = before ?? (await users.ensureByEmail(db, [email], now)).get(email) ?? ''
  if (before === undefined) {
    if (displayName !== undefined) await users.update(db, userId, { display_name: displayName }, now)
    await emit(scene, { type: 'user.created', userId, email })
  }
  return userId
}

interface NewAccount {
  readonly email: string
  readonly displayName?: string | undefined
}

/**
 * A new subject doesn't get the account of a current member with the same address: the address was passed
 * on, or somebody put it into their own profile. After a member left, a new subject can take over.
 */
async function requireUnclaimed({ db }: Scene, { identities, organizationId }: Provider, userId: string) {
  const isClaimed = await identities.forgetUser(db, userId)
  if (!isClaimed || !(await members.find(db, { organizationId, userId }))) return
  throw new ApiError(
    'forbidden',
    'A different account of the provider uses this e-mail address. Ask an admin to remove that member.',
  )
}

interface Addressed extends ToldPerson {
  readonly email: string
}

async function join(scene: Scene, provider: Provider, userId: string) {
  const { db, now } = scene
  const { organizationId, defaultRole: role, defaultTeamId } = provider
  const member = await members.find(db, { organizationId, userId })
  if (member?.disabledAt) {
    throw new ApiError(
      'forbidden',
      'Your membership is disabled. Ask an admin of the organization to enable it.',
    )
  }
  if (member !== undefined) {
    if (member.sso) return
    await members.setSso(db, { organizationId, userId })
    await emit(scene, { type: 'member.sso_set', userId })
    return
  }
  await members.insert(db, [{ organizationId, userId, role, sso: true }], now)
  await emit(scene, { type: 'member.added', userId, role, by: 'single sign-on' })
  if (defaultTeamId === null || !(await teams.lock(db, { organizationId, teamId: defaultTeamId }))) return
  await teamMembers.set(db, { organizationId, teamId: defaultTeamId }, [{ userId, role: 'member' }])
  await emit(scene, { type: 'team.member_set', teamId: defaultTeamId, userId, role: 'member' })
}

/** The caller for events that happen before the person has a session. */
function signedIn(userId: string, ssoOrganizationId: string) {
  return { userId, tokenId: '', scopes: null, organizationId: null, sessionId: null, ssoOrganizationId }
}
