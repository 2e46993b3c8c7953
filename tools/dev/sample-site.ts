import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Client, createClient } from '@stemma/client'

const run = promisify(execFile)
const stemma = fileURLToPath(new URL('../../packages/cli/src/main.ts', import.meta.url))
const docs = fileURLToPath(new URL('../../docs', import.meta.url))

/** Where the sample is, and who manages it. */
export interface Managed {
  readonly endpoint: string
  readonly token: string
  readonly organizationId: string
}

/** Publishes the documentation of this repository, imported as everybody imports a folder. */
export async function publishDocs({ endpoint, token, organizationId }: Managed) {
  const client = createClient({ endpoint, token })
  const params = { organizationId }
  const { id: spaceId } = await client.createSpace({ params, body: { title: 'Documentation' } })
  const env = { ...process.env, STEMMA_ENDPOINT: endpoint, STEMMA_TOKEN: token }
  const command = [stemma, 'import', docs, '--space', spaceId, '--json']
  const { stdout } = await run(process.execPath, command, { env, maxBuffer: 1024 * 1024 })
  const { target } = JSON.parse(stdout) as { readonly target: { readonly changeRequest: string } }
  const { changeRequest: changeRequestId } = target
  await client.mergeChangeRequest({ params: { spaceId, changeRequestId } })
  const body = { title: 'Stemma', visibility: 'public' as const, spaces: [spaceId] }
  const { id: siteId } = await client.createSite({ params, body })
  await client.publishSite({ params: { organizationId, siteId } })
}

/** The URL of the first published site that the holder of a token manages. */
export async function publishedSite(endpoint: string, token: string): Promise<string | undefined> {
  const client: Client = createClient({ endpoint, token })
  const { items: organizations } = await client.listOrganizationsForAuthenticatedUser({})
  for (const { id: organizationId } of organizations) {
    const { items } = await client.listSites({ params: { organizationId } })
    const site = items.find(({ urls }) => urls.published !== undefined)
    if (site !== undefined) return site.urls.published
  }
  return undefined
}
