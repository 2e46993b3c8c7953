import type {
  collectionPermissionOperations,
  PageQuery,
  Role,
  spacePermissionOperations,
} from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as invitations from '../../people/invitations/index.ts'
import * as members from '../../people/members/store.ts'
import * as people from '../../people/people/store.ts'
import * as teams from '../../people/teams/store.ts'
import { toTeam } from '../../people/teams/store.ts'
import { toUser } from '../../people/users/store.ts'
import { explain } from './explaining.ts'
import * as permissions from './store.ts'

export const spacePermissionHandlers: Handlers<typeof spacePermissionOperations> = {
  inviteToSpace: ({ params, body }, context) => invite(context, space(context, params), body),
  listUserPermissionsInSpace: ({ params, query }, context) =>
    listUsers(context, space(context, params), query),
  updateUserPermissionInSpace: ({ params, body }, context) =>
    change(context, space(context, params), 'user', params.userId, body.role),
  removeUserFromSpace: ({ params }, context) =>
    remove(context, space(context, params), 'user', params.userId),
  listTeamPermissionsInSpace: ({ params, query }, context) =>
    listTeams(context, space(context, params), query),
  updateTeamPermissionInSpace: ({ params, body }, context) =>
    change(context, space(context, params), 'team', params.teamId, body.role),
  removeTeamFromSpace: ({ params }, context) =>
    remove(context, space(context, params), 'team', params.teamId),
  listPermissionsAggregateInSpace: ({ params, query }, context) =>
    listPeople(context, space(context, params), query),
  explainPermissionInSpace: ({ params, query }, context) =>
    explain(context, space(context, params), query.user),
}

export const collectionPermissionHandlers: Handlers<typeof collectionPermissionOperations> = {
  inviteToCollection: ({ params, body }, context) => invite(context, collection(context, params), body),
  listUserPermissionsInCollection: ({ params, query }, context) =>
    listUsers(context, collection(context, params), query),
  updateUserPermissionInCollection: ({ params, body }, context) =>
    change(context, collection(context, params), 'user', params.userId, body.role),
  removeUserFromCollection: ({ params }, context) =>
    remove(context, collection(context, params), 'user', params.userId),
  listTeamPermissionsInCollection: ({ params, query }, context) =>
    listTeams(context, collection(context, params), query),
  updateTeamPermissionInCollection: ({ params, body }, context) =>
    change(context, collection(context, params), 'team', params.teamId, body.role),
  removeTeamFromCollection: ({ params }, context) =>
    remove(context, collection(context, params), 'team', params.teamId),
  listPermissionsAggregateInCollection: ({ params, query }, context) =>
    listPeople(context, collection(context, params), query),
  explainPermissionInCollection: ({ params, query }, context) =>
    explain(context, collection(context, params), query.user),
}

function space({ home }: Context, { spaceId }: { readonly spaceId: string }): permissions.Place {
  return { kind: 'space', id: spaceId, organizationId: home }
}

function collection(
  { home }: Context,
  { collectionId }: { readonly collectionId: string },
): permissions.Place {
  return { kind: 'collection', id: collectionId, organizationId: home }
}

/** Gives people and teams of the organization a level. A null role revokes the level they were given. */
async function invite(context: Context, place: permissions.Place, { role, ...to }: Invitation) {
  const { db } = context
  // Sorted, so that two requests about the same people lock in the same order and can't deadlock.
  const users = [...new Set('users' in to ? to.users : [])].sort()
  const pending = await lockPending(context, place, users)
  await take(context, place)
  const known = await members.among(db, place.organizationId, users)
  const strangers = users.filter((userId) => !known.has(userId) && !pending.has(userId))
  if (strangers.length > 0) {
    throw new ApiError('not_found', `There is no such member: ${strangers.join(', ')}. Invite them first.`)
  }
  for (const userId of users.filter((one) => known.has(one))) await give(context, place, 'user', userId, role)
  for (const one of pending.values()) await invitations.setPendingLevel(context, one, place, role)
  for (const teamId of [...new Set(to.teams ?? [])].sort()) {
    found(await teams.lock(db, { organizationId: place.organizationId, teamId }), 'team')
    await give(context, place, 'team', teamId, role)
  }
  return undefined
}

/** Changes a level that was given. A principal that was given none gets 404. */
async function change(
  context: Context,
  place: permissions.Place,
  principal: permissions.Principal,
  principalId: string,
  role: Role | null | undefined,
) {
  const invited = principal === 'user' ? await lockInvited(context, place, principalId) : undefined
  await take(context, place)
  if (invited) {
    found(await invitations.pendingLevelOf(context.db, invited.id, place), 'permission of a user')
    if (role !== undefined) await invitations.setPendingLevel(context, invited, place, role)
    return undefined
  }
  found(await permissions.roleOf(context.db, place, principal, principalId), `permission of a ${principal}`)
  if (role !== undefined) await give(context, place, principal, principalId, role)
  return undefined
}

async function remove(
  context: Context,
  place: permissions.Place,
  principal: permissions.Principal,
  principalId: string,
) {
  const invited = principal === 'user' ? await lockInvited(context, place, principalId) : undefined
  await take(context, place)
  if (invited) {
    if ((await invitations.pendingLevelOf(context.db, invited.id, place)) === undefined) return absent
    await invitations.setPendingLevel(context, invited, place, null)
    return undefined
  }
  const before = await permissions.revoke(context.db, place, principal, principalId)
  if (before === undefined) return absent
  await emit(context, { type: 'permission.revoked', ...named(place, principal, principalId), before })
  return undefined
}

/** The pending invitations with these IDs. Locked before the place, in the same order as accepting does. */
function lockPending({ db, now }: Context, { organizationId }: permissions.Place, users: readonly string[]) {
  return invitations.lockAmong(db, { organizationId, now }, users)
}

async function lockInvited(context: Context, place: permissions.Place, id: string) {
  return (await lockPending(context, place, [id])).get(id)
}

/** Locks the place, which may have been deleted or transferred since the caller was authorized. */
async function take({ db }: Context, place: permissions.Place) {
  const located = await permissions.lock(db, place)
  const isThere = located?.organizationId === place.organizationId && !located.isDeleted
  if (!isThere) found(undefined, place.kind)
}

async function give(
  context: Context,
  place: permissions.Place,
  principal: permissions.Principal,
  principalId: string,
  role: Role | null,
) {
  if (role === null) return remove(context, place, principal, principalId)
  const before = await permissions.grant(context.db, place, principal, principalId, role)
  if (before === role) return
  await emit(context, {
    type: 'permission.granted',
    ...named(place, principal, principalId),
    before: before ?? null,
    after: role,
  })
}

function named({ kind, id }: permissions.Place, principal: permissions.Principal, principalId: string) {
  const to = principal === 'user' ? { userId: principalId } : { teamId: principalId }
  return kind === 'space' ? { spaceId: id, ...to } : { collectionId: id, ...to }
}

async function listUsers({ db, addresses }: Context, place: permissions.Place, query: PageQuery) {
  return mapItems(await permissions.listUsers(db, place, query), ({ role, ...row }) => ({
    permission: role,
    user: toUser(row, addresses),
  }))
}

async function listTeams({ db, caller, standing }: Context, place: permissions.Place, query: PageQuery) {
  return mapItems(
    await permissions.listTeams(db, place, query, caller.userId),
    ({ role, ownRole, ...row }) => ({
      permission: role,
      team: toTeam(row, { admin: standing.organization === 'admin' || ownRole === 'owner' }),
    }),
  )
}

async function listPeople(
  { db, addresses }: Context,
  place: permissions.Place,
  query: PageQuery & { role?: Role },
) {
  return mapItems(await people.list(db, place, query), ({ role, ...row }) => ({
    permission: role,
    user: toUser(row, addresses),
  }))
}

type Invitation =
  | { readonly role: Role | null; readonly users: readonly string[]; readonly teams?: readonly string[] }
  | { readonly role: Role | null; readonly teams: readonly string[] }
