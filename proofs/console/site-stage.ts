import type { Client } from '@stemma/client'
import type { AdaptiveClaim } from '@stemma/contract'
import type { givenOrganization, Server } from '../../packages/server/src/test/harness.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** A published site with sections, a group, variants, a condition and everything else that screens show. */
export async function fillSites(server: Server, { id, admin }: Organization) {
  const api = server.as(admin)
  const params = { organizationId: id }
  const guides = await written(api, id, 'Guides')
  const german = await written(api, id, 'Guides in German')
  const reference = await written(api, id, 'Reference of the API')
  const handbook = await written(api, id, 'Operations')
  const site = await api.createSite({ params, body: { title: 'Product docs', spaces: [guides] } })
  await api.createSite({ params, body: { title: 'Partner docs', visibility: 'share-link' } })
  const key = { ...params, siteId: site.id }
  const second = await api.addSectionToSite({ params: key, body: { spaceId: reference } })
  const fleet = await api.addSectionToSite({ params: key, body: { spaceId: handbook, title: 'Fleet' } })
  const [first] = (await api.listSiteSections({ params: key })).items
  await api.addSpaceToSite({ params: key, body: { spaceId: german, sectionId: first?.id ?? '' } })
  await api.addSectionGroupToSite({ params: key, body: { title: 'More', sections: [second.id] } })
  await declareClaims(api, key)
  await api.updateSiteSectionById({
    params: { ...key, siteSectionId: fleet.id },
    body: { condition: 'visitor.claims.unsigned.plan == "fleet"' },
  })
  await api.updateSiteById({ params: key, body: { adaptiveContent: { enabled: true } } })
  await api.createSiteShareLink({ params: key, body: { name: 'Auditors' } })
  await api.publishSite({ params: key })
  await api.updateSiteById({ params: key, body: { hostname: 'docs.fernwick.example' } })
  const destination = { kind: 'external', url: 'https://example.com/blog' } as const
  await api.createSiteRedirect({ params: key, body: { source: '/blog/*', destination } })
  await visit(api, key, guides)
  return { siteId: site.id, fleet: fleet.id }
}

type Organization = Awaited<ReturnType<typeof givenOrganization>>
type SiteKey = { readonly organizationId: string; readonly siteId: string }

async function written(api: Client, organizationId: string, title: string): Promise<string> {
  const { id } = await api.createSpace({
    params: { organizationId },
    body: { title, editMode: 'live', empty: true },
  })
  const changes = [page('Welcome'), page('Retry failed deliveries'), page('Limits')]
  await api.updateSpaceContent({ params: { spaceId: id }, body: { changes } })
  return id
}

async function visit(api: Client, params: SiteKey, spaceId: string) {
  const { pages } = await api.listPages({ params: { spaceId } })
  const events = pages.map(({ id }) => ({ type: 'page_view', location: { space: spaceId, page: id } }))
  await api.trackEventsInSiteById({ params, body: { events: [...events, ...events.slice(0, 1)] } })
}

async function declareClaims(api: Client, params: SiteKey) {
  const plan: AdaptiveClaim = { type: 'string', description: 'What they pay for', enum: ['free', 'fleet'] }
  const unsigned: AdaptiveClaim = {
    type: 'object',
    description: 'What visitors say about themselves',
    properties: { plan },
    additionalProperties: false,
  }
  const beta: AdaptiveClaim = { type: 'boolean', description: 'Whether they try what is new' }
  const jsonSchema = { type: 'object', properties: { unsigned, beta }, additionalProperties: false } as const
  await api.updateSiteAdaptiveSchema({ params, body: { jsonSchema } })
}
