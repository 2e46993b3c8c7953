import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import Fastify from 'fastify'
import { ApiError } from '../common/errors.ts'
import { newId } from '../common/ids.ts'
import { type BlobStore, hashOf, pathOf } from './blob-store.ts'
import { downloads } from './download-addresses.ts'
import { mountDownloads } from './download-route.ts'
import { filesystemBlobs } from './filesystem-blobs.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-downloads-'))
const blobs = await filesystemBlobs({ folder })
const addresses = downloads({ key: randomBytes(32), baseUrl: '' })
const now = '2026-11-15T10:30:00.000Z'
const time = { now }
const lines: string[] = []
const { app, base } = await serve(blobs)
after(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('an image is shown, and everything is said about it that a browser should know', async () => {
  const bytes = randomBytes(1000)
  const { hash, url } = await givenFile(bytes, { name: 'Plan "a".png', contentType: 'image/png' })
  const answer = await app.inject({ url })
  assert.equal(answer.statusCode, 200)
  assert.ok(answer.rawPayload.equals(bytes))
  const { headers } = answer
  assert.equal(headers['content-type'], 'image/png')
  assert.equal(headers['content-length'], '1000')
  assert.equal(headers.etag, `"${hash}"`)
  assert.equal(headers['cache-control'], 'private, max-age=5400, immutable')
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(
    headers['content-security-policy'],
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
  )
  assert.equal(headers['accept-ranges'], 'bytes')
  const disposition = `inline; filename="Plan _a_.png"; filename*=UTF-8''Plan%20%22a%22.png`
  assert.equal(headers['content-disposition'], disposition)
})

test('only images that cannot hold a program are shown; whatever else is kept', async () => {
  for (const [contentType, told, kind] of [
    ['image/png', 'image/png', 'inline'],
    ['image/jpeg', 'image/jpeg', 'inline'],
    ['image/gif', 'image/gif', 'inline'],
    ['image/webp', 'image/webp', 'inline'],
    ['image/avif', 'image/avif', 'inline'],
    ['image/svg+xml', 'image/svg+xml', 'attachment'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['text/html', 'text/html; charset=utf-8', 'attachment'],
    ['text/plain', 'text/plain; charset=utf-8', 'attachment'],
    ['image/png\r\nx-evil: 1', 'application/octet-stream', 'attachment'],
  ] as const) {
    const { url } = await givenFile(Buffer.from('bytes'), { contentType })
    const { headers } = await app.inject({ url })
    assert.equal(headers['content-type'], told)
    assert.match(String(headers['content-disposition']), new RegExp(`^${kind};`))
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    )
    assert.equal(headers['x-evil'], undefined)
  }
})

test('names with quotes, new lines and any letters arrive whole, through a real connection', async () => {
  const names = [
    'a"b\r\nX-Evil: 1.png',
    '図表 😀.png',
    '100% ;=,/?#&.png',
    "it's (1)*.png",
    '..',
    '😀'.repeat(300),
  ]
  for (const name of names) {
    const { url, safe } = await givenFile(Buffer.from('bytes'), { name })
    const { response, body } = await download(url)
    assert.equal(response.statusCode, 200, name)
    assert.equal(String(body), 'bytes')
    assert.equal(response.headers['x-evil'], undefined)
    const [, exact = ''] =
      /filename\*=UTF-8''(\S+)$/.exec(response.headers['content-disposition'] ?? '') ?? []
    assert.equal(decodeURIComponent(exact), safe)
  }
})

test('HEAD says the same and sends nothing', async () => {
  const { url } = await givenFile(randomBytes(1000), {})
  const [whole, head] = [await app.inject({ url }), await app.inject({ url, method: 'HEAD' })]
  assert.equal(head.statusCode, 200)
  assert.equal(head.rawPayload.length, 0)
  const { date: _, connection: __, ...said } = whole.headers
  for (const [name, value] of Object.entries(said)) assert.equal(head.headers[name], value, name)
})

test('who has the file already is told so without it', async () => {
  const { hash, url } = await givenFile(Buffer.from('bytes'), {})
  for (const tags of [`"${hash}"`, `W/"${hash}"`, `"other", "${hash}"`, '*']) {
    const answer = await app.inject({ url, headers: { 'if-none-match': tags } })
    assert.deepEqual([answer.statusCode, answer.body], [304, ''])
    assert.equal(answer.headers.etag, `"${hash}"`)
  }
  const other = await app.inject({ url, headers: { 'if-none-match': '"other"' } })
  assert.equal(other.statusCode, 200)
})

test('one part is sent alone, several are not, and one outside is refused', async () => {
  const { hash, url } = await givenFile(Buffer.from('0123456789'), {})
  const part = await app.inject({ url, headers: { range: 'bytes=2-4' } })
  assert.deepEqual([part.statusCode, part.body], [206, '234'])
  assert.deepEqual([part.headers['content-range'], part.headers['content-length']], ['bytes 2-4/10', '3'])
  const end = await app.inject({ url, headers: { range: 'bytes=-1', 'if-range': `"${hash}"` } })
  assert.deepEqual([end.statusCode, end.body], [206, '9'])
  for (const headers of [{ range: 'bytes=0-1,3-4' }, { range: 'bytes=0-1', 'if-range': '"other"' }]) {
    const whole = await app.inject({ url, headers })
    assert.deepEqual([whole.statusCode, whole.body], [200, '0123456789'])
  }
  const outside = await app.inject({ url, headers: { range: 'bytes=10-' } })
  assert.equal(outside.statusCode, 416)
  assert.equal(outside.headers['content-range'], 'bytes */10')
  assert.match(outside.json().error.message, /10 bytes/)
})

test('an address that was not made here says nothing, and one that has expired says so', async () => {
  const { url } = await givenFile(Buffer.from('bytes'), {})
  for (const wrong of [
    url.replace(/\/[^/]*$/, '/other'),
    url.replace('/~files/', '/~files/A'),
    '/~files/a.b/c',
  ]) {
    const answer = await app.inject({ url: wrong })
    assert.equal(answer.statusCode, 404)
    assert.equal(answer.json().error.message, 'There is no such file. Check the URL.')
    assert.equal(answer.headers['cache-control'], 'no-store')
  }
  time.now = '2026-11-15T12:00:00.000Z'
  const answer = await app.inject({ url, headers: { 'if-none-match': '*' } })
  time.now = now
  assert.equal(answer.statusCode, 404)
  assert.match(answer.json().error.message, /has expired/)
})

test('a file that is gone or has another size answers 404 and leaves a line in the log', async () => {
  const gone = await givenFile(Buffer.from('bytes'), {})
  await blobs.deleteAll(gone.contentId)
  const cut = await givenFile(Buffer.from('bytes'), {})
  await truncate(cut.path, 3)
  for (const { url, hash } of [gone, cut]) {
    const answer = await app.inject({ url })
    assert.equal(answer.statusCode, 404)
    assert.equal(answer.headers['cache-control'], 'no-store')
    assert.equal(answer.headers.etag, undefined)
    const logged = JSON.parse(lines.at(-1) ?? '{}')
    assert.deepEqual([logged.level, logged.hash], [50, hash])
  }
})

test('a store that does not answer is told as such, with what it said in the log only', async () => {
  const failing: BlobStore = { ...blobs, open: () => Promise.reject(new Error('the canary')) }
  const { app: broken } = await serve(failing)
  const { url } = await givenFile(Buffer.from('bytes'), {})
  const answer = await broken.inject({ url })
  await broken.close()
  assert.equal(answer.statusCode, 503)
  assert.ok(!answer.body.includes('canary'))
  assert.ok(lines.at(-1)?.includes('the canary'))
})

test('a small file that changed on the disk is an error, and nothing is kept of it', async () => {
  const { url, path } = await givenFile(Buffer.from('bytes'), { contentType: 'image/png' })
  await writeFile(path, 'bytez')
  const { response, body } = await download(url)
  assert.equal(response.statusCode, 500)
  assert.ok(!String(body).includes('byte'))
  assert.equal(response.headers['cache-control'], 'no-store')
  for (const name of ['etag', 'content-disposition', 'accept-ranges']) {
    assert.equal(response.headers[name], undefined, name)
  }
  assert.ok(lines.some((line) => line.includes('no longer matches its hash')))
})

test('a large file that changed on the disk breaks off, so that nobody takes it for whole', async () => {
  const bytes = randomBytes(3_000_000)
  const { url, path } = await givenFile(bytes, {})
  bytes[0] = (bytes[0] ?? 0) ^ 1
  await writeFile(path, bytes)
  await assert.rejects(download(url), { code: 'ECONNRESET' })
})

test('a large file is never in memory as a whole, even when its reader is slow', async (t) => {
  const size = 20_000_000
  const { url } = await givenFile(randomBytes(size), {})
  let [received, pauses, most] = [0, 0, await bytesInMemory()]
  for await (const chunk of await request(url)) {
    received += chunk.length
    if (received < pauses * 4_000_000) continue
    pauses++
    most = Math.max(most, await bytesInMemory())
  }
  assert.equal(received, size)
  t.diagnostic(`at most ${most} bytes in memory`)
  assert.ok(most < bytesInMemoryMax, `${most} bytes were in memory`)
})

async function serve(store: BlobStore) {
  const app = Fastify({
    logger: { level: 'warn', stream: { write: (line: string) => lines.push(line) } },
    routerOptions: { maxParamLength: 2048 },
  })
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'private, no-cache')
  })
  app.setErrorHandler((error, _request, reply) => {
    const { status, message } =
      error instanceof ApiError ? error : { status: 500, message: 'Something is wrong.' }
    return reply.code(status).send({ error: { code: status, message } })
  })
  mountDownloads(app, { blobs: store, downloads: addresses, clock: () => new Date(time.now) })
  return { app, base: await app.listen() }
}

async function givenFile(
  bytes: Uint8Array,
  about: { readonly name?: string; readonly contentType?: string },
) {
  const key = { contentId: newId(), hash: hashOf(bytes) }
  await blobs.put(key, bytes)
  const file = { name: 'file', contentType: 'application/octet-stream', size: bytes.length, ...key, ...about }
  const url = addresses.urlOf(file, now)
  const safe = decodeURIComponent(url.split('/').at(-1) ?? '')
  return { ...key, url, safe, path: join(folder, pathOf(key)) }
}

async function request(url: string): Promise<IncomingMessage> {
  const [response] = await once(get(`${base}${url}`), 'response')
  return response
}

async function download(url: string) {
  const response = await request(url)
  return { response, body: await buffer(response) }
}

const bytesInMemoryMax = 6_000_000

/** Memory of live buffers. It measures several times, because others are freed at any time. */
async function bytesInMemory(): Promise<number> {
  let bytes = 0
  for (let looks = 0; looks < 10; looks++) {
    collectGarbage()
    await sleep(20)
    bytes = process.memoryUsage().arrayBuffers
    if (bytes < bytesInMemoryMax) break
  }
  return bytes
}

function collectGarbage() {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}
