import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { buildApp } from '../app.ts'
import { newSecret, secretHash, secretPrefix } from '../auth/secrets.ts'
import { newId } from '../common/ids.ts'
import { readConfig } from '../config/config.ts'
import { createTestDatabase } from '../test/database.ts'
import { testSecretKeys } from '../test/secret-keys.ts'

const { db, url, drop } = await createTestDatabase()
const lines: string[] = []
const logStream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk))
    done()
  },
})
const settings = { STEMMA_FILES_FOLDER: tmpdir(), STEMMA_SECRET_KEYS: testSecretKeys }
const config = readConfig({ DATABASE_URL: url, STEMMA_LOG_LEVEL: 'trace', ...settings })
const app = await buildApp({ config, db, logStream })
after(async () => {
  await app.close()
  await drop()
})

test('each request leaves one line: what was asked, who asked, what came of it', async () => {
  const answer = await app.inject({ url: '/v1/' })
  const logged = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request')
  const { operation, status, ms, requestId } = logged.at(-1)
  assert.deepEqual([operation, status, requestId], ['getApiInformation', 200, answer.headers['x-request-id']])
  assert.ok(ms > 0)
})

test('a refusal is logged with its reason, and with its address if somebody was kept out', async () => {
  const authorization = `Bearer ${await givenSecret()}`
  const json = { authorization, 'content-type': 'application/json' }
  for (const [request, ...expected] of [
    [{ url: '/v1/user' }, 401, 'unauthenticated', '127.0.0.1'],
    [{ url: '/v1/orgs/nothing', headers: { authorization } }, 404, 'not_found', undefined],
    [{ method: 'POST', url: '/v1/orgs', headers: json, payload: '{}' }, 400, 'invalid_request', undefined],
    [{ method: 'POST', url: '/login', headers: {} }, 403, 'cross_site_request', '127.0.0.1'],
  ] as const) {
    await app.inject({ ...request })
    const { status, reason, ip } = JSON.parse(lines.findLast((line) => line.includes('"request"')) ?? '{}')
    assert.deepEqual([status, reason, ip], expected)
  }
})

test('no token, query, header or body reaches the log, whatever happens', async () => {
  const canary = await givenSecret()
  const headers = {
    authorization: `Bearer ${canary}`,
    'x-canary': canary,
    cookie: canary,
    'user-agent': canary,
  }
  const json = { ...headers, 'content-type': 'application/json' }
  const asked = [
    { url: `/v1/user?page=${canary}`, headers },
    { url: `/v1/user?page=${canary}`, headers: { ...headers, authorization: `Bearer ${canary}x` } },
    { url: `/v1/orgs?limit=${canary}`, headers },
    { url: `/nowhere?key=${canary}`, headers },
    { url: `/v1/users/%zz?key=${canary}`, headers },
    { method: 'POST', url: '/v1/user/tokens', headers: json, payload: `{"label": "${canary}"` },
    { method: 'POST', url: '/v1/user/tokens', headers: json, payload: `{"label": "${canary}"}` },
    { method: 'POST', url: '/v1/user/tokens', headers: { ...json, 'content-type': canary }, payload: canary },
    { method: 'OPTIONS', url: `/v1/user?key=${canary}`, headers: { ...headers, origin: canary } },
  ] as const
  const count = lines.length
  const statuses: number[] = []
  for (const request of asked) statuses.push((await app.inject({ ...request })).statusCode)
  assert.deepEqual(statuses, [200, 401, 400, 404, 400, 400, 201, 415, 204])
  await db.schema.dropTable('tokens').cascade().execute()
  const broken = await app.inject({ url: `/v1/user?page=${canary}`, headers })
  assert.equal(broken.statusCode, 500)
  assert.ok(lines.length > count)
  assert.deepEqual(
    lines.filter((line) => line.includes(canary)),
    [],
  )
  assert.ok(lines.some((line) => line.includes('request failed')))
})

test('what is measured names operations, and no address', async () => {
  const { body } = await app.inject({ url: '/metrics' })
  assert.match(body, /stemma_request_seconds_count\{operation="getApiInformation",status="200"\} 1/)
  assert.ok(!body.includes('/v1/'))
})

test('metrics are read on this machine only, unless the operator says otherwise', async (t) => {
  const statuses = async (metrics: 'off' | 'loopback' | 'on') => {
    const observed = await buildApp({
      config: { ...config, logLevel: 'silent', metrics, trustedProxies: 1 },
      db,
    })
    t.after(() => observed.close())
    const ask = async (remoteAddress: string, headers = {}) =>
      (await observed.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    const local = { 'x-forwarded-for': '127.0.0.1' }
    return [
      await ask('127.0.0.1'),
      await ask('127.8.8.8'),
      await ask('::1'),
      await ask('::ffff:127.0.0.1'),
      await ask('192.0.2.1'),
      await ask('::ffff:192.0.2.1'),
      await ask('192.0.2.1', local),
      await ask('127.0.0.1', { 'x-forwarded-for': '192.0.2.1' }),
      await ask('127.0.0.1', { forwarded: 'for=192.0.2.1' }),
    ]
  }
  assert.deepEqual(await statuses('off'), Array(9).fill(404))
  assert.deepEqual(await statuses('on'), Array(9).fill(200))
  assert.deepEqual(await statuses('loopback'), [...Array(4).fill(200), ...Array(5).fill(404)])
})

test('how the database and its jobs stand is measured, and left out where it does not answer', async (t) => {
  const fresh = await createTestDatabase()
  t.after(fresh.drop)
  const observed = await buildApp({ config: { ...config, logLevel: 'silent' }, db: fresh.db })
  t.after(() => observed.close())
  const add = (key: string, more: string) =>
    sql`select graphile_worker.add_job('nothing', job_key => ${key}, run_at => now() ${sql.raw(more)})`
  for (const [key, more] of [
    ['a', "- interval '90 s'"],
    ['b', "- interval '10 s'"],
    ['c', "- interval '9 s', max_attempts => 1"],
    ['later', "+ interval '1 h'"],
  ] as const)
    await add(key, more).execute(fresh.db)
  await sql`update graphile_worker._private_jobs set attempts = 1 where key = 'c'`.execute(fresh.db)
  const { body } = await observed.inject({ url: '/metrics' })
  for (const line of ['stemma_jobs{state="due"} 2', 'stemma_jobs{state="failed"} 1'])
    assert.ok(body.includes(line), `${line} in ${body}`)
  assert.match(body, /^stemma_jobs_oldest_due_seconds (89|9\d|1\d\d)/m)
  assert.match(body, /^stemma_database_connections\{state="waiting"\} 0$/m)
  await sql`drop schema graphile_worker cascade`.execute(fresh.db)
  const later = await observed.inject({ url: '/metrics' })
  assert.equal(later.statusCode, 200)
  assert.doesNotMatch(later.body, /^stemma_jobs/m)
  assert.match(later.body, /^stemma_database_connections\{state="idle"\}/m)
})

async function givenSecret() {
  const [id, secret, now] = [newId(), newSecret(), new Date().toISOString()]
  const times = { created_at: now, updated_at: now }
  await db
    .insertInto('users')
    .values({ id, display_name: 'Ada', email: `${id.toLowerCase()}@example.com`, ...times })
    .execute()
  await db
    .insertInto('tokens')
    .values({
      ...{
        id: newId(),
        user_id: id,
        label: 'test',
        prefix: secretPrefix(secret),
        secret_hash: secretHash(secret),
      },
      ...{ created_at: now, expires_at: '2099-01-01T00:00:00.000Z' },
    })
    .execute()
  return secret
}
