import type { teamMemberOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as invitations from '../invitations/index.ts'
import * as members from '../members/store.ts'
import * as teams from '../teams/store.ts'
import { type Change, changes, emailsIn, isEmail, plan } from './rules.ts'
import * as teamMembers from './store.ts'

export const teamMemberHandlers: Handlers<typeof teamMemberOperations> = {
  async listTeamMembersInOrganizationById({ params, query }, { db, caller, addresses }) {
    found(await teams.find(db, params, caller.userId), 'team')
    const listed = await teamMembers.list(db, params, query)
    const rows = await members.withReach(db, params.organizationId, listed.items)
    const items = rows.map((row) => ({
      organization: members.toMember(row, addresses),
      team: { role: row.teamRole },
      permissions: { view: true },
    }))
    return { ...listed, items }
  },

  async updateMembersInOrganizationTeam({ params, body }, context) {
    const { db, now } = context
    const { teamId, organizationId } = params
    const known = await members.idsByEmail(db, organizationId, emailsIn(body))
    const pending = await invitations.idsByEmail(db, { organizationId, now }, emailsIn(body))
    const asked = plan(body, new Map([...pending, ...known]))
    const invited = await bringIn(context, organizationId, [...asked.set.keys()])
    const named = [...asked.set.keys(), ...asked.remove].map((user) => invited.get(user) ?? user)
    // Lock invitations before the team, in the same order as accepting does.
    const waiting = await invitations.lockAmong(db, { organizationId, now }, named)
    found(await teams.lock(db, params), 'team')
    const set = new Map([...asked.set].map(([user, role]) => [invited.get(user) ?? user, role]))
    await setMembers(context, params, {
      set: new Map([...set].filter(([user]) => !waiting.has(user))),
      remove: new Set([...asked.remove].filter((user) => !waiting.has(user))),
    })
    await invitations.setPendingTeamRoles(
      context,
      teamId,
      [...waiting.values()].map((one) => [one, asked.remove.has(one.id) ? null : set.get(one.id)]),
    )
    return undefined
  },

  async addMemberToOrganizationTeamById({ params, body: { role } }, context) {
    const { db, now } = context
    const { organizationId, teamId, userId } = params
    const invited = (await invitations.lockAmong(db, { organizationId, now }, [userId])).get(userId)
    found(await teams.lock(db, params), 'team')
    if (invited) {
      await invitations.setPendingTeamRoles(context, teamId, [[invited, role]])
      return undefined
    }
    const [member] = await members.among(db, organizationId, [userId])
    found(member, 'member')
    await setMembers(context, params, { set: new Map([[userId, role]]), remove: new Set() })
    return undefined
  },

  async deleteMemberFromOrganizationTeamById({ params }, context) {
    const { db, now } = context
    const { organizationId, teamId, userId } = params
    const invited = (await invitations.lockAmong(db, { organizationId, now }, [userId])).get(userId)
    if (invited) {
      const given = await invitations.teamsOf(db, [invited.id])
      if (!given.some((one) => one.teamId === teamId)) return absent
      await invitations.setPendingTeamRoles(context, teamId, [[invited, null]])
      return undefined
    }
    const [removed] = await teamMembers.remove(db, params, [userId])
    if (removed === undefined) return absent
    await emit(context, { type: 'team.member_removed', teamId, userId: removed })
    return undefined
  },
}

async function setMembers(context: Context, key: TeamKey, { set, remove }: Change) {
  const { db } = context
  const { teamId } = key
  const changed = changes(set, await teamMembers.rolesOf(db, key, [...set.keys()]))
  await teamMembers.set(db, key, changed)
  const removed = await teamMembers.remove(db, key, [...remove])
  await emit(
    context,
    ...changed.map(({ userId, role }) => ({ type: 'team.member_set', teamId, userId, role }) as const),
    ...removed.map((userId) => ({ type: 'team.member_removed', teamId, userId }) as const),
  )
}

interface TeamKey {
  readonly organizationId: string
  readonly teamId: string
}

/**
 * Invites the addresses that belong to no member as guests, which only an admin can do. Returns invitation
 * IDs by address.
 */
async function bringIn(
  context: Context,
  organizationId: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { db, now, standing } = context
  const emails = wanted.filter(isEmail)
  const ids = wanted.filter((user) => !isEmail(user))
  const inside = await members.among(db, organizationId, ids)
  const pending = await invitations.lockAmong(db, { organizationId, now }, ids)
  const strangers = ids.filter((user) => !inside.has(user) && !pending.has(user))
  if (strangers.length > 0) {
    throw new ApiError('not_found', `There is no such member: ${strangers.join(', ')}. Invite them first.`)
  }
  if (emails.length > 0 && standing.organization !== 'admin') {
    throw new ApiError(
      'forbidden',
      `Only an admin can invite people. Ask one to invite ${emails.join(', ')}.`,
    )
  }
  const guests = emails.map((email) => ({ email, role: null, sso: false }))
  return (await invitations.inviteAddresses(context, organizationId, guests, { renewed: false })).ids
}
