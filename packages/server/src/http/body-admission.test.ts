import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { givenMember, givenOrganization, givenUser, startServer } from '../test/harness.ts'
import { givenCollection, givenSpace } from '../test/places.ts'

const server = await startServer({ bodyBytesMax: 100_000, rateLimitPerMinute: 20, requestTimeoutMs: 1000 })
await server.app.listen({ port: 0, host: '127.0.0.1' })
const sockets: Socket[] = []
server.app.server.on('connection', (socket) => sockets.push(socket))
const organization = await givenOrganization(server)
const spaceId = await givenSpace(server, organization, { defaultLevel: 'read' })
const content = `/v1/spaces/${spaceId}/content`
const megabytes30 = 30 * 1024 * 1024

test('a large body without a valid token is refused before it is read', async () => {
  for (const authorization of ['', 'Authorization: Bearer stm_wrong']) {
    const { answer, bytesRead } = await send(content, { authorization, bytes: megabytes30 })
    assert.match(answer, /^HTTP\/1.1 401 .*connection: close/is)
    assert.ok(bytesRead < 2 * 1024 * 1024, `${bytesRead} bytes were read`)
  }
})

test('a body of unknown length is refused before it is read, too', async () => {
  const { answer, bytesRead } = await send(content, { chunked: true, bytes: megabytes30 })
  assert.match(answer, /^HTTP\/1.1 401 .*connection: close/is)
  assert.ok(bytesRead < 2 * 1024 * 1024, `${bytesRead} bytes were read`)
})

test('a large body of a caller without permission is refused before it is read', async () => {
  const reader = await givenMember(server, organization)
  const stranger = await givenUser(server)
  for (const [{ secret }, status] of [
    [reader, 403],
    [stranger, 404],
  ] as const) {
    const { answer, bytesRead } = await send(content, {
      authorization: `Authorization: Bearer ${secret}`,
      bytes: megabytes30,
    })
    assert.match(answer, new RegExp(`^HTTP/1.1 ${status} `))
    assert.ok(bytesRead < 2 * 1024 * 1024, `${bytesRead} bytes were read`)
  }
})

test('refusals come in the order 401, 429, 403 or 404, 413 or 415 or 400', async () => {
  const [hasty, reader] = [await givenMember(server, organization), await givenMember(server, organization)]
  for (let count = 0; count < 20; count++) await post(content, '{}', hasty.secret)
  const url = `/v1/orgs/${organization.id}/teams`
  const cases = [
    { payload: 'x'.repeat(200_000), status: 413 },
    { payload: 'x'.repeat(50_000), status: 400 },
    { payload: `{"title": "${'x'.repeat(50_000)}"}`, status: 400 },
    { payload: '{"title": 1}', status: 400 },
    { payload: '{}', type: 'text/plain', status: 415 },
  ]
  for (const { payload, type, status } of cases) {
    const outcome = async (secret: string) => (await post(url, payload, secret, type)).statusCode
    assert.equal(await outcome('stm_wrong'), 401, payload.slice(0, 20))
    assert.equal(await outcome(hasty.secret), 429, payload.slice(0, 20))
    assert.equal(await outcome(reader.secret), 403, payload.slice(0, 20))
    assert.equal(await outcome(organization.admin.secret), status, payload.slice(0, 20))
  }
})

test('where permission depends on the body, callers are refused early only if no body would do', async () => {
  const member = await givenMember(server, organization)
  const stranger = await givenUser(server)
  const open = await givenCollection(server, organization, { defaultLevel: 'create' })
  const closed = await givenCollection(server, organization, { defaultLevel: 'read' })
  const url = `/v1/orgs/${organization.id}/spaces`
  const padded = (parent: string) => JSON.stringify({ parent }).padEnd(20_000)
  assert.equal((await post(url, padded(open), member.secret)).statusCode, 201)
  assert.equal((await post(url, padded(closed), member.secret)).statusCode, 403)
  assert.equal((await post(url, padded(open), stranger.secret)).statusCode, 404)
})

test('a request counts once, however large its body is', async () => {
  const member = await givenMember(server, organization, 'admin')
  const url = `/v1/orgs/${organization.id}/teams`
  const { statusCode, headers } = await post(
    url,
    JSON.stringify({ title: 'A' }).padEnd(50_000),
    member.secret,
  )
  assert.equal(statusCode, 201)
  assert.equal(headers['x-ratelimit-remaining'], '19')
})

test('an operation that needs no caller takes no large body', async () => {
  const payload = '{"code": "1"}'
  assert.equal((await post('/v1/login/token', payload.padEnd(16_000))).statusCode, 400)
  assert.equal((await post('/v1/login/token', payload.padEnd(17_000))).statusCode, 413)
})

test('a body that does not arrive in time is refused with 408', { timeout: 20_000 }, async () => {
  const socket = await opened()
  const head = ['POST /v1/login/token HTTP/1.1', 'Host: test', 'Content-Type: application/json']
  socket.write(`${head.join('\r\n')}\r\nContent-Length: 100\r\n\r\n{`)
  const drip = setInterval(() => socket.write(' '), 300)
  socket.on('error', () => {})
  const [answer] = (await once(socket, 'data')) as [Buffer]
  assert.match(answer.toString(), /^HTTP\/1.1 408 /)
  clearInterval(drip)
  socket.destroy()
})

function post(url: string, payload: string, secret = 'none', type = 'application/json') {
  const headers = { authorization: `Bearer ${secret}`, 'content-type': type }
  const method = url.endsWith('/teams') ? 'PUT' : 'POST'
  return server.app.inject({ method, url, headers, payload })
}

async function opened(): Promise<Socket> {
  const address = server.app.server.address()
  const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends until the server ends the connection. Also returns how many bytes the server read. */
async function send(
  url: string,
  {
    authorization = '',
    bytes,
    chunked = false,
  }: { authorization?: string; bytes: number; chunked?: boolean },
) {
  const socket = await opened()
  let answer = ''
  socket.on('data', (data) => {
    answer += data
  })
  socket.on('error', () => {})
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  const head = [`POST ${url} HTTP/1.1`, 'Host: test', 'Content-Type: application/json', length, authorization]
  socket.write(`${head.filter(Boolean).join('\r\n')}\r\n\r\n`)
  const piece = 'x'.repeat(64 * 1024)
  const part = chunked ? `10000\r\n${piece}\r\n` : piece
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += piece.length) {
    if (socket.write(part)) continue
    await Promise.race([once(socket, 'drain').catch(() => {}), once(socket, 'close').catch(() => {})])
  }
  if (!socket.closed) await Promise.race([once(socket, 'close').catch(() => {}), sleep(5000)])
  assert.ok(socket.destroyed, 'the server ended the connection')
  return { answer, bytesRead: sockets.at(-1)?.bytesRead ?? 0 }
}
