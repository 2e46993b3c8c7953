import { isDeepStrictEqual } from 'node:util'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { accountOf, isOwnAddress } from '../../access/provider-logins/index.ts'
import { changeEmail } from '../../access/sign-in/index.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as invitations from '../invitations/index.ts'
import * as members from '../members/index.ts'
import * as users from '../users/store.ts'
import { isSelected, type Selection, select, selectionIn, userAttributes } from './attributes.ts'
import { type UserChanges, userIn } from './bodies.ts'
import { ScimError } from './errors.ts'
import { userChangesIn } from './patch.ts'
import { type Answer, type Handle, notFound, type Provisioning, pageIn } from './provisioning.ts'
import { locationOf, toList, toScimUser } from './shapes.ts'
import * as scim from './store.ts'

export const listUsers: Handle = async ({ query }, at) => {
  const page = pageIn(query, userAttributes)
  const { items, total } = await scim.listUsers(at.db, at.home, page)
  const shown = await showAll(at, items, selectionIn(query))
  return { status: 200, body: toList(shown, { total, startIndex: page.startIndex }) }
}

export const getUser: Handle = async ({ id, query }, at) => show(at, id, query)

export const createUser: Handle = async ({ body, query }, at) => {
  const { db, home: organizationId, now } = at
  const told = userIn(body)
  await organizations.lock(db, organizationId)
  await requireFreeName(at, told.userName)
  const userId = await join(at, { ...told, displayName: nameOf(told) })
  const key = { organizationId, userId }
  await scim.setUser(db, key, toldOf(told, unknown), now)
  if (told.active === false)
    await members.disableMember(at, key, found(await members.find(db, key), 'member'))
  return { ...(await show(at, userId, query)), status: 201 }
}

export const replaceUser: Handle = async ({ id, body, query }, at) => {
  await change(at, id, userIn(body))
  return show(at, id, query)
}

export const patchUser: Handle = async ({ id, body, query }, at) => {
  await change(at, id, userChangesIn(body))
  return show(at, id, query)
}

export const deleteUser: Handle = async ({ id }, at) => {
  const key = { organizationId: at.home, userId: id }
  const member = await members.takeForChange(at.db, key)
  if (member === undefined) throw notFound('user')
  await withdrawInvitation(at, member.email)
  await members.removeMember(at, key, member)
  return { status: 204 }
}

/**
 * Makes a person a member by the rules of logins through a provider: the organization must have verified the
 * domain of the address. An account that exists must have proved it, because nobody signs in here.
 */
async function join(at: Provisioning, { email, displayName }: Joining): Promise<string> {
  const { db, home: organizationId, now } = at
  await requireOwnAddress(at, email)
  const knownId = (await users.idsByEmail(db, [email])).get(email)
  const isMember = knownId !== undefined && (await members.find(db, { organizationId, userId: knownId }))
  if (isMember) throw new ScimError('uniqueness', 'A member has this e-mail address. Link that one.')
  if (knownId !== undefined && (await users.verifiedEmail(db, knownId)) === undefined) {
    const message =
      'An account has this e-mail address, but did not prove it. Ask its owner to sign in first.'
    throw new ScimError('uniqueness', message)
  }
  const userId = await accountOf(at, { email, displayName: displayName ?? undefined })
  await users.verifyEmail(db, userId, now)
  const by = 'provisioning' as const
  const isInvited = await invitations.acceptPending(at, { organizationId, userId, email, by })
  if (isInvited) return userId
  const { defaultRole: role } = found(await organizations.find(db, organizationId), 'organization')
  await members.insert(db, [{ organizationId, userId, role }], now)
  await emit(at, { type: 'member.added', userId, role, by })
  return userId
}

interface Joining {
  readonly email: string
  readonly displayName: string | null
}

async function requireOwnAddress({ db, home }: Provisioning, email: string) {
  if (await isOwnAddress(db, home, email)) return
  const message = `The domain ${users.domainOf(email)} is not verified by the organization. Verify it first.`
  throw new ScimError('invalidValue', message)
}

async function requireFreeName({ db, home }: Provisioning, userName: string, userId?: string) {
  const taken = await scim.findUserName(db, home, userName.toLowerCase())
  if (taken === undefined || taken === userId) return
  throw new ScimError('uniqueness', 'A member has this `userName`. Link that one, or choose another name.')
}

async function change(at: Provisioning, userId: string, changes: UserChanges) {
  const { db, now, home: organizationId } = at
  const key = { organizationId, userId }
  const member = await members.takeForChange(db, key)
  const before = await scim.findUser(db, key)
  if (member === undefined || before === undefined) throw notFound('user')
  const { userName } = changes
  if (userName !== undefined) await requireFreeName(at, userName, userId)
  await moveAddress(at, before, changes)
  const [last, next] = [toldOf({}, before), toldOf(changes, before)]
  const isChanged = before.userName === null || !isDeepStrictEqual(last, next)
  if (isChanged) {
    await scim.setUser(db, key, next, now)
    await emit(at, { type: 'member.updated', userId, before: { ...last }, after: { ...next } })
    await rename(at, key, { ...before, ...next })
  }
  const { active } = changes
  if (active === undefined || active === (member.disabledAt === null)) return
  if (active) await members.enableMember(at, key, member)
  else await members.disableMember(at, key, member)
  await scim.touchUser(db, key, now)
}

/**
 * An account's address follows the provider only if the organization speaks for both addresses and the
 * account is in no other organization: elsewhere, only its owner may change it.
 */
async function moveAddress(at: Provisioning, before: scim.UserRow, { email, userName }: UserChanges) {
  const { db, home: organizationId } = at
  const { userId } = before
  const wasName = (before.userName ?? before.email).toLowerCase() === before.email
  const byName = wasName && userName?.includes('@') ? userName.toLowerCase() : undefined
  const next = email ?? byName ?? before.email
  if (next === before.email) return
  await requireOwnAddress(at, next)
  await requireOwnAddress(at, before.email)
  if (!(await members.isOnlyIn(db, { organizationId, userId }))) {
    const message = 'This account is in other organizations, too, so only its owner can change its address.'
    throw new ScimError('mutability', message)
  }
  if ((await users.idsByEmail(db, [next])).has(next)) {
    throw new ScimError('uniqueness', 'Another account has this e-mail address.')
  }
  await users.lock(db, userId)
  await changeEmail(at, userId, next)
}

/** The account gets the provider's name only if no other organization shows it. */
async function rename(at: Provisioning, key: scim.UserKey, told: scim.UserRow) {
  const { db, now } = at
  const name = nameOf(told)
  if (name === null || name === told.accountName) return
  if (!(await members.isOnlyIn(db, key)) || !(await isOwnAddress(db, at.home, told.email))) return
  await users.update(db, key.userId, { display_name: name }, now)
  const { photoUrl = null } = (await users.find(db, key.userId)) ?? {}
  const profile = (displayName: string) => ({ displayName, photoURL: photoUrl })
  const [before, after] = [profile(told.accountName), profile(name)]
  await emit(at, { type: 'user.updated', userId: key.userId, before, after })
}

function nameOf({ displayName, givenName, familyName }: Pick<UserChanges, NamePart>): string | null {
  const whole = [givenName, familyName].filter(Boolean).join(' ').slice(0, 64)
  return displayName ?? (whole === '' ? null : whole)
}

type NamePart = 'displayName' | 'givenName' | 'familyName'

/** What the provider says after a change. */
function toldOf(changes: UserChanges, before: Before): scim.Told {
  const kept = <Name extends keyof Before & keyof UserChanges>(name: Name) =>
    changes[name] === undefined ? before[name] : changes[name]
  return {
    userName: changes.userName ?? before.userName ?? before.email,
    externalId: kept('externalId') as string | null,
    displayName: kept('displayName') as string | null,
    givenName: kept('givenName') as string | null,
    familyName: kept('familyName') as string | null,
  }
}

type Before = Pick<scim.UserRow, 'userName' | 'email' | 'externalId' | NamePart>

const nothing = { externalId: null, displayName: null, givenName: null, familyName: null }
const unknown: Before = { ...nothing, userName: null, email: '' }

/** A person who is removed doesn't come back by an invitation that was open before. */
async function withdrawInvitation(at: Provisioning, email: string) {
  const { db, home: organizationId, now } = at
  const invitation = await invitations.lockForEmail(db, { organizationId, email, now })
  if (invitation === undefined) return
  await invitations.remove(db, invitation.id)
  await emit(at, { type: 'invitation.withdrawn', invitationId: invitation.id, email })
}

async function show(
  at: Provisioning,
  userId: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer> {
  const organizationId = at.home
  const row = await scim.findUser(at.db, { organizationId, userId })
  if (row === undefined) throw notFound('user')
  const [body] = await showAll(at, [row], selectionIn(query))
  const location = locationOf({ addresses: at.addresses, organizationId }, 'Users', userId)
  return { status: 200, location, ...(body && { body }) }
}

async function showAll(
  { db, home: organizationId, addresses }: Provisioning,
  rows: readonly scim.UserRow[],
  selection: Selection,
) {
  const userIds = isSelected(selection, 'groups') ? rows.map(({ userId }) => userId) : []
  const teams = userIds.length === 0 ? [] : await scim.teamsOf(db, organizationId, userIds)
  const byUser = Map.groupBy(teams, ({ userId }) => userId)
  return rows.map((row) =>
    select(toScimUser({ addresses, organizationId }, row, byUser.get(row.userId) ?? []), selection),
  )
}
