import type { memberOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as teamMembers from '../team-members/store.ts'
import { toTeam } from '../teams/store.ts'
import { removeMember, requireDispensable } from './leaving.ts'
import { takeForChange } from './locking.ts'
import * as members from './store.ts'

export const memberHandlers: Handlers<typeof memberOperations> = {
  async listMembersInOrganizationById({ params, query }, { db, addresses }) {
    const { organizationId } = params
    const listed = await members.list(db, organizationId, query)
    const items = await members.withReach(db, organizationId, listed.items)
    return { ...listed, items: items.map((row) => members.toMember(row, addresses)) }
  },

  async getMemberInOrganizationById({ params }, context) {
    return show(context, params)
  },

  async removeMemberFromOrganizationById({ params }, context) {
    const { db } = context
    const member = await takeForChange(db, params)
    if (member === undefined) return absent
    await removeMember(context, params, member)
    return undefined
  },

  async updateMemberInOrganizationById({ params, body: { role } }, context) {
    const { db } = context
    const member = found(await takeForChange(db, params), 'member')
    if (role !== undefined && role !== member.role) {
      if (member.role === 'admin') await requireDispensable(db, params)
      await members.setRole(db, params, role)
      const { userId } = params
      await emit(context, { type: 'member.role_changed', userId, before: member.role, after: role })
    }
    return show(context, params)
  },

  async updateOrganizationMemberLastSeenAt({ params }, context) {
    const { db, caller, now } = context
    await members.setLastSeen(db, { organizationId: params.organizationId, userId: caller.userId }, now)
    await emit(context, { type: 'member.seen', userId: caller.userId })
    return {}
  },

  async setUserAsSSOMemberForOrganization({ params }, context) {
    const { db } = context
    await members.lock(db, params)
    const member = found(await members.find(db, params), 'member')
    if (!member.sso) {
      await members.setSso(db, params)
      await emit(context, { type: 'member.sso_set', userId: params.userId })
    }
    return show(context, params)
  },

  async listTeamsForOrganizationMember({ params, query }, { db, standing }) {
    found(await members.find(db, params), 'member')
    const listed = await teamMembers.listTeamsOf(db, params, query)
    const admin = standing.organization === 'admin'
    return mapItems(listed, (row) => ({
      team: toTeam(row, { admin: admin || row.ownRole === 'owner' }),
      member: { role: row.ownRole },
    }))
  },
}

async function show({ db, addresses }: Context, key: members.Key) {
  const row = found(await members.find(db, key), 'member')
  const [shown] = await members.withReach(db, key.organizationId, [row])
  return members.toMember(shown ?? row, addresses)
}
