import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { SealError, type SealingKey, sealsWith } from './sealing.ts'

const key = (id: string): SealingKey => ({ id, key: randomBytes(32) })
const [first, second] = [key('first'), key('second')]
const place = { table: 'sites', row: 'site1', organizationId: 'org1' }

test('a secret opens where it was sealed, and is not to be seen in what is kept', () => {
  for (const secret of ['', 'hunter2', 'ключ 🔑', 'x'.repeat(100_000)]) {
    const sealed = sealsWith([first]).seal(secret, place)
    assert.equal(sealsWith([first]).open(sealed, place), secret)
    if (secret) assert.ok(!sealed.includes(secret))
  }
})

test('sealing the same twice gives different texts', () => {
  const seals = sealsWith([first])
  assert.notEqual(seals.seal('hunter2', place), seals.seal('hunter2', place))
})

test('a secret that was moved to another row, table or organization does not open', () => {
  const seals = sealsWith([first])
  const sealed = seals.seal('hunter2', place)
  for (const other of [{ row: 'site2' }, { table: 'webhooks' }, { organizationId: 'org2' }])
    assert.throws(() => seals.open(sealed, { ...place, ...other }), SealError)
})

test('a secret that was changed does not open', () => {
  const seals = sealsWith([first])
  const sealed = seals.seal('hunter2', place)
  for (let at = 'sealed.first.'.length; at < sealed.length - 1; at++) {
    const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`
    assert.throws(() => seals.open(changed, place), SealError)
  }
  assert.throws(() => seals.open('sealed.first.', place), SealError)
})

test('the first key seals and all open, so that a new one can take the place of an old one', () => {
  const before = sealsWith([first]).seal('hunter2', place)
  const during = sealsWith([second, first])
  assert.equal(during.open(before, place), 'hunter2')
  assert.ok(during.isOutdated(before))
  const after = during.seal('hunter2', place)
  assert.ok(!during.isOutdated(after))
  assert.equal(sealsWith([second]).open(after, place), 'hunter2')
})

test('a key that is missing, or another one of the same name, is told by its name', () => {
  const sealed = sealsWith([first]).seal('hunter2', place)
  assert.throws(() => sealsWith([second]).open(sealed, place), /encryption key first is missing\./)
  assert.throws(() => sealsWith([key('first')]).open(sealed, place), /does not open with the key first/)
})

test('what was kept before secrets were sealed is read as it is, and counts as outdated', () => {
  const seals = sealsWith([first])
  assert.equal(seals.open('a plain key', place), 'a plain key')
  assert.ok(seals.isOutdated('a plain key'))
})
