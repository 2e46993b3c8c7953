import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { statementsOf } from '../../../test/counting.ts'
import { givenMember, givenUser, startServer } from '../../../test/harness.ts'
import { givenLargeSite } from '../../../test/large-site.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenReusableContent } from '../../../test/reusable-content.ts'
import { description, givenSpec } from '../../../test/world-openapi.ts'
import { page as page_ } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

type Reader = Awaited<ReturnType<typeof visitorOf>>

async function assertOut(answer: Promise<unknown>, status = 404) {
  assert.equal((await refusalOf(answer)).status, status)
}

async function write(site: AudienceSite, markdown: string, more: object = {}) {
  const { place = 'none', ...rest } = more as { place?: keyof AudienceSite['places'] }
  const params = { spaceId: site.places[place].spaceId }
  const changes = [page_('New', { document: { markdown }, ...rest })]
  await server.as(site.admin).updateSpaceContent({ params, body: { changes } })
}

const pro = 'visitor.claims.plan === "pro"'

test('a visitor gets a space without how people work in it', async () => {
  const site = await givenAudienceSite(server, 'unlisted')
  const { spaceId } = site.places.none
  const params = { spaceId }
  await server.as(site.admin).createChangeRequest({ params, body: { subject: 'Secret' } })
  const anybody = await visitorOf(server, site)
  const whole = await server.as(site.admin).getSpaceById({ params })
  const seen = await anybody.getSpaceById({ params, query: { shareKey: 'ignored' } })
  const { urls, permissions, ...rest } = seen
  const { id, object, title, emoji, createdAt, updatedAt, organization, revision } = whole
  assert.deepEqual(rest, {
    ...{ object, id, title, emoji, createdAt, updatedAt, organization, revision },
    visibility: 'unlisted',
    mergeRules: { type: 'inherit' },
    defaultLevel: null,
    ...{ comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
  })
  assert.deepEqual(Object.keys(urls).sort(), ['app', 'location'])
  const { view, ...others } = permissions
  assert.deepEqual([view, new Set(Object.values(others))], [true, new Set([false])])
  await assertOut(anybody.getSpaceById({ params: { spaceId: site.places.true.spaceId } }))
  await (await visitorOf(server, site, { plan: 'pro' })).getSpaceById({
    params: { spaceId: site.places.true.spaceId },
  })
  await server.as(site.admin).unpublishSite({ params: site.params })
  await assertOut(anybody.getSpaceById({ params }))
})

test('a visitor gets the OpenAPI specs that pages show them, and no others', async () => {
  const site = await givenAudienceSite(server)
  const { organizationId } = site
  const [shown, hidden, inBlock, elsewhere, unused] = await Promise.all(
    Array.from({ length: 5 }, async () => (await givenSpec(server, organizationId)).specSlug),
  )
  const other = await givenAudienceSite(server)
  const { specSlug: foreign } = await givenSpec(server, other.organizationId)
  const tag = (spec: string | undefined) => `{% openapi-operation spec="${spec}" path="/a" method="get" %}\n`
  await write(site, tag(shown))
  await write(site, tag(hidden), { condition: pro })
  await write(site, `{% if ${pro} %}\n${tag(inBlock)}{% endif %}\n`)
  await write(site, tag(elsewhere), { place: 'true' })
  await write(site, tag(foreign))
  const read = (reader: Reader, specSlug = '', organization = organizationId) =>
    reader.getLatestOpenAPISpecVersionContent({ params: { organizationId: organization, specSlug } })
  const [anybody, paying] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const { filesystem, urls } = await read(anybody, shown)
  const file = { filename: urls.source, dir: './', isEntrypoint: true, references: [] }
  assert.deepEqual(filesystem, [{ ...file, specification: description }])
  for (const spec of [hidden, inBlock, elsewhere, unused, foreign]) await assertOut(read(anybody, spec))
  for (const spec of [shown, hidden, inBlock, elsewhere]) await read(paying, spec)
  for (const spec of [unused, foreign]) await assertOut(read(paying, spec))
  await assertOut(read(paying, foreign, other.organizationId))
  const params = { organizationId, specSlug: shown ?? '' }
  await assertOut(anybody.getLatestOpenAPISpecVersion({ params }), 403)
  await assertOut(anybody.listOpenAPISpecs({ params }), 403)
  await server.as(site.admin).unpublishSite({ params: site.params })
  await assertOut(read(paying, shown))
})

test('a visitor gets the name and picture of members whom pages mention, and of nobody else', async () => {
  const site = await givenAudienceSite(server)
  const organization = { id: site.organizationId }
  const [shown, hidden, unused] = [
    await givenMember(server, organization),
    await givenMember(server, organization),
    await givenMember(server, organization),
  ]
  const stranger = await givenUser(server)
  const photoURL = 'https://example.com/face.png'
  await server.as(shown).updateUserById({ params: { userId: shown.id }, body: { photoURL } })
  await write(site, `Ask [them](/users/${shown.id}) or [that one](/users/${stranger.id}).\n`)
  await write(site, `{% if ${pro} %}\n[x](/users/${hidden.id})\n{% endif %}\n`)
  const read = (reader: Reader, userId: string) => reader.getUserById({ params: { userId } })
  const [anybody, paying] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const { displayName, urls } = await server.as(site.admin).getUserById({ params: { userId: shown.id } })
  const seen = { object: 'user', id: shown.id, displayName, photoURL, urls }
  assert.deepEqual(await read(anybody, shown.id), seen)
  for (const { id } of [hidden, unused, stranger, site.admin]) await assertOut(read(anybody, id))
  await read(paying, hidden.id)
  await assertOut(read(await visitorOf(server, await givenAudienceSite(server)), shown.id))
  const params = { organizationId: organization.id, userId: shown.id }
  await server.as(site.admin).removeMemberFromOrganizationById({ params })
  await assertOut(read(anybody, shown.id))
  await assertOut(anybody.getAuthenticatedUser(), 403)
})

test('a visitor finds in the revision the files that pages show them, and no others', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const names = ['open', 'hidden', 'inBlock', 'inPiece', 'inHiddenPiece', 'unused']
  const files = names.map((ref) => {
    const base64 = Buffer.from(ref).toString('base64')
    return { name: `${ref}.txt`, ref, contentType: 'text/plain', base64 }
  })
  const { insertedFiles = [] } = await server.as(site.admin).updateSpaceContent({
    params: { spaceId },
    body: { changes: [{ operation: 'insert_files', files }] },
  })
  const ids = insertedFiles.map(({ file }) => file.id)
  const [open, hidden, inBlock, inPiece, inHiddenPiece] = ids.map((id) => `![](/files/${id})\n`)
  const place = { spaceId, userId: site.admin.id }
  const piece = await givenReusableContent(server, place, { markdown: inPiece ?? '' })
  const other = await givenReusableContent(server, place, { markdown: inHiddenPiece ?? '' })
  const include = (id: string) => `{% include "/reusable-contents/${id}" %}\n`
  await write(site, `${open}\n{% if ${pro} %}\n${inBlock}{% endif %}\n\n${include(piece)}`)
  await write(site, `${hidden}\n${include(other)}`, { condition: pro })
  const listed = async (reader: Reader) => {
    const { files: seen } = await reader.getCurrentRevision({ params: { spaceId } })
    for (const { downloadURL } of seen) assert.ok(downloadURL)
    return seen.map(({ name }) => name.replace('.txt', '')).sort()
  }
  assert.deepEqual(await listed(await visitorOf(server, site)), ['inPiece', 'open'])
  const all = ['hidden', 'inBlock', 'inHiddenPiece', 'inPiece', 'open']
  assert.deepEqual(await listed(await visitorOf(server, site, { plan: 'pro' })), all)
  assert.deepEqual(await listed(server.as(site.admin)), [...all, 'unused'])
})

test('a page has the pages at its path in other languages as alternates', async () => {
  const site = await givenAudienceSite(server)
  const { organizationId, admin, params } = site
  const api = server.as(admin)
  const { spaceId } = site.places.none
  const [page = { id: '' }] = (await api.listPages({ params: { spaceId } })).pages
  const variant = async (language: 'fr' | 'en', slug: string, condition?: string) => {
    const made = await api.createSpace({
      params: { organizationId },
      body: { title: slug, editMode: 'live' },
    })
    await api.updateSpaceById({ params: { spaceId: made.id }, body: { language } })
    const changes = [page_('None', { slug, ...(condition && { condition }) })]
    await api.updateSpaceContent({ params: { spaceId: made.id }, body: { changes } })
    await api.addSpaceToSite({ params, body: { spaceId: made.id, sectionId: site.places.none.id } })
    const [first] = (await api.listPages({ params: { spaceId: made.id } })).pages
    return { space: made.id, page: first?.id ?? '' }
  }
  const french = await variant('fr', 'none')
  await variant('en', 'none')
  await variant('fr', 'other')
  await variant('fr', 'none', pro)
  const links = async (reader: Reader) => {
    const { id: revisionId } = await reader.getCurrentRevision({ params: { spaceId } })
    return reader.listRevisionPageMetaLinks({ params: { spaceId, revisionId, pageId: page.id } })
  }
  const anybody = await visitorOf(server, site)
  assert.deepEqual(await links(anybody), { alternates: [] })
  await api.updateSpaceById({ params: { spaceId }, body: { language: 'en' } })
  assert.deepEqual(await links(anybody), { alternates: [{ kind: 'page', ...french }] })
  assert.deepEqual(await links(api), { alternates: [] })
})

test('responses to a content token say what they depend on and how long to keep them', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const anybody = await visitorOf(server, site)
  const headersOf = async (reader: Reader, name: 'getSpaceById' | 'listPages') => {
    const { headers } = await reader.request(name, { params: { spaceId } })
    return [headers.get('x-gitbook-cache-tag'), headers.get('x-gitbook-cache-control')]
  }
  const tags = `site:${site.siteId},space:${spaceId}`
  for (const name of ['getSpaceById', 'listPages'] as const) {
    assert.deepEqual(await headersOf(anybody, name), [tags, 'max-age=3600'])
    assert.deepEqual(await headersOf(server.as(site.admin), name), [null, null])
  }
  const headers = { authorization: `Bearer ${(await resolved(site)).apiToken}` }
  const slug = encodeURIComponent('a,b\r\nx: y')
  const url = `/v1/orgs/${site.organizationId}/openapi/${slug}/versions/latest/content`
  const answer = await server.app.inject({ url, headers })
  assert.ok([400, 404].includes(answer.statusCode))
  assert.equal(answer.headers['x-gitbook-cache-tag'], `site:${site.siteId}`)
})

async function resolved({ address }: AudienceSite) {
  const answer = await server.as(undefined).resolvePublishedContentByUrl({ body: { url: address } })
  return 'apiToken' in answer ? answer : { apiToken: '' }
}

test('blocks of integrations show nothing to a visitor, whatever their name is', async () => {
  const site = await givenAudienceSite(server)
  const anybody = await visitorOf(server, site)
  const body = { componentId: 'main', props: { a: 1 }, context: { type: 'document', spaceId: 'x' } }
  const render = (reader: Reader) =>
    reader.renderIntegrationUIWithPost({ params: { integrationName: 'nothing-here' }, body })
  assert.deepEqual(await render(anybody), { type: 'complete' })
  await assertOut(render(server.as(site.admin)))
  await server.as(site.admin).unpublishSite({ params: site.params })
  await assertOut(render(anybody))
})

test('asking for what no page shows takes as many statements on a large site', async () => {
  const counts: number[] = []
  for (const size of [30, 60]) {
    const { organizationId, address } = await givenLargeSite(server, size)
    const answer = await server.as(undefined).resolvePublishedContentByUrl({ body: { url: address } })
    const reader = server.as({ secret: 'apiToken' in answer ? answer.apiToken : '' })
    const params = { organizationId, specSlug: 'none' }
    const ask = () => assertOut(reader.getLatestOpenAPISpecVersionContent({ params }))
    counts.push(await statementsOf(server, ask))
  }
  assert.equal(counts[0], counts[1])
})

test('the Markdown of a page begins with its title for visitors, and is as written for members', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const texts = [
    ['Words.\n', '# A \\*title\\*\n\nWords.\n'],
    ['', '# A \\*title\\*\n\n'],
    ['---\nicon: bolt\n---\n\nWords.\n', '---\nicon: bolt\n---\n\n# A \\*title\\*\n\nWords.\n'],
    ['---\ntitle: Front\n---\n\n# Words\n', '---\ntitle: Front\n---\n\n# Front\n\n# Words\n'],
    ['# Own heading\n\nWords.\n', '# Own heading\n\nWords.\n'],
  ] as const
  for (const [index, [markdown]] of texts.entries())
    await write(site, markdown, { title: 'A *title*', slug: `titled-${index}` })
  const read = async (reader: Reader, index: number) => {
    const params = { spaceId, pagePath: `titled-${index}` }
    const page = await reader.getPageByPath({ params, query: { format: 'markdown' } })
    return 'markdown' in page && page.markdown
  }
  const [visitor, member] = [await visitorOf(server, site), server.as(site.admin)]
  for (const [index, [written, shown]] of texts.entries()) {
    assert.equal(await read(visitor, index), shown)
    assert.equal(await read(member, index), written)
  }
})

test('a visitor gets the look of the visited site space, even if it is that of the site', async () => {
  const { params, admin, ...site } = await givenAudienceSite(server)
  const { items } = await server.as(admin).listSiteSpaces({ params })
  const visited = items.find(({ space }) => space.id === site.places.none.spaceId)
  const visitor = await visitorOf(server, { ...site, params, admin })
  const { customizations } = await visitor.getPublishedContentSite({ params })
  assert.deepEqual(customizations.siteSpaces, { [visited?.id ?? '']: customizations.site })
})
