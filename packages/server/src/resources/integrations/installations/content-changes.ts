import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import * as integrations from '../integrations/store.ts'
import type { ContentInstallationRow } from './content-row.ts'
import { type Configuration, declaredFor, defaultsOf, requireFitting, requireTarget } from './rules.ts'
import { contentConfigurationPlace } from './shape.ts'
import * as installations from './store.ts'

type Where = 'space' | 'site'

/**
 * The initial row of an installation on a space or a site. Locks the integration and the installation until
 * the transaction ends, so that neither disappears meanwhile.
 */
export async function beginning(context: Context, key: installations.Key, where: Where) {
  const { db, seals, now } = context
  const { integrationName, installationId, organizationId } = key
  const integration = found(await integrations.hold(db, integrationName), 'integration')
  requireTarget(integration, where)
  await installations.lock(db, installationId)
  found(await installations.find(db, key), 'installation')
  const id = newId()
  const configuration = JSON.stringify(defaultsOf(declaredFor(integration, where)))
  return {
    id,
    integration_name: integrationName,
    installation_id: installationId,
    organization_id: organizationId,
    configuration: seals.seal(configuration, contentConfigurationPlace({ id, organizationId }, where)),
    created_at: now,
    updated_at: now,
  }
}

/** The columns to write, and the event, which contains only the names of configuration fields. */
export async function changesOf(
  context: Context,
  before: ContentInstallationRow,
  body: Update,
  where: Where,
) {
  const { db, seals, now } = context
  const { configuration, externalIds } = body
  const integration = found(await integrations.find(db, before.integrationName), 'integration')
  if (configuration) requireFitting(configuration, declaredFor(integration, where))
  const ids = externalIds && { external_ids: externalIds }
  const sealed = configuration && {
    configuration: seals.seal(JSON.stringify(configuration), contentConfigurationPlace(before, where)),
  }
  return {
    columns: { ...ids, ...sealed, updated_at: now },
    told: {
      integration: before.integrationName,
      installationId: before.installationId,
      before: { external_ids: before.externalIds },
      after: { ...ids },
      ...(configuration && { configured: Object.keys(configuration) }),
    },
  }
}

interface Update {
  readonly externalIds?: string[]
  readonly configuration?: Configuration
}
