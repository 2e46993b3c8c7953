import type { ContentChange, Site } from '@stemma/contract'
import { SignJWT } from 'jose'
import { newKey } from '../common/ids.ts'
import { givenOrganization, type Server } from './harness.ts'
import { sampleSchema } from './world-site.ts'
import { page } from './writing.ts'

/** Visible to all, to visitors on one plan, to nobody, and dependent on a claim that no longer exists. */
export const conditions = {
  none: null,
  true: 'visitor.claims.plan === "pro"',
  false: 'visitor.claims.plan === "pro" && visitor.claims.plan === "free"',
  unknown: 'visitor.claims.lost',
} as const
export type Condition = keyof typeof conditions
export const conditionNames = Object.keys(conditions) as Condition[]

/**
 * A published site with a section for each condition. Each section shows its own space, which has a page with
 * a subpage for each condition.
 */
export async function givenAudienceSite(server: Server, visibility: Site['visibility'] = 'public') {
  const { id: organizationId, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const spaces: string[] = []
  for (const title of conditionNames) {
    const body = { title, editMode: 'live' } as const
    const { id: spaceId } = await api.createSpace({ params: { organizationId }, body })
    await writePages(api, spaceId)
    spaces.push(spaceId)
  }
  const [first = '', ...others] = spaces
  const made = { title: 'none', visibility, spaces: [first] }
  const { id: siteId } = await api.createSite({ params: { organizationId }, body: made })
  const params = { organizationId, siteId }
  await api.updateSiteAdaptiveSchema({ params, body: { jsonSchema: sampleSchema } as never })
  await api.updateSiteById({ params, body: { adaptiveContent: { enabled: true } } })
  for (const [index, spaceId] of others.entries())
    await api.addSectionToSite({ params, body: { spaceId, title: conditionNames[index + 1] ?? '' } })
  const { items: sections } = await api.listSiteSections({ params })
  for (const { id, title } of sections) {
    const condition = conditions[title as Condition]
    const places = server.db.updateTable('site_sections').set({ condition })
    await places.where('organization_id', '=', organizationId).where('id', '=', id).execute()
  }
  await api.publishSite({ params })
  const { privateKey } = await api.getSitePublishingAuthById({ params })
  const { id: shareLinkId, urls } = await api.createSiteShareLink({ params, body: { name: 'Link' } })
  const shareKey = urls.published?.split('/').at(-1) ?? newKey()
  const address = `http://127.0.0.1:3000/sites/${siteId}`
  const byCondition = Object.fromEntries(
    sections.map(({ id, title }, index) => [title, { id, spaceId: spaces[index] }]),
  )
  const places = byCondition as Record<Condition, { readonly id: string; readonly spaceId: string }>
  return { organizationId, admin, siteId, params, places, privateKey, shareLinkId, shareKey, address }
}

export type AudienceSite = Awaited<ReturnType<typeof givenAudienceSite>>

async function writePages(api: ReturnType<Server['as']>, spaceId: string) {
  const write = (changes: ContentChange[]) =>
    api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  const tops = conditionNames.map((name) => {
    const condition = conditions[name]
    return page(name, { slug: name, ...(condition && { condition }) })
  })
  const { changes } = await write(tops)
  const ids = changes.map((change) => (change.operation === 'deleted_page' ? '' : change.page.id))
  await write(ids.map((into, index) => page(`below ${conditionNames[index]}`, { slug: 'below', into })))
}

/** A visitor with a content token of the site. */
export async function visitorOf(
  server: Server,
  { address, privateKey }: AudienceSite,
  claims?: object,
  key = '',
) {
  const visitor = claims && { jwtToken: await visitorToken(privateKey, claims) }
  const url = key === '' ? address : `${address}/${key}`
  const body = { url, ...(visitor && { visitor }) }
  const answer = await server.as(undefined).resolvePublishedContentByUrl({ body })
  if ('redirect' in answer) throw new Error('The visitor was sent elsewhere.')
  return server.as({ secret: answer.apiToken })
}

/** Creates a visitor token as a site operator would. */
export function visitorToken(privateKey: string, claims: object, expires: string | number = '2h') {
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(Buffer.from(privateKey))
}
