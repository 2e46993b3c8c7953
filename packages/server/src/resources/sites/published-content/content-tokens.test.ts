import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from '@stemma/contract'
import { type AudienceSite, givenAudienceSite, visitorOf, visitorToken } from '../../../test/audience-site.ts'
import { givenUser, startServer } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

type Reader = Awaited<ReturnType<typeof visitorOf>>

const titles = (pages: readonly Page[]): string[] =>
  pages.flatMap((one) => [one.title, ...('pages' in one ? titles(one.pages) : [])])

async function assertOut(answer: Promise<unknown>, status = 404) {
  assert.equal((await refusalOf(answer)).status, status)
}

test('a content token reads the pages that the visitor sees, and no others by any way', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const params = { spaceId }
  const [anybody, pro] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const listed = async (reader: Reader) => titles((await reader.listPages({ params })).pages)
  assert.deepEqual(await listed(anybody), ['none', 'below none'])
  assert.deepEqual(await listed(pro), ['none', 'below none', 'true', 'below true'])
  const { pages, id: revisionId, files, parents } = await anybody.getCurrentRevision({ params })
  assert.deepEqual([titles(pages), files, parents], [['none', 'below none'], [], []])
  const inRevision = { params: { spaceId, revisionId } }
  assert.deepEqual(titles((await anybody.listPagesInRevisionById(inRevision)).pages), ['none', 'below none'])
  const all = (await server.as(site.admin).listPages({ params })).pages
  for (const one of all) {
    const child = 'pages' in one ? one.pages[0] : undefined
    for (const { id, path } of [one, child] as { id: string; path: string }[]) {
      const reads = (reader: Reader) => [
        () => reader.getPageById({ params: { spaceId, pageId: id } }),
        () => reader.getPageByPath({ params: { spaceId, pagePath: path } }),
        () => reader.getPageInRevisionById({ params: { spaceId, revisionId, pageId: id } }),
        () => reader.getPageInRevisionByPath({ params: { spaceId, revisionId, pagePath: path } }),
        () => reader.getPageDocumentInRevisionById({ params: { spaceId, revisionId, pageId: id } }),
      ]
      for (const read of reads(anybody)) await (one.title === 'none' ? read() : assertOut(read()))
      for (const read of reads(pro)) await (['none', 'true'].includes(one.title) ? read() : assertOut(read()))
    }
  }
})

test('a content token reads the spaces that its site shows the visitor, as they are now', async () => {
  const site = await givenAudienceSite(server)
  const { places, admin } = site
  const [anybody, pro] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const reads = (reader: Reader, spaceId: string) => reader.listPages({ params: { spaceId } })
  await reads(pro, places.true.spaceId)
  for (const hidden of ['false', 'unknown'] as const) await assertOut(reads(pro, places[hidden].spaceId))
  await assertOut(reads(anybody, places.true.spaceId))
  const other = await givenAudienceSite(server)
  await assertOut(reads(pro, other.places.none.spaceId))
  const { spaceId } = places.none
  const before = await anybody.getCurrentRevision({ params: { spaceId } })
  const changes = [page('New')]
  await server.as(admin).updateSpaceContent({ params: { spaceId }, body: { changes } })
  await assertOut(anybody.getRevisionById({ params: { spaceId, revisionId: before.id } }))
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  await assertOut(reads(anybody, spaceId))
})

test('a content token shows the site as its visitor sees it, and nothing else of anything', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const { params, organizationId } = site
  const { spaceId } = site.places.none
  const pro = await visitorOf(server, site, { plan: 'pro' })
  const published = await pro.getPublishedContentSite({ params })
  assert.deepEqual(
    published.structure.structure.map(({ title }) => title),
    ['none', 'true'],
  )
  assert.equal((await pro.listSiteSections({ params })).count, 2)
  assert.equal((await pro.listSiteSpaces({ params })).count, 2)
  assert.equal((await pro.getSiteStructure({ params })).structure.length, 2)
  const other = await givenAudienceSite(server)
  await assertOut(pro.getSiteStructure({ params: other.params }))
  await assertOut(pro.getSiteById({ params }))
  await assertOut(pro.getSpaceById({ params: { spaceId: other.places.none.spaceId } }))
  await assertOut(pro.listFiles({ params: { spaceId } }))
  await assertOut(pro.listRevisions({ params: { spaceId } }))
  await assertOut(pro.listChangeRequestsForSpace({ params: { spaceId } }))
  await assertOut(pro.listSites({ params: { organizationId } }))
  await assertOut(pro.getAuthenticatedUser(), 403)
  await assertOut(pro.listSiteShareLinks({ params }), 403)
  await assertOut(pro.updateSpaceContent({ params: { spaceId }, body: { changes: [page('New')] } }), 403)
})

test('a content token ends when the reason for it does', async () => {
  const signedIn = await givenAudienceSite(server, 'visitor-auth')
  const reader = await visitorOf(server, signedIn, { plan: 'pro' })
  const read = (one: Reader, { places }: AudienceSite) =>
    one.listPages({ params: { spaceId: places.none.spaceId } })
  await read(reader, signedIn)
  await server.as(signedIn.admin).regenerateSitePublishingAuthById({ params: signedIn.params })
  await assertOut(read(reader, signedIn))

  const shared = await givenAudienceSite(server, 'share-link')
  const guest = await visitorOf(server, shared, undefined, shared.shareKey)
  await read(guest, shared)
  const link = { params: { ...shared.params, shareLinkId: shared.shareLinkId } }
  await server.as(shared.admin).updateSiteShareLinkById({ ...link, body: { active: false } })
  await assertOut(read(guest, shared))
  await server.as(shared.admin).updateSiteShareLinkById({ ...link, body: { active: true } })
  await read(guest, shared)
  await server.as(shared.admin).unpublishSite({ params: shared.params })
  await assertOut(read(guest, shared))
})

test('a content token lasts 25 hours at most, and not longer than the token of its visitor', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const { spaceId } = site.places.none
  const start = Date.parse('2026-03-01T00:00:00.000Z')
  const at = (minutes: number) => {
    server.time.now = new Date(start + minutes * 60_000).toISOString()
  }
  const resolve = async (minutes: number) => {
    const jwtToken = await visitorToken(site.privateKey, {}, start / 1000 + minutes * 60)
    const body = { url: site.address, visitor: { jwtToken } }
    const answer = await server.as(undefined).resolvePublishedContentByUrl({ body })
    return server.as({ secret: 'apiToken' in answer ? answer.apiToken : '' })
  }
  try {
    at(0)
    const [long, short] = [await resolve(3000), await resolve(5)]
    at(4)
    await short.listPages({ params: { spaceId } })
    at(7)
    await assertOut(short.listPages({ params: { spaceId } }), 401)
    await long.listPages({ params: { spaceId } })
    at(25 * 60 - 1)
    await long.listPages({ params: { spaceId } })
    at(25 * 60)
    await assertOut(long.listPages({ params: { spaceId } }), 401)
  } finally {
    server.time.now = undefined
  }
})

test('on one day a visitor gets the same token, byte for byte, until what they present changes', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const other = await givenAudienceSite(server, 'visitor-auth')
  const expiry = Date.parse('2026-03-09T00:00:00.000Z') / 1000
  const tokenAt = async (now: string, claims: object, { address, privateKey } = site) => {
    server.time.now = now
    const jwtToken = await visitorToken(privateKey, claims, expiry)
    const body = { url: address, visitor: { jwtToken } }
    const answer = await server.as(undefined).resolvePublishedContentByUrl({ body })
    return 'apiToken' in answer ? answer.apiToken : ''
  }
  const [morning, night] = ['2026-03-01T00:00:00.000Z', '2026-03-01T23:59:59.999Z']
  try {
    const first = await tokenAt(morning, { plan: 'pro' })
    assert.equal(await tokenAt(night, { plan: 'pro' }), first)
    const others = [
      await tokenAt(night, { plan: 'free' }),
      await tokenAt('2026-03-02T00:00:00.000Z', { plan: 'pro' }),
      await tokenAt(night, { plan: 'pro' }, other),
    ]
    await server.as(site.admin).regenerateSitePublishingAuthById({ params: site.params })
    const { privateKey } = await server.as(site.admin).getSitePublishingAuthById({ params: site.params })
    others.push(await tokenAt(night, { plan: 'pro' }, { ...site, privateKey }))
    assert.equal(new Set([first, ...others]).size, 5)
  } finally {
    server.time.now = undefined
  }
})

test('a content token that somebody made or changed is no token', async () => {
  const site = await givenAudienceSite(server)
  const body = { url: site.address }
  const answer = await server.as(undefined).resolvePublishedContentByUrl({ body })
  const [header, payload = '', signature] = ('apiToken' in answer ? answer.apiToken : '').split('.')
  const said = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...said, claims: { plan: 'pro' } })).toString('base64url')
  const none = Buffer.from('{"alg":"none"}').toString('base64url')
  const forged = await visitorToken(site.privateKey, { ...said, claims: { plan: 'pro' } })
  for (const secret of [`${header}.${changed}.${signature}`, `${none}.${payload}.x`, forged]) {
    await assertOut(server.as({ secret }).listPages({ params: { spaceId: site.places.none.spaceId } }), 401)
  }
})

test('an answer that one visitor keeps is not confirmed to another', async () => {
  const site = await givenAudienceSite(server)
  const params = { spaceId: site.places.none.spaceId }
  const [anybody, pro] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const { headers } = await pro.request('listPages', { params })
  const etag = headers.get('etag') ?? ''
  const again = await pro.request('listPages', { params }, { headers: { 'if-none-match': etag } })
  assert.equal(again.status, 304)
  const other = await anybody.request('listPages', { params }, { headers: { 'if-none-match': etag } })
  assert.equal(other.status, 200)
})

test('a file that only hidden pages show is hidden too', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const file = (ref: string) => ({
    name: `${ref}.txt`,
    ref,
    base64: Buffer.from(ref).toString('base64'),
    contentType: 'text/plain',
  })
  const files = [file('secret'), file('open')]
  const write = server.as(site.admin).updateSpaceContent({
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_files', files },
        page('Hidden', { condition: 'visitor.claims.lost', document: { markdown: '![](./secret)\n' } }),
        page('Open', { document: { markdown: '![](./open)\n' } }),
      ],
    },
  })
  const { insertedFiles = [] } = await write
  const [secret = '', open = ''] = insertedFiles.map(({ file: { id } }) => id)
  const anybody = await visitorOf(server, site)
  await anybody.getFileById({ params: { spaceId, fileId: open } })
  await assertOut(anybody.getFileById({ params: { spaceId, fileId: secret } }))
})

test('a revision lists the files that its pages show to the visitor', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const pro = 'visitor.claims.plan == "pro"'
  const names = ['open', 'page', 'block', 'nowhere']
  const files = names.map((ref) => ({
    name: `${ref}.txt`,
    ref,
    base64: Buffer.from(ref).toString('base64'),
    contentType: 'text/plain',
  }))
  const conditional = `![](./open)\n\n{% if ${pro} %}\n![](./block)\n{% endif %}\n`
  await server.as(site.admin).updateSpaceContent({
    params: { spaceId },
    body: {
      changes: [
        { operation: 'insert_files', files },
        page('Hidden', { condition: pro, document: { markdown: '![](./page)\n' } }),
        page('Open', { document: { markdown: conditional } }),
      ],
    },
  })
  const shown = async (reader: Reader) => {
    const revision = await reader.getCurrentRevision({ params: { spaceId } })
    return revision.files.map(({ name }) => name).sort()
  }
  assert.deepEqual(await shown(await visitorOf(server, site)), ['open.txt'])
  const all = ['block.txt', 'open.txt', 'page.txt']
  assert.deepEqual(await shown(await visitorOf(server, site, { plan: 'pro' })), all)
  const everything = await server.as(site.admin).getCurrentRevision({ params: { spaceId } })
  assert.equal(everything.files.length, names.length)
})

for (const [visibility, isLasting] of [
  ['public', true],
  ['visitor-auth', false],
] as const) {
  const life = isLasting ? 'the day' : 'an hour or two'
  test(`the file URLs that visitors of a ${visibility} site get last ${life}`, async () => {
    const site = await givenAudienceSite(server, visibility)
    const { spaceId } = site.places.none
    const base64 = Buffer.from('a').toString('base64')
    const files = [{ name: 'a.txt', ref: 'a', base64, contentType: 'text/plain' }]
    const changes = [
      { operation: 'insert_files' as const, files },
      page('Files', { document: { markdown: '![](./a)\n' } }),
    ]
    await server.as(site.admin).updateSpaceContent({ params: { spaceId }, body: { changes } })
    const revision = await (await visitorOf(server, site, {})).getCurrentRevision({ params: { spaceId } })
    const [, payload = ''] = /~files\/([\w-]+)\./.exec(revision.files[0]?.downloadURL ?? '') ?? []
    const expiry = Number(Buffer.from(payload, 'base64url').toString().split(' ').at(-1))
    const endOfDay = (Math.floor(Date.now() / 86_400_000) + 1) * 24
    assert.equal(expiry === endOfDay + 2, isLasting, String(expiry))
  })
}

test('a link in a document names a page only for visitors who see that page', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const markdown = 'A [link](./hidden.md) and [another](./open.md).\n'
  const changes = [
    page('Hidden', { condition: 'visitor.claims.plan == "pro"' }),
    page('Open', { document: { markdown } }),
  ]
  const { changes: written } = await server
    .as(site.admin)
    .updateSpaceContent({ params: { spaceId }, body: { changes } })
  const [hidden, open] = written.map((change) => (typeof change.page === 'string' ? '' : change.page.id))
  const [anybody, pro] = [await visitorOf(server, site), await visitorOf(server, site, { plan: 'pro' })]
  const read = async (reader: Reader) => {
    const params = { spaceId, pageId: open ?? '' }
    return JSON.stringify(await reader.getPageById({ params, query: { format: 'document' } }))
  }
  const [seen, all] = [await read(anybody), await read(pro)]
  assert.ok(seen.includes('"url":"./hidden.md"') && !seen.includes(hidden ?? '-'))
  assert.ok(all.includes(`"page":"${hidden}"`))
  for (const one of [seen, all]) assert.ok(one.includes(`"page":"${open}"`))
})

test('what newer clients say about the visitor and their cache changes nothing', async () => {
  const site = await givenAudienceSite(server)
  const resolve = (more: object) =>
    server.as(undefined).resolvePublishedContentByUrl({ body: { url: site.address, ...more } })
  const plain = await resolve({})
  assert.deepEqual(await resolve({ visitor: { type: 'agent' }, cacheBust: 'expired' }), plain)
  await assertOut(resolve({ visitor: { type: 'dog' } }), 400)
})

test('a stranger reads a public site, and one behind a key with the key', async () => {
  const site = await givenAudienceSite(server, 'share-link')
  const { params, shareKey, admin } = site
  const stranger = server.as(await givenUser(server))
  const reads = (query: { shareKey?: string }) => [
    () => stranger.getPublishedContentSite({ params, query }),
    () => stranger.getSiteStructure({ params, query }),
    () => stranger.listSiteSections({ params, query }),
    () => stranger.listSiteSpaces({ params, query }),
  ]
  for (const read of reads({ shareKey })) await read()
  for (const read of [...reads({}), ...reads({ shareKey: 'wrong' })]) await assertOut(read())
  await server.as(admin).updateSiteById({ params, body: { visibility: 'unlisted' } })
  for (const read of reads({})) await read()
})

test('conditions of pages can also ask for variables of the space, and must be expressions', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const api = server.as(site.admin)
  const write = (condition: string) =>
    api.updateSpaceContent({ params: { spaceId }, body: { changes: [page('New', { condition })] } })
  const refusal = await refusalOf(write('visitor.claims.plan ==='))
  assert.equal(refusal.status, 400)
  assert.deepEqual(
    (refusal.details as { pointer: string }[]).map(({ pointer }) => pointer),
    ['/body/changes/0/condition'],
  )
  await write('space.vars.shown !== "no" && visitor.claims.plan === "pro"')
  const pro = await visitorOf(server, site, { plan: 'pro' })
  assert.ok(titles((await pro.listPages({ params: { spaceId } })).pages).includes('New'))
})
