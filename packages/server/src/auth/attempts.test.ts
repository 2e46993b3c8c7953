import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../common/ids.ts'
import { createTestDatabase } from '../test/database.ts'
import { isKnownNetwork, rememberNetwork, takeAttempt } from './attempts.ts'

const { db, drop } = await createTestDatabase()
after(() => drop())
const start = Date.parse('2026-11-15T12:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const tooMany = { reason: 'rate_limited', status: 429 }

/** The outcome of an attempt, which counts as failed unless it is taken back. */
async function attempt(account: string, origin: string, { isKnown = false, seconds = 0 } = {}) {
  return takeAttempt(db, at(seconds), { account, origin, isKnown }).then(
    () => 'compared',
    (error: { reason: string; retryAfterSeconds: number }) => {
      assert.equal(error.reason, tooMany.reason)
      return error.retryAfterSeconds
    },
  )
}

/** Runs in batches, so that no attempt waits too long for a connection. */
async function countCompared(count: number, one: (index: number) => Promise<unknown>): Promise<number> {
  let compared = 0
  for (let from = 0; from < count; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => one(from + index))
    compared += (await Promise.all(some)).filter((outcome) => outcome === 'compared').length
  }
  return compared
}

const atOnce = 20

test('one network cannot lock an account, however often it tries', async () => {
  const account = newId()
  assert.equal(await countCompared(300, () => attempt(account, '192.0.2.1')), 10)
  assert.equal(await attempt(account, '198.51.100.7'), 'compared')
  assert.equal(await attempt(account, '192.0.2.1', { seconds: 301 }), 'compared')
})

test('one network tries a hundred times on whatever accounts, and others are not affected', async () => {
  const compared = await countCompared(300, (index) => attempt(`${newId()}${index}`, '203.0.113.1'))
  assert.equal(compared, 100)
  assert.equal(await attempt(newId(), '203.0.113.2'), 'compared')
})

test('many networks together are slowed down, and the owner gets in from where they are known', async () => {
  const account = newId()
  const compared = await countCompared(500, (index) => attempt(account, `10.0.${index % 250}.1`))
  assert.equal(compared, 101, 'a hundred, and one turn')
  assert.equal(await attempt(account, '10.1.0.1', { seconds: 4 }), 6)
  assert.equal(await attempt(account, 'the owner at home', { seconds: 4, isKnown: true }), 'compared')
  const later: unknown[] = []
  for (let seconds = 10; seconds < 300; seconds += 5)
    later.push(await attempt(account, `10.2.${seconds}.1`, { seconds }))
  assert.equal(later.filter((one) => one === 'compared').length, 29, 'one in ten seconds')
})

test('known origins are bounded as well', async () => {
  const account = newId()
  assert.equal(await countCompared(50, () => attempt(account, 'session', { isKnown: true })), 10)
})

test('an attempt that succeeds does not count', async () => {
  const account = newId()
  for (let count = 0; count < 30; count++) {
    const who = { account, origin: '192.0.2.9', isKnown: false }
    await (await takeAttempt(db, at(0), who))()
  }
  assert.equal(await attempt(account, '192.0.2.9'), 'compared')
})

test('a network is known for the account that was signed in to from it, and no other', async () => {
  const [account, other] = [newId(), newId()]
  await rememberNetwork(db, at(0), { account, ip: '2001:db8:1:2::5' })
  await rememberNetwork(db, at(1), { account, ip: '2001:db8:1:2::5' })
  assert.equal(await isKnownNetwork(db, { account, ip: '2001:db8:1:2::9' }), true)
  assert.equal(await isKnownNetwork(db, { account, ip: '2001:db8:1:3::9' }), false)
  assert.equal(await isKnownNetwork(db, { account: other, ip: '2001:db8:1:2::9' }), false)
})
