import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PublishedSiteContent } from '@stemma/contract'
import { SignJWT, UnsecuredJWT } from 'jose'
import { newKey } from '../../../common/ids.ts'
import { type AudienceSite, givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { statementsOf } from '../../../test/counting.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { givenMember, givenUser, startServer } from '../../../test/harness.ts'
import { givenLargeSite } from '../../../test/large-site.ts'
import { refusalOf } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const nobody = server.as(undefined)

type Visitor = { jwtToken?: string; unsignedClaims?: Record<string, boolean | string> }

async function resolved(url: string, visitor: Visitor = {}): Promise<PublishedSiteContent> {
  const answer = await nobody.resolvePublishedContentByUrl({ body: { url, visitor } })
  if ('redirect' in answer) assert.fail(`sent to ${answer.redirect}`)
  return answer
}

async function assertNothing(url: string, visitor: Visitor = {}) {
  const refusal = await refusalOf(nobody.resolvePublishedContentByUrl({ body: { url, visitor } }))
  const stranger = await refusalOf(nobody.resolvePublishedContentByUrl({ body: { url: unknownUrl } }))
  assert.deepEqual([refusal.status, refusal.message], [stranger.status, stranger.message])
}

const unknownUrl = 'http://127.0.0.1:3000/sites/never-was'

test('an address leads to a section, a site space and a page', async () => {
  const site = await givenAudienceSite(server)
  const { organizationId, siteId, places, address } = site
  const { apiToken, siteSpace, ...root } = await resolved(address)
  assert.ok(apiToken && siteSpace)
  assert.deepEqual(root, {
    organization: organizationId,
    site: siteId,
    siteSection: places.none.id,
    space: places.none.spaceId,
    pathname: '',
    siteBasePath: `/sites/${siteId}/`,
    basePath: `/sites/${siteId}/`,
    complete: true,
    canonicalUrl: address,
  })
  const below = await resolved(`${address}/none/none/below/?utm=1#part`)
  assert.equal(below.siteSection, places.none.id)
  const { pathname, basePath, canonicalUrl, complete } = below
  assert.deepEqual([pathname, basePath], ['below', `/sites/${siteId}/none/none/`])
  assert.deepEqual([canonicalUrl, complete], [`${address}/below`, true])
})

test('a site is found by its basename, its own host and what stands in front of it', async () => {
  const site = await givenAudienceSite(server)
  const { siteId, params, admin, shareKey } = site
  const name = `docs-${siteId.toLowerCase()}`
  await givenVerifiedDomain(server, site.organizationId, 'example.com')
  await server.as(admin).updateSiteById({ params, body: { basename: name, proxy: `Example.com/in/${name}` } })
  const host = `${name}.example.org`
  const address = { kind: 'hostname', address: host, organization_id: site.organizationId, site_id: siteId }
  await server.db
    .insertInto('site_addresses')
    .values({ ...address, proved: true })
    .execute()
  const urls = [`http://127.0.0.1:3000/sites/${name}`, `https://${host}`, `https://EXAMPLE.com/in/${name}`]
  for (const url of urls) {
    const found = await resolved(`${url}/a/b`)
    assert.deepEqual([found.site, found.pathname], [siteId, 'a/b'], url)
    assert.equal(found.canonicalUrl, `https://example.com/in/${name}/a/b`)
    const shared = await resolved(`${url}/${shareKey}/a`)
    assert.deepEqual([shared.shareKey, shared.pathname], [shareKey, 'a'])
    assert.ok(shared.siteBasePath.endsWith(`/${shareKey}/`))
  }
  await assertNothing(`https://example.com/in/${name}-other`)
  await assertNothing('https://example.com/in')
  await assertNothing(`http://127.0.0.2:3000/sites/${name}`)
})

test('what is hidden from a visitor looks as if it were never there', async () => {
  const { address, places, privateKey } = await givenAudienceSite(server)
  const [hidden, never] = [await resolved(`${address}/true/x`), await resolved(`${address}/never/x`)]
  assert.equal(hidden.siteSection, never.siteSection)
  assert.deepEqual([hidden.pathname, never.pathname], ['true/x', 'never/x'])
  const jwtToken = await visitorToken(privateKey, { plan: 'pro' })
  const seen = await resolved(`${address}/true/x`, { jwtToken })
  assert.deepEqual([seen.siteSection, seen.pathname], [places.true.id, 'x'])
  assert.ok(seen.contextId)
})

test('a site that is not published, or not for a visitor, is not there', async () => {
  const site = await givenAudienceSite(server, 'share-link')
  const { address, params, admin, shareKey, shareLinkId } = site
  await resolved(`${address}/${shareKey}`)
  await assertNothing(address)
  await assertNothing(`${address}/${shareKey.slice(1)}`)
  const other = await givenAudienceSite(server, 'share-link')
  await assertNothing(`${address}/${other.shareKey}`)
  const link = { params: { ...params, shareLinkId } }
  await server.as(admin).updateSiteShareLinkById({ ...link, body: { active: false } })
  await assertNothing(`${address}/${shareKey}`)
  await server.as(admin).updateSiteById({ params, body: { visibility: 'public' } })
  await resolved(address)
  await server.as(admin).unpublishSite({ params })
  await assertNothing(address)
})

test('a visitor who must sign in is sent to do so, and back to where they wanted', async () => {
  const { address, params, admin, privateKey } = await givenAudienceSite(server, 'visitor-auth')
  await assertNothing(`${address}/a/b`)
  const body = { backend: 'custom', fallbackURL: 'https://example.com/login?from=docs' } as const
  await server.as(admin).updateSitePublishingAuthById({ params, body })
  const sent = await nobody.resolvePublishedContentByUrl({ body: { url: `${address}/a/b` } })
  const redirect = 'https://example.com/login?from=docs&location=%2Fa%2Fb'
  assert.deepEqual(sent, { target: 'external', redirect })
  const wrong = await visitorToken('another key', {})
  await assertNothing(`${address}/a/b`, { jwtToken: wrong })
  const query = { url: `${address}/a/b`, visitorAuthToken: wrong, redirectOnError: true }
  assert.deepEqual(await nobody.getPublishedContentByUrl({ query }), sent)
  const jwtToken = await visitorToken(privateKey, {})
  assert.equal((await resolved(`${address}/a/b`, { jwtToken })).pathname, 'a/b')
  assert.equal((await resolved(`${address}/a/b?jwt_token=${jwtToken}`)).pathname, 'a/b')
})

test('the key of a share link is not sent to where visitors sign in', async () => {
  const { address, params, admin, shareKey } = await givenAudienceSite(server, 'visitor-auth')
  const body = { backend: 'custom', fallbackURL: 'https://example.com/login' } as const
  await server.as(admin).updateSitePublishingAuthById({ params, body })
  for (const key of [shareKey, newKey()]) {
    const sent = await nobody.resolvePublishedContentByUrl({
      body: { url: `${address}/${key}/a?jwt_token=` },
    })
    assert.deepEqual(sent, { target: 'external', redirect: 'https://example.com/login?location=%2Fa' })
  }
})

test('spec 527: a visitor token counts only if this site signed it by HS256, and until it ends', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const { address, privateKey } = site
  const key = Buffer.from(privateKey)
  const seconds = Math.floor(Date.now() / 1000)
  const other = await givenAudienceSite(server, 'visitor-auth')
  const refused = {
    'of another site': await visitorToken(other.privateKey, {}),
    'that ended': await visitorToken(privateKey, {}, seconds - 90),
    'that never ends': await new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(key),
    'that begins later': await new SignJWT({})
      .setProtectedHeader({ alg: 'HS256' })
      .setNotBefore(seconds + 600)
      .setExpirationTime('2h')
      .sign(key),
    'of another algorithm': await new SignJWT({})
      .setProtectedHeader({ alg: 'HS512' })
      .setExpirationTime('2h')
      .sign(Buffer.concat([key, key])),
    'without a signature': new UnsecuredJWT({}).setExpirationTime('2h').encode(),
    'that is noise': 'a.b.c',
    'that is a content token': await contentTokenOf(other),
  }
  for (const [what, jwtToken] of Object.entries(refused)) {
    await assertNothing(address, { jwtToken }).catch((error) => assert.fail(`a token ${what}: ${error}`))
  }
  await resolved(address, { jwtToken: await visitorToken(privateKey, {}, seconds - 30) })
})

async function contentTokenOf({ address, privateKey }: AudienceSite) {
  const { apiToken } = await resolved(address, { jwtToken: await visitorToken(privateKey, {}) })
  return apiToken
}

test('unsigned claims count where the schema declares them, and nowhere else', async () => {
  const site = await givenAudienceSite(server)
  const { params, admin, places, address } = site
  const body = { condition: 'visitor.claims.unsigned.beta' }
  const section = { params: { ...params, siteSectionId: places.false.id } }
  await server.as(admin).updateSiteSectionById({ ...section, body })
  const sectionAt = async (part: string, visitor: Visitor) =>
    (await resolved(`${address}/${part}`, visitor)).siteSection
  assert.equal(await sectionAt('false', { unsignedClaims: { beta: true } }), places.false.id)
  assert.equal(await sectionAt('false', { unsignedClaims: { beta: 'true' } }), places.none.id)
  assert.equal(await sectionAt('true', { unsignedClaims: { plan: 'pro' } }), places.none.id)
  const jwtToken = await visitorToken(site.privateKey, { unsigned: { beta: true }, plan: 'other' })
  assert.equal(await sectionAt('false', { jwtToken }), places.none.id)
  assert.equal(await sectionAt('true', { jwtToken }), places.none.id)
})

test('with adaptive content switched off nobody is asked for claims, and conditions hide', async () => {
  const { params, admin, address, places, privateKey } = await givenAudienceSite(server)
  const jwtToken = await visitorToken(privateKey, { plan: 'pro' })
  assert.equal((await resolved(`${address}/true`, { jwtToken })).siteSection, places.true.id)
  await server.as(admin).updateSiteById({ params, body: { adaptiveContent: { enabled: false } } })
  assert.equal((await resolved(`${address}/true`, { jwtToken })).siteSection, places.none.id)
})

test('whoever manages a site is told why a visitor does not see a part of it', async () => {
  const { params, admin, organizationId, places, privateKey } = await givenAudienceSite(server)
  const explain = async (query: object) => {
    const { items, ...answer } = await server.as(admin).explainSiteAudience({ params, query })
    const whyOf = (id: string) => items.find((item) => item.id === id)?.why
    const names = ['none', 'true', 'false', 'unknown'] as const
    return { ...answer, why: names.map((name) => whyOf(places[name].id)) }
  }
  const shown = { object: 'site-explanation', admitted: true } as const
  const unreadable = 'condition_unreadable'
  assert.deepEqual(await explain({}), { ...shown, why: [undefined, 'no_claims', 'no_claims', 'no_claims'] })
  const pro = [undefined, undefined, 'condition_false', unreadable]
  assert.deepEqual(await explain({ claims: '{"plan":"pro"}' }), { ...shown, why: pro })
  const visitorToken_ = await visitorToken(privateKey, { plan: 'free' })
  const free = [undefined, 'condition_false', 'condition_false', unreadable]
  assert.deepEqual(await explain({ visitorToken: visitorToken_ }), { ...shown, why: free })
  await server.as(admin).updateSiteById({ params, body: { visibility: 'share-link' } })
  const wrong = { object: 'site-explanation', admitted: false, refusal: 'share_key_wrong' }
  const all = Array(4).fill('share_key_wrong')
  assert.deepEqual(await explain({ shareKey: 'x' }), { ...wrong, why: all })
  const item = places.true.id
  const { items } = await server.as(admin).explainSiteAudience({ params, query: { item } })
  assert.deepEqual(
    items.map(({ id }) => id),
    [item],
  )
  assert.equal((await refusalOf(explain({ claims: '[]' }))).status, 400)
  const editor = await givenMember(server, { id: organizationId }, 'edit')
  assert.equal((await refusalOf(server.as(editor).explainSiteAudience({ params }))).status, 403)
  const stranger = await givenUser(server)
  assert.equal((await refusalOf(server.as(stranger).explainSiteAudience({ params }))).status, 404)
})

test('showing a site and resolving its addresses takes as many statements when it is large', async () => {
  const stranger = await givenUser(server)
  const counts: number[][] = []
  for (const size of [2, 60]) {
    const { organizationId, siteId, address } = await givenLargeSite(server, size)
    const params = { organizationId, siteId }
    const { apiToken, space } = await resolved(address)
    const visitor = server.as({ secret: apiToken })
    counts.push([
      await statementsOf(server, () => resolved(`${address}/s0/s0/page`)),
      await statementsOf(server, () => server.as(stranger).getPublishedContentSite({ params })),
      await statementsOf(server, () => visitor.listSiteSections({ params, query: { limit: 1000 } })),
      await statementsOf(server, () => refusalOf(visitor.listPages({ params: { spaceId: `${space}x` } }))),
    ])
  }
  const [small, large] = counts
  assert.deepEqual(large, small)
  assert.ok(
    small?.every((count) => count > 1 && count <= 8),
    String(small),
  )
})

test('more claims than a token can hold are refused, and only where the site is open', async () => {
  const { params, admin, address } = await givenAudienceSite(server)
  const api = server.as(admin)
  const { jsonSchema } = await api.getSiteAdaptiveSchema({ params })
  const { unsigned } = jsonSchema.properties
  assert.ok(unsigned?.type === 'object')
  const name = (index: number) => `name${index}`
  const more = Array.from({ length: 8 }, (_, index) => [
    name(index),
    { type: 'string', description: 'A name' },
  ])
  const properties = { ...unsigned.properties, ...Object.fromEntries(more) }
  const changed = { ...jsonSchema.properties, unsigned: { ...unsigned, properties } }
  const body = { jsonSchema: { ...jsonSchema, properties: changed } } as never
  await api.updateSiteAdaptiveSchema({ params, body })
  const said = Array.from({ length: 8 }, (_, index) => [name(index), 'x'.repeat(1000)])
  const visitor = { unsignedClaims: Object.fromEntries(said) }
  const refusal = await refusalOf(nobody.resolvePublishedContentByUrl({ body: { url: address, visitor } }))
  assert.equal(refusal.status, 400)
  await api.unpublishSite({ params })
  await assertNothing(address, visitor)
})
