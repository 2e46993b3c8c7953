import type { Site } from '@stemma/contract'
import { newHost } from './claiming.ts'
import type { Server } from './harness.ts'
import { givenWrittenSpace, page } from './writing.ts'

/** Opens URLs as a browser does that follows no redirects. */
export function openerFor({ app }: Pick<Server, 'app'>) {
  return async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const { pathname, search, host } = new URL(url)
    const answer = await app.inject({ url: `${pathname}${search}`, headers: { host, ...headers } })
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ')
    return { status: answer.statusCode, text: answer.body, headers: answer.headers, cookie }
  }
}

/** A published site over a space with these pages. */
export async function givenPublished(
  server: Server,
  changes = [page('Welcome'), page('Install'), page('Operate')],
  visibility: Site['visibility'] = 'public',
) {
  const space = await givenWrittenSpace(server, ...changes)
  const api = server.as(space.admin)
  const params = { organizationId: space.organization.id }
  const body = { title: 'Docs', visibility, spaces: [space.spaceId] }
  const site = await api.createSite({ params, body })
  const key = { ...params, siteId: site.id }
  const { urls } = await api.publishSite({ params: key })
  return { ...space, api, params: key, url: urls.published ?? '' }
}

/** A site at a host that its organization has proved to own. */
export async function givenHosted(server: Server, ...how: Readonly<Rest>) {
  const site = await givenPublished(server, ...how)
  const { organizationId, siteId } = site.params
  const host = newHost()
  const owner = { organization_id: organizationId, site_id: siteId }
  await server.db.updateTable('sites').set({ hostname: host }).where('id', '=', siteId).execute()
  await server.db
    .insertInto('site_addresses')
    .values({ kind: 'hostname', address: host, proved: true, ...owner })
    .execute()
  return { ...site, host }
}

type Rest = Parameters<typeof givenPublished> extends [Server, ...infer Others] ? Others : never
