import { isDeepStrictEqual } from 'node:util'
import type { SAMLProvider, samlProviderOperations, Team } from '@stemma/contract'
import { sealSAMLKey } from '../../../auth/saml-key.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { type KeyPair, newKeyPair } from '../../../saml/key-pair.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import {
  changedSettings,
  type GivenSettings,
  shownSettings,
  ssoLogins,
  teamsOf,
} from '../provider-logins/index.ts'
import * as samlLogins from '../saml-logins/store.ts'
import { requireCertificates } from './rules.ts'
import * as providers from './store.ts'

export const samlProviderHandlers: Handlers<typeof samlProviderOperations> = {
  async listSAMLProvidersInOrganizationById({ params: { organizationId }, query }, context) {
    const listed = await providers.list(context.db, organizationId, query)
    const teamOf = await teamsOf(context, organizationId, listed.items)
    return mapItems(listed, (row) => shown(context, organizationId, row, teamOf))
  },

  async createOrganizationSAMLProvider({ params: { organizationId }, body }, context) {
    const { db, now } = context
    await keepKeys(context, organizationId)
    const { defaultRole } = found(await organizations.find(db, organizationId), 'organization')
    const key = { organizationId, samlProviderId: newId() }
    await providers.insert(db, {
      organization_id: organizationId,
      id: key.samlProviderId,
      label: body.label,
      default_role: defaultRole,
      created_at: now,
      ...(await changed(context, organizationId, body)),
    })
    await emit(context, {
      type: 'saml_provider.created',
      samlProviderId: key.samlProviderId,
      label: body.label,
    })
    return show(context, key)
  },

  async getOrganizationSAMLProviderById({ params }, context) {
    return show(context, params)
  },

  async deleteOrganizationSAMLProvider({ params }, context) {
    const removed = await providers.remove(context.db, params)
    if (removed === undefined) return absent
    const { samlProviderId } = params
    await emit(context, { type: 'saml_provider.deleted', samlProviderId, label: removed.label })
    return undefined
  },

  async updateOrganizationSAMLProvider({ params, body }, context) {
    const { db } = context
    const before = found(await providers.lock(db, params), 'SAML provider')
    await providers.update(db, params, await changed(context, params.organizationId, body))
    const after = found(await providers.find(db, params), 'SAML provider')
    // Another identity provider may use the same NameID for a different person.
    if (after.entityID !== before.entityID) await samlLogins.forgetAll(db, params)
    const { samlProviderId } = params
    if (!isDeepStrictEqual(before, after)) {
      await emit(context, { type: 'saml_provider.updated', samlProviderId, before, after })
    }
    return show(context, params)
  },

  async listSSOProviderLoginsInOrganization({ params: { organizationId } }, context) {
    return { items: await ssoLogins(context, organizationId) }
  },
}

/** Generating a key is slow, so it is done before the transaction opens. */
export async function prepareSAMLProvider(
  { params: { organizationId } }: { readonly params: { readonly organizationId: string } },
  { db, now }: Context,
): Promise<KeyPair | undefined> {
  const key = await providers.findKey(db, organizationId)
  return key === undefined ? newKeyPair(`Stemma ${organizationId}`, now) : undefined
}

async function keepKeys({ db, now, prepared, seals }: Context, organizationId: string) {
  if (prepared === undefined) return
  const { certificate, privateKey } = prepared as KeyPair
  await providers.insertKey(db, {
    organization_id: organizationId,
    certificate,
    private_key: sealSAMLKey(seals, organizationId, privateKey),
    created_at: now,
  })
}

interface Given extends GivenSettings {
  readonly ssoURL?: string
  readonly entityID?: string
  readonly certificate?: string
}

/** The given fields as columns, without surrounding whitespace in `entityID` and `certificate`. */
async function changed(context: Context, organizationId: string, given: Given) {
  const { ssoURL, entityID, certificate } = given
  if (certificate !== undefined) requireCertificates(certificate, context.now)
  return {
    ...(await changedSettings(context, organizationId, given)),
    ...(ssoURL !== undefined && { sso_url: ssoURL }),
    ...(entityID !== undefined && { entity_id: entityID.trim() }),
    ...(certificate !== undefined && { certificate: certificate.trim() }),
  }
}

async function show(context: Context, key: providers.Key) {
  const row = found(await providers.find(context.db, key), 'SAML provider')
  return shown(context, key.organizationId, row, await teamsOf(context, key.organizationId, [row]))
}

function shown(
  { addresses }: Context,
  organizationId: string,
  row: providers.ProviderRow,
  teamOf: ReadonlyMap<string, Team>,
): SAMLProvider {
  const { id, ssoURL, entityID, certificate, createdAt } = row
  return {
    object: 'saml-provider',
    id,
    ssoURL,
    entityID,
    certificate,
    ...shownSettings(row, teamOf),
    createdAt,
    status: providers.isActive(row) ? 'active' : 'pending',
    service: addresses.samlService(organizationId, id),
    urls: { location: addresses.samlProvider(organizationId, id) },
  }
}
