import type { tokenOperations } from '@stemma/contract'
import { mapItems } from '../../db/paginate.ts'
import { found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { absent, type Handlers } from '../../http/route.ts'
import * as members from '../members/store.ts'
import { bindingOf, expiryOf } from './rules.ts'
import * as tokens from './store.ts'

export const tokenHandlers: Handlers<typeof tokenOperations> = {
  async listTokens({ query }, { db, caller }) {
    return mapItems(await tokens.list(db, caller, query), tokens.toToken)
  },

  async createToken({ body }, context) {
    const { db, caller, now } = context
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
      now,
      expiresAt,
    })
    await emit(context, { type: 'token.created', tokenId: token.id, label, scopes })
    return token
  },

  async revokeToken({ params }, context) {
    const removed = await tokens.remove(context.db, context.caller, params.tokenId)
    if (removed === undefined) return absent
    await emit(context, { type: 'token.revoked', tokenId: removed.id, label: removed.label })
    return undefined
  },
}
