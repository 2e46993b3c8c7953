import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createRawServer, type Server, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { guardedClient, type OutsideAnswer, type OutsideOptions } from './guarded-fetch.ts'
import { OutsideError, type OutsideReason } from './outside-error.ts'

const bytesMax = 100_000

test('an answer comes with its status, headers, bytes and URL, and the server sees the name', async (t) => {
  const { port, seen } = await serve(t, (_, response) => {
    response.setHeader('ETag', '"1"').setHeader('Content-Type', 'text/plain; charset=utf-8').end('hello')
  })
  const answer = await get(port, '/a%20b?c=d#e', { headers: { 'X-One': '1', Host: 'other.example' } })
  assert.equal(answer.status, 200)
  assert.equal(textOf(answer), 'hello')
  assert.equal(answer.headers.get('etag'), '"1"')
  assert.equal(answer.contentType, 'text/plain; charset=utf-8')
  assert.equal(answer.url, `http://one.example:${port}/a%20b?c=d#e`)
  assert.equal(seen[0]?.url, '/a%20b?c=d')
  assert.equal(seen[0]?.headers.host, `one.example:${port}`)
  assert.equal(seen[0]?.headers['user-agent'], 'Test/1')
  assert.equal(seen[0]?.headers['x-one'], '1')
})

test('an answer that is no success is an answer', async (t) => {
  for (const status of [204, 304, 300, 302, 404, 410, 500, 503]) {
    const { port } = await serve(t, (_, response) => response.writeHead(status).end())
    assert.equal((await get(port, '/')).status, status)
  }
})

test('a body is sent as it is', async (t) => {
  const { port, seen, bodies } = await serve(t)
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  await get(port, '/', { method: 'POST', body: Buffer.from('{"a":1}'), headers })
  assert.deepEqual(bodies, ['{"a":1}'])
  assert.equal(seen[0]?.headers['content-length'], '7')
  assert.equal(seen[0]?.headers['transfer-encoding'], undefined)
})

test('every request has its own connection', async (t) => {
  const { port, connections } = await serve(t, (_, response) => {
    response.setHeader('Connection', 'keep-alive').end()
  })
  await get(port, '/')
  await get(port, '/')
  assert.equal(connections(), 2)
})

test('URLs that are not of a web server are refused before anything is resolved', async () => {
  const names: string[] = []
  const resolve = async (name: string) => {
    names.push(name)
    return ['127.0.0.1']
  }
  const client = guardedClient({ userAgent: 'Test/1', resolve })
  for (const url of [
    '',
    'one.example',
    '//one.example/',
    'http://',
    'http://one example/',
    'http://127.0.0.256/',
    'http://[::1%25lo]/',
    'file:///etc/passwd',
    'ftp://one.example/',
    'gopher://one.example/',
    'data:text/plain,hello',
    'unix:/run/docker.sock',
    'javascript:1',
    'http://user@one.example/',
    'http://:password@one.example/',
    'http://one.example:0/',
    'http://one.example:22/',
    'http://one.example:25/',
    'https://one.example:5432/',
    'https://one.example:6379/',
    `http://one.example/${'a'.repeat(8200)}`,
  ]) {
    await fails('invalid_url', client.fetch(url, { bytesMax }))
  }
  assert.deepEqual(names, [])
})

test('a private address is refused in the same words whether something listens or not', async (t) => {
  const { port, connections } = await serve(t)
  const client = guardedClient({ userAgent: 'Test/1', resolve: async () => ['127.0.0.1'] })
  const messages = new Set<string>()
  for (const host of [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0',
    '[::1]',
    '[::ffff:7f00:1]',
    '127.9.9.9',
    'a.b',
  ]) {
    for (const scheme of ['http', 'https']) {
      for (const place of [`${host}:${port}`, `${host}:1025`, host]) {
        const error = await fails('refused_address', client.fetch(`${scheme}://${place}/`, { bytesMax }))
        messages.add(error.message)
        assert.equal(error.cause, undefined)
      }
    }
  }
  assert.equal(messages.size, 1)
  assert.doesNotMatch([...messages].join(), /\d/)
  assert.equal(connections(), 0)
})

test('one private address among the answers refuses the name', async (t) => {
  const { port, connections } = await serve(t)
  const allow = [`127.0.0.1:${port}`]
  for (const addresses of [
    ['127.0.0.1', '127.0.0.2'],
    ['127.0.0.2', '127.0.0.1'],
    ['127.0.0.1', '127.0.0.1', '127.0.0.1', '127.0.0.1', '::1'],
    ['127.0.0.1', '::ffff:127.0.0.1'],
    ['127.0.0.1', 'fe80::1%lo'],
    ['127.0.0.1', 'not an address'],
  ]) {
    const client = guardedClient({ userAgent: 'Test/1', allow, resolve: async () => addresses })
    await fails('refused_address', client.fetch(`http://one.example:${port}/`, { bytesMax }))
  }
  assert.equal(connections(), 0)
})

test('what is allowed is one address at one port', async (t) => {
  const { port, connections } = await serve(t)
  const another = await serve(t)
  const client = guardedClient({ userAgent: 'Test/1', allow: [`127.0.0.1:${port}`, '[0:0::1]:1025'] })
  assert.equal((await client.fetch(`http://127.1:${port}/`, { bytesMax })).status, 200)
  for (const place of [`127.0.0.1:${another.port}`, `127.0.0.2:${port}`, `[::ffff:127.0.0.1]:${port}`]) {
    await fails('refused_address', client.fetch(`http://${place}/`, { bytesMax }))
  }
  await fails('failed', client.fetch('http://[::1]:1025/', { bytesMax }))
  const allow = ['[::1]:1025']
  const wordy = guardedClient({ userAgent: 'Test/1', allow, resolve: async () => ['0:0:0:0:0:0:0:1'] })
  await fails('failed', wordy.fetch('http://one.example:1025/', { bytesMax }))
  assert.equal(connections(), 1)
  assert.equal(another.connections(), 0)
})

test('only an address with a port can be allowed', () => {
  for (const entry of [
    '',
    '127.0.0.1',
    'one.example:80',
    '10.0.0.0/8:80',
    'http://10.0.0.1:80',
    'a@10.0.0.1:80',
  ]) {
    assert.throws(
      () => guardedClient({ userAgent: 'Test/1', allow: [entry] }),
      /such as 10\.0\.0\.1:8080/,
      entry,
    )
  }
  guardedClient({ userAgent: 'Test/1', allow: ['10.0.0.1:80', '[fd00::1]:443'] })
})

test('a name is resolved once for each hop, and the socket goes where was checked', async (t) => {
  const { port, seen } = await serve(t, (request, response) => {
    if (request.url === '/') response.writeHead(302, { location: '/again' })
    response.end()
  })
  const victim = await serve(t, undefined, { host: '127.0.0.2', port })
  const answers = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
  const resolve = async () => answers.splice(0, 1)
  const client = guardedClient({ userAgent: 'Test/1', allow: [`127.0.0.1:${port}`], resolve })
  const call = () => client.fetch(`http://rebind.example:${port}/again`, { bytesMax })
  assert.equal((await call()).status, 200)
  assert.equal(answers.length, 2)
  await fails('refused_address', call())
  answers.unshift('127.0.0.1')
  await fails('refused_address', client.fetch(`http://rebind.example:${port}/`, { bytesMax }))
  assert.deepEqual(answers, [])
  assert.equal(seen.length, 2)
  assert.equal(victim.connections(), 0)
})

test('a name without addresses, or whose resolution fails, is unresolved', async () => {
  const none = guardedClient({ userAgent: 'Test/1', resolve: async () => [] })
  await fails('unresolved', none.fetch('http://one.example/', { bytesMax }))
  const resolve = () => Promise.reject(new Error('getaddrinfo ENOTFOUND one.example'))
  const failing = guardedClient({ userAgent: 'Test/1', resolve })
  await fails('unresolved', failing.fetch('http://one.example/', { bytesMax }))
})

test('the first three addresses are tried in their order, and no more', async (t) => {
  const { port, connections } = await serve(t)
  const closed = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
  const allow = [...closed, '127.0.0.1'].map((address) => `${address}:${port}`)
  const call = (addresses: readonly string[]) =>
    guardedClient({ userAgent: 'Test/1', allow, resolve: async () => addresses }).fetch(
      `http://one.example:${port}/`,
      { bytesMax },
    )
  assert.equal((await call([...closed.slice(1), '127.0.0.1'])).status, 200)
  await fails('failed', call([...closed, '127.0.0.1']))
  assert.equal(connections(), 1)
})

test('redirects are followed up to their number, and no further', async (t) => {
  const { port, seen } = await serve(t, (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left > 0) response.writeHead(302, { location: String(left - 1) })
    response.end('there')
  })
  const answer = await get(port, '/3')
  assert.equal(textOf(answer), 'there')
  assert.equal(answer.url, `http://one.example:${port}/0`)
  await fails('too_many_redirects', get(port, '/4'))
  await fails('too_many_redirects', get(port, '/1', { redirectsMax: 0 }))
  assert.equal((await get(port, '/6', { redirectsMax: 6 })).status, 200)
  assert.equal(seen.length, 4 + 4 + 1 + 7)
})

test('a redirect may be written in letters of any language', async (t) => {
  const { port, seen } = await serve(t, (request, response) => {
    const location = Buffer.from('/straße?q=é').toString('latin1')
    if (request.url === '/') response.writeHead(302, { location })
    response.end()
  })
  await get(port, '/')
  assert.equal(seen[1]?.url, '/stra%C3%9Fe?q=%C3%A9')
})

test('a redirect to itself ends', async (t) => {
  const { port, seen } = await serve(t, (_, response) => response.writeHead(301, { location: '' }).end())
  await fails('too_many_redirects', get(port, '/'))
  assert.equal(seen.length, 4)
})

test('a redirect leads nowhere that could not be called directly', async (t) => {
  const victim = await serve(t)
  const { port } = await serve(t, (request, response) => {
    response.writeHead(302, { location: decodeURIComponent(request.url?.slice(1) ?? '') }).end()
  })
  const forms: [OutsideReason, string][] = [
    ['refused_address', `http://127.0.0.1:${victim.port}/`],
    ['refused_address', `//127.1:${victim.port}/`],
    ['refused_address', `http://[::ffff:127.0.0.1]:${victim.port}/`],
    ['refused_address', `https://[::1]:${victim.port}/`],
    ['invalid_url', 'file:///etc/passwd'],
    ['invalid_url', `http://user:password@one.example:${port}/`],
    ['invalid_url', 'http://one.example:22/'],
    ['invalid_url', 'http://['],
  ]
  for (const [reason, location] of forms) {
    await fails(reason, get(port, `/${encodeURIComponent(location)}`))
  }
  assert.equal(victim.connections(), 0)
})

test('another origin gets no header that may be a key, not even on the way back', async (t) => {
  const { port, seen } = await serve(t, (request, response) => {
    const next = {
      '/': '/same',
      '/same': `http://two.example:${port}/two`,
      '/two': `http://one.example:${port}/end`,
    }
    const location = next[request.url as keyof typeof next]
    if (location !== undefined) response.writeHead(307, { location })
    response.end()
  })
  const headers = { Authorization: 'Bearer a', Cookie: 'b=c', 'X-Api-Key': 'd', Accept: 'text/html' }
  await get(port, '/', { headers })
  const secrets = seen.map(({ url, headers }) => {
    return [url, headers.authorization, headers.cookie, headers['x-api-key'], headers.accept]
  })
  assert.deepEqual(secrets, [
    ['/', 'Bearer a', 'b=c', 'd', 'text/html'],
    ['/same', 'Bearer a', 'b=c', 'd', 'text/html'],
    ['/two', undefined, undefined, undefined, 'text/html'],
    ['/end', undefined, undefined, undefined, 'text/html'],
  ])
})

test('after a redirect a POST becomes a GET, unless the server says to repeat it', async (t) => {
  for (const status of [301, 302, 303, 307, 308]) {
    const { port, seen, bodies } = await serve(t, (request, response) => {
      if (request.url === '/') response.writeHead(status, { location: '/next' })
      response.end()
    })
    const headers = { 'Content-Type': 'text/plain', 'Content-Language': 'en' }
    await get(port, '/', { method: 'POST', body: Buffer.from('body'), headers })
    const repeats = status > 303
    assert.equal(seen[1]?.method, repeats ? 'POST' : 'GET')
    assert.equal(seen[1]?.headers['content-type'], repeats ? 'text/plain' : undefined)
    assert.equal(seen[1]?.headers['content-language'], repeats ? 'en' : undefined)
    assert.deepEqual(bodies, ['body', repeats ? 'body' : ''])
  }
})

test('a body as large as its bound is read, and one byte more is not', async (t) => {
  const whole = randomBytes(bytesMax + 1)
  const { port } = await serve(t, (request, response) => {
    const [size, announced] = request.url?.slice(1).split('/') ?? []
    if (announced !== undefined) response.setHeader('Content-Length', Number(size))
    response.write(whole.subarray(0, 10_000))
    response.end(whole.subarray(10_000, Number(size)))
  })
  for (const path of [`/${bytesMax}`, `/${bytesMax}/announced`]) {
    const { bytes } = await get(port, path)
    assert.ok(whole.subarray(0, bytesMax).equals(bytes))
  }
  for (const path of [`/${bytesMax + 1}`, `/${bytesMax + 1}/announced`]) {
    await fails('too_large', get(port, path))
  }
})

test('many small pieces come together as they were sent', async (t) => {
  const pieces = Array.from({ length: 20_000 }, (_, index) => String(index % 10))
  const { port } = await serve(t, (_, response) => {
    for (const piece of pieces) response.write(piece)
    response.end()
  })
  assert.equal(textOf(await get(port, '/')), pieces.join(''))
})

test('an endless answer is hung up on soon after its bound', async (t) => {
  const megabyte = Buffer.alloc(1_000_000)
  let sent = 0
  const { port } = await serve(t, (_, response) => {
    const more = () => {
      while (!response.destroyed && response.write(megabyte)) sent++
    }
    response.on('drain', more)
    more()
  })
  await fails('too_large', get(port, '/'))
  assert.ok(sent < 50, `${sent} MB were sent`)
})

test('an answer that announces ten gigabytes is not read at all', async (t) => {
  const { port } = await serve(t, (_, response) => {
    response.writeHead(200, { 'Content-Length': 10_000_000_000 }).write('a')
  })
  await fails('too_large', get(port, '/'))
})

test('compressed answers are read as they were', async (t) => {
  const text = 'The same again and again. '.repeat(1000)
  for (const [encoding, body] of compressed(text)) {
    const { port, seen } = await serve(t, (_, response) => {
      response.setHeader('Content-Encoding', encoding).end(body)
    })
    assert.equal(textOf(await get(port, '/')), text, encoding)
    assert.equal(seen[0]?.headers['accept-encoding'], 'gzip, deflate, br, zstd')
  }
})

test('an answer that grows over its bound when it is decompressed is too large', async (t) => {
  for (const [encoding, body] of compressed('a'.repeat(bytesMax + 1))) {
    const { port } = await serve(t, (_, response) => {
      response.setHeader('Content-Encoding', encoding).end(body)
    })
    assert.equal((await get(port, '/', { bytesMax: bytesMax + 1 })).bytes.length, bytesMax + 1)
    await fails('too_large', get(port, '/'))
  }
})

test('of ten gigabytes in ten megabytes no more is decompressed than may be', async (t) => {
  const part = gzipSync(Buffer.alloc(10_000_000))
  const bomb = Buffer.concat(Array(1000).fill(part))
  const { port } = await serve(t, (_, response) => {
    response.setHeader('Content-Encoding', 'gzip').end(bomb)
  })
  await fails('too_large', get(port, '/', { bytesMax: 20_000_000, timeoutMs: 3000 }))
})

test('answers in encodings that nobody asked for, or broken ones, fail', async (t) => {
  const gzip = gzipSync('hello')
  const forms: [string, Buffer][] = [
    ['gzip', gzip.subarray(0, 12)],
    ['gzip', Buffer.from('hello')],
    ['gzip, gzip', gzipSync(gzip)],
    ['compress', gzip],
    ['constructor', gzip],
    // A frame of one empty block that asks for a window of 128 MB.
    ['zstd', Buffer.from('28b52ffd0088010000', 'hex')],
  ]
  for (const [encoding, body] of forms) {
    const { port } = await serve(t, (_, response) => {
      response.setHeader('Content-Encoding', encoding).end(body)
    })
    await fails('failed', get(port, '/'))
  }
})

test('an empty answer is empty, whatever its encoding', async (t) => {
  const { port } = await serve(t, (_, response) => response.setHeader('Content-Encoding', 'gzip').end())
  assert.equal((await get(port, '/')).bytes.length, 0)
})

test('who sends drop by drop is left when the time is over', async (t) => {
  const { port, closed } = await serve(t, (_, response) => drip(response, () => response.write('a')))
  await takes(300, 'timeout', get(port, '/', { timeoutMs: 300 }))
  await closed()
})

test('the head of an answer must come in half of the time', async (t) => {
  const silent = await serve(t, () => {})
  const hesitant = await serve(t, (_, response) => drip(response, () => response.writeProcessing()))
  await Promise.all(
    [silent, hesitant].map(async ({ port, closed }) => {
      await takes(600, 'timeout', get(port, '/', { timeoutMs: 1200 }))
      await closed()
    }),
  )
})

test('redirects and names have no time of their own', async (t) => {
  const { port } = await serve(t, (_, response) => {
    setTimeout(() => response.writeHead(302, { location: '/' }).end(), 100)
  })
  await takes(250, 'timeout', get(port, '/', { timeoutMs: 250, redirectsMax: 20 }))
  const resolve = () => new Promise<string[]>(() => {})
  const client = guardedClient({ userAgent: 'Test/1', resolve })
  await takes(200, 'timeout', client.fetch('http://one.example/', { bytesMax, timeoutMs: 200 }))
})

test('a name that is resolved too late is not called any more', async (t) => {
  const { port, connections } = await serve(t)
  const resolve = () => pause(150, ['127.0.0.1'])
  const client = guardedClient({ userAgent: 'Test/1', allow: [`127.0.0.1:${port}`], resolve })
  await fails('timeout', client.fetch(`http://one.example:${port}/`, { bytesMax, timeoutMs: 100 }))
  await pause(100)
  assert.equal(connections(), 0)
})

test('a connection that breaks, or speaks no HTTP, fails', async (t) => {
  const head = 'HTTP/1.1 200 OK\r\n'
  for (const answer of [
    '',
    'SSH-2.0-OpenSSH_9.6\r\n',
    `${head}Content-Length: 10\r\n\r\nshort`,
    `${head}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!`,
    `${head}Transfer-Encoding: chunked\r\n\r\n5\r\nhel`,
    `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n`,
    `${head}X-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: other\r\nConnection: Upgrade\r\n\r\n',
  ]) {
    const port = await serveRaw(t, (socket) => socket.once('data', () => socket.end(answer)))
    await fails('failed', get(port, '/'))
  }
  const port = await serveRaw(t, (socket) => socket.once('data', () => socket.resetAndDestroy()))
  await fails('failed', get(port, '/'))
})

test('what comes after the announced length is not read', async (t) => {
  const port = await serveRaw(t, (socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, and more'))
  })
  assert.equal(textOf(await get(port, '/')), 'hello')
})

test('a header that could end the head is refused', async (t) => {
  const { port, seen } = await serve(t)
  await fails('failed', get(port, '/', { headers: { 'X-One': 'a\r\nX-Two: b' } }))
  assert.equal(seen.length, 0)
})

test('a proxy that the environment names is not asked', async (t) => {
  const { port, connections } = await serve(t)
  const proxy = await serve(t)
  const script = `
    import { get } from 'node:http'
    import { guardedClient } from '${new URL('guarded-fetch.ts', import.meta.url)}'
    const client = guardedClient({ userAgent: 'Test/1', allow: ['127.0.0.1:${port}'] })
    const { status } = await client.fetch('http://127.0.0.1:${port}/', { bytesMax: 10 })
    get('http://127.0.0.1:${port}/', (response) => {
      console.log(status, response.statusCode)
      process.exit()
    })
  `
  const url = `http://127.0.0.1:${proxy.port}`
  const env = { ...process.env, HTTP_PROXY: url, http_proxy: url, NO_PROXY: '', no_proxy: '' }
  const run = promisify(execFile)
  const { stdout } = await run(process.execPath, ['--use-env-proxy', '--input-type=module', '-e', script], {
    env,
  })
  assert.equal(stdout.trim(), '200 200')
  // The unguarded request shows that the proxy would have been asked.
  assert.deepEqual([connections(), proxy.connections()], [1, 1])
})

/** Calls a test server by a host name. */
function get(port: number, path: string, options: Partial<OutsideOptions> = {}): Promise<OutsideAnswer> {
  const allow = [`127.0.0.1:${port}`]
  const client = guardedClient({ userAgent: 'Test/1', allow, resolve: async () => ['127.0.0.1'] })
  return client.fetch(`http://one.example:${port}${path}`, { bytesMax, ...options })
}

async function fails(reason: OutsideReason, call: Promise<OutsideAnswer>): Promise<OutsideError> {
  const outcome: unknown = await call.catch((error: unknown) => error)
  assert.ok(outcome instanceof OutsideError, `${JSON.stringify(outcome)} instead of ${reason}`)
  assert.equal(outcome.reason, reason, String(outcome.cause))
  assert.match(outcome.message, /^[A-Z].+\. [A-Z].+\.$/)
  return outcome
}

async function takes(timeMs: number, reason: OutsideReason, call: Promise<OutsideAnswer>) {
  const start = performance.now()
  await fails(reason, call)
  const took = performance.now() - start
  assert.ok(took > timeMs - 20 && took < timeMs + 5_000, `it took ${took} ms instead of ${timeMs}`)
}

async function serve(
  t: TestContext,
  listener: RequestListener = (_, response) => response.end(),
  place = { host: '127.0.0.1', port: 0 },
) {
  const seen: IncomingMessage[] = []
  const bodies: string[] = []
  let [connections, open] = [0, 0]
  const server = createServer(async (request, response) => {
    seen.push(request)
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    bodies.push(body)
    listener(request, response)
  })
  server.on('connection', (socket: Socket) => {
    connections++
    open++
    socket.on('close', () => open--)
  })
  const port = await listening(t, server, place)
  t.after(() => server.closeAllConnections())
  const closed = async () => {
    for (let wait = 0; open > 0 && wait < 100; wait++) await pause(10)
    assert.equal(open, 0, 'the connection is still open')
  }
  return { port, seen, bodies, connections: () => connections, closed }
}

/** A server that sends arbitrary bytes. */
function serveRaw(t: TestContext, listener: (socket: Socket) => void): Promise<number> {
  return listening(
    t,
    createRawServer((socket) => listener(socket.on('error', () => {}))),
  )
}

async function listening(t: TestContext, server: Server, { host, port } = { host: '127.0.0.1', port: 0 }) {
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  t.after(() => server.close())
  return (server.address() as AddressInfo).port
}

function drip(response: ServerResponse, drop: () => void) {
  const timer = setInterval(drop, 20)
  response.on('close', () => clearInterval(timer))
}

function compressed(text: string): [encoding: string, body: Buffer][] {
  return [
    ['gzip', gzipSync(text)],
    ['X-GZIP', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
  ]
}

function textOf({ bytes }: OutsideAnswer): string {
  return Buffer.from(bytes).toString()
}
