import type { SiteInstallation, siteInstallationOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as sites from '../../sites/sites/store.ts'
import * as installations from '../installations/index.ts'
import * as integrations from '../integrations/store.ts'
import * as siteInstallations from './store.ts'

export const siteInstallationHandlers: Handlers<typeof siteInstallationOperations> = {
  async listIntegrationSiteInstallations({ params: { integrationName }, query }, context) {
    const { db, caller, standing } = context
    const { extended, ...page } = query
    const viewer = { ...caller, boundTo: caller.organizationId }
    const listing = { integrationName, all: standing.owner === 'admin', ...viewer }
    const listed = await siteInstallations.list(db, listing, page)
    return { ...listed, items: await shown(context, integrationName, listed.items, extended) }
  },

  async listIntegrationInstallationSites({ params, query }, context) {
    const { extended, ...page } = query
    const key = { ...params, organizationId: context.home }
    found(await installations.find(context.db, key), 'installation')
    const listed = await siteInstallations.listOf(context.db, key, page)
    return { ...listed, items: await shown(context, params.integrationName, listed.items, extended) }
  },

  async installIntegrationOnSite({ params, body: { siteId }, query }, context) {
    const { db, home: organizationId } = context
    const row = await installations.beginning(context, { ...params, organizationId }, 'site')
    const taken = await sites.lock(db, { organizationId, siteId })
    if (taken.length === 0) found(undefined, 'site')
    await siteInstallations.insert(db, { ...row, site_id: siteId })
    const { integrationName: integration, installationId } = params
    await emit(context, { type: 'site_installation.created', integration, installationId, siteId })
    return show(context, keyOf({ ...params, siteId }, context), query.extended)
  },

  async getIntegrationSiteInstallation({ params, query }, context) {
    return show(context, keyOf(params, context), query.extended)
  },

  async updateIntegrationSiteInstallation({ params, body, query }, context) {
    const { db } = context
    const { installationId, siteId } = params
    const key = keyOf(params, context)
    await installations.lock(db, installationId)
    const before = found(await siteInstallations.find(db, key), 'installation on the site')
    const { columns, told } = await installations.changesOf(context, before, body, 'site')
    await siteInstallations.update(db, key, columns)
    await emit(context, { type: 'site_installation.updated', siteId, ...told })
    return show(context, key, query.extended)
  },

  async uninstallIntegrationFromSite({ params }, context) {
    const { integrationName: integration, installationId, siteId } = params
    if (!(await siteInstallations.remove(context.db, keyOf(params, context)))) return absent
    await emit(context, { type: 'site_installation.deleted', integration, installationId, siteId })
    return undefined
  },
}

function keyOf({ siteId, ...params }: Named, { home }: Context): installations.ContentInstallationKey {
  return { ...params, contentId: siteId, organizationId: home }
}

interface Named {
  readonly integrationName: string
  readonly installationId: string
  readonly siteId: string
}

async function show(
  context: Context,
  key: installations.ContentInstallationKey,
  extended: boolean | undefined,
) {
  const row = found(await siteInstallations.find(context.db, key), 'installation on the site')
  const [one] = await shown(context, key.integrationName, [row], extended)
  return found(one, 'installation on the site')
}

async function shown(
  context: Context,
  integrationName: string,
  rows: readonly installations.ContentInstallationRow[],
  extended = false,
): Promise<SiteInstallation[]> {
  const integration = found(await integrations.find(context.db, integrationName), 'integration')
  const whole = extended ? await installations.wholeSites(context, rows) : undefined
  return rows.map((row) => ({
    object: 'site-installation',
    ...installations.toContentInstallation(context, integration, row, 'site'),
    site: whole?.get(row.contentId) ?? row.contentId,
  }))
}
