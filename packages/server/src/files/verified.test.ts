import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import fc from 'fast-check'
import { hashOf } from './blob-store.ts'
import { verified } from './verified.ts'

const chunks = fc.array(fc.uint8Array({ minLength: 1, maxLength: 20 }).map(Buffer.from), { maxLength: 8 })

test('however bytes are cut, they come through as they are', () =>
  fc.assert(
    fc.asyncProperty(chunks, async (cut) => {
      const bytes = Buffer.concat(cut)
      for (const hash of [hashOf(bytes), undefined]) {
        const { passed, error } = await readAll(cut, { length: bytes.length, hash })
        assert.equal(error, undefined)
        assert.ok(passed.equals(bytes))
      }
    }),
  ))

test('however bytes are cut, who is promised a length never gets all of it when something is wrong', () =>
  fc.assert(
    fc.asyncProperty(chunks, fc.nat(), fc.integer({ min: 1, max: 255 }), async (cut, place, change) => {
      const bytes = Buffer.concat(cut)
      if (bytes.length === 0) return
      const stored = Buffer.from(bytes)
      const at = place % stored.length
      stored[at] = (stored[at] ?? 0) ^ change
      const changed = await readAll(cut, { length: bytes.length, hash: hashOf(stored) })
      assert.match(String(changed.error), /no longer matches its hash/)
      assert.ok(changed.passed.length < bytes.length)
      for (const length of [bytes.length - 1, bytes.length + 1]) {
        const { passed, error } = await readAll(cut, { length })
        assert.match(String(error), length < bytes.length ? /is longer than/ : /ends after/)
        assert.ok(passed.length < Math.max(1, length))
      }
    }),
  ))

test('a source that fails fails the stream', async () => {
  async function* failing() {
    yield Buffer.from('some')
    throw new Error('the disk is gone')
  }
  const stream = verified(Readable.from(failing()), { length: 10 })
  await assert.rejects(stream.toArray(), /the disk is gone/)
})

async function readAll(cut: readonly Buffer[], expected: { length: number; hash?: string | undefined }) {
  const passed: Buffer[] = []
  try {
    for await (const chunk of verified(Readable.from(cut, { objectMode: false }), expected))
      passed.push(chunk)
    return { passed: Buffer.concat(passed), error: undefined }
  } catch (error) {
    return { passed: Buffer.concat(passed), error }
  }
}
