import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenSession } from '../../../test/browser.ts'
import { givenUser, startServer } from '../../../test/harness.ts'
import { givenHosted, givenPublished, openerFor } from '../../../test/published-site.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

// People read sites for members on hosts where the cookie of the application is not sent.
const sitesUrl = 'https://sites.example.net'
const server = await startServer({ rateLimitPerMinute: 1_000_000, sitesUrl })
const open = openerFor(server)

/** A browser that is signed in on the host of the application, and brings no cookie of it to other hosts. */
async function givenBrowser(userId?: string) {
  const session = userId === undefined ? undefined : await givenSession(server, { userId })
  const jars = new Map([['127.0.0.1:3000', new Map(session ? [pairOf(session.cookie)] : [])]])
  const go = async (url: string) => {
    const { host } = new URL(url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const answer = await open(url, { cookie: [...jar].map((pair) => pair.join('=')).join('; ') })
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) jar.set(...pairOf(cookie))
    const { location } = answer.headers
    return { ...answer, next: location === undefined ? undefined : new URL(location, url).href }
  }
  /** Goes where it is sent, and returns all URLs on the way and the last page. */
  const follow = async (url: string) => {
    const way = [url]
    for (;;) {
      const answer = await go(way.at(-1) ?? '')
      if (answer.next === undefined) return { way, ...answer }
      assert.ok(way.push(answer.next) < 10, way.join('\n'))
    }
  }
  return { go, follow, session, jarAt: (host: string) => jars.get(host) }
}

function pairOf(cookie: string): [string, string] {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return [name, value]
}

const givenForMembers = () => givenPublished(server, [page('Welcome'), page('Plans')], 'share-link')

test('a member signs in from a site on another host, and reads the page that they opened', async () => {
  const { url, reader } = await givenForMembers()
  const browser = await givenBrowser(reader.id)
  const closed = await browser.go(`${url}/plans?a=b`)
  assert.equal(closed.status, 404)
  assert.match(closed.text, /href="\?sign-in"/)
  const { way, status, text } = await browser.follow(`${url}/plans?a=b&sign-in`)
  assert.deepEqual([status, way.at(-1)], [200, `${url}/plans?a=b`])
  assert.match(text, /Text of Plans\./)
  assert.equal((await browser.go(url)).status, 200)
})

test('a person who is not signed in gets the sign-in page, which leads back', async () => {
  const { url } = await givenForMembers()
  const browser = await givenBrowser()
  const { way, status, text } = await browser.follow(`${url}/plans?sign-in`)
  assert.equal(status, 200)
  assert.match(text, /name="password"/)
  const next = new URL(way.at(-1) ?? '').searchParams.get('next') ?? ''
  assert.match(next, /^\/login\/site\?to=https%3A%2F%2Fsites\.example\.net/)
})

test('a site on a host of its own lets members in the same way', async () => {
  const { host, reader } = await givenHosted(server, [page('Welcome'), page('Plans')], 'share-link')
  const browser = await givenBrowser(reader.id)
  assert.equal((await browser.go(`https://${host}/plans`)).status, 404)
  const { status } = await browser.follow(`https://${host}/plans?sign-in`)
  assert.equal(status, 200)
})

test('who is no member sees the same page as where there is no site, signed in or not', async () => {
  const { url } = await givenForMembers()
  const { id } = await givenUser(server)
  for (const browser of [await givenBrowser(id), await givenBrowser()]) {
    const [there, nowhere] = [await browser.go(url), await browser.go(`${sitesUrl}/nothing-at-all`)]
    assert.deepEqual([there.status, there.text], [nowhere.status, nowhere.text])
  }
  const browser = await givenBrowser(id)
  const there = await browser.follow(`${url}?sign-in`)
  const nowhere = await browser.follow(`${sitesUrl}/nothing-at-all?sign-in`)
  assert.equal(there.status, 404)
  assert.deepEqual([there.text, there.way.length], [nowhere.text, nowhere.way.length])
})

test('a code counts once, and only in the browser and on the host that it is for', async () => {
  const { url, reader } = await givenForMembers()
  const codeFor = async (browser: Awaited<ReturnType<typeof givenBrowser>>) => {
    const { next: login = '' } = await browser.go(`${url}?sign-in`)
    return (await browser.go(login)).next ?? ''
  }
  const browser = await givenBrowser(reader.id)
  const code = await codeFor(browser)
  const other = await givenBrowser(reader.id)
  await codeFor(other)
  assert.equal((await other.follow(code)).status, 404)
  const { host } = await givenHosted(server)
  await browser.go(code.replace('sites.example.net', host))
  assert.equal(browser.jarAt(host)?.size, 0)
  assert.equal((await browser.follow(code)).status, 200)
  browser.jarAt('sites.example.net')?.delete('__Secure-stemma_visit')
  assert.equal((await browser.follow(code)).status, 404)
})

test('a code that is older than a minute does not count', async () => {
  const { url, reader } = await givenForMembers()
  const browser = await givenBrowser(reader.id)
  const { next: login = '' } = await browser.go(`${url}?sign-in`)
  const { next: code = '' } = await browser.go(login)
  const past = { expires_at: new Date(Date.now() - 1).toISOString() }
  await server.db.updateTable('site_visits').set(past).where('state_hash', 'is not', null).execute()
  assert.equal((await browser.follow(code)).status, 404)
})

test('a visit ends with the session, with the membership, and when the visitor leaves', async () => {
  const { url, reader, editor, commenter, params, api } = await givenForMembers()
  const enter = async (userId: string) => {
    const browser = await givenBrowser(userId)
    assert.equal((await browser.follow(`${url}?sign-in`)).status, 200)
    return browser
  }
  const [one, two, three] = [await enter(reader.id), await enter(editor.id), await enter(commenter.id)]
  const sessionId = one.session?.sessionId ?? ''
  await server.db.deleteFrom('sessions').where('id', '=', sessionId).execute()
  assert.equal((await one.go(url)).status, 404)
  const { organizationId } = params
  await api.removeMemberFromOrganizationById({ params: { organizationId, userId: editor.id } })
  assert.equal((await two.go(url)).status, 404)
  const cookie = [...(three.jarAt('sites.example.net') ?? [])].map((pair) => pair.join('=')).join('; ')
  const { pathname } = new URL(url)
  const headers = { host: 'sites.example.net', cookie }
  const left = await server.app.inject({ method: 'POST', url: `${pathname}/~site/leave`, headers })
  assert.equal(left.statusCode, 303)
  assert.equal((await three.go(url)).status, 404)
})

test('the secret of a visit opens nothing on the host of the application', async () => {
  const { url, reader } = await givenForMembers()
  const browser = await givenBrowser(reader.id)
  await browser.follow(`${url}?sign-in`)
  const secret = browser.jarAt('sites.example.net')?.get('__Secure-stemma_visit')
  assert.ok(secret)
  for (const headers of [{ cookie: `stemma_session=${secret}` }, { authorization: `Bearer ${secret}` }]) {
    assert.equal((await open('http://127.0.0.1:3000/v1/user', headers)).status, 401)
  }
})

test('a reviewer previews a change request on another host, and others do not', async () => {
  const site = await givenPublished(server)
  const change = await givenChangeRequest(server, site.spaceId, site.editor)
  await change.write(page('Secret'))
  const preview = `${site.url}/~site/change/${change.number}/secret`
  const reviewer = await (await givenBrowser(site.commenter.id)).follow(preview)
  assert.deepEqual([reviewer.status, reviewer.way.at(-1)], [200, preview])
  assert.match(reviewer.text, /Text of Secret\./)
  const reader = await (await givenBrowser(site.reader.id)).follow(preview)
  assert.equal(reader.status, 404)
  assert.doesNotMatch(reader.text, /Secret/)
})

test('codes are sent to hosts of sites, and nowhere else', async () => {
  const { reader } = await givenForMembers()
  const browser = await givenBrowser(reader.id)
  const state = 'a'.repeat(43)
  for (const to of [
    'https://evil.example/',
    'http://sites.example.net/',
    'https://a:b@sites.example.net/',
    'x',
  ])
    for (const known of [state, 'short']) {
      const asked = `http://127.0.0.1:3000/login/site?${new URLSearchParams({ to, state: known })}`
      const { status, next } = await browser.go(asked)
      assert.deepEqual([status, next], [400, undefined], to)
    }
})
