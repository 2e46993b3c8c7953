import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenToken, givenUser, startServer } from '../test/harness.ts'
import { processorMs } from '../test/processor-time.ts'
import { rateLimiter } from './rate-limit.ts'

test('a key has its number of requests in a window of a minute, and then a new window', () => {
  const time = { now: 1_000_000 }
  const take = rateLimiter({ perMinute: 2, clock: () => time.now })
  assert.deepEqual(take('a'), { limit: 2, remaining: 1, resetSeconds: 1060, retryAfterSeconds: 60 })
  time.now += 20_500
  assert.deepEqual(take('a'), { limit: 2, remaining: 0, resetSeconds: 1060, retryAfterSeconds: 40 })
  const refusal = { reason: 'rate_limited', status: 429, retryAfterSeconds: 40 }
  assert.throws(() => take('a'), refusal)
  assert.throws(() => take('a'), refusal)
  time.now += 39_499
  assert.throws(() => take('a'), { retryAfterSeconds: 1 })
  time.now += 1
  assert.equal(take('a').remaining, 1)
})

test('keys do not share a window', () => {
  const take = rateLimiter({ perMinute: 1 })
  take('a')
  assert.equal(take('b').remaining, 0)
  assert.throws(() => take('a'), { reason: 'rate_limited' })
})

test('memory is bounded: past 100,000 keys the oldest window is forgotten, and the newest is not', () => {
  const take = rateLimiter({ perMinute: 5, clock: () => 1_000_000 })
  take('oldest')
  for (let index = 0; index < 100_000; index++) take(`key ${index}`)
  assert.equal(take('key 99999').remaining, 3)
  assert.equal(take('oldest').remaining, 4)
})

test('windows that have ended make room before any other', () => {
  const time = { now: 1_000_000 }
  const take = rateLimiter({ perMinute: 5, clock: () => time.now })
  for (let index = 0; index < 60_000; index++) take(`early ${index}`)
  time.now += 30_000
  take('running')
  time.now += 30_000
  for (let index = 0; index < 60_000; index++) take(`late ${index}`)
  assert.equal(take('running').remaining, 3)
})

test('a full table costs no more for each request than an empty one', async () => {
  const take = rateLimiter({ perMinute: 5, clock: () => 1_000_000 })
  for (let index = 0; index < 100_000; index++) take(`key ${index}`)
  const ms = await processorMs(() => {
    for (let index = 0; index < 20_000; index++) take(`more ${index}`)
  })
  assert.ok(ms < 2_000, `${ms} ms`)
})

const server = await startServer({ rateLimitPerMinute: 5 })

test('every answer tells what is left, and the sixth request is told when to come back', async () => {
  const person = await givenUser(server)
  for (const remaining of [4, 3, 2, 1, 0]) {
    const { headers, data } = await server.as(person).request('getAuthenticatedUser')
    assert.equal(data.id, person.id)
    assert.equal(headers.get('x-ratelimit-limit'), '5')
    assert.equal(headers.get('x-ratelimit-remaining'), String(remaining))
    assert.ok(Number(headers.get('x-ratelimit-reset')) > Date.now() / 1000)
    assert.equal(headers.get('retry-after'), null)
  }
  const answer = await ask(person.secret)
  assert.equal(answer.statusCode, 429)
  assert.equal(answer.json().error.reason, 'rate_limited')
  assert.equal(answer.headers['x-ratelimit-limit'], '5')
  assert.equal(answer.headers['x-ratelimit-remaining'], '0')
  assert.ok(Number(answer.headers['retry-after']) >= 1 && Number(answer.headers['retry-after']) <= 60)
})

test("one token's haste does not slow another down, not even of the same address", async () => {
  const [hasty, patient] = [await givenUser(server), await givenUser(server)]
  for (let count = 0; count < 6; count++) await ask(hasty.secret)
  assert.equal((await ask(hasty.secret)).statusCode, 429)
  assert.equal((await ask(patient.secret)).statusCode, 200)
})

test('who tries tokens is stopped by their address, and valid tokens still work from there', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 7; count++) statuses.push((await ask(`stm_wrong${count}`)).statusCode)
  assert.deepEqual(statuses, [401, 401, 401, 401, 401, 429, 429])
  assert.equal((await ask((await givenUser(server)).secret)).statusCode, 200)
})

test('a refused request of a known caller counts, too', async () => {
  const person = await givenUser(server)
  const url = '/v1/orgs/nowhere'
  const headers = { authorization: `Bearer ${person.secret}` }
  const statuses: number[] = []
  for (let count = 0; count < 6; count++)
    statuses.push((await server.app.inject({ url, headers })).statusCode)
  assert.deepEqual(statuses, [404, 404, 404, 404, 404, 429])
})

test('an address counts as its network, and nobody counts as somebody else by a header', async () => {
  const behind = await startServer({ rateLimitPerMinute: 2, trustedProxies: 1 })
  const statusFor = async (ip: string, made = '') => {
    const headers = { 'x-forwarded-for': `${made}${ip}` }
    return (await behind.app.inject({ url: '/v1/user', headers })).statusCode
  }
  const made = ['', '203.0.113.1, ', '203.0.113.2, 203.0.113.3, ']
  const own = await Promise.all(made.map((before) => statusFor('192.0.2.1', before)))
  assert.deepEqual(own.sort(), [401, 401, 429], 'what a caller puts in front changes nothing')
  const network = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3:4:5:6']
  assert.deepEqual((await Promise.all(network.map((ip) => statusFor(ip)))).sort(), [401, 401, 429])
  assert.equal(await statusFor('2001:db8:1:3::1'), 401)
  for (const ip of ['::ffff:192.0.2.7', '::ffff:192.0.2.8', '192.0.2.9'])
    assert.equal(await statusFor(ip), 401)
  assert.equal(await statusFor('::ffff:192.0.2.1'), 429, 'one address in two forms is one')
})

test('who opens signed addresses that do work is counted, too', async () => {
  const busy = await startServer({ rateLimitPerMinute: 2 })
  for (const [method, url, ip] of [
    ['GET', '/~exports/made-up/export.zip', '192.0.2.1'],
    ['PUT', '/~uploads/made-up', '192.0.2.2'],
  ] as const) {
    const open = async () => (await busy.app.inject({ method, url, remoteAddress: ip })).statusCode
    assert.deepEqual([await open(), await open(), await open()], [404, 404, 429], url)
  }
})

function ask(secret: string) {
  return server.app.inject({ url: '/v1/user', headers: { authorization: `Bearer ${secret}` } })
}

test('all tokens of a person together have a limit, and nobody else has less by that', async () => {
  const [person, other] = [await givenUser(server), await givenUser(server)]
  const tokens = await Promise.all(Array.from({ length: 8 }, () => givenToken(server, person.id)))
  const answered: number[] = []
  for (const token of tokens) {
    for (let count = 0; count < 5; count++) {
      await server
        .as(token)
        .getAuthenticatedUser()
        .then(
          () => answered.push(200),
          (error: { status: number }) => answered.push(error.status),
        )
    }
  }
  assert.deepEqual(answered, [...Array(25).fill(200), ...Array(15).fill(429)])
  assert.equal((await server.as(other).getAuthenticatedUser()).id, other.id)
})
