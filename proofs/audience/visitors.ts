import { UnsecuredJWT } from 'jose'
import { newKey } from '../../packages/server/src/common/ids.ts'
import { type AudienceSite, visitorToken } from '../../packages/server/src/test/audience-site.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import type { Facts } from './oracle.ts'

/** The keys and tokens, valid and invalid, that visitors use on a site. */
export async function visitorsOf(server: Server, site: AudienceSite, other: AudienceSite) {
  const { params, admin, privateKey } = site
  const api = server.as(admin)
  const { id, urls } = await api.createSiteShareLink({ params, body: { name: 'Inactive' } })
  await api.updateSiteShareLinkById({ params: { ...params, shareLinkId: id }, body: { active: false } })
  const past = Math.floor(Date.now() / 1000) - 3600
  const pro = { plan: 'pro' }
  return {
    keys: {
      none: undefined,
      right: site.shareKey,
      wrong: newKey(),
      inactive: urls.published?.split('/').at(-1),
      'of another site': other.shareKey,
    },
    tokens: {
      none: undefined,
      valid: await visitorToken(privateKey, pro),
      expired: await visitorToken(privateKey, pro, past),
      'wrong key': await visitorToken(newKey(), pro),
      'alg none': new UnsecuredJWT(pro).setExpirationTime('2h').encode(),
      'of another site': await visitorToken(other.privateKey, pro),
      'missing claim': await visitorToken(privateKey, { name: 'Ada' }),
    },
  } satisfies Brought
}

export interface Brought {
  readonly keys: Readonly<Record<Facts['share'], string | undefined>>
  readonly tokens: Readonly<Record<Facts['token'], string | undefined>>
}

/** Resolves a URL for a visitor through both the POST and the GET endpoint. */
export async function resolveBoth({ app }: Server, url: string, jwtToken: string | undefined) {
  const payload = { url, ...(jwtToken !== undefined && { visitor: { jwtToken } }) }
  const query = { url, ...(jwtToken !== undefined && { visitorAuthToken: jwtToken }) }
  const post = await app.inject({ method: 'POST', url: '/v1/urls/published', payload })
  const get = await app.inject({ method: 'GET', url: '/v1/urls/published', query })
  return [post, get].map(({ statusCode, body }): Resolved => {
    if (statusCode !== 200 && statusCode !== 404) throw new Error(`${url} answered ${statusCode}: ${body}`)
    return statusCode === 200 ? JSON.parse(body) : {}
  })
}

export interface Resolved {
  readonly siteSection?: string
  readonly apiToken?: string
}
