import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ApiFailure, ConnectionFailure, createClient } from './index.ts'
import { shapes } from './test/operations.ts'
import { givenServer, refusal, type Scripted } from './test/scripted-server.ts'

const events = (text: string) => ({ status: 200, headers: { 'content-type': 'text/event-stream' }, text })

test('events arrive parsed, and comments and moves of the position are no events', async (t) => {
  const { client, seen } = await given(
    t,
    events(
      'event: open\nid: 1-a\ndata: {}\n\n:\n\nevent: change\nid: 2-b\ndata: {"n":": 1"}\n\nid: 3-c\n\n' +
        'event: presence\ndata: {"people":[]}\n\n',
    ),
  )
  const all: unknown[] = []
  for await (const event of client.streamUsers({ query: { seconds: 0 } })) all.push(event)
  assert.deepEqual(all, [
    { event: 'open', id: '1-a', data: {} },
    { event: 'change', id: '2-b', data: { n: ': 1' } },
    { event: 'presence', data: { people: [] } },
  ])
  assert.equal(seen[0]?.headers.accept, 'text/event-stream')
  assert.equal(seen[0]?.headers['last-event-id'], undefined)
})

test('a stream that ends or breaks continues after its last position, until it is refused', async (t) => {
  const { client, seen } = await given(
    t,
    events('event: change\nid: 1-a\ndata: 1\n\nid: 5-e\n\n'),
    'hang up',
    refusal(503, 'unavailable'),
    events('event: change\nid: 6-f\ndata: 2\n\nevent: change\nid: 7-'),
    refusal(403, 'forbidden', 'You have lost access.'),
  )
  const data: unknown[] = []
  const failure = await (async () => {
    for await (const event of client.streamUsers()) data.push(event.data)
  })().catch((error: unknown) => error)
  assert.deepEqual(data, [1, 2])
  assert.ok(failure instanceof ApiFailure)
  assert.equal(failure.message, 'You have lost access.')
  assert.deepEqual(
    seen.map(({ headers }) => headers['last-event-id']),
    [undefined, '5-e', '5-e', '5-e', '6-f'],
  )
})

test('a stream begins after the given position', async (t) => {
  const { client, seen } = await given(t, events('event: open\nid: 4-d\ndata: {}\n\n'))
  for await (const _ of client.streamUsers({}, { lastEventId: '4-d' })) break
  assert.equal(seen[0]?.headers['last-event-id'], '4-d')
})

test('a server that is not there fails after the retries', async (t) => {
  const { client, seen } = await given(t, 'hang up', 'hang up', 'hang up', 'hang up', 'hang up')
  await assert.rejects(async () => {
    for await (const _ of client.streamUsers()) break
  }, ConnectionFailure)
  assert.equal(seen.length, 4)
})

test('an aborted stream throws the reason, and a stream is no plain request', async (t) => {
  const { client } = await given(t, events('event: open\nid: 1-a\ndata: {}\n\n'))
  const stopping = new AbortController()
  await assert.rejects(async () => {
    for await (const _ of client.streamUsers({}, { signal: stopping.signal }))
      stopping.abort(new Error('enough'))
  }, /enough/)
  await assert.rejects(client.request('streamUsers'), /call it as a method/)
})

async function given(t: TestContext, ...script: Scripted[]) {
  const { endpoint, seen } = await givenServer(t, ...script)
  return { client: createClient({ endpoint, operations: shapes, sleep: async () => {} }), seen }
}
