import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { hashOf } from './blob-store.ts'
import { type S3Options, s3Blobs } from './s3-blobs.ts'

// Uses a misbehaving server. blob-store.test.ts tests a correct one.
let answer: (request: IncomingMessage, response: ServerResponse) => void
let asked: IncomingMessage[] = []
const server = createServer((request, response) => {
  asked.push(request)
  request.resume().on('end', () => answer(request, response))
}).listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as { readonly port: number }
after(() => {
  server.closeAllConnections()
  server.close()
})

const bytes = Buffer.from('the bytes of a file')
const key = { contentId: 'content', hash: hashOf(bytes) }

test('an upload is signed and carries its SHA-256, in one piece with its length', async () => {
  const blobs = givenStore((_request, response) => response.end())
  await blobs.put(key, bytes)
  const { method, url, headers } = asked[0] ?? assert.fail()
  assert.equal(method, 'PUT')
  assert.match(url ?? '', /^\/stemma\/636f6e74656e74\/[\da-f]{2}\/[\da-f]{64}\?/)
  const base64 = Buffer.from(key.hash, 'base64url').toString('base64')
  assert.equal(headers['x-amz-checksum-sha256'], base64)
  assert.match(headers.authorization ?? '', /^AWS4-HMAC-SHA256 .*x-amz-checksum-sha256/)
  assert.equal(headers['content-length'], String(bytes.length))
  assert.equal(headers['content-encoding'], undefined)
  assert.equal(headers['x-amz-trailer'], undefined)
})

test('an upload that the server refuses fails', async () => {
  const blobs = givenStore((_request, response) => refuse(response, 400, 'BadDigest'))
  await assert.rejects(blobs.put(key, bytes), { name: 'BadDigest' })
  assert.equal(asked.length, 1)
})

test('what passes is tried again, three times and no more', async () => {
  const passing = givenStore((_request, response) => {
    if (asked.length < 3) refuse(response, 503, 'SlowDown')
    else response.end(bytes)
  })
  const blob = await passing.open(key)
  assert.ok(blob && bytes.equals(await buffer(blob.stream)))
  const lasting = givenStore((_request, response) => refuse(response, 503, 'SlowDown'))
  await assert.rejects(lasting.open(key), { name: 'SlowDown' })
  assert.equal(asked.length, 3)
})

test('a missing object is an absence; a missing bucket and a closed door are faults', async () => {
  const missing = givenStore((_request, response) => refuse(response, 404, 'NoSuchKey'))
  assert.equal(await missing.open(key), undefined)
  for (const [status, code] of [
    [404, 'NoSuchBucket'],
    [403, 'AccessDenied'],
  ] as const) {
    const closed = givenStore((_request, response) => refuse(response, status, code))
    await assert.rejects(closed.open(key), { name: code })
  }
})

test('a download of other bytes fails, and its last bytes are never seen', async () => {
  const changed = Buffer.from(bytes)
  changed[0] = (changed[0] ?? 0) ^ 1
  const blobs = givenStore((_request, response) => response.end(changed))
  const blob = await blobs.open(key)
  await assert.rejects(buffer(blob?.stream ?? assert.fail()), /no longer matches its hash/)
})

test('a download that ends early fails', async () => {
  const blobs = givenStore((_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 5), () => response.destroy())
  })
  const blob = await blobs.open(key)
  assert.equal(blob?.size, bytes.length)
  await assert.rejects(buffer(blob?.stream ?? assert.fail()))
})

test('a server that does not know what a part is is not believed', async () => {
  const blobs = givenStore((_request, response) => response.end(bytes))
  await assert.rejects(blobs.open(key, { first: 1, last: 2 }), /did not return the size/)
  assert.equal(asked[0]?.headers.range, 'bytes=1-2')
})

test('a server that falls silent is given up, before its answer and in the middle of it', async () => {
  const silent = givenStore(() => {}, { idleTimeoutMs: 60, attemptsMax: 2 })
  await assert.rejects(silent.open(key), { name: 'TimeoutError' })
  assert.equal(asked.length, 2)
  const stalling = givenStore(
    (_request, response) => {
      response.writeHead(200, { 'content-length': bytes.length })
      response.write(bytes.subarray(0, 5))
    },
    { idleTimeoutMs: 60 },
  )
  const blob = await stalling.open(key)
  await assert.rejects(buffer(blob?.stream ?? assert.fail()), { name: 'TimeoutError' })
})

test('whoever stops reading ends the download', async () => {
  let ended: Promise<unknown> = Promise.resolve()
  const blobs = givenStore((_request, response) => {
    ended = once(response, 'close')
    response.writeHead(200, { 'content-length': 100_000_000 })
    response.write(bytes)
  })
  const blob = await blobs.open(key)
  blob?.stream.destroy()
  await ended
})

function givenStore(behaviour: typeof answer, options: Partial<S3Options> = {}) {
  answer = behaviour
  asked = []
  return s3Blobs({
    bucket: 'stemma',
    region: 'eu-central-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    ...options,
  })
}

function refuse(response: ServerResponse, status: number, code: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
}
