import type { tokenOperations } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as members from '../../people/members/store.ts'
import { bindingOf, expiryOf, requireRoom } from './rules.ts'
import * as tokens from './store.ts'

export const tokenHandlers: Handlers<typeof tokenOperations> = {
  async listTokens({ query }, { db, caller }) {
    return mapItems(await tokens.list(db, caller, query), tokens.toToken)
  },

  async createToken({ body }, context) {
    const { db, caller, now } = context
    requireRoom(await tokens.countValid(db, caller.userId, now), context.tokensMax)
    const creator = await tokens.find(db, caller.userId, caller.tokenId)
    const organizationId = bindingOf(body.organization, caller.organizationId)
    if (organizationId) {
      const [member] = await members.among(db, organizationId, [caller.userId])
      found(member, 'organization')
    }
    const scopes = body.scopes ?? null
    const expiresAt = expiryOf(body.expiresAt, { now, creatorExpiresAt: creator?.expiresAt })
    const { label } = body
    const token = await tokens.issue(db, {
      userId: caller.userId,
      organizationId,
      label,
      scopes,
      ssoOrganizationId: caller.ssoOrganizationId,
      ssoProvedAt: caller.ssoProvedAt,
      secondFactor: caller.secondFactor,
      now,
      expiresAt,
      parentTokenId: creator?.id,
    })
    await emit(context, { type: 'token.created', tokenId: token.id, label, scopes })
    return token
  },

  async revokeToken({ params }, context) {
    const removed = await tokens.remove(context.db, context.caller, params.tokenId)
    if (removed.length === 0) return absent
    await emit(
      context,
      ...removed.map(({ id, label }) => ({ type: 'token.revoked', tokenId: id, label }) as const),
    )
    return undefined
  },
}
