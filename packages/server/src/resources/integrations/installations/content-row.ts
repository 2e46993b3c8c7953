import type { PageQuery } from '@stemma/contract'
import type { Viewing } from '../../../auth/levels.ts'

/** An installation on a space or a site. `contentId` is the ID of the space or the site. */
export interface ContentInstallationRow extends ContentInstallationKey {
  readonly id: string
  readonly externalIds: string[]
  readonly configuration: string
}

/** The key of one. `organizationId` is the organization of the installation. */
export interface ContentInstallationKey {
  readonly integrationName: string
  readonly installationId: string
  readonly organizationId: string
  readonly contentId: string
}

/** The visible installations of an integration. `all` for admins of the integration's owner. */
export interface ContentListing extends Viewing {
  readonly integrationName: string
  readonly all: boolean
}

export interface ContentPage extends PageQuery {
  readonly externalId?: string
}
