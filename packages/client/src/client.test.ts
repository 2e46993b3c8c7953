import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createClient, each, pages } from './index.ts'
import { ada, shapes } from './test/operations.ts'
import { givenServer, refusal, type Scripted } from './test/scripted-server.ts'

const ok = { status: 200, json: ada }

test('a method sends what the contract says and answers with the object', async (t) => {
  const { client, seen } = await given(t, ok)

  const user = await client.getUser({ params: { userId: 'ada' } })

  assert.equal(user.displayName, 'Ada')
  assert.equal(seen[0]?.method, 'GET')
  assert.equal(seen[0]?.url, '/v1/users/ada')
  assert.equal(seen[0]?.headers.authorization, 'Bearer stm_test')
  assert.equal(seen[0]?.headers['user-agent'], 'stemma-client')
  assert.equal(seen[0]?.headers['idempotency-key'], undefined)
  assert.equal(seen[0]?.headers['content-type'], undefined)
})

test('without a table the client has every operation of the contract', async (t) => {
  const { endpoint, seen } = await givenServer(t, ok)
  const client = createClient({ endpoint: `${endpoint}//` })

  const user = await client.getAuthenticatedUser()

  assert.equal(user.id, 'ada')
  assert.equal(seen[0]?.url, '/v1/user')
  assert.equal(seen[0]?.headers.authorization, undefined)
})

test('a body is sent as JSON, and only where there is one', async (t) => {
  const { client, seen } = await given(t, { status: 201, json: ada }, { status: 204 })

  await client.createUser({ body: { displayName: 'Ada' } })
  await client.joinUser({ params: { userId: 'ada' } })

  assert.equal(seen[0]?.body, '{"displayName":"Ada"}')
  assert.equal(seen[0]?.headers['content-type'], 'application/json')
  assert.ok(seen[0]?.headers['idempotency-key'])
  assert.equal(seen[1]?.body, '')
  assert.ok(seen[1]?.headers['idempotency-key'])
  assert.equal(seen[1]?.headers['content-type'], undefined)
})

test('204 and 205 resolve to undefined', async (t) => {
  const { client } = await given(t, { status: 204 }, { status: 205 })
  assert.equal(await client.joinUser({ params: { userId: 'ada' } }), undefined)
  assert.equal(await client.deleteUser({ params: { userId: 'ada' } }), undefined)
})

test('path parameters are encoded, and a page path keeps its slashes', async (t) => {
  const { client, seen } = await given(t, ok, ok, ok)

  await client.getUser({ params: { userId: 'a/b?c#d %é' } })
  await client.getPage({ params: { spaceId: 'a/b', pagePath: 'guides/first steps?/ü' } })
  await client.getUser({ params: { userId: '$&' } })

  assert.equal(seen[0]?.url, '/v1/users/a%2Fb%3Fc%23d%20%25%C3%A9')
  assert.equal(seen[1]?.url, '/v1/spaces/a%2Fb/path/guides/first%20steps%3F/%C3%BC')
  assert.equal(seen[2]?.url, '/v1/users/%24%26')
})

test('a path parameter that would lead to another operation is never sent', async (t) => {
  const { client, seen } = await given(t)

  for (const userId of ['', '.', '..']) {
    await assert.rejects(client.deleteUser({ params: { userId } }), TypeError)
  }
  const spaceId = 'a'
  await assert.rejects(client.getPage({ params: { spaceId, pagePath: 'a/../../b' } }), TypeError)

  assert.equal(seen.length, 0)
})

test('in the query lists are repeated keys and undefined is left out', async (t) => {
  const list = { status: 200, json: { items: [], count: 0 } }
  const { client, seen } = await given(t, list, list, list)

  await client.listUsers({ query: { authors: ['a b', 'c&d'], page: undefined, limit: 10, order: 'asc' } })
  await client.listUsers({ query: { authors: [] } })
  await client.listUsers()

  assert.equal(seen[0]?.url, '/v1/users?authors=a+b&authors=c%26d&limit=10&order=asc')
  assert.equal(seen[1]?.url, '/v1/users')
  assert.equal(seen[2]?.url, '/v1/users')
})

test('options become headers', async (t) => {
  const { client, seen } = await given(t, { status: 201, json: ada })

  const body = { displayName: 'Ada' }
  await client.createUser({ body }, { idempotencyKey: 'key1', ifMatch: '"a"', headers: { 'X-Own': 'yes' } })

  assert.equal(seen[0]?.headers['idempotency-key'], 'key1')
  assert.equal(seen[0]?.headers['if-match'], '"a"')
  assert.equal(seen[0]?.headers['x-own'], 'yes')
})

test('request answers with the status and the headers as well', async (t) => {
  const { client } = await given(t, { status: 200, headers: { etag: '"1"' }, json: ada }, { status: 205 })

  const answer = await client.request('getUser', { params: { userId: 'ada' } })
  const gone = await client.request('deleteUser', { params: { userId: 'ada' } })

  assert.equal(answer.status, 200)
  assert.equal(answer.headers.get('etag'), '"1"')
  assert.equal(answer.data.displayName, 'Ada')
  assert.equal(gone.status, 205)
  assert.equal(gone.data, undefined)
})

test('request answers "not modified" when it was asked for changes only', async (t) => {
  const { client, seen } = await given(t, { status: 304, headers: { etag: '"1"' } }, { status: 304 })
  const input = { params: { userId: 'ada' } }

  const answer = await client.request('getUser', input, { ifNoneMatch: '"1"' })

  assert.equal(seen[0]?.headers['if-none-match'], '"1"')
  assert.equal(answer.status, 304)
  assert.equal(answer.headers.get('etag'), '"1"')
  assert.equal(answer.data, undefined)
  await assert.rejects(client.getUser(input), { name: 'ApiFailure', status: 304 })
})

test('each walks over all pages and keeps the rest of the query', async (t) => {
  const { client, seen } = await given(t, ...threePages)

  const names: string[] = []
  for await (const user of each(client.listUsers, { query: { limit: 2, order: 'asc' } })) {
    names.push(user.displayName)
  }

  assert.deepEqual(names, ['Ada', 'Grace', 'Edsger'])
  assert.deepEqual(
    seen.map(({ url }) => url),
    [
      '/v1/users?limit=2&order=asc',
      '/v1/users?limit=2&order=asc&page=two+2',
      '/v1/users?limit=2&order=asc&page=three',
    ],
  )
})

test('each asks for a page only when its items are wanted', async (t) => {
  const { client, seen } = await given(t, ...threePages)
  for await (const _ of each(client.listUsers)) break
  assert.equal(seen.length, 1)
})

test('pages gives the pages whole, from the one that is named', async (t) => {
  const { client, seen } = await given(t, ...threePages.slice(1))

  const all = await collect(pages(client.listUsers, { query: { page: 'two 2' } }))

  assert.deepEqual(
    all.map(({ items }) => items.length),
    [0, 1],
  )
  assert.equal(seen[0]?.url, '/v1/users?page=two+2')
})

test('a list that never ends is noticed', async (t) => {
  const same = { status: 200, json: { items: [ada], count: 1, next: { page: 'again' } } }
  const { client } = await given(t, same, same)
  await assert.rejects(collect(each(client.listUsers)), /the same page twice/)
})

test('an unusable endpoint or token is refused at once, and the token is not repeated', () => {
  const endpoint = 'http://127.0.0.1'
  for (const options of [
    { endpoint: 'localhost:3000' },
    { endpoint: '127.0.0.1' },
    { endpoint: 'http://ada:stm_secret@127.0.0.1' },
    { endpoint: 'http://127.0.0.1/?token=stm_secret' },
    { endpoint, token: 'stm_secret\n' },
    { endpoint, token: '' },
  ]) {
    assert.throws(
      () => createClient(options),
      (error: Error) => error instanceof TypeError && !error.message.includes('stm_secret'),
    )
  }
})

test('the types refuse what the contract does not have', async (t) => {
  const { client } = await given(t, ...Array.from({ length: 7 }, () => refusal(400, 'invalid_request')))
  const params = { userId: 'ada' }
  const attempts = [
    // @ts-expect-error The path has a parameter.
    () => client.getUser(),
    // @ts-expect-error The parameter has another name.
    () => client.getUser({ params: { id: 'ada' } }),
    // @ts-expect-error There is no body.
    () => client.getUser({ params, body: {} }),
    // @ts-expect-error There is no query.
    () => client.getUser({ params, query: { limit: 1 } }),
    // @ts-expect-error The body is needed.
    () => client.createUser({}),
    // @ts-expect-error The body has no such field.
    () => client.createUser({ body: { displayName: 'Ada', name: 'Ada' } }),
    // @ts-expect-error The query has no such value.
    () => client.listUsers({ query: { order: 'up' } }),
    // @ts-expect-error A plain method cannot answer "not modified".
    () => client.getUser({ params }, { ifNoneMatch: '"1"' }),
    // @ts-expect-error There is no such operation.
    () => client.request('getNobody', {}),
    // @ts-expect-error This is not a list.
    () => collect(each(client.getUser, { params })),
  ]
  for (const attempt of attempts) await assert.rejects(attempt)
})

const threePages = [
  {
    status: 200,
    json: { items: [ada, { ...ada, displayName: 'Grace' }], count: 3, next: { page: 'two 2' } },
  },
  { status: 200, json: { items: [], count: 3, next: { page: 'three' } } },
  { status: 200, json: { items: [{ ...ada, displayName: 'Edsger' }], count: 3 } },
]

async function given(t: TestContext, ...script: Scripted[]) {
  const { endpoint, seen } = await givenServer(t, ...script)
  const sleep = async () => {}
  return { client: createClient({ endpoint, token: 'stm_test', operations: shapes, sleep }), seen }
}

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
