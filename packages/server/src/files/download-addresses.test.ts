import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { ApiError } from '../common/errors.ts'
import { downloads, windowOf } from './download-addresses.ts'

const baseUrl = 'https://docs.example.com/api'
const addresses = downloads({ key: randomBytes(32), baseUrl })
const now = '2026-11-15T10:30:00.000Z'
const file = {
  contentId: 'AbCdEfGhIjKlMnOpQrStUv',
  hash: randomBytes(32).toString('base64url'),
  name: 'Plan "für" ’27.png',
  contentType: 'image/png',
  size: 1234,
}

test('an address opens the file it was made for', () => {
  const { expiresInSeconds, ...opened } = open(addresses.urlOf(file, now))
  assert.deepEqual(opened, file)
  assert.equal(expiresInSeconds, 5400)
})

test('whatever the file, its address opens it and has three plain parts', () => {
  const anyFile = fc.record({
    contentId: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
    hash: fc.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    name: fc.string({ unit: 'binary', maxLength: 200 }),
    contentType: fc.constantFrom('image/svg+xml', 'application/vnd.a-b.c', 'text/plain'),
    size: fc.maxSafeNat(),
  })
  fc.assert(
    fc.property(anyFile, (one) => {
      const url = addresses.urlOf(one, now)
      assert.match(url, /^https:\/\/docs\.example\.com\/api\/~files\/[\w-]+\.[\w-]{43}\/[\w.!~*'()%-]+$/)
      const { contentId, hash, contentType, size } = open(url)
      const { name: _, ...rest } = one
      assert.deepEqual({ contentId, hash, contentType, size }, rest)
    }),
  )
})

test('a type that is none is told as bytes', () => {
  for (const contentType of [
    '',
    'text',
    'text/html\r\nX: y',
    'a/b c',
    'text/plain; charset=utf-8',
    'a/b/c',
  ]) {
    assert.equal(open(addresses.urlOf({ ...file, contentType }, now)).contentType, 'application/octet-stream')
  }
})

test('the address of a public file stays the same for the day, and is valid until two hours after it', () => {
  const url = addresses.urlOf(file, now, { isPublic: true })
  assert.equal(addresses.urlOf(file, '2026-11-15T00:00:00.000Z', { isPublic: true }), url)
  assert.equal(addresses.urlOf(file, '2026-11-15T23:59:59.999Z', { isPublic: true }), url)
  assert.notEqual(addresses.urlOf(file, '2026-11-16T00:00:00.000Z', { isPublic: true }), url)
  assert.equal(open(url).expiresInSeconds, 15.5 * 3600)
})

test('within an hour by the clock equal files have equal addresses, and other files others', () => {
  const url = addresses.urlOf(file, now)
  assert.equal(addresses.urlOf({ ...file }, '2026-11-15T10:00:00.000Z'), url)
  assert.equal(addresses.urlOf(file, '2026-11-15T10:59:59.999Z'), url)
  assert.notEqual(addresses.urlOf(file, '2026-11-15T11:00:00.000Z'), url)
  assert.notEqual(addresses.urlOf({ ...file, name: 'other' }, now), url)
  assert.notEqual(addresses.urlOf({ ...file, size: 1 }, now), url)
})

test('an address lives for one hour at least and two at most', () => {
  const instant = fc.date({ min: new Date('2026-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, (made) => {
      const url = addresses.urlOf(file, made.toISOString())
      const after = (ms: number) => new Date(made.getTime() + ms).toISOString()
      assert.ok(open(url, made.toISOString()).expiresInSeconds <= 7200)
      assert.ok(open(url, after(3_600_000 - 1)).expiresInSeconds > 0)
      assert.throws(() => open(url, after(7_200_000)), /has expired/)
    }),
  )
})

test('an address lives exactly until its window ends', () => {
  const url = addresses.urlOf(file, now)
  assert.equal(open(url, '2026-11-15T11:59:59.999Z').expiresInSeconds, 1)
  const sentence = 'This URL has expired. Read the file again to get a new one.'
  assert.throws(() => open(url, '2026-11-15T12:00:00.000Z'), new ApiError('not_found', sentence))
})

test('the window changes when addresses do', () => {
  assert.equal(windowOf('2026-11-15T10:00:00.000Z'), windowOf(now))
  assert.equal(windowOf('2026-11-15T11:00:00.000Z'), windowOf(now) + 1)
})

test('with any one character changed, taken out or added, an address opens nothing', () => {
  const path = addresses.urlOf(file, now).slice(`${baseUrl}/~files/`.length)
  const [token = '', encoded = ''] = path.split('/')
  const name = decodeURIComponent(encoded)
  for (const [part, open] of [
    [token, (changed: string) => addresses.fileAt(changed, name, now)],
    [name, (changed: string) => addresses.fileAt(token, changed, now)],
  ] as const) {
    for (let at = 0; at < part.length; at++) {
      const [before, behind] = [part.slice(0, at), part.slice(at + 1)]
      for (const other of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=+ ') {
        if (other !== part[at]) assert.throws(() => open(before + other + behind), /no such file/)
      }
      assert.throws(() => open(before + behind), /no such file/)
      assert.throws(() => open(`${before}A${part.slice(at)}`), /no such file/)
    }
    for (const more of ['A', '.', '.A', '=', '/']) assert.throws(() => open(part + more), /no such file/)
    assert.throws(() => open(''), /no such file/)
  }
})

test('with any one bit changed, a token opens nothing', () => {
  const [token = ''] = addresses.urlOf(file, now).slice(`${baseUrl}/~files/`.length).split('/')
  const bytes = Buffer.from(token)
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    for (const text of [changed.toString('latin1'), changed.toString('utf8')]) {
      assert.throws(() => addresses.fileAt(text, file.name, now), /no such file/)
    }
  }
})

test('an address signed with another key opens nothing, and a short key signs none', () => {
  const other = downloads({ key: randomBytes(32), baseUrl })
  assert.throws(() => open(other.urlOf(file, now)), /no such file/)
  assert.throws(() => downloads({ key: randomBytes(31), baseUrl }), /needs 32 bytes/)
})

function open(url: string, at = now) {
  const [token = '', name = ''] = url.slice(`${baseUrl}/~files/`.length).split('/')
  return addresses.fileAt(token, decodeURIComponent(name), at)
}
