import type { teamOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as invitations from '../invitations/index.ts'
import * as members from '../members/store.ts'
import * as teamMembers from '../team-members/store.ts'
import * as teams from './store.ts'

export const teamHandlers: Handlers<typeof teamOperations> = {
  async listTeamsInOrganizationById({ params, query: { owner, ...query } }, context) {
    const { db, caller, standing } = context
    const listed = await teams.list(db, {
      ...query,
      organizationId: params.organizationId,
      viewerId: caller.userId,
      ownOnly: standing.organization === 'guest',
      managedBy: owner,
    })
    return mapItems(listed, (row) => shown(context, row))
  },

  async createOrganizationTeam({ params, body }, context) {
    const { db, now } = context
    const { organizationId } = params
    const userIds = [...new Set(body.members ?? [])]
    const pending = await invitations.lockAmong(db, { organizationId, now }, userIds)
    const known = await members.among(db, organizationId, userIds)
    const strangers = userIds.filter((userId) => !known.has(userId) && !pending.has(userId))
    if (strangers.length > 0) {
      throw new ApiError(
        'invalid_request',
        'Only members of the organization can be in a team. Invite them first.',
        {
          details: [{ pointer: '/body/members', message: `are not members: ${strangers.join(', ')}` }],
        },
      )
    }
    const id = newId()
    await teams.insert(db, { id, organization_id: organizationId, title: body.title, created_at: now })
    await teamMembers.set(
      db,
      { organizationId, teamId: id },
      [...known].map((userId) => ({ userId, role: 'member' })),
    )
    await emit(
      context,
      { type: 'team.created', teamId: id, title: body.title },
      ...[...known].map(
        (userId) => ({ type: 'team.member_set', teamId: id, userId, role: 'member' }) as const,
      ),
    )
    await invitations.setPendingTeamRoles(
      context,
      id,
      [...pending.values()].map((one) => [one, 'member']),
    )
    return find(context, { organizationId, teamId: id })
  },

  async getTeamInOrganizationById({ params }, context) {
    return find(context, params)
  },

  async removeTeamFromOrganizationById({ params }, context) {
    const removed = await teams.remove(context.db, params)
    if (removed === undefined) return absent
    await emit(context, { type: 'team.deleted', teamId: params.teamId, title: removed.title })
    return undefined
  },

  async updateTeamInOrganizationById({ params, body: { title } }, context) {
    const before = found(await teams.lock(context.db, params), 'team')
    if (title !== before.title) {
      await teams.rename(context.db, params, title)
      await emit(context, { type: 'team.renamed', teamId: params.teamId, before: before.title, after: title })
    }
    return find(context, params)
  },
}

async function find(context: Context, key: teams.Key) {
  return shown(context, found(await teams.find(context.db, key, context.caller.userId), 'team'))
}

function shown({ standing }: Context, row: teams.TeamRow & { ownRole: string | null }) {
  return teams.toTeam(row, { admin: standing.organization === 'admin' || row.ownRole === 'owner' })
}
