import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { guardedClient } from '../../../outside/guarded-fetch.ts'
import { corpus } from '../../../test/openapi-corpus.ts'
import { description } from '../../../test/world-openapi.ts'
import { type Processed, processSource } from './fetching.ts'

const whole = JSON.stringify(description)
const pointing = (at: string) => JSON.stringify({ ...description, paths: { '/a': { $ref: at } } })
/** 30,000 characters of three bytes each. */
const wide = { 'x-wide': '語'.repeat(30_000) }
const pages: Readonly<Record<string, string>> = {
  '/whole.json': whole,
  '/folder/root.json': pointing('paths/a.yaml'),
  '/folder/paths/a.yaml': 'get: {responses: {"200": {$ref: "../shared.yaml#/ok"}}}',
  '/folder/shared.yaml': 'ok: {description: Good}',
  '/to-file.json': pointing('file:///etc/passwd'),
  '/to-private.json': pointing('http://127.0.0.1:5432/a.json'),
  '/to-nothing.json': pointing('nothing.json'),
  '/to-slow.json': pointing('slow'),
  '/in-circles.json': pointing('in-circles.json#/paths/~1a'),
  '/wide.json': JSON.stringify({ ...description, paths: { '/a': { $ref: 'wide-a.json' } }, ...wide }),
  '/wide-a.json': JSON.stringify({ get: { responses: { 200: { $ref: 'wide-b.json' } } }, ...wide }),
  '/wide-b.json': JSON.stringify({ description: 'Good', ...wide }),
  '/large.json': JSON.stringify({ ...description, 'x-large': 'x'.repeat(200_000) }),
}
/** An external server, which may be called although it is on this machine. */
const server = createServer(({ url = '' }, response) => {
  if (url === '/slow') return
  if (url === '/cut') return void response.destroy()
  if (url === '/moved') return void response.writeHead(302, { location: '/whole.json' }).end()
  if (url === '/around') return void response.writeHead(302, { location: '/around' }).end()
  if (url === '/inside') return void response.writeHead(302, { location: 'http://127.0.0.1:5432/' }).end()
  if (url === '/many.json') return void response.end(chain(0))
  if (url.startsWith('/many-')) return void response.end(chain(Number(url.slice(6))))
  const page = pages[url]
  response.writeHead(page === undefined ? 404 : 200).end(page)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
after(() => {
  server.closeAllConnections()
  server.close()
})
const { port } = server.address() as AddressInfo
const outside = guardedClient({ userAgent: 'test', allow: [`127.0.0.1:${port}`] })

test('each way in which fetching ends has its code', async () => {
  const expected: Readonly<Record<string, string>> = {
    '/whole.json': 'version',
    '/folder/root.json': 'version',
    '/moved': 'version',
    '/in-circles.json': 'version',
    '/slow': 'FETCH_TIMEOUT',
    '/to-slow.json': 'FETCH_TIMEOUT',
    '/cut': 'FETCH_ERROR',
    '/absent.json': 'FETCH_ERROR',
    '/around': 'FETCH_ERROR',
    '/inside': 'FETCH_ERROR',
    '/large.json': 'FETCH_ERROR',
    '/wide.json': 'FETCH_ERROR',
    '/to-file.json': 'FETCH_ERROR',
    '/to-private.json': 'FETCH_ERROR',
    '/to-nothing.json': 'FETCH_ERROR',
    '/many.json': 'PARSE_ERROR',
    '/folder/shared.yaml': 'PARSE_ERROR',
  }
  for (const [path, code] of Object.entries(expected)) assert.equal(codeOf(await fetched(path)), code, path)
})

test('an address that refuses to talk, or is private, is an error to fetch', async () => {
  for (const url of ['http://127.0.0.1:1/a.json', 'http://169.254.169.254/latest', 'http://[::1]/a']) {
    const processed = await processSource({ sourceURL: url, text: undefined }, outside, undefined)
    assert.equal(codeOf(processed), 'FETCH_ERROR', url)
  }
})

test('all files are kept under their addresses', async () => {
  const processed = await fetched('/folder/root.json')
  assert.ok('json' in processed)
  const names = ['root.json', 'paths/a.yaml', 'shared.yaml']
  const addresses = names.map((name) => `http://127.0.0.1:${port}/folder/${name}`)
  assert.deepEqual(Object.keys(JSON.parse(processed.json)), addresses)
})

test('a text refers to whole addresses, or to nothing outside', async () => {
  const reading = (at: string) =>
    processSource({ sourceURL: null, text: pointing(at) }, outside, undefined, { timeoutMs: 5000 })
  assert.equal(codeOf(await reading(`http://127.0.0.1:${port}/folder/paths/a.yaml`)), 'version')
  assert.equal(codeOf(await reading('paths/a.yaml')), 'PARSE_ERROR')
  assert.equal(codeOf(await reading('file:///etc/passwd')), 'FETCH_ERROR')
})

test('what is nested without end, or multiplies, ends its thread and nothing else', async () => {
  const names = ['nested without end', 'anchors that multiply', 'an anchor in itself']
  for (const { name, text } of corpus.filter((one) => names.includes(one.name))) {
    const processed = await processSource({ sourceURL: null, text }, outside, undefined)
    assert.equal(codeOf(processed), 'PARSE_ERROR', name)
    assert.ok('faults' in processed && processed.faults[0]?.message, name)
  }
})

function chain(at: number) {
  return JSON.stringify({ ...description, paths: { '/a': { $ref: `/many-${at + 1}` } } })
}

function fetched(path: string) {
  const sourceURL = `http://127.0.0.1:${port}${path}`
  const within = { timeoutMs: 2000, bytesMax: 100_000, filesMax: 8 }
  return processSource({ sourceURL, text: undefined }, outside, undefined, within)
}

function codeOf(processed: Processed) {
  return 'code' in processed ? processed.code : 'version'
}
