import type { tokenOperations } from '@stemma/contract'
import { newSecret, secretHash, secretPrefix } from '../../auth/secrets.ts'
import { mapItems } from '../../db/paginate.ts'
import { found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { absent, type Handlers } from '../../http/route.ts'
import { newId } from '../../ids.ts'
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
    const secret = newSecret()
    const row = await tokens.insert(db, {
      id: newId(),
      user_id: caller.userId,
      organization_id: organizationId,
      label: body.label,
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      scopes: body.scopes ?? null,
      created_at: now,
      expires_at: expiryOf(body.expiresAt, { now, creatorExpiresAt: creator?.expiresAt }),
    })
    await emit(context, {
      type: 'token.created',
      tokenId: row.id,
      label: row.label,
      scopes: body.scopes ?? null,
    })
    return { ...tokens.toToken(row), secret }
  },

  async revokeToken({ params }, context) {
    const removed = await tokens.remove(context.db, context.caller, params.tokenId)
    if (removed === undefined) return absent
    await emit(context, { type: 'token.revoked', tokenId: removed.id, label: removed.label })
    return undefined
  },
}
