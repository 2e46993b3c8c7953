import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operation } from '@stemma/contract'
import pg from 'pg'
import { keyed } from '../http/shares.ts'
import { fingerprintOf } from './fingerprint.ts'
import { startServer } from './harness.ts'
import { inputFor, type Mounted, mountedOperations, type SampleInput, sendTo } from './samples.ts'
import { givenWorld } from './world.ts'

// Tests guarantees of the whole API for every operation, so that a new operation is covered before anyone
// writes a test for it. `npm run authz` tests who may call what.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

/**
 * The first two have no caller, so no idempotency key is stored. The others count every attempt, even
 * repeated ones.
 */
const once = ['exchangeLoginCode', 'trackEventsInSiteById', 'setPassword', 'proveIdentity']

for (const mounted of mountedOperations()) {
  const { id, operation } = mounted
  if (operation.method === 'GET') describeRead(id, mounted)
  else describeWrite(id, mounted)
  if (keyed.has(id)) describeKeyed(id, mounted)
  if (operation.body) describeBody(id, mounted)
}

function describeRead(id: string, mounted: Mounted) {
  test(`${id} writes nothing, and answers the same to who asks with its ETag`, async () => {
    const { ours } = await givenWorld(server)
    // The first stream gives the events so far their positions.
    if (mounted.operation.streams)
      await call(mounted.operation, ours.admin.secret, inputFor(mounted, ours, ours.admin))
    const before = await fingerprintOf(server)
    const first = await call(mounted.operation, ours.admin.secret, inputFor(mounted, ours, ours.admin))
    assert.equal(first.statusCode, 200)
    assert.equal(await fingerprintOf(server), before)
    const { etag } = first.headers
    if (mounted.operation.streams) return assert.equal(etag, undefined)
    const isList = 'items' in JSON.parse(first.body)
    assert.equal(typeof etag, isList ? 'undefined' : 'string')
    if (etag === undefined) return
    const headers = { 'if-none-match': etag }
    const again = await call(
      mounted.operation,
      ours.admin.secret,
      inputFor(mounted, ours, ours.admin),
      headers,
    )
    assert.deepEqual([again.statusCode, again.body, again.headers.etag], [304, '', etag])
  })
}

/** Such reads are not limited to the connections that one organization may use. */
function describeKeyed(id: string, mounted: Mounted) {
  test(`${id} occupies no connection`, async (t) => {
    const { ours } = await givenWorld(server)
    const input = inputFor(mounted, ours, ours.admin)
    // The first request of a process finds out whether the database is a cluster.
    await call(mounted.operation, ours.admin.secret, input)
    const connect = t.mock.method(pg.Pool.prototype, 'connect')
    const answer = await call(mounted.operation, ours.admin.secret, input)
    assert.deepEqual([answer.statusCode, connect.mock.callCount()], [200, 0])
  })
}

function describeWrite(id: string, mounted: Mounted) {
  const { operation } = mounted
  test(`${id} records what happened, and its Location can be read`, async () => {
    const { ours } = await givenWorld(server)
    const answer = await call(operation, ours.admin.secret, inputFor(mounted, ours, ours.admin))
    assert.equal(answer.statusCode, operation.status)
    const events = await server.db
      .selectFrom('events')
      .select('actor_id as actor')
      .where('request_id', '=', String(answer.headers['x-request-id']))
      .execute()
    if (!silent.includes(id)) assert.ok(events.length > 0)
    const actor = unnamed.includes(id) ? null : ours.admin.id
    assert.ok(events.every((event) => event.actor === actor))
    const { location } = answer.headers
    if (location === undefined) return
    const read = await server.app.inject({
      url: new URL(String(location)).pathname,
      headers: { authorization: `Bearer ${ours.admin.secret}` },
    })
    assert.equal(read.statusCode, 200, `${location} leads nowhere`)
  })

  if (operation.method !== 'POST') {
    test(`${id} is refused when If-Match names another state, and writes nothing`, async () => {
      const { ours } = await givenWorld(server)
      const before = await fingerprintOf(server)
      const headers = { 'if-match': '"another"' }
      const answer = await call(operation, ours.admin.secret, inputFor(mounted, ours, ours.admin), headers)
      assert.equal(answer.statusCode, 412)
      assert.equal(await fingerprintOf(server), before)
    })
  }

  if (operation.method !== 'DELETE' && !once.includes(id)) {
    test(`${id} happens once, and answers alike, when it is repeated with its Idempotency-Key`, async () => {
      const { ours } = await givenWorld(server)
      const headers = { 'idempotency-key': `once-${id}` }
      const input = inputFor(mounted, ours, ours.admin)
      const first = await call(operation, ours.admin.secret, input, headers)
      const after = await fingerprintOf(server)
      const second = await call(operation, ours.admin.secret, input, headers)
      assert.equal(second.statusCode, first.statusCode)
      assert.deepEqual(withoutSecrets(operation, second.body), withoutSecrets(operation, first.body))
      assert.equal(second.headers.location, first.headers.location)
      assert.equal(await fingerprintOf(server), after)
    })
  }
}

/** The organization must not learn which account owns the email address of a declined invitation. */
const unnamed = ['declineInvitation']

/** Operations that change nothing, nothing in the sample data, or only what concerns the caller alone. */
const silent = [
  'endSession',
  'signOut',
  'proveIdentity',
  'startAuthenticator',
  'restoreOrganizationById',
  'startPasskey',
  'startPasskeyProof',
  'joinOrganization',
  'joinOrganizationWithInvite',
  'resolvePublishedContentByUrl',
  'searchSiteContent',
  'trackEventsInSiteById',
  'aggregateSiteEvents',
  'renderIntegrationUIWithPost',
  'setChangeRequestPresence',
  'markNotifications',
  'updateNotificationPreferences',
  'updateSpaceWatch',
  'updateChangeRequestWatch',
]

function describeBody(id: string, mounted: Mounted) {
  test(`${id} refuses a field it does not know, and writes nothing`, async () => {
    const { ours } = await givenWorld(server)
    const before = await fingerprintOf(server)
    const input = inputFor(mounted, ours, ours.admin)
    const body = { ...input.body, unknownField: 1 }
    const answer = await call(mounted.operation, ours.admin.secret, { ...input, body })
    assert.equal(answer.statusCode, 400, answer.body)
    assert.equal(await fingerprintOf(server), before)
  })
}

function withoutSecrets({ shownOnce = [] }: Operation, body: string) {
  if (body === '') return body
  return Object.fromEntries(Object.entries(JSON.parse(body)).filter(([field]) => !shownOnce.includes(field)))
}

function call(
  operation: Operation,
  secret: string,
  input: SampleInput,
  headers?: Readonly<Record<string, string>>,
) {
  return sendTo(server, operation, secret, input, headers)
}
