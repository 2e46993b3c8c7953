import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SiteRedirectInputDestination } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { givenMember, givenUser, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded, refusalOf } from '../../../test/recorded.ts'
import { givenSite } from '../../../test/sites.ts'
import { page } from '../../../test/writing.ts'
import { normalized } from './rules.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const elsewhere: SiteRedirectInputDestination = { kind: 'external', url: 'https://example.com/new' }

type Reader = ReturnType<typeof server.as>

async function targetOf(reader: Reader, params: AudienceSite['params'], source: string, shareKey?: string) {
  const query = { source, ...(shareKey !== undefined && { shareKey }) }
  return (await reader.getSiteRedirectBySource({ params, query })).target
}

async function assertNone(reader: Reader, params: AudienceSite['params'], source: string) {
  const { status, message } = await refusalOf(targetOf(reader, params, source))
  assert.deepEqual([status, message], [404, 'There is no such redirect. Check the path.'])
}

/** The redirects `/section`, `/space` and `/page` into each section of a site, such as `/true/page/false`. */
async function givenRedirects(site: AudienceSite) {
  const { params, places } = site
  const api = server.as(site.admin)
  const { items: siteSpaces } = await api.listSiteSpaces({ params })
  const redirects: { source: string; destination: SiteRedirectInputDestination }[] = []
  for (const [name, { id, spaceId }] of Object.entries(places)) {
    const siteSpaceId = siteSpaces.find(({ space }) => space.id === spaceId)?.id ?? ''
    const { pages } = await api.listPages({ params: { spaceId } })
    redirects.push({ source: `/${name}/section`, destination: { kind: 'site-section', siteSectionId: id } })
    redirects.push({ source: `/${name}/space`, destination: { kind: 'site-space', siteSpaceId } })
    for (const { id: pageId, title } of pages) {
      const destination = { kind: 'site-page', siteSpaceId, pageId } as const
      redirects.push({ source: `/${name}/page/${title}`, destination })
    }
  }
  await api.bulkUpsertSiteRedirects({ params, body: { redirects } })
}

test('a redirect is created, shown, changed, listed and deleted, and each change is recorded', async () => {
  const { api, params, organizationId, creator } = await givenSite(server, 'One')
  const body = { source: '/old', destination: elsewhere }
  const created = await api.request('createSiteRedirect', { params, body })
  const { id, createdAt, ...shown } = created.data
  assert.deepEqual(shown, {
    ...{ object: 'site-redirect', source: '/old', draft: false, captureWildcard: false, permanent: false },
    destination: elsewhere,
  })
  const { siteId } = params
  const event = { actor: creator.id, siteId, redirectId: id }
  assert.deepEqual(await recorded(server, organizationId, created), [
    { type: 'site.redirect_created', ...event, source: '/old' },
  ])
  const at = { params: { ...params, siteRedirectId: id } }
  assert.deepEqual(await api.getSiteRedirectById(at), created.data)
  const updated = await api.request('updateSiteRedirectById', { ...at, body: { permanent: true } })
  const { updatedAt, ...rest } = updated.data
  assert.deepEqual(rest, { ...created.data, permanent: true })
  assert.ok(updatedAt !== undefined && updatedAt > createdAt)
  const settings = { source: '/old', draft: false, captureWildcard: false, destination: elsewhere }
  assert.deepEqual(await recorded(server, organizationId, updated), [
    {
      ...{ type: 'site.redirect_updated', ...event },
      before: { ...settings, permanent: false },
      after: { ...settings, permanent: true },
    },
  ])
  assert.deepEqual((await api.listSiteRedirects({ params })).items, [updated.data])
  const deleted = await api.request('deleteSiteRedirectById', at)
  assert.deepEqual(await recorded(server, organizationId, deleted), [
    { type: 'site.redirect_deleted', ...event, source: '/old' },
  ])
  assert.deepEqual([deleted.status, (await api.request('deleteSiteRedirectById', at)).status], [205, 204])
  assert.equal((await refusalOf(api.getSiteRedirectById(at))).status, 404)
  assert.equal((await refusalOf(api.updateSiteRedirectById({ ...at, body: {} }))).status, 404)
})

test('readers of an organization list redirects, creators change them, and others do neither', async () => {
  const site = await givenAudienceSite(server)
  const { params } = site
  const organization = { id: site.organizationId }
  const body = { source: '/old', destination: elsewhere }
  const { id } = await server.as(site.admin).createSiteRedirect({ params, body })
  const reviewer = server.as(await givenMember(server, organization, 'review'))
  assert.equal((await reviewer.listSiteRedirects({ params })).count, 1)
  const at = { params: { ...params, siteRedirectId: id } }
  const other = { ...body, source: '/other' }
  for (const refused of [
    () => reviewer.createSiteRedirect({ params, body: other }),
    () => reviewer.updateSiteRedirectById({ ...at, body: {} }),
    () => reviewer.deleteSiteRedirectById(at),
    () => reviewer.bulkUpsertSiteRedirects({ params, body: { redirects: [other] } }),
  ])
    assert.equal((await refusalOf(refused())).status, 403)
  const guest = await givenMember(server, organization, null)
  const places = { params: { spaceId: site.places.none.spaceId } }
  await server.as(site.admin).inviteToSpace({ ...places, body: { role: 'admin', users: [guest.id] } })
  await server.as(guest).getSiteStructure({ params })
  for (const outsider of [server.as(guest), await visitorOf(server, site)]) {
    assert.ok([403, 404].includes((await refusalOf(outsider.listSiteRedirects({ params }))).status))
    assert.ok([403, 404].includes((await refusalOf(outsider.getSiteRedirectById(at))).status))
  }
})

test('lists show live redirects or drafts, in the wanted order, and find part of a source', async () => {
  const { api, params } = await givenSite(server, 'One')
  const add = (source: string, draft = false) =>
    api.createSiteRedirect({ params, body: { source, draft, destination: elsewhere } })
  const first = await add('/b/one')
  await add('/a/two')
  await add('/c_/three')
  await add('/a/two', true)
  await api.updateSiteRedirectById({
    params: { ...params, siteRedirectId: first.id },
    body: { permanent: true },
  })
  const list = async (query: object) =>
    (await api.listSiteRedirects({ params, query })).items.map(({ source }) => source)
  assert.deepEqual(await list({}), ['/c_/three', '/a/two', '/b/one'])
  assert.deepEqual(await list({ orderBy: 'source' }), ['/a/two', '/b/one', '/c_/three'])
  assert.deepEqual(await list({ orderBy: 'updatedAt' }), ['/b/one', '/c_/three', '/a/two'])
  assert.deepEqual(await list({ draft: true }), ['/a/two'])
  assert.deepEqual(await list({ search: 'ONE' }), ['/b/one'])
  assert.deepEqual(await list({ search: '_' }), ['/c_/three'])
  for (const orderBy of ['createdAt', 'updatedAt', 'source'] as const) {
    const query = { orderBy, limit: 1 }
    const { next } = await api.listSiteRedirects({ params, query })
    const rest = await list({ orderBy, page: next?.page })
    assert.deepEqual(rest, (await list({ orderBy })).slice(1))
  }
})

test('a source is a percent-encoded path, and each path has one spelling', async () => {
  const { api, params } = await givenSite(server, 'One')
  const create = (source: string) =>
    api.createSiteRedirect({ params, body: { source, destination: elsewhere } })
  const broken = [
    '',
    'old',
    '/',
    '/old/',
    '//old',
    '/a//b',
    '/old?a=1',
    '/old#a',
    '/é',
    '/a b',
    '/%2',
    '/%zz',
  ]
  const wild = ['/*', '*', '/a*b', '/a/*/b', '/a/**']
  for (const source of [...broken, ...wild, `/${'x'.repeat(512)}`])
    assert.equal((await refusalOf(create(source))).status, 400, source)
  assert.equal((await create('/caf%c3%a9/%7euser+x')).source, '/caf%C3%A9/~user+x')
  assert.equal((await refusalOf(create('/caf%C3%A9/%7Euser%2bx'))).reason, 'conflict')
  assert.equal(await targetOf(api, params, '/caf%C3%A9/~user%2Bx'), 'https://example.com/new')
  await assertNone(api, params, '/CAF%C3%A9/~user+x')
  assert.equal(normalized('/%ff%2f'), '/%FF%2F')
  assert.equal(normalized('/a%2A'), '/a%2A')
  assert.equal(normalized('/a%2a*'), '/a%2A*')
})

test('a source has one live redirect and one draft at most', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const create = (source: string, draft = false) =>
    api.createSiteRedirect({ params, body: { source, draft, destination: elsewhere } })
  const live = await create('/old')
  const draft = await create('/old', true)
  await assertRefused(server, organizationId, create('/old'), 'conflict')
  await assertRefused(server, organizationId, create('/old', true), 'conflict')
  const update = (siteRedirectId: string, body: object) =>
    api.updateSiteRedirectById({ params: { ...params, siteRedirectId }, body })
  await assertRefused(server, organizationId, update(draft.id, { draft: false }), 'conflict')
  const other = await create('/other')
  await assertRefused(server, organizationId, update(other.id, { source: '/old' }), 'conflict')
  await api.deleteSiteRedirectById({ params: { ...params, siteRedirectId: live.id } })
  assert.equal((await update(draft.id, { draft: false })).draft, false)
  const both = await Promise.allSettled([create('/race'), create('/race')])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
})

test('a destination is a part of this site that the caller can read, or a web URL', async () => {
  const { api, params, organization, organizationId, spaceIds } = await givenSite(server, 'One')
  const other = await givenSite(server, 'Two')
  const section = await other.addSection('Section')
  const [, foreign] = (await other.api.listSiteSpaces({ params: other.params })).items
  const [own] = (await api.listSiteSpaces({ params })).items
  const siteSpaceId = own?.id ?? ''
  const refused: SiteRedirectInputDestination[] = [
    { kind: 'site-section', siteSectionId: section.id },
    { kind: 'site-space', siteSpaceId: foreign?.id ?? '' },
    { kind: 'site-page', siteSpaceId: foreign?.id ?? '', pageId: newId() },
    { kind: 'site-page', siteSpaceId, pageId: newId() },
    { kind: 'path', spaceId: foreign?.space.id ?? '', path: '' },
    { kind: 'path', spaceId: spaceIds[0] ?? '', path: 'missing' },
    { kind: 'external', url: 'javascript:alert(1)' },
    { kind: 'external', url: 'ftp://example.com/' },
    { kind: 'external', url: '/relative' },
  ]
  for (const destination of refused) {
    const creation = api.createSiteRedirect({ params, body: { source: '/old', destination } })
    await assertRefused(server, organizationId, creation, 'invalid_request')
  }
  const member = await givenMember(server, organization, 'create')
  await server.db
    .updateTable('spaces')
    .set({ inherits: false, default_level: null })
    .where('id', '=', spaceIds[0] ?? '')
    .execute()
  const unreadable = { source: '/old', destination: { kind: 'site-space', siteSpaceId } as const }
  const creation = server.as(member).createSiteRedirect({ params, body: unreadable })
  await assertRefused(server, organizationId, creation, 'invalid_request')
})

test('a page that is named by its path is followed when it moves', async () => {
  const site = await givenAudienceSite(server)
  const { params, places } = site
  const api = server.as(site.admin)
  const { spaceId } = places.none
  const destination = { kind: 'path', spaceId, path: '/none/below' } as const
  const redirect = await api.createSiteRedirect({ params, body: { source: '/old', destination } })
  assert.ok(redirect.destination.kind === 'site-page')
  const visitor = await visitorOf(server, site)
  assert.equal(await targetOf(visitor, params, '/old'), `${site.address}/none/below`)
  const { pageId } = redirect.destination
  const change = { operation: 'update_page', page: pageId, slug: 'mövéd', into: null } as const
  await api.updateSpaceContent({ params: { spaceId }, body: { changes: [change] } as never })
  assert.equal(await targetOf(visitor, params, '/old'), `${site.address}/m%C3%B6v%C3%A9d`)
})

test('a visitor is redirected only to what the site shows them', async () => {
  const site = await givenAudienceSite(server)
  const { params, address } = site
  await givenRedirects(site)
  const [anybody, paying] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const stranger = server.as(await givenUser(server))
  for (const reader of [anybody, paying, stranger]) {
    assert.equal(await targetOf(reader, params, '/none/section'), address)
    assert.equal(await targetOf(reader, params, '/none/space'), address)
    assert.equal(await targetOf(reader, params, '/none/page/none'), `${address}/none`)
    for (const place of ['section', 'space', 'page/none']) await assertNone(reader, params, `/false/${place}`)
    for (const title of ['false', 'unknown']) await assertNone(reader, params, `/none/page/${title}`)
    await assertNone(reader, params, '/missing')
  }
  assert.equal(await targetOf(paying, params, '/none/page/true'), `${address}/true`)
  assert.equal(await targetOf(paying, params, '/true/section'), `${address}/true`)
  assert.equal(await targetOf(paying, params, '/true/page/none'), `${address}/true/none`)
  for (const reader of [anybody, stranger]) {
    await assertNone(reader, params, '/none/page/true')
    for (const place of ['section', 'space', 'page/none']) await assertNone(reader, params, `/true/${place}`)
  }
  const member = server.as(await givenMember(server, { id: site.organizationId }, 'read'))
  assert.equal(await targetOf(member, params, '/false/page/false'), `${address}/false/false`)
  await server.as(site.admin).unpublishSite({ params })
  for (const reader of [anybody, paying, stranger])
    assert.equal((await refusalOf(targetOf(reader, params, '/none/space'))).status, 404)
  assert.equal(await targetOf(member, params, '/none/page/none'), `${address}/none`)
})

test('the target contains the key of an active share link, and no other', async () => {
  const site = await givenAudienceSite(server, 'share-link')
  const { params, address, shareKey } = site
  await givenRedirects(site)
  const visitor = await visitorOf(server, site, undefined, shareKey)
  const stranger = server.as(await givenUser(server))
  for (const reader of [visitor, stranger]) {
    assert.equal(await targetOf(reader, params, '/none/page/none', shareKey), `${address}/${shareKey}/none`)
    assert.equal(await targetOf(reader, params, '/none/section', shareKey), `${address}/${shareKey}`)
  }
  assert.equal(await targetOf(visitor, params, '/none/page/none', 'wrong'), `${address}/none`)
  for (const key of [undefined, 'wrong'])
    assert.equal((await refusalOf(targetOf(stranger, params, '/none/section', key))).status, 404)
})

test('what a redirect leads to can be deleted: the redirect stays, and leads nowhere', async () => {
  const site = await givenAudienceSite(server)
  const { params, places } = site
  const api = server.as(site.admin)
  await givenRedirects(site)
  const { spaceId } = places.none
  const { pages } = await api.listPages({ params: { spaceId } })
  const pageId = pages.find(({ title }) => title === 'none')?.id ?? ''
  const changes = [{ operation: 'delete_page' as const, page: pageId }]
  await api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  await api.deleteSiteSectionById({ params: { ...params, siteSectionId: places.true.id } })
  for (const source of ['/none/page/none', '/true/section', '/true/space', '/true/page/none'])
    await assertNone(api, params, source)
  assert.equal((await api.listSiteRedirects({ params, query: { search: '/true/section' } })).count, 1)
  await api.deleteSiteById({ params })
  const left = server.db.selectFrom('site_redirects').select('id').where('site_id', '=', params.siteId)
  assert.deepEqual(await left.execute(), [])
})

test('a wildcard matches what begins with its text, the longest first, and can be captured', async () => {
  const site = await givenAudienceSite(server)
  const { params, address } = site
  const api = server.as(site.admin)
  const [own] = (await api.listSiteSpaces({ params })).items
  const to = (url: string) => ({ kind: 'external' as const, url })
  const redirects = [
    { source: '/docs*', destination: to('https://example.com/any') },
    { source: '/docs/*', captureWildcard: true, destination: to('https://example.com/new/?a=1#b') },
    { source: '/docs/v1/*', destination: to('https://example.com/v1') },
    { source: '/docs/v1/a', captureWildcard: true, destination: to('https://example.com/exact') },
    {
      source: '/site*',
      captureWildcard: true,
      destination: { kind: 'site-space', siteSpaceId: own?.id ?? '' },
    },
  ] as const
  await api.bulkUpsertSiteRedirects({ params, body: { redirects: [...redirects] } })
  const visitor = await visitorOf(server, site)
  const expected = {
    '/docs': 'https://example.com/any',
    '/docs-old/x': 'https://example.com/any',
    '/docs/a/b%20c': 'https://example.com/new/a/b%20c?a=1#b',
    '/docs/v1': 'https://example.com/new/v1?a=1#b',
    '/docs/v1/b': 'https://example.com/v1',
    '/docs/v1/a': 'https://example.com/exact',
    '/docs/v1/*': 'https://example.com/v1',
    '/site/none/below': `${address}/none/below`,
    '/sites': `${address}/s`,
  }
  for (const [source, target] of Object.entries(expected))
    assert.equal(await targetOf(visitor, params, source), target)
  for (const source of ['/doc', '/docs/../a', '/docs/%2e%2E/a', '/other/*'])
    await assertNone(visitor, params, source)
})

test('drafts redirect nobody until they are published, and then replace the live redirect', async () => {
  const { api, params } = await givenSite(server, 'One')
  const bulk = async (...redirects: object[]) =>
    (await api.bulkUpsertSiteRedirects({ params, body: { redirects } as never })).results
  const to = (url: string) => ({ kind: 'external', url })
  const [created] = await bulk({ source: '/old', intent: 'draft', destination: to('https://example.com/a') })
  assert.deepEqual(created, { status: 'created', source: '/old', draft: true, id: created?.id })
  await assertNone(api, params, '/old')
  const publish = { source: '/old', intent: 'publish' }
  assert.deepEqual(await bulk(publish), [{ ...created, status: 'published', draft: false }])
  assert.equal(await targetOf(api, params, '/old'), 'https://example.com/a')
  const draft = { source: '/old', intent: 'draft', permanent: true, destination: to('https://example.com/b') }
  const [, published] = await bulk(draft, publish)
  assert.deepEqual(published, { status: 'published', source: '/old', draft: false, id: created?.id })
  const { redirect, target } = await api.getSiteRedirectBySource({ params, query: { source: '/old' } })
  assert.deepEqual([redirect.id, redirect.permanent, target], [created?.id, true, 'https://example.com/b'])
  assert.equal((await api.listSiteRedirects({ params, query: { draft: true } })).count, 0)
  const drafted = { source: '/old', intent: 'draft', destination: to('https://example.com/c') }
  const swapped = await bulk({ source: '/old', destination: null }, drafted, publish, drafted)
  assert.deepEqual(
    swapped.map(({ status }) => status),
    ['deleted', 'created', 'published', 'created'],
  )
  assert.equal(await targetOf(api, params, '/old'), 'https://example.com/c')
})

test('many redirects change in one request, and an error in one does not affect the others', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const bulk = (redirects: object[]) =>
    api.request('bulkUpsertSiteRedirects', { params, body: { redirects } as never })
  await bulk(
    ['/kept', '/changed', '/gone'].map((source) => ({ source, destination: elsewhere, permanent: true })),
  )
  const answer = await bulk([
    { source: '/new', destination: elsewhere },
    { source: '/changed', destination: { kind: 'external', url: 'https://example.com/other' } },
    { source: '/gone', destination: null },
    { source: '/gone', destination: null },
    { source: '/none', intent: 'publish' },
    { source: '/wrong', intent: 'draft', destination: { kind: 'site-space', siteSpaceId: newId() } },
    { source: '/%6eew', destination: null },
    { source: '/twice', destination: elsewhere },
    { source: '/twice', captureWildcard: true, destination: elsewhere },
  ])
  const { results } = answer.data
  assert.deepEqual(
    results.map(({ status, source, draft }) => `${status} ${source}${draft ? ' draft' : ''}`),
    [
      'created /new',
      'updated /changed',
      'deleted /gone',
      'error /gone',
      'error /none',
      'error /wrong draft',
      'deleted /new',
      'created /twice',
      'updated /twice',
    ],
  )
  assert.ok(results.every(({ status, error }) => (status === 'error') === (error !== undefined)))
  const { items } = await api.listSiteRedirects({ params, query: { orderBy: 'source' } })
  assert.deepEqual(
    items.map(({ source, permanent, captureWildcard }) => [source, permanent, captureWildcard]),
    [
      ['/changed', true, false],
      ['/kept', true, false],
      ['/twice', false, true],
    ],
  )
  const events = await recorded(server, organizationId, answer)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['site.redirect_created', 'site.redirect_deleted', 'site.redirect_updated'],
  )
  const many = Array.from({ length: 501 }, (_, index) => ({ source: `/${index}`, destination: elsewhere }))
  assert.equal((await refusalOf(bulk(many))).status, 400)
  assert.equal((await refusalOf(bulk([]))).status, 400)
  assert.equal((await bulk(many.slice(1))).data.results.length, 500)
})

test('a site has ten thousand redirects at most', async () => {
  const { api, params, organizationId } = await givenSite(server, 'One')
  const settings = { is_draft: false, captures_wildcard: false, is_permanent: false }
  const now = new Date().toISOString()
  const times = { created_at: now, updated_at: now, destination: JSON.stringify(elsewhere) }
  const key = { organization_id: organizationId, site_id: params.siteId, ...settings, ...times }
  const rows = Array.from({ length: 9999 }, (_, index) => ({ ...key, id: `r${index}`, source: `/${index}` }))
  for (let from = 0; from < rows.length; from += 2500)
    await server.db
      .insertInto('site_redirects')
      .values(rows.slice(from, from + 2500))
      .execute()
  const redirects = ['/a', '/b', '/0'].map((source) => ({ source, destination: elsewhere }))
  const { results } = await api.bulkUpsertSiteRedirects({ params, body: { redirects } })
  assert.deepEqual(
    results.map(({ status }) => status),
    ['created', 'error', 'updated'],
  )
  const creation = api.createSiteRedirect({ params, body: { source: '/b', destination: elsewhere } })
  await assertRefused(server, organizationId, creation, 'conflict')
})

test('pages of a space that two sections show have the URL of the wanted one', async () => {
  const { api, params, spaceIds, addSection } = await givenSite(server, 'One')
  await addSection('Two')
  const [spaceId = ''] = spaceIds
  const body = { spaceId, sectionId: (await addSection('Three')).id }
  const added = await api.addSpaceToSite({ params, body })
  await api.updateSiteSpaceById({ params: { ...params, siteSpaceId: added.id }, body: { path: 'variant' } })
  await api.updateSpaceById({ params: { spaceId }, body: { editMode: 'live' } })
  const { changes } = await api.updateSpaceContent({
    params: { spaceId },
    body: { changes: [page('First'), page('Page', { slug: 'page' })] },
  })
  const [, inserted] = changes
  const pageId = inserted?.operation === 'created_page' ? inserted.page.id : ''
  const destination = { kind: 'site-page', siteSpaceId: added.id, pageId } as const
  await api.createSiteRedirect({ params, body: { source: '/old', destination } })
  await api.publishSite({ params })
  const target = await targetOf(api, params, '/old')
  assert.equal(target, `http://127.0.0.1:3000/sites/${params.siteId}/three/variant/page`)
})
