import type { Installation } from '@stemma/contract'
import type { SealedPlace } from '../../../auth/sealing.ts'
import type { Addresses } from '../../../common/addresses.ts'
import type { Context } from '../../../common/context.ts'
import type { IntegrationRow } from '../integrations/store.ts'
import type { ContentInstallationRow } from './content-row.ts'
import { type Configuration, declaredFor, statusOf } from './rules.ts'
import { configurationPlace, type InstallationRow } from './store.ts'

export function toInstallation(
  { seals, addresses }: Context,
  integration: IntegrationRow,
  row: InstallationRow,
  spaces = 0,
): Installation {
  const { id, organizationId, createdAt, updatedAt, externalIds } = row
  const { name } = integration
  const configuration = JSON.parse(seals.open(row.configuration, configurationPlace(row))) as Configuration
  return {
    object: 'installation',
    id,
    status: statusOf(configuration, declaredFor(integration, 'account')),
    space_selection: row.spaceSelection as Installation['space_selection'],
    site_selection: row.siteSelection as Installation['site_selection'],
    spaces,
    configuration,
    createdAt,
    updatedAt,
    externalIds,
    target: { organization: organizationId },
    urls: {
      location: addresses.installation(name, id),
      app: addresses.installationApp(organizationId, name),
      ...endpoints(addresses, name, id),
    },
  }
}

/** The fields that installations on spaces and on sites have in common. */
export function toContentInstallation(
  { seals, addresses }: Context,
  integration: IntegrationRow,
  row: ContentInstallationRow,
  where: 'space' | 'site',
) {
  const { installationId, contentId, externalIds } = row
  const { name } = integration
  const place = contentConfigurationPlace(row, where)
  const configuration = JSON.parse(seals.open(row.configuration, place)) as Configuration
  const below = `${installationId}/${where}s/${contentId}`
  return {
    integration: name,
    installation: installationId,
    status: statusOf(configuration, declaredFor(integration, where)),
    configuration,
    externalIds,
    urls: {
      location: addresses.installation(name, below),
      ...endpoints(addresses, name, below),
    },
  }
}

/** The sealing context of the configuration for a space or a site. */
export function contentConfigurationPlace(
  { id, organizationId }: Pick<ContentInstallationRow, 'id' | 'organizationId'>,
  where: 'space' | 'site',
): SealedPlace {
  return { table: `${where}_installations`, row: id, organizationId }
}

/** Content is served at the endpoint itself. */
function endpoints(addresses: Addresses, name: string, below: string) {
  const publicEndpoint = `${addresses.integrationEndpoint(name)}/${below}`
  return { publicEndpoint, publicContentEndpoint: publicEndpoint }
}
