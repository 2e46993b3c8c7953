import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { givenVerifiedDomain } from '../../packages/server/src/test/domains.ts'
import { startServer } from '../../packages/server/src/test/harness.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { givenPublished } from '../../packages/server/src/test/published-site.ts'
import { identityFor } from '../../packages/server/src/test/tls-identity.ts'
import { freePort } from '../../tools/dev/port.ts'
import { caddyOn, type Ground, names, nginxOn, problemsOf, programOf, startProxy } from './proxies.ts'

const publicUrl = `https://${names.server}`
const server = await startServer({ publicUrl })
const identity = identityFor(
  Object.values(names)
    .map((name) => `DNS:${name}`)
    .join(','),
)
after(killAll)

/** A running server, with a site at a host of its own and one below a path, and a place for a proxy. */
async function givenGround(): Promise<Ground | undefined> {
  if (identity === undefined) return undefined
  const own = await givenPublished(server)
  await givenVerifiedDomain(server, own.params.organizationId, names.site)
  await own.api.updateSiteById({ params: own.params, body: { hostname: names.site } })
  const below = await givenPublished(server)
  await givenVerifiedDomain(server, below.params.organizationId, names.above)
  await below.api.updateSiteById({ params: below.params, body: { proxy: `${names.above}/docs` } })
  const { address } = await startServe({
    DATABASE_URL: server.url,
    STEMMA_FILES_FOLDER: server.config.filesFolder,
    STEMMA_JOBS: 'off',
    STEMMA_PUBLIC_URL: publicUrl,
    STEMMA_TRUST_PROXY: 'on',
  })
  const folder = await mkdtemp(join(tmpdir(), 'stemma-proxy-'))
  after(() => rm(folder, { recursive: true, force: true }))
  const ports = { http: await freePort(), https: await freePort(), subdirectory: await freePort() }
  const { pathname: site } = new URL(below.url)
  return { folder, server: Number(new URL(address).port), ...ports, site, identity }
}

const ground = await givenGround()

for (const [name, configure] of [
  ['nginx', nginxOn],
  ['caddy', caddyOn],
] as const) {
  const program = programOf(name)
  const isMissing = program === undefined && `${name} is not installed: install the Debian package ${name}.`
  const skip = isMissing || (ground === undefined && 'openssl is not installed.')
  test(`the examples for ${name} are right, and lead to sites at hosts and below paths`, {
    skip,
  }, async () => {
    assert.ok(program && ground)
    const { check, run } = await configure(ground)
    assert.equal(problemsOf(program, check, ground), '')
    const stop = await startProxy(program, run, ground)
    try {
      await tryProxy(ground)
    } finally {
      await stop()
    }
  })
}

async function tryProxy(on: Ground) {
  const page = await get(on.https, names.site, '/install')
  assert.equal(page.status, 200)
  assert.match(page.text, /Text of Install\./)
  assert.match(page.text, /rel="canonical" href="https:\/\/docs\.example\.com\/install"/)
  const health = await get(on.https, names.server, '/healthz')
  assert.equal(health.status, 200)
  for (const path of ['/metrics', '/readyz', '/~tls?domain=docs.example.com']) {
    const { status, text } = await get(on.https, names.server, path)
    assert.equal(status, 404, path)
    assert.doesNotMatch(text, /stemma_/)
  }
  const away = await getPlain(on.http, names.site, '/install')
  assert.match(String(away.location), /^https:\/\/docs\.example\.com(:\d+)?\/install$/)
  for (const path of ['/docs', '/docs/install']) {
    const { status, text } = await get(on.subdirectory, names.above, path)
    assert.equal(status, 200, path)
    assert.match(text, /href="\/docs\/install"/)
    assert.match(text, new RegExp(`rel="canonical" href="https://www\\.example\\.com${path}"`))
  }
}

/** Asks for a URL of a host, whose certificate the proxy has made up or got from the test. */
function get(port: number, host: string, path: string) {
  const options = { host: '127.0.0.1', port, path, servername: host, headers: { host } }
  return answerTo(https.get({ ...options, rejectUnauthorized: false, agent: false }))
}

function getPlain(port: number, host: string, path: string) {
  return answerTo(http.get({ host: '127.0.0.1', port, path, headers: { host }, agent: false }))
}

async function answerTo(request: http.ClientRequest) {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.on('response', resolve).on('error', reject)
  })
  const text = (await response.setEncoding('utf8').toArray()).join('')
  return { status: response.statusCode, text, location: response.headers.location }
}
