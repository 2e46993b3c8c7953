import type { organizationInstallationOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { idsOf } from '../../../db/paginate.ts'
import type { Handlers } from '../../../http/route.ts'
import * as integrations from '../integrations/index.ts'
import { toInstallation } from './shape.ts'
import * as installations from './store.ts'

export const organizationInstallationHandlers: Handlers<typeof organizationInstallationOperations> = {
  async listOrganizationInstallations({ params: { organizationId }, query }, context) {
    const { db } = context
    const listed = await installations.listIn(db, organizationId, query)
    const counts = await installations.countSpaces(db, idsOf(listed))
    const known = await integrationsOf(context, listed.items)
    const items = listed.items.map((row) => {
      const { row: declared, integration } = found(known.get(row.integrationName), 'integration')
      return { integration, installation: toInstallation(context, declared, row, counts.get(row.id)) }
    })
    return { ...listed, items }
  },

  async listOrganizationIntegrationsStatus({ params: { organizationId }, query }, context) {
    const listed = await installations.listIn(context.db, organizationId, query)
    const known = await integrationsOf(context, listed.items)
    const items = listed.items.map((row) => {
      const { row: declared, integration } = found(known.get(row.integrationName), 'integration')
      const target = { type: 'organization', organizationId } as const
      return { integration, status: toInstallation(context, declared, row).status, target }
    })
    return { ...listed, items }
  },

  async getOrganizationIntegrationStatus({ params: { organizationId, integrationName } }, context) {
    const { db } = context
    const integration = found(await integrations.find(db, integrationName), 'integration')
    const row = found(await installations.findIn(db, organizationId, integrationName), 'installation')
    return { status: toInstallation(context, integration, row).status }
  },
}

/** The integrations of these installations, both as stored and as the caller sees them. */
async function integrationsOf(context: Context, rows: readonly { readonly integrationName: string }[]) {
  const declared = await integrations.findAll(
    context.db,
    rows.map(({ integrationName }) => integrationName),
  )
  const shown = await integrations.toIntegrations(context, declared)
  const byName = new Map(declared.map((row) => [row.name, row]))
  return new Map(
    shown.map((integration) => [
      integration.name,
      { integration, row: found(byName.get(integration.name), 'integration') },
    ]),
  )
}
