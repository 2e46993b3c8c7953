import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { roles } from '@stemma/contract'
import { givenMember, givenOrganization, givenToken, givenUser, startServer } from '../../../test/harness.ts'
import { givenPublished, type Manifest, manifestFor } from '../../../test/integrating.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }
const conflict = { status: 409, reason: 'conflict' }

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('what was published is told as it was said, and each publication is the next version', async () => {
  const owner = await givenOrganization(server)
  const params = { integrationName: `Full.${owner.id}` }
  const said = {
    title: 'Full',
    description: 'Has everything',
    summary: 'In *Markdown*.',
    visibility: 'unlisted',
    target: 'space',
    scopes: ['space:content:read', 'site:script:inject'],
    categories: ['analytics', 'other'],
    blocks: [
      {
        id: 'b1',
        title: 'Block',
        description: 'Shows it',
        urlUnfurl: ['https://example.com/**'],
        markdown: { codeblock: 'full', body: 'content' },
      },
    ],
    contentSources: [{ id: 's1', title: 'Source', configuration: { componentId: 'config' } }],
    configurations: {
      account: { properties: { key: { type: 'string', title: 'Key', enum: ['a', 'b'] } }, required: ['key'] },
      space: { componentId: 'config' },
    },
    externalLinks: [{ url: 'https://example.com/help', label: 'Help' }],
  } satisfies Partial<Manifest>
  const contentSecurityPolicy = { 'default-src': "'none'", sandbox: '' }
  const api = server.as(owner.admin)
  const body = manifestFor(owner, { ...said, contentSecurityPolicy, runtime: 'v2', secrets: { key: 'x' } })
  const first = await api.request('publishIntegration', { params, body })
  const { owner: shownOwner, urls, ...shown } = first.data
  assert.deepEqual(shown, {
    object: 'integration',
    name: params.integrationName,
    version: 1,
    ...said,
    previewImages: [],
    verified: false,
    permissions: { admin: true, install: true },
    contentSecurityPolicy: "default-src 'none'; sandbox",
  })
  assert.deepEqual([shownOwner.id, shownOwner.permissions.admin, urls.icon], [owner.id, true, undefined])
  const told = {
    integration: params.integrationName,
    version: 1,
    visibility: 'unlisted',
    scopes: said.scopes,
  }
  assert.deepEqual(await recorded(server, owner.id, first), [
    { type: 'integration.published', actor: owner.admin.id, ...told },
  ])

  const least = manifestFor(owner, { title: 'Less' })
  const second = await api.publishIntegration({ params, body: least })
  assert.deepEqual(
    [second.version, second.title, second.visibility, second.target],
    [2, 'Less', 'private', 'all'],
  )
  assert.deepEqual([second.scopes, second.blocks, second.summary], [[], [], undefined])
  assert.deepEqual(await api.getIntegrationByName({ params }), second)
})

test('of 20 publications at once each gets a version of its own', async () => {
  const { publish, params, owner } = await givenPublished(server)
  const versions = await Promise.all(Array.from({ length: 20 }, async () => (await publish({})).version))
  assert.deepEqual(
    versions.sort((a, b) => a - b),
    Array.from({ length: 20 }, (_, index) => index + 2),
  )
  assert.equal((await server.as(owner.admin).getIntegrationByName({ params })).version, 21)
})

test('the organization can be named by its hostname', async () => {
  const owner = await givenOrganization(server)
  const hostname = `h${Buffer.from(owner.id.slice(-10)).toString('hex')}`
  const api = server.as(owner.admin)
  await api.updateOrganizationById({ params: { organizationId: owner.id }, body: { hostname } })
  const body = { ...manifestFor(owner), organization: hostname }
  const published = await api.publishIntegration({ params: { integrationName: `by-${owner.id}` }, body })
  assert.equal(published.owner.id, owner.id)
})

test('every limit of a manifest is kept', async () => {
  const owner = await givenOrganization(server)
  const api = server.as(owner.admin)
  const part = { id: 'p', title: 'Part' }
  const link = { url: 'https://example.com/', label: 'Help' }
  const secretsOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}`, 'x']))
  const form = (property: object) => ({ account: { properties: { key: { type: 'string', ...property } } } })
  const source = (more: object) => [{ ...part, configuration: { componentId: 'c' }, ...more }]
  const limits: readonly (readonly [field: string, allowed: unknown, refused: readonly unknown[]])[] = [
    ['title', 'x'.repeat(30), ['x', 'x'.repeat(31), undefined]],
    ['title', 'xx', ['']],
    ['description', 'x'.repeat(100), ['x'.repeat(101), undefined]],
    ['summary', 'x'.repeat(2048), ['x'.repeat(2049)]],
    ['previewImages', [], [Array.from({ length: 4 }, () => '')]],
    ['script', '', [undefined, 1]],
    ['organization', owner.id, [undefined, 7]],
    ['runtime', 'v2', ['v3']],
    ['visibility', 'public', ['secret']],
    ['target', 'site', ['page']],
    ['scopes', ['openapi:read'], [['openapi:read', 'openapi:read'], ['everything']]],
    ['categories', ['gitsync'], [['games']]],
    ['externalLinks', Array(5).fill(link), [Array(6).fill(link), [{ ...link, url: 'javascript:alert(1)' }]]],
    ['externalLinks', [], [[{ ...link, url: `https://example.com/${'x'.repeat(2048)}` }]]],
    ['secrets', secretsOf(20), [secretsOf(21), { key: 1 }]],
    ['blocks', [{ ...part, title: 'x'.repeat(40) }], [[{ ...part, title: 'x'.repeat(41) }]]],
    ['blocks', [{ ...part, title: 'xx' }], [[{ ...part, title: 'x' }], [part, part]]],
    ['blocks', [{ ...part, description: 'x'.repeat(150) }], [[{ ...part, description: 'x'.repeat(151) }]]],
    ['contentSources', source({ title: 'x'.repeat(40) }), [source({ title: 'x'.repeat(41) }), [part]]],
    ['contentSources', source({ description: 'x'.repeat(150) }), [source({ description: 'x'.repeat(151) })]],
    ['configurations', form({ title: 'x'.repeat(50) }), [form({ title: 'x'.repeat(51) })]],
    ['configurations', form({ description: 'x'.repeat(100) }), [form({ description: 'x'.repeat(101) })]],
    ['contentSecurityPolicy', "default-src 'self'", ["default-src 'self'\r\nx-evil: 1", { 'evil-src': 'x' }]],
  ]
  for (const [field, allowed, refused] of limits) {
    const params = { integrationName: `limits-${owner.id}` }
    const bodyWith = (value: unknown) => ({ ...manifestFor(owner), [field]: value }) as Manifest
    await api.publishIntegration({ params, body: bodyWith(allowed) })
    for (const value of refused) {
      const answer = api.publishIntegration({ params, body: bodyWith(value) })
      await assert.rejects(answer, invalid, `${field}: ${JSON.stringify(value)?.slice(0, 60)}`)
    }
  }
})

test('a name has 100 letters, digits, hyphens, underscores and dots at most', async () => {
  const owner = await givenOrganization(server)
  const api = server.as(owner.admin)
  const publish = (integrationName: string) =>
    api.publishIntegration({ params: { integrationName }, body: manifestFor(owner) })
  const longest = `${owner.id}_-.`.padEnd(100, 'x')
  assert.equal((await publish(longest)).name, longest)
  for (const name of [`${longest}x`, 'a b', 'ä', 'a~b', 'a\0b']) await assert.rejects(publish(name), invalid)
})

test('an icon and previews are images by their bytes, and can be fetched', async () => {
  const owner = await givenOrganization(server)
  const api = server.as(owner.admin)
  const params = { integrationName: `images-${owner.id}` }
  const png = onePixel.toString('base64')
  const body = manifestFor(owner, { icon: png, previewImages: [png, png, png] })
  const { urls, previewImages } = await api.publishIntegration({ params, body })
  assert.equal(previewImages.length, 3)
  for (const address of [urls.icon ?? '', ...previewImages]) {
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: new URL(address).pathname })
    assert.deepEqual([statusCode, headers['content-type']], [200, 'image/png'])
    assert.deepEqual(rawPayload, onePixel)
  }
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const large = Buffer.concat([onePixel, Buffer.alloc(1024 * 1024)])
  for (const icon of ['', 'AAAA', script.toString('base64'), large.toString('base64'), 'no base64!'])
    await assert.rejects(api.publishIntegration({ params, body: { ...body, icon } }), invalid)
  await assert.rejects(
    api.publishIntegration({ params, body: { ...body, previewImages: ['AAAA'] } }),
    invalid,
  )
  assert.equal((await api.publishIntegration({ params, body: manifestFor(owner) })).urls.icon, undefined)
})

test('only an admin of the owner publishes, and what is refused leaves no trace', async () => {
  const { owner, params } = await givenPublished(server)
  for (const role of [...roles, null].filter((one) => one !== 'admin')) {
    const member = await givenMember(server, owner, role)
    for (const integrationName of [params.integrationName, `${params.integrationName}-new`]) {
      const answer = server
        .as(member)
        .publishIntegration({ params: { integrationName }, body: manifestFor(owner) })
      const isHidden = role === null && integrationName !== params.integrationName
      await assertRefused(server, owner.id, answer, isHidden ? 'not_found' : 'forbidden')
    }
    await assert.rejects(server.as(member).unpublishIntegration({ params }), forbidden)
  }
  const stranger = await givenUser(server)
  const hidden = { params: { integrationName: 'not-there' }, body: manifestFor(owner) }
  await assert.rejects(server.as(stranger).publishIntegration(hidden), notFound)
})

test('a name stays with its organization, also after it was unpublished', async () => {
  const { owner, params, publish } = await givenPublished(server, { visibility: 'private' })
  const other = await givenOrganization(server)
  const taken = { params, body: manifestFor(other) }
  await assert.rejects(server.as(other.admin).publishIntegration(taken), conflict)
  const inCapitals = { integrationName: params.integrationName.toUpperCase() }
  await assert.rejects(
    server.as(other.admin).publishIntegration({ params: inCapitals, body: manifestFor(other) }),
    conflict,
  )
  await assert.rejects(
    server.as(other.admin).publishIntegration({ params, body: manifestFor(owner) }),
    notFound,
  )

  const api = server.as(owner.admin)
  const gone = await api.request('unpublishIntegration', { params })
  const told = { type: 'integration.unpublished', integration: params.integrationName, version: 1 }
  assert.equal(gone.status, 204)
  assert.deepEqual(await recorded(server, owner.id, gone), [{ actor: owner.admin.id, ...told }])
  await assert.rejects(api.getIntegrationByName({ params }), notFound)
  const scripts = server.db.selectFrom('integration_scripts').select('script')
  const left = await scripts.where('integration_name', '=', params.integrationName).execute()
  assert.deepEqual(left, [])
  const again = await api.request('unpublishIntegration', { params })
  assert.deepEqual([again.status, await recorded(server, owner.id, again)], [204, []])
  await assert.rejects(server.as(other.admin).publishIntegration(taken), conflict)
  assert.equal((await publish({})).version, 2)
})

test('of two organizations that publish one new name at once, one gets it', async () => {
  const both = [await givenOrganization(server), await givenOrganization(server)]
  const params = { integrationName: `race-${both[0]?.id}` }
  const results = await Promise.allSettled(
    both.map((owner) => server.as(owner.admin).publishIntegration({ params, body: manifestFor(owner) })),
  )
  assert.deepEqual(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  for (const one of results) if (one.status === 'rejected') assert.equal(one.reason.reason, 'conflict')
})

test('a private integration is there for its organization alone, an unlisted one by its name', async () => {
  const { owner, params, integrationName, publish } = await givenPublished(server)
  const stranger = server.as((await givenOrganization(server)).admin)
  const reader = server.as(await givenMember(server, owner, 'read'))
  const guest = server.as(await givenMember(server, owner, null))
  const bound = server.as(
    await givenToken(server, owner.admin.id, { organizationId: (await givenOrganization(server)).id }),
  )
  const sees = async (api: typeof stranger) => {
    const { items } = await api.listIntegrations({ query: { search: integrationName } })
    const one = await api.getIntegrationByName({ params }).catch((error) => error.status)
    return [items.length, typeof one === 'number' ? one : 200]
  }
  const outsiders = [stranger, guest, bound]
  for (const api of [reader, ...outsiders]) assert.deepEqual(await sees(api), [1, 200])
  await publish({ visibility: 'unlisted' })
  assert.deepEqual(await sees(reader), [1, 200])
  for (const api of outsiders) assert.deepEqual(await sees(api), [0, 200])
  await publish({ visibility: 'private' })
  assert.deepEqual(await sees(reader), [1, 200])
  for (const api of outsiders) {
    assert.deepEqual(await sees(api), [0, 404])
    assert.equal((await api.request('unpublishIntegration', { params })).status, 204)
  }
  assert.deepEqual(await sees(reader), [1, 200])
})

test('of an owner elsewhere nobody learns more than a stranger may', async () => {
  const { owner, params } = await givenPublished(server)
  const domains = { emailDomains: ['owner.example'] }
  await server.as(owner.admin).updateOrganizationById({ params: { organizationId: owner.id }, body: domains })
  const stranger = await givenOrganization(server)
  const seen = await server.as(stranger.admin).getIntegrationByName({ params })
  assert.deepEqual([seen.owner.emailDomains, seen.owner.permissions.view], [[], false])
  assert.deepEqual(seen.permissions, { admin: false, install: true })
  const nobody = await server.as(await givenUser(server)).getIntegrationByName({ params })
  assert.deepEqual(nobody.permissions, { admin: false, install: false })
})

test('spec 516: integrations are listed by name and narrowed by every filter', async () => {
  const owner = await givenOrganization(server)
  const api = server.as(owner.admin)
  const block = (urlUnfurl: string[]) => ({ blocks: [{ id: 'b', title: 'Block', urlUnfurl }] })
  const all: Readonly<Record<string, Partial<Manifest>>> = {
    a: { categories: ['analytics'], target: 'site', title: 'Café 100%' },
    b: { scopes: ['openapi:read'], ...block(['https://Figma.com/file/**']) },
    c: { contentSources: [{ id: 's', title: 'Source', configuration: { componentId: 'x' } }] },
    d: { ...block(['*.example.org', 'http://a.example.net:8080/x']), target: 'space' },
  }
  for (const [name, more] of Object.entries(all))
    await api.publishIntegration({
      params: { integrationName: `${name}-${owner.id}` },
      body: manifestFor(owner, more),
    })
  const narrowed: readonly (readonly [object, string])[] = [
    [{}, 'abcd'],
    [{ category: 'analytics' }, 'a'],
    [{ category: 'content' }, ''],
    [{ target: 'site' }, 'abc'],
    [{ target: 'all' }, 'bc'],
    [{ scope: 'openapi:read' }, 'b'],
    [{ blocks: true }, 'bd'],
    [{ blocks: false }, 'ac'],
    [{ contentSources: true }, 'c'],
    [{ contentSources: false }, 'abd'],
    [{ blockDomain: 'figma.com' }, 'b'],
    [{ blockDomain: 'FIGMA.com' }, 'b'],
    [{ blockDomain: 'www.figma.com' }, 'b'],
    [{ blockDomain: 'docs.example.org' }, 'd'],
    [{ blockDomain: 'a.b.example.org' }, 'd'],
    [{ blockDomain: 'example.org' }, 'd'],
    [{ blockDomain: 'example.net' }, 'd'],
    [{ blockDomain: 'b.example.net' }, ''],
    [{ blockDomain: 'notfigma.com' }, ''],
    [{ blockDomain: 'a.example.net' }, 'd'],
    [{ search: 'b-' }, 'b'],
    [{ search: 'CAFÉ 100%' }, 'a'],
    [{ search: '100_' }, ''],
    [{ blocks: true, target: 'space' }, 'bd'],
    [{ target: 'organization' }, 'bc'],
  ]
  for (const [query, expected] of narrowed) {
    const { items, count } = await api.listIntegrations({ query: { owner: owner.id, ...query } })
    const found = items.map(({ name }) => name[0]).join('')
    assert.deepEqual([found, count], [expected, expected.length], JSON.stringify(query))
  }
  const paged: string[] = []
  for await (const { name } of each(api.listIntegrations, { query: { owner: owner.id, limit: 1 } }))
    paged.push(name[0] ?? '')
  assert.equal(paged.join(''), 'abcd')
  const elsewhere = (await givenOrganization(server)).id
  assert.equal((await api.listIntegrations({ query: { owner: elsewhere } })).count, 0)
  for (const query of [{ blockDomain: 'x'.repeat(101) }, { blockDomain: 'a/b' }, { limit: 1001 }])
    await assert.rejects(api.listIntegrations({ query }), invalid)
})
