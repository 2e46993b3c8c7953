import type { Invitation, invitationOperations, ReceivedInvitation } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as users from '../users/store.ts'
import { acceptPending } from './accepting.ts'
import * as invitations from './store.ts'

export const invitationHandlers: Handlers<typeof invitationOperations> = {
  async listOrganizationInvitations({ params: { organizationId }, query }, { db, now }) {
    const listed = await invitations.list(db, { organizationId, now }, query)
    const ids = listed.items.map(({ id }) => id)
    const teams = Map.groupBy(await invitations.teamsOf(db, ids), ({ invitationId }) => invitationId)
    const levels = Map.groupBy(await invitations.levelsOf(db, ids), ({ invitationId }) => invitationId)
    return mapItems(listed, (row): Invitation => {
      const { email, role, sso, id, createdAt, expiresAt } = row
      return {
        object: 'invitation',
        ...{ id, email, role, sso, createdAt, expiresAt },
        teams: (teams.get(id) ?? []).map((one) => ({ team: one.teamId, role: one.role })),
        permissions: (levels.get(id) ?? []).map(({ kind, placeId, role: level }) =>
          kind === 'space' ? { role: level, space: placeId } : { role: level, collection: placeId },
        ),
      }
    })
  },

  async withdrawOrganizationInvitation({ params: { organizationId, invitationId } }, context) {
    const { db, now } = context
    const pending = await invitations.lockAmong(db, { organizationId, now }, [invitationId])
    const invitation = pending.get(invitationId)
    if (invitation === undefined) return absent
    await invitations.remove(db, invitationId)
    await emit(context, { type: 'invitation.withdrawn', invitationId, email: invitation.email })
    return undefined
  },

  async listInvitationsForAuthenticatedUser({ query }, { db, caller, now }) {
    // No invitation has an empty address, so an unverified user gets an empty list.
    const email = (await users.verifiedEmail(db, caller.userId)) ?? ''
    const listed = await invitations.listReceived(db, { email, boundTo: caller.organizationId, now }, query)
    return mapItems(listed, ({ title, organizationId, ...row }): ReceivedInvitation => {
      const { email: address, role, id, createdAt, expiresAt } = row
      const organization = { id: organizationId, title }
      return { object: 'invitation', id, email: address, role, createdAt, expiresAt, organization }
    })
  },

  async acceptInvitation({ params }, context) {
    const { db, caller } = context
    const { organizationId, email } = found(await findReceived(context, params), 'invitation')
    const person = { organizationId, userId: caller.userId, email, by: 'invitation' } as const
    found((await acceptPending({ ...context, db }, person)) || undefined, 'invitation')
    return { organization: organizationId }
  },

  async declineInvitation({ params }, context) {
    const { db, now, requestId } = context
    const received = await findReceived(context, params)
    if (received === undefined) return absent
    const { organizationId, id: invitationId, email } = received
    const pending = await invitations.lockForEmail(db, { organizationId, email, now })
    if (pending?.id !== invitationId) return absent
    await invitations.remove(db, invitationId)
    // Emitted without an actor: the organization must not learn whose account the address belongs to.
    const scene = { db, now, requestId, home: organizationId }
    await emit(scene, { type: 'invitation.declined', invitationId, email })
    return undefined
  },
}

/** An invitation to the caller's own address. Invitations to other addresses count as not found. */
async function findReceived({ db, caller, now }: Context, { invitationId }: { invitationId: string }) {
  const invitation = await invitations.find(db, { invitationId, now })
  const user = await users.find(db, caller.userId)
  const { organizationId: boundTo } = caller
  if (invitation === undefined || invitation.email !== user?.email) return undefined
  if (boundTo !== null && boundTo !== invitation.organizationId) return undefined
  if ((await users.verifiedEmail(db, caller.userId)) === undefined) {
    throw new ApiError(
      'invalid_request',
      'Your e-mail address is not verified yet. Ask the operator of this server to verify it.',
    )
  }
  return invitation
}
