import type { SiteInstallation, SpaceInstallation } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../../app/client.ts'
import { offers } from '../../../app/offers.ts'
import { toPages } from '../../../app/operations.ts'

export type Kind = 'space' | 'site'

export interface InstallationKey {
  readonly integrationName: string
  readonly installationId: string
}

const query = { extended: true, limit: 50 }

/** The spaces on which an installation has settings of their own. */
export function installedOnSpaces(params: InstallationKey) {
  return toPages('listIntegrationInstallationSpaces', { params, query })
}

export function installedOnSites(params: InstallationKey) {
  return toPages('listIntegrationInstallationSites', { params, query })
}

/** The place of an installation: its name is missing if the person can’t read it. */
export function placeIn(one: SpaceInstallation | SiteInstallation): Place {
  const place = 'space' in one ? one.space : one.site
  return typeof place === 'string' ? { id: place } : { id: place.id, title: place.title }
}

interface Place {
  readonly id: string
  readonly title?: string
}

export function offersOn(kind: Kind, key: InstallationKey) {
  return kind === 'space'
    ? offers('installIntegrationOnSpace', { ...key })
    : offers('installIntegrationOnSite', { ...key })
}

export function offersSettings(kind: Kind, key: InstallationKey, id: string) {
  return kind === 'space'
    ? offers('updateIntegrationSpaceInstallation', { ...key, spaceId: id })
    : offers('updateIntegrationSiteInstallation', { ...key, siteId: id })
}

export function offersRemoval(kind: Kind, key: InstallationKey, id: string) {
  return kind === 'space'
    ? offers('uninstallIntegrationFromSpace', { ...key, spaceId: id })
    : offers('uninstallIntegrationFromSite', { ...key, siteId: id })
}

/** What can be done with an integration on a space or a site. */
type Act = 'install' | 'uninstall' | { readonly configuration: Record<string, unknown> }

interface Wanted {
  readonly id: string
  readonly act: Act
}

/** Installs, configures or uninstalls an integration on one space or site. */
export function useOnPlace(kind: Kind, params: InstallationKey) {
  return useMutation({
    networkMode: 'always',
    async mutationFn({ id, act }: Wanted) {
      if (kind === 'space') await onSpace({ ...params, spaceId: id }, act)
      else await onSite({ ...params, siteId: id }, act)
    },
  })
}

async function onSpace(key: InstallationKey & { readonly spaceId: string }, act: Act) {
  const { spaceId, ...params } = key
  if (act === 'install') await api.installIntegrationOnSpace({ params, body: { space: spaceId } })
  else if (act === 'uninstall') await api.uninstallIntegrationFromSpace({ params: key })
  else await api.updateIntegrationSpaceInstallation({ params: key, body: act })
}

async function onSite(key: InstallationKey & { readonly siteId: string }, act: Act) {
  const { siteId, ...params } = key
  if (act === 'install') await api.installIntegrationOnSite({ params, body: { siteId } })
  else if (act === 'uninstall') await api.uninstallIntegrationFromSite({ params: key })
  else await api.updateIntegrationSiteInstallation({ params: key, body: act })
}
