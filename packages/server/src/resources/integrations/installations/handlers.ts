import type { Installation, installationOperations } from '@stemma/contract'
import { requireAdminOf } from '../../../auth/destination.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { idsOf, mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as tokens from '../../access/tokens/store.ts'
import * as integrations from '../integrations/store.ts'
import { declaredFor, defaultsOf, requireFitting } from './rules.ts'
import { toInstallation } from './shape.ts'
import * as installations from './store.ts'

const tokenLifetimeMs = 60 * 60 * 1000

export const installationHandlers: Handlers<typeof installationOperations> = {
  async listIntegrationInstallations({ params: { integrationName }, query }, context) {
    const { db, caller, standing } = context
    const integration = found(await integrations.find(db, integrationName), 'integration')
    const viewer = { ...caller, boundTo: caller.organizationId }
    const listing = { integrationName, all: standing.owner === 'admin', ...viewer }
    const listed = await installations.list(db, listing, query)
    const counts = await installations.countSpaces(db, idsOf(listed))
    return mapItems(listed, (row) => toInstallation(context, integration, row, counts.get(row.id)))
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
    const configuration = JSON.stringify(defaultsOf(declaredFor(integration, 'account')))
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
    requireSelector(context, body)
    const key = { ...params, organizationId: home }
    const integration = found(await integrations.find(db, params.integrationName), 'integration')
    await installations.lock(db, params.installationId)
    const before = found(await installations.find(db, key), 'installation')
    const { configuration, externalIds, space_selection, site_selection } = body
    if (configuration) requireFitting(configuration, declaredFor(integration, 'account'))
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
    const { db, now, home, caller } = context
    const { integrationName: integration, installationId } = params
    await installations.lock(db, installationId)
    const row = found(await installations.find(db, { ...params, organizationId: home }), 'installation')
    await tokens.removeEnded(db, installationId, now)
    const creator = await tokens.find(db, caller.userId, caller.tokenId)
    const endsAt = Math.min(Date.parse(now) + tokenLifetimeMs, Date.parse(creator?.expiresAt ?? '9999-12-31'))
    const { id, secret } = await tokens.issue(db, {
      userId: row.installedBy,
      organizationId: row.organizationId,
      installationId,
      // The organization authorized the installation, so the token passes its SSO requirement.
      ssoOrganizationId: row.organizationId,
      label: integration,
      scopes: [],
      now,
      expiresAt: new Date(endsAt).toISOString(),
      parentTokenId: creator?.id,
    })
    await emit(context, { type: 'installation.token_created', integration, installationId, tokenId: id })
    return { token: secret }
  },
}

/** Its organization decides what an installation can access, not the installation or its publisher. */
function requireSelector({ standing }: Context, { space_selection, site_selection }: Selections) {
  const isSelecting = space_selection !== undefined || site_selection !== undefined
  if (!isSelecting || standing.organization === 'admin') return
  throw new ApiError(
    'forbidden',
    'Only an admin of the organization can select spaces and sites. Ask one of them.',
  )
}

interface Selections {
  readonly space_selection?: string
  readonly site_selection?: string
}

async function show(context: Context, key: installations.Key): Promise<Installation> {
  const { db } = context
  const integration = found(await integrations.find(db, key.integrationName), 'integration')
  const row = found(await installations.find(db, key), 'installation')
  const counts = await installations.countSpaces(db, [row.id])
  return toInstallation(context, integration, row, counts.get(row.id))
}
