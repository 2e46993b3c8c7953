import type { PageQuery } from '@stemma/contract'
import type { Viewing } from '../../../auth/levels.ts'

/** An installation on a space or a site as it is read; `contentId` is the space or the site. */
export interface ContentInstallationRow extends ContentInstallationKey {
  readonly id: string
  readonly externalIds: string[]
  readonly configuration: string
}

/** One of them; `organizationId` is that of the installation. */
export interface ContentInstallationKey {
  readonly integrationName: string
  readonly installationId: string
  readonly organizationId: string
  readonly contentId: string
}

/** All of an integration that somebody may see; `all` for who administers its owner. */
export interface ContentListing extends Viewing {
  readonly integrationName: string
  readonly all: boolean
}

export interface ContentPage extends PageQuery {
  readonly externalId?: string
}
