import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentLocation, LinkRecord } from '@stemma/contract'
import { givenOrganization, givenToken, type Person, startServer } from '../../../test/harness.ts'
import { givenCollection, givenSpace } from '../../../test/places.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const app = 'https://app.example.test'
const server = await startServer({ rateLimitPerMinute: 1_000_000, appUrl: app })

/** A short description of a location. */
function shown(place: ContentLocation | undefined): string | undefined {
  switch (place?.kind) {
    case 'page': {
      const { page: one, internalLocation: at } = place
      return one.title + (at?.type === 'anchor' ? `#${at.anchor}` : '')
    }
    case 'file':
      return place.file.name
    case 'url':
      return place.url
    case 'space':
      return `space ${place.space.title} of ${place.organization.title}`
    case 'collection':
      return `collection ${place.collection.title}`
    case 'user':
      return `user ${place.user.id}`
    default:
      return place?.kind
  }
}

function lines(items: readonly LinkRecord[]): string[] {
  return items
    .map(
      ({ destination, status, relation, targetReference }) =>
        `${destination} ${status} ${relation} ${shown(targetReference) ?? '-'}`,
    )
    .sort()
}

function titlesOf(items: readonly ContentLocation[]): (string | undefined)[] {
  return items.map(shown).sort()
}

/** Pages with links of all kinds, and their IDs by title. */
async function givenLinks(...more: string[]) {
  const base64 = Buffer.from('hello').toString('base64')
  const file = { name: 'hello.txt', ref: 'hello', contentType: 'text/plain', base64 }
  const markdown = [
    '# Home',
    'A [path](./guide.md#part) and a [file](./hello), [gone](/pages/gone) and ![gone too](./x.png).',
    `Again [a path](./guide.md#part), [in the app](${app}/o/x), [outside](https://example.com).`,
    ...more,
  ].join('\n\n')
  const space = await givenWrittenSpace(
    server,
    page('Home', { document: { markdown } }),
    page('Guide', { document: { markdown: '# Guide\n\n[Home](/pages/home)\n' } }),
    { operation: 'insert_files', files: [file] },
  )
  const { spaceId, admin } = space
  const { pages } = await server.as(admin).listPages({ params: { spaceId } })
  const { items } = await server.as(admin).listFiles({ params: { spaceId } })
  const idOf = (title: string) => pages.find((one) => one.title === title)?.id ?? assert.fail(title)
  return { ...space, idOf, fileId: items[0]?.id ?? '' }
}

test('each link of a space is shown with its status, its target and every block it stands in', async () => {
  const { spaceId, reader, fileId } = await givenLinks()
  const api = server.as(reader)
  const { items, count, stats, next } = await api.listSpaceLinks({ params: { spaceId } })
  assert.deepEqual(lines(items), [
    './guide.md#part ok reference Guide#part',
    './x.png broken dependsOn -',
    `/files/${fileId} ok reference hello.txt`,
    '/pages/gone broken reference -',
    '/pages/home ok reference Home',
    `${app}/o/x in-app reference ${app}/o/x`,
    'https://example.com ok reference https://example.com',
  ])
  assert.deepEqual([count, stats, next], [7, { total: 7, broken: { total: 2, changeRequest: 0 } }, undefined])
  const twice = items.find(({ destination }) => destination === './guide.md#part')
  const nodes = (twice?.locationReferences ?? []).map((place) => {
    assert.ok(place.kind === 'page' && place.page.title === 'Home' && place.space.id === spaceId)
    assert.equal(place.versionContext, undefined)
    return place.internalLocation?.type === 'node' && place.internalLocation.node
  })
  const home = await api.getPageByPath({
    params: { spaceId, pagePath: 'home' },
    query: { format: 'document' },
  })
  const document = 'document' in home ? home.document : assert.fail()
  assert.deepEqual(
    nodes,
    document?.nodes.map((node) => 'key' in node && node.key),
  )
})

test('references of a document name the page, the anchor and the file that they lead to', async () => {
  const cells = '<a href="./guide.md">Guide</a></td><td><a href="./hello">x</a>'
  const head = '<th data-type="content-ref">T</th><th data-type="image">I</th>'
  const { spaceId, reader, idOf, fileId } = await givenLinks(
    '{% content-ref url="./guide.md" %}\n[Guide](./guide.md)\n{% endcontent-ref %}',
    '<a href="./guide.md" class="button primary">Go</a> and [here](#part) and [there](/spaces/s1/pages/p1)',
    `<table><thead><tr>${head}</tr></thead><tbody><tr><td>${cells}</td></tr></tbody></table>`,
  )
  const params = { spaceId, pageId: idOf('Home') }
  const home = await server.as(reader).getPageById({ params, query: { format: 'document' } })
  const guide = { kind: 'page', page: idOf('Guide') }
  const file = { kind: 'file', file: fileId }
  assert.deepEqual(referencesIn('document' in home ? home.document : undefined), [
    { kind: 'anchor', page: guide.page, anchor: 'part' },
    file,
    { kind: 'page', page: 'gone' },
    { kind: 'url', url: './x.png' },
    { kind: 'anchor', page: guide.page, anchor: 'part' },
    { kind: 'url', url: `${app}/o/x` },
    { kind: 'url', url: 'https://example.com' },
    guide,
    guide,
    { kind: 'anchor', anchor: 'part' },
    { kind: 'page', page: 'p1', space: 's1' },
    guide,
    file,
  ])
})

/** Everything that says what kind of target it has, in order. */
function referencesIn(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return []
  const isReference = 'kind' in value && Object.values(value).every((one) => typeof one === 'string')
  return isReference && !('label' in value) ? [value] : Object.values(value).flatMap(referencesIn)
}

test('a document that was read can be written back without a change to what it shows', async () => {
  const { spaceId, admin, idOf } = await givenLinks('> A quote with a :smile:')
  const params = { spaceId, pageId: idOf('Home') }
  const read = () => server.as(admin).getPageById({ params, query: { format: 'document' } })
  const before = await read()
  const document = 'document' in before && before.document ? before.document : assert.fail()
  const update = { operation: 'update_page' as const, page: params.pageId, document: { document } }
  await server.as(admin).updateSpaceContent({ params: { spaceId }, body: { changes: [update] } })
  const after = await read()
  assert.deepEqual(referencesIn(after), referencesIn(before))
})

test('links are listed by status, page by page, and the statistics stay those of all', async () => {
  const { spaceId, reader } = await givenLinks()
  const api = server.as(reader)
  for (const [status, expected] of [
    [undefined, 7],
    ['ok', 4],
    ['broken', 2],
    ['in-app', 1],
  ] as const) {
    const found: LinkRecord[] = []
    for (let next: string | undefined, isMore = true; isMore; ) {
      const query = { limit: 1, ...(status && { status }), ...(next && { page: next }) }
      const answer = await api.listSpaceLinks({ params: { spaceId }, query })
      assert.deepEqual(
        [answer.count, answer.stats],
        [expected, { total: 7, broken: { total: 2, changeRequest: 0 } }],
      )
      found.push(...answer.items)
      next = answer.next?.page
      isMore = next !== undefined
    }
    assert.equal(new Set(found.map(({ destination }) => destination)).size, expected)
    assert.ok(status === undefined || found.every((link) => link.status === status))
  }
  const wrong = await refusalOf(api.listSpaceLinks({ params: { spaceId }, query: { page: 'x' } }))
  assert.equal(wrong.reason, 'invalid_request')
})

test('the links of one page are listed alone', async () => {
  const { spaceId, reader, idOf } = await givenLinks()
  const api = server.as(reader)
  const params = { spaceId, pageId: idOf('Home') }
  const all = await api.listPageLinksInSpace({ params, query: { limit: 4 } })
  assert.deepEqual(
    [all.count, all.stats, all.items.length],
    [6, { total: 6, broken: { total: 2, changeRequest: 0 } }, 4],
  )
  const rest = await api.listPageLinksInSpace({ params, query: { page: all.next?.page ?? '' } })
  assert.equal(new Set([...all.items, ...rest.items].map(({ destination }) => destination)).size, 6)
  const inApp = await api.listPageLinksInSpace({ params, query: { status: 'in-app' } })
  assert.deepEqual([inApp.count, lines(inApp.items)], [1, [`${app}/o/x in-app reference ${app}/o/x`]])
})

test('backlinks follow renames, moves and deletions without any text changing', async () => {
  const { spaceId, reader, write, idOf, fileId } = await givenLinks()
  const api = server.as(reader)
  const [home, guide] = [idOf('Home'), idOf('Guide')]
  const to = async (pageId: string) =>
    titlesOf((await api.listSpacePageBacklinks({ params: { spaceId, pageId } })).items)
  const broken = async () => (await api.listSpaceLinks({ params: { spaceId } })).stats.broken.total
  assert.deepEqual([await to(home), await to(guide), await broken()], [['Guide'], ['Home'], 2])
  await write({ operation: 'update_page', page: guide, slug: 'manual' })
  assert.deepEqual([await to(guide), await broken()], [[], 3])
  await write(page('Guide'))
  assert.deepEqual([await to(guide), await broken()], [[], 2])
  await write({ operation: 'update_page', page: home, into: guide })
  assert.deepEqual([await to(home), await broken()], [[], 4])
  const files = await api.listSpaceFileBacklinks({ params: { spaceId, fileId } })
  assert.deepEqual([titlesOf(files.items), files.count], [['Home'], 1])
  await write({ operation: 'delete_page', page: guide })
  assert.equal((await api.listSpaceFileBacklinks({ params: { spaceId, fileId } })).count, 0)
  assert.equal((await api.listSpaceLinks({ params: { spaceId } })).stats.total, 0)
})

test('backlinks come page by page, each page of the space once', async () => {
  const text = { document: { markdown: '[a](/pages/home) [b](./home.md#x) [c](/pages/home)\n' } }
  const { spaceId, reader, idOf, write } = await givenLinks()
  await write(...['A', 'B', 'C'].map((title) => page(title, text)))
  const params = { spaceId, pageId: idOf('Home') }
  const api = server.as(reader)
  const first = await api.listSpacePageBacklinks({ params, query: { limit: 3 } })
  const rest = await api.listSpacePageBacklinks({ params, query: { page: first.next?.page ?? '' } })
  assert.deepEqual([first.count, rest.next], [4, undefined])
  assert.deepEqual(titlesOf([...first.items, ...rest.items]), ['A', 'B', 'C', 'Guide'])
})

test('a change request tells which links it broke, and which were broken before', async () => {
  const { spaceId, editor, commenter, idOf, fileId } = await givenLinks()
  const { write, params, id } = await givenChangeRequest(server, spaceId, editor)
  await write(
    { operation: 'delete_page', page: idOf('Guide') },
    page('New', { document: { markdown: '[a](/pages/nowhere) [b](/pages/home)\n' } }),
  )
  const api = server.as(commenter)
  const all = await api.listChangeRequestLinks({ params })
  assert.deepEqual([all.count, all.stats], [8, { total: 8, broken: { total: 4, changeRequest: 2 } }])
  const broke = async (brokenContext: 'change-request' | 'space') =>
    api.listChangeRequestLinks({ params, query: { brokenContext } })
  const [here, before] = [await broke('change-request'), await broke('space')]
  assert.deepEqual(
    [here.count, lines(here.items).map((line) => line.split(' ')[0])],
    [2, ['./guide.md#part', '/pages/nowhere']],
  )
  assert.deepEqual(
    [before.count, lines(before.items).map((line) => line.split(' ')[0])],
    [2, ['./x.png', '/pages/gone']],
  )
  const [place] = here.items[0]?.locationReferences ?? []
  assert.ok(place?.kind === 'page' && place.versionContext?.type === 'changeRequest')
  assert.equal(place.versionContext.changeRequest.id, id)
  const ofHome = { ...params, pageId: idOf('Home') }
  const links = await api.listPageLinksInChangeRequest({ params: ofHome })
  assert.deepEqual(links.stats, { total: 6, broken: { total: 3, changeRequest: 1 } })
  assert.deepEqual(titlesOf((await api.listChangeRequestPageBacklinks({ params: ofHome })).items), ['New'])
  const files = await api.listChangeRequestFileBacklinks({ params: { ...params, fileId } })
  assert.deepEqual(titlesOf(files.items), ['Home'])
  const { stats } = await api.listSpaceLinks({ params: { spaceId } })
  assert.deepEqual(stats, { total: 7, broken: { total: 2, changeRequest: 0 } }, 'the space has nothing of it')
})

test('what lies outside is shown to who can read it, and to others as if it were not there', async () => {
  const { spaceId, organization, admin, reader, write } = await givenLinks()
  const secret = await givenSpace(server, organization, { defaultLevel: null })
  const hidden = await givenCollection(server, organization, { defaultLevel: null })
  const stranger = await givenOrganization(server, 'Elsewhere')
  await server.as(admin).updateSpaceById({ params: { spaceId: secret }, body: { editMode: 'live' } })
  const written = await server
    .as(admin)
    .updateSpaceContent({ params: { spaceId: secret }, body: { changes: [page('Secret plan')] } })
  const [change] = written.changes
  const pageId = typeof change?.page === 'object' ? change.page.id : assert.fail()
  const there = [
    `/spaces/${secret}`,
    `/spaces/${secret}/pages/${pageId}`,
    `/spaces/${secret}/pages/${pageId}#part`,
    `/collections/${hidden}`,
    `/users/${stranger.admin.id}`,
  ]
  const nowhere = ['/spaces/x', '/spaces/x/pages/x', '/spaces/x/pages/x#part', '/collections/x', '/users/x']
  const text = [...there, ...nowhere, `/users/${reader.id}`].map((one) => `[x](${one})`).join('\n')
  await write(page('Links', { document: { markdown: `${text}\n` } }))
  const linksOf = async (person: Pick<Person, 'secret'>) => {
    const api = server.as(person)
    const { id } = await api.getPageByPath({ params: { spaceId, pagePath: 'links' } })
    const { items } = await api.listPageLinksInSpace({ params: { spaceId, pageId: id } })
    return new Map(items.map((link) => [link.destination, link]))
  }
  const mine = await linksOf(admin)
  assert.deepEqual(
    there.map((one) => shown(mine.get(one)?.targetReference)),
    ['space Space of Acme', 'Secret plan', 'Secret plan#part', 'collection Collection', undefined],
  )
  const theirs = await linksOf(reader)
  for (const [index, destination] of there.entries()) {
    const [is, isNot] = [theirs.get(destination), theirs.get(nowhere[index] ?? '')]
    assert.deepEqual({ ...is, destination: '' }, { ...isNot, destination: '' })
    assert.deepEqual([is?.status, is?.targetReference], ['ok', undefined])
  }
  assert.equal(shown(theirs.get(`/users/${reader.id}`)?.targetReference), `user ${reader.id}`)
})

test('a token shows through links no more than it reads elsewhere', async () => {
  const { spaceId, organization, admin, write } = await givenLinks()
  const other = await givenOrganization(server, 'Other')
  const outside = await server
    .as(other.admin)
    .createSpace({ params: { organizationId: other.id }, body: { title: 'Outside' } })
  await server.db
    .insertInto('members')
    .values({ organization_id: other.id, user_id: admin.id, role: 'admin', joined_at: outside.createdAt })
    .execute()
  const markdown = `[a](/spaces/${outside.id}) [b](/users/${admin.id})\n`
  const { changes } = await write(page('Links', { document: { markdown } }))
  const pageId = typeof changes[0]?.page === 'object' ? changes[0].page.id : assert.fail()
  const targets = async (token: Pick<Person, 'secret'>) => {
    const { items } = await server.as(token).listPageLinksInSpace({ params: { spaceId, pageId } })
    return items.map(({ targetReference }) => shown(targetReference))
  }
  assert.deepEqual(await targets(admin), ['space Outside of Other', `user ${admin.id}`])
  const bound = await givenToken(server, admin.id, { organizationId: organization.id })
  assert.deepEqual(await targets(bound), [undefined, `user ${admin.id}`])
  const scoped = await givenToken(server, admin.id, { scopes: ['space:read'] })
  assert.deepEqual(await targets(scoped), ['space Outside of Other', undefined])
  const { items } = await server.as(scoped).listPageLinksInSpace({ params: { spaceId, pageId } })
  const [place] = items[0]?.locationReferences ?? []
  assert.ok(place?.kind === 'page' && place.organization.defaultRole === undefined)
})

test('what is not there is 404, and links of a change request need comment level', async () => {
  const { spaceId, editor, reader, idOf, fileId } = await givenLinks()
  const elsewhere = await givenLinks()
  const { params } = await givenChangeRequest(server, spaceId, editor)
  const api = server.as(reader)
  for (const pageId of ['nothing', elsewhere.idOf('Home')]) {
    for (const ask of ['listPageLinksInSpace', 'listSpacePageBacklinks'] as const) {
      assert.equal((await refusalOf(api[ask]({ params: { spaceId, pageId } }))).reason, 'not_found')
    }
  }
  const file = { spaceId, fileId: elsewhere.fileId }
  assert.equal((await refusalOf(api.listSpaceFileBacklinks({ params: file }))).reason, 'not_found')
  const inside = { ...params, pageId: idOf('Home'), fileId }
  for (const ask of [
    'listChangeRequestLinks',
    'listPageLinksInChangeRequest',
    'listChangeRequestPageBacklinks',
    'listChangeRequestFileBacklinks',
  ] as const) {
    assert.equal((await refusalOf(api[ask]({ params: inside }))).reason, 'forbidden')
    const none = { ...inside, changeRequestId: '99' }
    assert.equal((await refusalOf(server.as(editor)[ask]({ params: none }))).reason, 'not_found')
  }
})
