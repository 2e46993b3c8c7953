import type { inviteOperations, Role } from '@stemma/contract'
import { allows } from '../../../auth/resolver.ts'
import { levelOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newKey } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as members from '../members/store.ts'
import {
  acceptOwn,
  giveLevel,
  giveRole,
  inviteByEmail,
  joinByDomain,
  requirePlace,
  requireUnbound,
} from './joining.ts'
import { givesOf, isEnough, newRole, toInvite } from './rules.ts'
import * as invites from './store.ts'

export const inviteHandlers: Handlers<typeof inviteOperations> = {
  async inviteUsersToOrganization({ params, body }, context) {
    return inviteByEmail(context, params.organizationId, body)
  },

  async joinOrganizationWithInvite({ params }, context) {
    requireUnbound(context, params.organizationId)
    const invite = await findOpen(context, params)
    const { space, collection } = invite
    if (space || collection) await giveLevel(context, params.organizationId, invite)
    else await giveRole(context, params.organizationId, invite.role, 'invite link')
    await acceptOwn(context, params.organizationId)
    return {}
  },

  async joinOrganization({ params }, context) {
    requireUnbound(context, params.organizationId)
    await joinByDomain(context, params.organizationId)
    await acceptOwn(context, params.organizationId)
    return undefined
  },

  async listOrganizationInviteLinks({ params, query }, context) {
    // Only admins list links, and an admin already has every right that a link can give.
    return mapItems(await invites.list(context.db, params.organizationId, query), (row) =>
      toInvite(row, { redundant: true }),
    )
  },

  async createOrganizationInvite({ params: { organizationId }, body }, context) {
    const { db, now } = context
    const space = 'space' in body ? body.space : null
    const collection = 'collection' in body ? body.collection : null
    await requirePlace(db, organizationId, { space, collection })
    const row = await invites.insert(db, {
      id: newKey(),
      organization_id: organizationId,
      role: 'role' in body ? body.role : body.level,
      space_id: space,
      collection_id: collection,
      created_at: now,
    })
    await emit(context, { type: 'invite.created', inviteId: row.id, gives: givesOf(row) })
    return toInvite(row, { redundant: true })
  },

  async getOrganizationInviteLink({ params }, context) {
    const invite = await findOpen(context, params)
    return toInvite(invite, { redundant: await isRedundant(context, params.organizationId, invite) })
  },

  async updateOrganizationInviteById({ params, body }, context) {
    const invite = found(await invites.lock(context.db, params), 'invite')
    const changed = { ...invite, role: newRole(body, invite) }
    await invites.setRole(context.db, params, changed.role)
    await emit(context, { type: 'invite.updated', inviteId: invite.id, gives: givesOf(changed) })
    return toInvite(changed, { redundant: true })
  },

  async deleteOrganizationInviteById({ params }, context) {
    if (!(await invites.remove(context.db, params))) return absent
    await emit(context, { type: 'invite.deleted', inviteId: params.inviteId })
    return undefined
  },
}

/** Anyone with the link can use it, unless invite links are disabled. Admins see it even then. */
async function findOpen({ db, standing }: Context, key: invites.Key) {
  const organization = found(await organizations.find(db, key.organizationId), 'invite')
  if (!organization.inviteLinks && !allows('org.admin', standing))
    throw new ApiError('not_found', 'This invite link is not valid. Ask for a new one.')
  return found(await invites.find(db, key), 'invite')
}

async function isRedundant({ db, caller }: Context, organizationId: string, invite: invites.InviteRow) {
  const member = await members.find(db, { organizationId, userId: caller.userId })
  if (member === undefined || member.disabledAt !== null) return false
  const { space, collection } = invite
  const place = { ...(space && { space }), ...(collection && { collection }) }
  const present: Role | null = space || collection ? await levelOn(db, caller, place) : member.role
  return isEnough(present, invite.role)
}
