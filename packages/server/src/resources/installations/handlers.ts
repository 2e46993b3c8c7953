import type { Installation, installationOperations } from '@stemma/contract'
import { requireAdminOf } from '../../auth/destination.ts'
import type { Context } from '../../context.ts'
import { mapItems } from '../../db/paginate.ts'
import { ApiError, found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { absent, type Handlers } from '../../http/route.ts'
import { newId } from '../../ids.ts'
import * as integrations from '../integrations/store.ts'
import * as tokens from '../tokens/store.ts'
import { type Configuration, type Declared, defaultsOf, requireFitting, statusOf } from './rules.ts'
import * as installations from './store.ts'

const tokenLifetimeMs = 60 * 60 * 1000

export const installationHandlers: Handlers<typeof installationOperations> = {
  async listIntegrationInstallations({ params: { integrationName }, query }, context) {
    const { db, caller, standing } = context
    const integration = found(await integrations.find(db, integrationName), 'integration')
    const viewer = { ...caller, boundTo: caller.organizationId }
    const listing = { integrationName, all: standing.owner === 'admin', ...viewer }
    const listed = await installations.list(db, listing, query)
    return mapItems(listed, (row) => shown(context, integration, row))
  },

  async installIntegration({ params: { integrationName }, body: { organization } }, context) {
    const { db, seals, now, caller } = context
    await requireAdminOf(context, organization)
    const integration = found(await integrations.hold(db, integrationName), 'integration')
    if (integration.visibility === 'private' && integration.organizationId !== organization)
      throw new ApiError(
        'forbidden',
        'A private integration can only be installed in the organization that owns it.',
      )
    const id = newId()
    const key = { integrationName, installationId: id, organizationId: organization }
    const configuration = JSON.stringify(defaultsOf(declaredBy(integration)))
    await installations.insert(db, {
      id,
      integration_name: integrationName,
      organization_id: organization,
      installed_by: caller.userId,
      scopes: integration.scopes,
      configuration: seals.seal(configuration, installations.configurationPlace({ id, ...key })),
      created_at: now,
      updated_at: now,
    })
    const told = { integration: integrationName, installationId: id, scopes: integration.scopes }
    await emit({ ...context, home: organization }, { type: 'installation.created', ...told })
    return show(context, key)
  },

  async getIntegrationInstallationById({ params }, context) {
    return show(context, { ...params, organizationId: context.home })
  },

  async updateIntegrationInstallation({ params, body }, context) {
    const { db, seals, now, home } = context
    const key = { ...params, organizationId: home }
    const integration = found(await integrations.find(db, params.integrationName), 'integration')
    await installations.lock(db, params.installationId)
    const before = found(await installations.find(db, key), 'installation')
    const { configuration, externalIds, space_selection, site_selection } = body
    if (configuration) requireFitting(configuration, declaredBy(integration))
    const changes = {
      ...(space_selection && { space_selection }),
      ...(site_selection && { site_selection }),
      ...(externalIds && { external_ids: externalIds }),
    }
    const sealed = configuration && {
      configuration: seals.seal(JSON.stringify(configuration), installations.configurationPlace(before)),
    }
    await installations.update(db, key, { ...changes, ...sealed, updated_at: now })
    const { spaceSelection, siteSelection, externalIds: ids } = before
    await emit(context, {
      type: 'installation.updated',
      integration: params.integrationName,
      installationId: params.installationId,
      before: { space_selection: spaceSelection, site_selection: siteSelection, external_ids: ids },
      after: changes,
      ...(configuration && { configured: Object.keys(configuration) }),
    })
    return show(context, key)
  },

  async uninstallIntegration({ params }, context) {
    const { integrationName: integration, installationId } = params
    const removed = await installations.remove(context.db, { ...params, organizationId: context.home })
    if (!removed) return absent
    await emit(context, { type: 'installation.deleted', integration, installationId })
    return undefined
  },

  async createIntegrationInstallationToken({ params }, context) {
    const { db, now, home } = context
    const { integrationName: integration, installationId } = params
    await installations.lock(db, installationId)
    const row = found(await installations.find(db, { ...params, organizationId: home }), 'installation')
    await tokens.removeEnded(db, installationId, now)
    const { id, secret } = await tokens.issue(db, {
      userId: row.installedBy,
      organizationId: row.organizationId,
      installationId,
      // Its organization let it in when it was installed.
      ssoOrganizationId: row.organizationId,
      label: integration,
      scopes: [],
      now,
      expiresAt: new Date(Date.parse(now) + tokenLifetimeMs).toISOString(),
    })
    await emit(context, { type: 'installation.token_created', integration, installationId, tokenId: id })
    return { token: secret }
  },
}

async function show(context: Context, key: installations.Key): Promise<Installation> {
  const { db } = context
  const integration = found(await integrations.find(db, key.integrationName), 'integration')
  return shown(context, integration, found(await installations.find(db, key), 'installation'))
}

function shown(
  { seals, addresses }: Context,
  integration: integrations.IntegrationRow,
  row: installations.InstallationRow,
): Installation {
  const { id, organizationId, createdAt, updatedAt, externalIds } = row
  const { name } = integration
  const place = installations.configurationPlace(row)
  const configuration = JSON.parse(seals.open(row.configuration, place)) as Configuration
  return {
    object: 'installation',
    id,
    status: statusOf(configuration, declaredBy(integration)),
    space_selection: row.spaceSelection as Installation['space_selection'],
    site_selection: row.siteSelection as Installation['site_selection'],
    // Spaces that were selected; as yet nothing selects any.
    spaces: 0,
    configuration,
    createdAt,
    updatedAt,
    externalIds,
    target: { organization: organizationId },
    urls: {
      location: addresses.installation(name, id),
      app: addresses.installationApp(organizationId, name),
      publicEndpoint: `${addresses.integrationEndpoint(name)}/${id}`,
    },
  }
}

/** The form that whoever installs it fills in for the whole organization. */
function declaredBy({ configurations }: integrations.IntegrationRow): Declared {
  return (configurations as { readonly account?: Declared } | null)?.account
}
