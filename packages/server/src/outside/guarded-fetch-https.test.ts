import assert from 'node:assert/strict'
import { createServer as createPlainServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createRawServer, type Server } from 'node:net'
import { after, type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { identityFor } from '../test/tls-identity.ts'
import { guardedClient, type OutsideAnswer } from './guarded-fetch.ts'
import { OutsideError, type OutsideReason } from './outside-error.ts'

const trusted = getCACertificates('default')
const identity = identityFor('DNS:one.example,IP:127.0.0.1')
const skip = identity === undefined ? 'openssl is missing' : false
after(() => setDefaultCACertificates(trusted))

test('a server with a trusted certificate answers, and is greeted by its name', { skip }, async (t) => {
  const { port, greetings } = await serveTrusted(t)
  for (const host of ['one.example', 'one.example.', '127.0.0.1']) {
    const answer = await call(`https://${host}:${port}/`, [port])
    assert.equal(Buffer.from(answer.bytes).toString(), `${host}:${port}`)
  }
  assert.deepEqual(greetings, ['one.example', 'one.example', false])
})

test('a certificate for another name or address does not do', { skip }, async (t) => {
  const { port, greetings } = await serveTrusted(t)
  await fails('failed', call(`https://two.example:${port}/`, [port]))
  await fails('failed', call(`https://127.0.0.2:${port}/`, [port]))
  assert.deepEqual(greetings, [])
})

test('a certificate that nobody trusts does not do, whatever the environment says', { skip }, async (t) => {
  const { port, greetings } = await serveTrusted(t)
  setDefaultCACertificates(trusted)
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  t.after(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED)
  await fails('failed', call(`https://one.example:${port}/`, [port]))
  assert.deepEqual(greetings, [])
})

test('a redirect may lead from http to https, but not back', { skip }, async (t) => {
  const { port } = await serveTrusted(t, (request, response) => {
    if (request.url === '/back') response.writeHead(302, { location: `http://one.example:${plainPort}/` })
    response.end()
  })
  let arrived = 0
  const plain = createPlainServer((_, response) => {
    arrived++
    response.writeHead(302, { location: `https://one.example:${port}/` }).end()
  })
  const plainPort = await listening(t, plain)
  const answer = await call(`http://one.example:${plainPort}/`, [port, plainPort])
  assert.equal(answer.url, `https://one.example:${port}/`)
  await fails('invalid_url', call(`https://one.example:${port}/back`, [port, plainPort]))
  assert.equal(arrived, 1)
})

test('a server that does not answer the greeting is left in half of the time', async (t) => {
  const silent = createRawServer((socket) => socket.on('error', () => {}))
  const port = await listening(t, silent)
  const start = performance.now()
  await fails('timeout', call(`https://one.example:${port}/`, [port], 8_000))
  assert.ok(performance.now() - start < 7_500)
})

test('the time may be over in the middle of the greeting', async (t) => {
  const silent = createRawServer((socket) => socket.on('error', () => {}))
  const port = await listening(t, silent)
  const resolve = () => pause(200, ['127.0.0.1'])
  const client = guardedClient({ userAgent: 'Test/1', allow: [`127.0.0.1:${port}`], resolve })
  await fails('timeout', client.fetch(`https://one.example:${port}/`, { bytesMax: 1000, timeoutMs: 300 }))
  await pause(50)
})

test('a server that speaks no TLS fails', async (t) => {
  const plain = createPlainServer((_, response) => response.end())
  const port = await listening(t, plain)
  await fails('failed', call(`https://one.example:${port}/`, [port]))
})

function call(url: string, ports: readonly number[], timeoutMs = 5000): Promise<OutsideAnswer> {
  const allow = ports.flatMap((port) => [`127.0.0.1:${port}`, `127.0.0.2:${port}`])
  const client = guardedClient({ userAgent: 'Test/1', allow, resolve: async () => ['127.0.0.1'] })
  return client.fetch(url, { bytesMax: 1000, timeoutMs })
}

async function fails(reason: OutsideReason, answer: Promise<OutsideAnswer>) {
  await assert.rejects(answer, (error) => error instanceof OutsideError && error.reason === reason)
}

/** `greetings` lists the server names that clients requested. */
async function serveTrusted(
  t: TestContext,
  listener: RequestListener = (request, response) => response.end(request.headers.host),
) {
  setDefaultCACertificates([identity?.cert ?? ''])
  const greetings: (string | false | null)[] = []
  const server = createServer({ ...identity }, (request, response) => {
    greetings.push((request.socket as TLSSocket).servername)
    listener(request, response)
  })
  return { port: await listening(t, server, '0.0.0.0'), greetings }
}

async function listening(t: TestContext, server: Server, host = '127.0.0.1'): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}
