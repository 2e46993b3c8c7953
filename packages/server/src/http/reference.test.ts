import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { operations } from '@stemma/contract'
import { startServer } from '../test/harness.ts'

const { app } = await startServer()
const paths = ['/docs', '/docs/scalar.js', '/docs/start.js', '/openapi.json']

test('the API is shown to whoever comes, by scripts of this server alone', async () => {
  const { statusCode, headers, body } = await app.inject('/docs')
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  const scripts = [...body.matchAll(/<script src="([^"]+)"><\/script>/g)].map(([, path]) => `/${path}`)
  assert.deepEqual(scripts, ['/docs/scalar.js', '/docs/start.js'])
  assert.equal(body.match(/<script/g)?.length, scripts.length, 'no script stands in the page itself')
  for (const script of scripts) {
    const answer = await app.inject(script)
    assert.equal(answer.statusCode, 200)
    assert.equal(answer.headers['content-type'], 'text/javascript; charset=utf-8')
  }
  assert.match((await app.inject('/docs/scalar.js')).body, /createApiReference/)
})

test('the page reaches no other server: its policy names none', async () => {
  const policy = String((await app.inject('/docs')).headers['content-security-policy'])
  const directives = new Map(policy.split('; ').map((one) => [one.split(' ')[0], one.split(' ').slice(1)]))
  assert.deepEqual(directives.get('default-src'), ["'none'"])
  assert.deepEqual(directives.get('script-src'), ["'self'"])
  assert.deepEqual(directives.get('connect-src'), ["'self'"])
  const sources = [...directives.values()].flat()
  assert.deepEqual([...new Set(sources)].sort(), ["'none'", "'self'", "'unsafe-inline'", 'data:'].sort())
  assert.deepEqual(directives.get('style-src'), ["'self'", "'unsafe-inline'"])
  assert.deepEqual(directives.get('img-src'), ["'self'", 'data:'])
})

const strict = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

test('only the page may run scripts: everything else keeps the policy that allows nothing', async () => {
  for (const path of ['/docs/scalar.js', '/docs/start.js', '/openapi.json', '/v1/user', '/docs/other']) {
    const { headers } = await app.inject(path)
    assert.equal(headers['content-security-policy'], strict, path)
  }
})

test('what Scalar would ask other servers for is switched off', async () => {
  const { body } = await app.inject('/docs/start.js')
  const settings = JSON.parse(body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1))
  const { url, proxyUrl, telemetry, withDefaultFonts, hideClientButton, agent, persistAuth } = settings
  assert.equal(url, 'openapi.json')
  assert.equal(proxyUrl, '')
  assert.deepEqual([telemetry, withDefaultFonts, persistAuth], [false, false, false])
  assert.deepEqual([hideClientButton, agent], [true, { disabled: true }])
})

test('the description has every operation, and leads to the server it came from', async () => {
  const { paths: described, servers } = (await app.inject('/openapi.json')).json()
  const ids = Object.values(described as Described).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  )
  assert.deepEqual(ids.sort(), Object.keys(operations).sort())
  assert.deepEqual(servers, [{ url: '/' }])
})

test('behind a proxy that gives the server a path, the description begins there', async () => {
  const { app: below } = await startServer({ publicUrl: 'https://docs.example.com/stemma' })
  assert.deepEqual((await below.inject('/openapi.json')).json().servers, [{ url: '/stemma' }])
})

type Described = Record<string, Record<string, { readonly operationId: string }>>

test('what has not changed is not sent again, and each encoding has an ETag of its own', async () => {
  for (const path of paths) {
    const plain = await app.inject(path)
    const packed = await app.inject({ url: path, headers: { 'accept-encoding': 'br, gzip' } })
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(packed.headers['content-encoding'], 'gzip')
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body)
    assert.notEqual(packed.headers.etag, plain.headers.etag)
    for (const [encoding, { headers }] of [
      ['identity', plain],
      ['gzip', packed],
    ] as const) {
      assert.equal(headers['cache-control'], 'public, no-cache')
      assert.match(String(headers.vary), /Accept-Encoding/)
      const again = { 'accept-encoding': encoding, 'if-none-match': String(headers.etag) }
      const { statusCode, body } = await app.inject({ url: path, headers: again })
      assert.deepEqual([statusCode, body], [304, ''], `${path} ${encoding}`)
    }
  }
})

test('who asks too often is told to wait, as everywhere', async () => {
  const { app: busy } = await startServer({ rateLimitPerMinute: 2 })
  const statuses = []
  for (const path of paths) statuses.push((await busy.inject(path)).statusCode)
  assert.deepEqual(statuses, [200, 200, 429, 429])
})

test('where the setting says off, there is nothing', async () => {
  const { app: silent } = await startServer({ docs: false })
  for (const path of paths) assert.equal((await silent.inject(path)).statusCode, 404, path)
})
