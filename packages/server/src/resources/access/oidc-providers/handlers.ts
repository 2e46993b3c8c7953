import { isDeepStrictEqual } from 'node:util'
import type { OIDCProvider, oidcProviderOperations, Team } from '@stemma/contract'
import { sealClientSecret } from '../../../auth/client-secret.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as oidcLogins from '../oidc-logins/store.ts'
import { changedSettings, type GivenSettings, shownSettings, teamsOf } from '../provider-logins/index.ts'
import { isActive, requireIssuer } from './rules.ts'
import * as providers from './store.ts'

export const oidcProviderHandlers: Handlers<typeof oidcProviderOperations> = {
  async listOIDCProvidersInOrganizationById({ params: { organizationId }, query }, context) {
    const listed = await providers.list(context.db, organizationId, query)
    const teamOf = await teamsOf(context, organizationId, listed.items)
    return mapItems(listed, (row) => shown(context, organizationId, row, teamOf))
  },

  async createOrganizationOIDCProvider({ params: { organizationId }, body }, context) {
    const { db, now } = context
    const { defaultRole } = found(await organizations.find(db, organizationId), 'organization')
    const key = { organizationId, oidcProviderId: newId() }
    await providers.insert(db, {
      organization_id: organizationId,
      id: key.oidcProviderId,
      label: body.label,
      default_role: defaultRole,
      created_at: now,
      ...(await changed(context, key, body)),
    })
    const { oidcProviderId } = key
    await emit(context, { type: 'oidc_provider.created', oidcProviderId, label: body.label })
    return show(context, key)
  },

  async getOrganizationOIDCProviderById({ params }, context) {
    return show(context, params)
  },

  async updateOrganizationOIDCProvider({ params, body }, context) {
    const { db } = context
    const { sealedSecret: _, ...before } = found(await providers.lock(db, params), providerName)
    const changes = await changed(context, params, body)
    const isAnother = changes.issuer !== undefined && changes.issuer !== before.issuer
    // The secret is for the provider that it was set for: another issuer would receive it.
    await providers.update(db, params, { ...(isAnother && { client_secret: null }), ...changes })
    // Another provider may use the same subject for a different person.
    if (isAnother) await oidcLogins.forgetAll(db, params)
    const { sealedSecret: __, ...after } = found(await providers.find(db, params), providerName)
    const { oidcProviderId } = params
    const secretReplaced = body.clientSecret !== undefined
    if (secretReplaced || !isDeepStrictEqual(before, after)) {
      await emit(context, { type: 'oidc_provider.updated', oidcProviderId, before, after, secretReplaced })
    }
    return show(context, params)
  },

  async deleteOrganizationOIDCProvider({ params }, context) {
    const removed = await providers.remove(context.db, params)
    if (removed === undefined) return absent
    const { oidcProviderId } = params
    await emit(context, { type: 'oidc_provider.deleted', oidcProviderId, label: removed.label })
    return undefined
  },
}

const providerName = 'OpenID Connect provider'

interface Given extends GivenSettings {
  readonly issuer?: string
  readonly clientID?: string
  readonly clientSecret?: string
}

/** The given fields as columns. */
async function changed(context: Context, key: providers.Key, given: Given) {
  const { issuer, clientID, clientSecret } = given
  const sealed = clientSecret && sealClientSecret(context.seals, key, clientSecret)
  return {
    ...(await changedSettings(context, key.organizationId, given)),
    ...(issuer !== undefined && { issuer: requireIssuer(issuer, context.sessions) }),
    ...(clientID !== undefined && { client_id: clientID.trim() }),
    ...(sealed !== undefined && { client_secret: sealed }),
  }
}

async function show(context: Context, key: providers.Key) {
  const row = found(await providers.find(context.db, key), providerName)
  return shown(context, key.organizationId, row, await teamsOf(context, key.organizationId, [row]))
}

function shown(
  { addresses }: Context,
  organizationId: string,
  row: providers.ProviderRow,
  teamOf: ReadonlyMap<string, Team>,
): OIDCProvider {
  const { id, issuer, clientID, createdAt } = row
  return {
    object: 'oidc-provider',
    id,
    issuer,
    clientID,
    clientSecretSet: row.sealedSecret !== null,
    ...shownSettings(row, teamOf),
    createdAt,
    status: isActive(row) ? 'active' : 'pending',
    service: addresses.oidcService(organizationId, id),
    urls: { location: addresses.oidcProvider(organizationId, id) },
  }
}
