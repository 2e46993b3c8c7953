import type { teamMemberOperations } from '@stemma/contract'
import type { Context } from '../../context.ts'
import { mapItems } from '../../db/paginate.ts'
import { ApiError, found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { absent, type Handlers } from '../../http/route.ts'
import * as members from '../members/store.ts'
import * as teams from '../teams/store.ts'
import * as users from '../users/store.ts'
import { changes, emailsIn, isEmail, plan } from './rules.ts'
import * as teamMembers from './store.ts'

export const teamMemberHandlers: Handlers<typeof teamMemberOperations> = {
  async listTeamMembersInOrganizationById({ params, query }, { db, caller, addresses }) {
    found(await teams.find(db, params, caller.userId), 'team')
    return mapItems(await teamMembers.list(db, params, query), (row) => ({
      organization: members.toMember(row, addresses),
      team: { role: row.teamRole },
      permissions: { view: true },
    }))
  },

  async updateMembersInOrganizationTeam({ params, body }, context) {
    const { db } = context
    const { teamId } = params
    found(await teams.lock(db, params), 'team')
    const known = await users.idsByEmail(db, emailsIn(body))
    const asked = plan(body, known)
    const invited = await bringIn(context, params.organizationId, [...asked.set.keys()], known)
    const set = new Map([...asked.set].map(([user, role]) => [invited.get(user) ?? user, role]))
    const changed = changes(set, await teamMembers.rolesOf(db, params, [...set.keys()]))
    await teamMembers.set(db, params, changed)
    const removed = await teamMembers.remove(db, params, [...asked.remove])
    await emit(
      context,
      ...changed.map(({ userId, role }) => ({ type: 'team.member_set', teamId, userId, role }) as const),
      ...removed.map((userId) => ({ type: 'team.member_removed', teamId, userId }) as const),
    )
    return undefined
  },

  async addMemberToOrganizationTeamById({ params, body: { role } }, context) {
    const { db } = context
    const { organizationId, teamId, userId } = params
    found(await teams.lock(db, params), 'team')
    const [member] = await members.among(db, organizationId, [userId])
    found(member, 'member')
    const before = await teamMembers.rolesOf(db, params, [userId])
    const changed = changes(new Map([[userId, role]]), before)
    await teamMembers.set(db, params, changed)
    await emit(context, ...changed.map((one) => ({ type: 'team.member_set', teamId, ...one }) as const))
    return undefined
  },

  async deleteMemberFromOrganizationTeamById({ params }, context) {
    const [removed] = await teamMembers.remove(context.db, params, [params.userId])
    if (removed === undefined) return absent
    await emit(context, { type: 'team.member_removed', teamId: params.teamId, userId: removed })
    return undefined
  },
}

/**
 * Who is to be added by address from outside becomes a guest, if an admin asks. Tells the ids of
 * unknown addresses.
 */
async function bringIn(
  context: Context,
  organizationId: string,
  wanted: readonly string[],
  known: ReadonlyMap<string, string>,
): Promise<Map<string, string>> {
  const { db, now, standing } = context
  const inside = await members.among(db, organizationId, wanted)
  const outside = wanted.filter((user) => !inside.has(user))
  const emails = new Map([...known].map(([email, userId]) => [userId, email]))
  const strangers = outside.filter((user) => !isEmail(user) && !emails.has(user))
  if (strangers.length > 0) {
    throw new ApiError('not_found', `There is no such member: ${strangers.join(', ')}. Invite them first.`)
  }
  if (outside.length > 0 && standing.organization !== 'admin') {
    const people = outside.map((user) => emails.get(user) ?? user).join(', ')
    throw new ApiError('forbidden', `Only an admin may bring in people from outside: ${people}.`)
  }
  const invited = await users.ensureByEmail(db, outside.filter(isEmail), now)
  const guests = outside.map((user) => ({ organizationId, userId: invited.get(user) ?? user, role: null }))
  const joined = await members.insert(db, guests, now)
  await emit(
    context,
    ...joined.map((userId) => ({ type: 'member.added', userId, role: null, by: 'invitation' }) as const),
  )
  return invited
}
