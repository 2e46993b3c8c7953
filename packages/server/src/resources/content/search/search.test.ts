import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiFailure } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import { givenMember, givenOrganization, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 446: a page is found by title, headings and text, and shown with its sections', async () => {
  const { admin, organization, spaceId } = await givenIndexed(
    text('Setup', '## Debian packages\n\nFetch *them*.\n'),
  )
  const { items, count } = await searchAll(admin, organization.id, 'debian fetch')
  const app = `http://127.0.0.1:3000/o/${organization.id}/s/${spaceId}/setup`
  const [{ pages: [found] = [], ...space } = { pages: [] }] = items
  const score = items[0]?.score
  assert.deepEqual([count, space], [1, { type: 'space', id: spaceId, title: 'Handbook', score }])
  const [section] = found?.sections ?? []
  assert.ok(score !== undefined && score > 0)
  assert.deepEqual(
    { ...found, id: 'id', sections: [{ ...section, id: 'id' }] },
    {
      id: 'id',
      title: 'Setup',
      description: '',
      path: 'setup',
      score,
      rank: 1,
      ancestors: [],
      sections: [
        {
          id: 'id',
          title: 'Debian packages',
          path: 'setup#debian-packages',
          score: section?.score,
          body: 'Fetch them.',
          highlights: { title: [{ start: 0, end: 6 }], body: [{ start: 0, end: 5 }] },
          urls: { app: `${app}#debian-packages` },
        },
      ],
      highlights: { title: [] },
      urls: { app },
    },
  )
  assert.match(section?.id ?? '', /^[\w-]{12}$/)
  assert.deepEqual((await searchIn(admin, spaceId, 'debian fetch')).items, [found])
})

test('a result shows the description of its page, the pages above it and its rank', async () => {
  const { admin, spaceId } = await givenIndexed(text('Guide', 'Nothing.\n'), text('Install', 'Debian.\n'))
  const { pages } = await server.as(admin).listPages({ params: { spaceId }, query: {} })
  const [guide, install] = pages.map(({ id }) => id)
  const below = page('Packages', {
    into: install ?? '',
    description: 'Where they are',
    document: { markdown: 'Debian debian.\n' },
  })
  const body = {
    changes: [{ operation: 'update_page', page: install ?? '', into: guide ?? '' } as const, below],
  }
  await server.as(admin).updateSpaceContent({ params: { spaceId }, body })
  await indexNow(server, (await server.as(admin).getSpaceById({ params: { spaceId } })).organization, spaceId)
  const at = async (limit: number, page?: string) =>
    server
      .as(admin)
      .searchSpaceContent({ params: { spaceId }, query: { query: 'debian', limit, ...(page && { page }) } })
  const { items } = await at(50)
  assert.deepEqual(
    items.map(({ title, rank }) => [title, rank]),
    items.map(({ title }, index) => [title, index + 1]),
  )
  const found = items.find(({ title }) => title === 'Packages')
  assert.deepEqual(
    [found?.description, found?.ancestors.map(({ title }) => title)],
    ['Where they are', ['Guide', 'Install']],
  )
  const first = await at(1)
  assert.equal((await at(1, first.next?.page)).items[0]?.rank, 2)
})

test('spec 446: a space is found by its title, without pages or with those that fit too', async () => {
  const { admin, organization, spaceId } = await givenIndexed(text('Setup', 'Read the handbook.\n'))
  const params = { organizationId: organization.id }
  const named = await server.as(admin).createSpace({ params, body: { title: 'The café-handbook API' } })
  const hidden = await server.as(admin).createSpace({ params, body: { title: 'Handbook of secrets' } })
  await server.as(admin).updateSpaceById({ params: { spaceId: hidden.id }, body: { defaultLevel: null } })
  const reader = await givenMember(server, organization, 'read')
  const found = async (query: string) => {
    const { items, count } = await searchAll(reader, organization.id, query)
    assert.equal(count, items.length)
    return items.map(({ id, pages }) => [id, titlesOf(pages).join()])
  }
  assert.deepEqual(await found('handbook'), [
    [spaceId, 'Setup'],
    [named.id, ''],
  ])
  for (const query of ['cafe', 'CAFÉ', 'api hand', 'cafehandbook', 'the api'])
    assert.deepEqual((await found(query))[0], [named.id, ''], query)
  for (const query of ['secrets', 'xyzzy', 'cafe kettle']) assert.deepEqual(await found(query), [], query)
})

test('titles come before headings, headings before text, whole words before beginnings', async () => {
  const { admin, spaceId } = await givenIndexed(
    text('Four', 'The lanterns are lit.\n'),
    text('Three', 'A lantern is lit.\n'),
    text('Two', '## Lantern\n\nIt is lit.\n'),
    text('Lantern', 'It is lit.\n'),
  )
  const { items } = await searchIn(admin, spaceId, 'lantern')
  assert.deepEqual(titlesOf(items), ['Lantern', 'Two', 'Three', 'Four'])
})

test('identifiers, beginnings and misspellings lead to their page', async () => {
  const { admin, spaceId } = await givenIndexed(
    text(
      'Client',
      'Call `createWebhookToken` or set max_retry_count; see http.server.timeout and `--dry-run`.\n',
    ),
    text('Authentication', 'How people sign in, in C++ and at version 1.24.3.\n'),
    text('Other', 'Nothing of interest.\n'),
  )
  const queries = {
    Client: [
      'createWebhookToken',
      'create_webhook_token',
      'createwebhook',
      'webhook token',
      'maxRetryCount',
      'retry',
      'http.server',
      'server timeout',
      '--dry-run',
      'dryrun',
      'createWebhokToken',
    ],
    Authentication: [
      'authen',
      'authetication',
      'autehntication',
      'AUTHENTICATION',
      'c++',
      '1.24.3',
      'autentikation',
    ],
  }
  for (const [title, some] of Object.entries(queries)) {
    for (const query of some)
      assert.deepEqual(titlesOf((await searchIn(admin, spaceId, query)).items), [title], query)
  }
})

test('writing without spaces, accents and other scripts are found by their parts', async () => {
  const { admin, spaceId } = await givenIndexed(
    text('数据库迁移', '先备份数据库,然后运行迁移命令。\n'),
    text('インストール', 'サーバーの設定を変更します。\n'),
    text('설치 안내', '데이터베이스를 먼저 백업하십시오.\n'),
    text('การติดตั้ง', 'สำรองข้อมูลก่อนเริ่มต้น\n'),
    text('Café', 'Crème brûlée à Zürich, Straße 7.\n'),
    text('الإعداد', 'افتح الصفحة الرئيسية.\n'),
    text('🚀', 'Emoji alone.\n'),
  )
  const queries: Record<string, string[]> = {
    数据库迁移: ['迁移', '备份数据', '数据库的备份', '库'],
    インストール: ['サーバー', '設定の変更', 'ｻｰﾊﾞｰ'],
    '설치 안내': ['데이터베이스', '데이터베이스의 백업', '설치'],
    การติดตั้ง: ['ข้อมูล', 'ติดตั้ง'],
    Café: ['cafe', 'creme brulee', 'ZURICH', 'strasse'],
    الإعداد: ['الصفحه', 'الاعداد'],
    '🚀': ['🚀'],
  }
  for (const [title, some] of Object.entries(queries)) {
    for (const query of some)
      assert.equal(titlesOf((await searchIn(admin, spaceId, query)).items)[0], title, query)
  }
})

test('the language of a space says which words are one', async () => {
  const english = await givenIndexed({ language: 'en' }, text('One', 'We installed the parties.\n'))
  const unknown = await givenIndexed(text('One', 'We installed the parties.\n'))
  for (const query of ['installing party', 'where is it installed']) {
    assert.equal((await searchIn(english.admin, english.spaceId, query)).count, 1, query)
  }
  assert.equal((await searchIn(unknown.admin, unknown.spaceId, 'installing')).count, 0)
})

test('what has all words wins, and what has most of them is better than nothing', async () => {
  const { admin, spaceId } = await givenIndexed(
    text('Red', 'A red lantern by the river.\n'),
    text('Blue', 'A blue lantern by the river.\n'),
  )
  assert.deepEqual(titlesOf((await searchIn(admin, spaceId, 'blue lantern river')).items), ['Blue'])
  assert.deepEqual(titlesOf((await searchIn(admin, spaceId, 'blue lantern river zeppelin')).items), ['Blue'])
  assert.equal((await searchIn(admin, spaceId, 'zeppelin')).count, 0)
})

test('results come page by page, each once, and are counted', async () => {
  const pages = Array.from({ length: 7 }, (_, at) => text(`Kettle ${at}`, 'Some tea.\n'))
  const { admin, spaceId, organization } = await givenIndexed(...pages)
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const query = { query: 'kettle tea', limit: 3, ...(cursor && { page: cursor }) }
    const { items, count, next } = await server.as(admin).searchSpaceContent({ params: { spaceId }, query })
    assert.equal(count, 7)
    seen.push(...titlesOf(items))
    cursor = next?.page
  } while (cursor)
  assert.deepEqual([seen.length, new Set(seen).size], [7, 7])
  const all = await searchAll(admin, organization.id, 'kettle')
  assert.deepEqual([all.count, all.items[0]?.pages.length], [1, 7])
})

test('nobody finds or counts what they cannot read, and it counts from the next request', async () => {
  const { admin, organization, spaceId } = await givenIndexed(text('Secret', 'The zanzibar plan.\n'))
  const guest = await givenMember(server, organization, null)
  const found = async (person: Person) => {
    const { items, count } = await searchAll(person, organization.id, 'zanzibar')
    assert.equal(items.length, count)
    return count
  }
  assert.deepEqual([await found(admin), await found(guest)], [1, 0])
  await assert.rejects(searchIn(guest, spaceId, 'zanzibar'), { status: 404 })
  await assert.rejects(searchAll(await givenUser(server), organization.id, 'zanzibar'), { status: 404 })
  assert.equal((await searchAll(guest, organization.id, 'zanzibra')).count, 0, 'nor by its misspelling')
  await server.as(admin).inviteToSpace({ params: { spaceId }, body: { role: 'read', users: [guest.id] } })
  assert.equal(await found(guest), 1)
  await server.as(admin).removeUserFromSpace({ params: { spaceId, userId: guest.id } })
  assert.equal(await found(guest), 0)
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  assert.equal(await found(admin), 0)
  await server.as(admin).restoreSpace({ params: { spaceId } })
  assert.equal(await found(admin), 1)
})

test('whatever is asked is answered or refused, never with a failure of ours', async () => {
  const { admin, spaceId } = await givenIndexed(
    text('One', "It's a \\ test: a & b | c ! (d) <-> 'e' :* 'f':A.\n"),
  )
  const queries = [
    "' & | ! ( ) <-> :* '':A \\",
    "it's",
    'a'.repeat(512),
    'ab '.repeat(170),
    '😀'.repeat(128),
    '!!!',
    '--',
    'עברית ערבית \u202e\u200f',
    '\u0301\u0301\u0301',
    '\ud800',
    '\ufffe\uffff',
    '%_%',
    'x.'.repeat(200),
    'aB'.repeat(256),
    '语'.repeat(512),
    'ก'.repeat(512),
    '가'.repeat(512),
    '0'.repeat(512),
    '1.1.'.repeat(128),
    '\u00a0',
  ]
  for (const query of queries) {
    const answer = await searchIn(admin, spaceId, query).catch((error: unknown) => {
      assert.ok(error instanceof ApiFailure && error.status === 400, `${query}: ${error}`)
    })
    if (answer) assert.equal(answer.items.length, answer.count)
  }
  for (const query of ['', ' ', '\n\t', 'a\0b', 'a'.repeat(513)]) {
    await assert.rejects(searchIn(admin, spaceId, query), { status: 400 }, JSON.stringify(query))
  }
  for (const cursor of ['x', btoa('["x"]'), btoa('["1"]'), btoa('["1 a b"]'), btoa('["NaN a"]')]) {
    const query = { query: 'test', limit: 1, page: cursor }
    await assert.rejects(
      server.as(admin).searchSpaceContent({ params: { spaceId }, query }),
      { status: 400 },
      cursor,
    )
  }
})

function text(title: string, markdown: string): ContentChange {
  return page(title, { document: { markdown } })
}

/** An indexed space in an organization of its own. */
async function givenIndexed(...wanted: (ContentChange | { readonly language: 'en' })[]) {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const changes = wanted.filter((one): one is ContentChange => 'operation' in one)
  const language = wanted.find((one) => 'language' in one)
  const { id: spaceId } = await server.as(admin).createSpace({
    params: { organizationId: organization.id },
    body: { title: 'Handbook', editMode: 'live', ...language },
  })
  await server.as(admin).updateSpaceContent({ params: { spaceId }, body: { changes } })
  await indexNow(server, organization.id, spaceId)
  return { organization, admin, spaceId }
}

function searchAll(person: Person, organizationId: string, query: string) {
  return server
    .as(person)
    .searchOrganizationContent({ params: { organizationId }, query: { query, limit: 50 } })
}

function searchIn(person: Person, spaceId: string, query: string) {
  return server.as(person).searchSpaceContent({ params: { spaceId }, query: { query, limit: 50 } })
}

function titlesOf(pages: readonly { readonly title: string }[]): string[] {
  return pages.map(({ title }) => title)
}
