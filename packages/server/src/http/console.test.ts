import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenSession } from '../test/browser.ts'
import { givenUser, startServer } from '../test/harness.ts'
import { openerFor } from '../test/published-site.ts'
import { givenWrittenSpace, page } from '../test/writing.ts'
import { readConsole } from './console.ts'

const built = await readConsole()
const options = built ? {} : { skip: 'the console is not built: npm run build' }
const server = await startServer({ console: true })
const open = openerFor(server)
const files = 'https://files.example.com'
const at = (path: string) => `http://127.0.0.1:3000${path}`

async function signedIn() {
  const { id } = await givenUser(server)
  const { cookie } = await givenSession(server, { userId: id })
  return { cookie: cookie.split(';')[0] ?? '' }
}

test('the root of the server leads to the console', options, async () => {
  const { status, headers } = await open(at('/'))
  assert.deepEqual([status, headers.location], [303, at('/app/')])
})

test('who is not signed in is asked to, and returns to the same screen', options, async () => {
  const { status, headers } = await open(at('/app/o/x/reviews?status=draft'))
  const login = new URL(String(headers.location))
  assert.deepEqual([status, login.pathname], [303, '/login'])
  assert.equal(login.searchParams.get('next'), '/app/o/x/reviews?status=draft')
})

test('every screen is the same page, with a nonce of its own', options, async () => {
  const cookie = await signedIn()
  const [one, other] = [await open(at('/app/'), cookie), await open(at('/app/o/a/s/b/install'), cookie)]
  const nonceOf = ({ text, headers }: typeof one) => {
    const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? []
    assert.ok(String(headers['content-security-policy']).includes(`'nonce-${nonce}'`))
    return nonce
  }
  assert.notEqual(nonceOf(one), nonceOf(other))
  assert.equal(one.text.replaceAll(nonceOf(one), ''), other.text.replaceAll(nonceOf(other), ''))
  assert.equal(one.headers['cache-control'], 'no-cache')
})

test(
  'no inline script and no other host is allowed, and frames only of sites and of diagrams',
  options,
  async () => {
    const { headers } = await open(at('/app/'), await signedIn())
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/)
    assert.match(policy, /script-src 'self' 'wasm-unsafe-eval';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.ok(policy.includes(`frame-src ${new URL(at('/')).origin} ${at('/app/diagrams.html')};`))
    assert.match(policy, /require-trusted-types-for 'script'/)
  },
)

test(
  'the page that draws diagrams has no origin, only scripts of ours, and sends nothing',
  options,
  async () => {
    const { status, headers, text } = await open(at('/app/diagrams.html'))
    const policy = String(headers['content-security-policy'])
    assert.equal(status, 200)
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'unsafe-inline';/)
    assert.match(policy, /frame-ancestors 'self'; sandbox allow-scripts$/)
    const [, script = ''] = /<script src="\.\/([^"]+)">/.exec(text) ?? []
    assert.ok(built?.files.has(script))
  },
)

test(
  'assets are kept for a year, packed as the browser asks; a missing one is missing',
  options,
  async () => {
    const [asset = ''] = [...(built?.files.keys() ?? [])].filter((path) => /^assets\/.*\.js$/.test(path))
    const packed = await open(at(`/app/${asset}`), { 'accept-encoding': 'gzip, br' })
    assert.equal(packed.headers['content-encoding'], 'br')
    assert.equal(packed.headers['cache-control'], 'public, max-age=31536000, immutable')
    const plain = await open(at(`/app/${asset}`))
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal((await open(at('/app/assets/gone.js'))).status, 404)
  },
)

test('the URL of a space leads to the console', options, async () => {
  const { admin, spaceId } = await givenWrittenSpace(server, page('One'))
  const { urls } = await server.as(admin).getSpaceById({ params: { spaceId } })
  const { status, headers } = await open(urls.app)
  assert.deepEqual([status, headers.location], [303, urls.app.replace('/o/', '/app/o/')])
})

test('without the console, nothing is at /app/', async () => {
  const without = await startServer({ console: false })
  assert.equal((await openerFor(without)(at('/app/'))).status, 404)
})

test('files can go to a host of their own', options, async () => {
  const other = await startServer({ console: true, filesUrl: files })
  const { id } = await givenUser(other)
  const { cookie } = await givenSession(other, { userId: id })
  const { headers } = await openerFor(other)(at('/app/'), { cookie: cookie.split(';')[0] ?? '' })
  const policy = String(headers['content-security-policy'])
  assert.ok(policy.includes(`connect-src 'self' ${files};`))
  const asked = await other.app.inject({
    method: 'OPTIONS',
    url: '/~uploads/token',
    headers: { origin: at(''), 'access-control-request-method': 'PUT' },
  })
  assert.equal(asked.statusCode, 204)
  assert.equal(asked.headers['access-control-allow-origin'], '*')
  assert.match(String(asked.headers['access-control-allow-methods']), /PUT/)
})
