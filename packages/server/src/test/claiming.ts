import { randomUUID } from 'node:crypto'
import type { PublishedSiteContent } from '@stemma/contract'
import { givenOrganization, type Server } from './harness.ts'

/** An organization with a published site, and helpers for the addresses of the site. */
export async function givenClaimant(server: Server) {
  const { id: organizationId, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const at = { params: { organizationId } }
  const addSite = async (body: Claim = {}) => {
    const { id: siteId } = await api.createSite({ ...at, body: { spaces: 'empty' } })
    const params = { organizationId, siteId }
    await api.publishSite({ params })
    if (Object.keys(body).length > 0) await api.updateSiteById({ params, body })
    return params
  }
  const params = await addSite()
  const claim = (body: Claim) => api.updateSiteById({ params, body })
  return { organizationId, admin, api, at, addSite, params, siteId: params.siteId, claim }
}

interface Claim {
  readonly proxy?: string | null
  readonly hostname?: string | null
  readonly basename?: string
}

export type Claimant = Awaited<ReturnType<typeof givenClaimant>>

/** A host name that no other test uses. */
export function newHost() {
  return `docs.x${randomUUID()}.example`
}

/** The ID of the site that is published at a URL, if any. */
export async function siteAt(server: Server, url: string): Promise<string | undefined> {
  const answer = await server
    .as(undefined)
    .resolvePublishedContentByUrl({ body: { url } })
    .catch(() => undefined)
  return answer && (answer as PublishedSiteContent).site
}
