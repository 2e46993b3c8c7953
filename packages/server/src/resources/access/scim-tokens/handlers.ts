import type { SCIMToken, scimTokenOperations } from '@stemma/contract'
import { newSecret, secretHash, secretPrefix } from '../../../auth/secrets.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as tokens from '../tokens/index.ts'
import * as scimTokens from './store.ts'

/** Enough for several providers and the change of each token. */
const tokensMax = 10

export const scimTokenHandlers: Handlers<typeof scimTokenOperations> = {
  async listSCIMTokensInOrganizationById({ params: { organizationId }, query }, context) {
    const listed = await scimTokens.list(context.db, organizationId, query)
    return mapItems(listed, (row) => shown(context, organizationId, row))
  },

  async createOrganizationSCIMToken({ params: { organizationId }, body }, context) {
    const { db, caller, now } = context
    await organizations.lock(db, organizationId)
    if ((await scimTokens.countValid(db, organizationId, now)) >= tokensMax) {
      const message = `The organization has ${tokensMax} SCIM tokens. Revoke one that is no longer used.`
      throw new ApiError('conflict', message)
    }
    const creator = await tokens.find(db, caller.userId, caller.tokenId)
    const [id, secret] = [newId(), newSecret()]
    const row = await scimTokens.insert(db, {
      organization_id: organizationId,
      id,
      label: body.label,
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      parent_token_id: creator?.id ?? null,
      created_at: now,
      expires_at: tokens.expiryOf(body.expiresAt, { now, creatorExpiresAt: creator?.expiresAt }),
    })
    await emit(context, { type: 'scim_token.created', scimTokenId: id, label: body.label })
    return { ...shown(context, organizationId, row), secret }
  },

  async revokeOrganizationSCIMToken({ params: { organizationId, scimTokenId } }, context) {
    const removed = await scimTokens.remove(context.db, organizationId, scimTokenId)
    if (removed === undefined) return absent
    await emit(context, { type: 'scim_token.revoked', scimTokenId, label: removed.label })
    return undefined
  },
}

function shown(
  { addresses }: Context,
  organizationId: string,
  { lastUsedAt, ...row }: scimTokens.TokenRow,
): SCIMToken {
  return {
    object: 'scim-token',
    ...row,
    ...(lastUsedAt !== null && { lastUsedAt }),
    service: { baseURL: addresses.scim(organizationId) },
  }
}
