import { ApiError, found } from '../../../common/errors.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { SaidPerson } from '../../../saml/person.ts'
import { isVerifiedDomain } from '../../organizations/domains/store.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as invitations from '../../people/invitations/index.ts'
import * as members from '../../people/members/store.ts'
import * as teamMembers from '../../people/team-members/store.ts'
import * as teams from '../../people/teams/store.ts'
import * as users from '../../people/users/store.ts'
import * as providers from '../saml-providers/store.ts'
import * as samlLogins from './store.ts'

/**
 * The user that an identity provider vouches for. A person who signs in for the first time is found by
 * e-mail address, or created, and becomes a member. From then on, the provider's NameID identifies them.
 */
export async function userOf(scene: Scene, key: providers.Key, person: SaidPerson): Promise<string> {
  const { db } = scene
  // Serializes joining and leaving the organization.
  await organizations.lock(db, key.organizationId)
  const knownId = await samlLogins.findUserId(db, key, person.nameId)
  const known = knownId === undefined ? undefined : found(await users.find(db, knownId), 'user')
  const email = await requireOwnAddress(scene, key, known?.email ?? person.email)
  const userId = known?.userId ?? (await bind(scene, key, { ...person, email }))
  const inside = { ...scene, caller: signedIn(userId, key) }
  const invited = { organizationId: key.organizationId, userId, email, by: 'single sign-on' } as const
  await invitations.acceptPending(inside, invited)
  await join(inside, key, userId)
  return userId
}

/**
 * An organization's provider may sign in to an account only while its address is in a domain that the
 * organization has verified: an account is the same person in every organization.
 */
async function requireOwnAddress(
  { db }: Scene,
  { organizationId }: providers.Key,
  email: string | undefined,
): Promise<string> {
  if (email === undefined) {
    throw new ApiError(
      'forbidden',
      'The identity provider sent no e-mail address. Configure it to send `email`, or use it as NameID.',
    )
  }
  if (await isVerifiedDomain(db, organizationId, users.domainOf(email))) return email
  throw new ApiError(
    'forbidden',
    'The domain of your e-mail address is not verified by the organization. Ask an admin to verify it.',
  )
}

async function bind(scene: Scene, key: providers.Key, { nameId, email, displayName }: Addressed) {
  const { db, now } = scene
  const before = (await users.idsByEmail(db, [email])).get(email)
  const userId = before ?? (await users.ensureByEmail(db, [email], now)).get(email) ?? ''
  if (before === undefined) {
    if (displayName !== undefined) await users.update(db, userId, { display_name: displayName }, now)
    await emit(scene, { type: 'user.created', userId, email })
  }
  await requireUnclaimed(scene, key, userId)
  await users.verifyEmail(db, userId, now)
  await samlLogins.insertIdentity(db, {
    organization_id: key.organizationId,
    provider_id: key.samlProviderId,
    name_id: nameId,
    user_id: userId,
    created_at: now,
  })
  return userId
}

/**
 * A new NameID doesn't get the account of a current member with the same address: the address was passed
 * on, or somebody put it into their own profile. After a member left, a new NameID can take over.
 */
async function requireUnclaimed({ db }: Scene, key: providers.Key, userId: string) {
  const isClaimed = await samlLogins.forgetUser(db, key, userId)
  if (!isClaimed || !(await members.find(db, { organizationId: key.organizationId, userId }))) return
  throw new ApiError(
    'forbidden',
    'A different account of the provider uses this e-mail address. Ask an admin to remove that member.',
  )
}

interface Addressed extends SaidPerson {
  readonly email: string
}

async function join(scene: Scene, key: providers.Key, userId: string) {
  const { db, now } = scene
  const { organizationId } = key
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
  const { defaultRole: role, defaultTeamId } = found(await providers.find(db, key), 'SAML provider')
  await members.insert(db, [{ organizationId, userId, role, sso: true }], now)
  await emit(scene, { type: 'member.added', userId, role, by: 'single sign-on' })
  if (defaultTeamId === null || !(await teams.lock(db, { organizationId, teamId: defaultTeamId }))) return
  await teamMembers.set(db, { organizationId, teamId: defaultTeamId }, [{ userId, role: 'member' }])
  await emit(scene, { type: 'team.member_set', teamId: defaultTeamId, userId, role: 'member' })
}

/** The caller for events that happen before the person has a session. */
function signedIn(userId: string, { organizationId: ssoOrganizationId }: providers.Key) {
  return { userId, tokenId: '', scopes: null, organizationId: null, sessionId: null, ssoOrganizationId }
}
