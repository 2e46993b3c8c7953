import type { Input, integrationOperations } from '@stemma/contract'
import { newId } from '../common/ids.ts'
import { givenOrganization, type Organization, type Server } from './harness.ts'

export type Manifest = Input<(typeof integrationOperations)['publishIntegration']>['body']

/** The smallest manifest that can be published. */
export function manifestFor({ id }: Pick<Organization, 'id'>, more: Partial<Manifest> = {}): Manifest {
  return { title: 'One', description: 'What it does', script: 'export default {}', organization: id, ...more }
}

/** An organization that published an integration, which is public by default. */
export async function givenPublished(server: Server, more: Partial<Manifest> = {}) {
  const owner = await givenOrganization(server, 'Owner')
  const integrationName = `one-${newId()}`
  const body = manifestFor(owner, { visibility: 'public', ...more })
  const integration = await server.as(owner.admin).publishIntegration({ params: { integrationName }, body })
  const publish = (changes: Partial<Manifest>) =>
    server.as(owner.admin).publishIntegration({ params: { integrationName }, body: { ...body, ...changes } })
  return { owner, integrationName, integration, params: { integrationName }, publish }
}

/** The same integration, installed in another organization, with a helper to create installation tokens. */
export async function givenInstalled(server: Server, more: Partial<Manifest> = {}) {
  const published = await givenPublished(server, more)
  const { integrationName, owner } = published
  const host = await givenOrganization(server, 'Host')
  const installation = await server
    .as(host.admin)
    .installIntegration({ params: { integrationName }, body: { organization: host.id } })
  const params = { integrationName, installationId: installation.id }
  const newToken = async () => {
    const { token } = await server.as(owner.admin).createIntegrationInstallationToken({ params })
    return { secret: token }
  }
  return { ...published, host, installation, params, newToken }
}
