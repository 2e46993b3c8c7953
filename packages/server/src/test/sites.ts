import type { SiteStructure } from '@stemma/contract'
import { givenMember, givenOrganization, type Server } from './harness.ts'
import { sampleSchema } from './world-site.ts'

/** An organization with a creator, who has a site that shows spaces with these titles. */
export async function givenSite(server: Server, ...titles: string[]) {
  const organization = await givenOrganization(server)
  const creator = await givenMember(server, organization, 'create')
  const api = server.as(creator)
  const organizationId = organization.id
  const addSpace = async (title: string) => {
    const space = await api.createSpace({ params: { organizationId }, body: { title } })
    return space.id
  }
  const spaceIds: string[] = []
  for (const title of titles) spaceIds.push(await addSpace(title))
  const site = await api.createSite({ params: { organizationId }, body: { title: 'Docs', spaces: spaceIds } })
  const params = { organizationId, siteId: site.id }
  await api.updateSiteAdaptiveSchema({ params, body: { jsonSchema: sampleSchema } as never })
  const addSection = async (title: string) =>
    api.addSectionToSite({ params, body: { spaceId: await addSpace(title), title } })
  return { organization, organizationId, creator, api, site, params, spaceIds, addSpace, addSection }
}

/** A site structure as text: `One*(A*,B),Group[Two(C*)]`, where `*` marks a default. */
export function outlineOf({ structure }: SiteStructure): string {
  return structure.map(lineOf).join(',')
}

type Item = SiteStructure['structure'][number]

function lineOf(item: Item): string {
  if (item.object === 'site-section-group') return `${item.title}[${item.sections.map(lineOf).join(',')}]`
  const name = item.title + (item.default ? '*' : '')
  return item.object === 'site-section' ? `${name}(${item.siteSpaces.map(lineOf).join(',')})` : name
}
