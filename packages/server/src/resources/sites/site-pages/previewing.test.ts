import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenSession } from '../../../test/browser.ts'
import { givenUser, type Person, startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

async function signedIn({ id }: Person) {
  const { cookie } = await givenSession(server, { userId: id })
  return { cookie: cookie.split(';')[0] ?? '' }
}

/** A site over a space, and a change request that adds a page. */
async function givenChanged() {
  const site = await givenPublished(server)
  const change = await givenChangeRequest(server, site.spaceId, site.editor)
  const secret = page('Secret', { document: { markdown: 'See [how](install.md). Not yet said.\n' } })
  await change.write(secret)
  return { ...site, preview: `${site.url}/~site/change/${change.number}` }
}

test('a reviewer reads a change request at its place in the site, and all links stay in it', async () => {
  const { preview, commenter, url } = await givenChanged()
  const { status, text, headers } = await open(`${preview}/secret`, await signedIn(commenter))
  assert.equal(status, 200)
  assert.match(text, /Not yet said\./)
  assert.match(text, /<div class="notice[^>]*>[\s\S]*?Change[\s\S]*?<\/div>/)
  const { pathname } = new URL(preview)
  assert.match(text, new RegExp(`<a href="${pathname}/install"[^>]*>how</a>`))
  assert.match(text, new RegExp(`class="button" href="${new URL(url).pathname}/secret"`))
  assert.equal(headers['cache-control'], 'private, no-cache')
  assert.match(text, /name="robots" content="noindex/)
  const home = await open(preview, await signedIn(commenter))
  assert.match(home.text, new RegExp(`href="${pathname}/secret"`))
})

test('a preview exists only for people who may read the change request', async () => {
  const { preview, reader, admin } = await givenChanged()
  const stranger = await givenUser(server)
  for (const headers of [await signedIn(reader), await signedIn(stranger)]) {
    for (const path of ['', '/secret', '/secret.md', '/install', '/nothing']) {
      const { status, text } = await open(`${preview}${path}`, headers)
      assert.equal(status, 404, path)
      assert.doesNotMatch(text, /Secret|Not yet said|Install/)
    }
  }
  assert.equal((await open(`${preview}/secret.md`, await signedIn(admin))).status, 200)
})

test('a visitor without a session is sent to sign in, whether there is such a preview or not', async () => {
  const { preview, url, admin } = await givenChanged()
  for (const asked of [`${preview}/secret?a=b`, `${url}/~site/change/99`, `${url}/~site/at/nothing`]) {
    const { status, headers } = await open(asked, { authorization: `Bearer ${admin.secret}` })
    const { pathname, search } = new URL(asked)
    const login = new URL(String(headers.location))
    assert.deepEqual([status, login.pathname], [303, '/login'])
    assert.equal(login.searchParams.get('next'), `${pathname}${search}`)
  }
})

test('a change request that is edited is shown as it is with the next request', async () => {
  const site = await givenPublished(server)
  const change = await givenChangeRequest(server, site.spaceId, site.editor)
  const headers = await signedIn(site.editor)
  const preview = `${site.url}/~site/change/${change.number}`
  const { headers: first } = await open(preview, headers)
  assert.equal((await open(preview, { ...headers, 'if-none-match': String(first.etag) })).status, 304)
  await change.write(page('Added'))
  const again = await open(preview, { ...headers, 'if-none-match': String(first.etag) })
  assert.equal(again.status, 200)
  assert.match(again.text, /href="[^"]*\/added"/)
})

test('a file of a change request is shown in its preview, and nowhere else', async () => {
  const { url, spaceId, editor } = await givenPublished(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const base64 = Buffer.from('the plan').toString('base64')
  const file = { name: 'plan.txt', contentType: 'text/plain', base64 }
  await change.write({ operation: 'insert_files', files: [file] })
  const { items } = await server.as(editor).listFilesInChangeRequestById({ params: change.params })
  await change.write(page('Plan', { document: { markdown: `{% file src="/files/${items[0]?.id}" %}\n` } }))
  const headers = await signedIn(editor)
  const { text } = await open(`${url}/~site/change/${change.number}/plan`, headers)
  const [, href = ''] = /href="([^"]*~site\/files[^"]*)"/.exec(text) ?? []
  const { origin, pathname } = new URL(url)
  assert.equal((await open(`${origin}${href}`, headers)).text, 'the plan')
  assert.equal((await open(`${origin}${href}`)).status, 303)
  const published = href.replace(`/~site/change/${change.number}`, '')
  assert.equal((await open(`${origin}${published}`, headers)).status, 404)
  assert.ok(published.startsWith(`${pathname}/~site/files/`))
})

test('a member reads the site as it was at a revision', async () => {
  const { url, spaceId, write, reader, api } = await givenPublished(server)
  const before = (await api.getSpaceById({ params: { spaceId } })).revision
  await write(page('Later'))
  const headers = await signedIn(reader)
  const past = await open(`${url}/~site/at/${before}`, headers)
  assert.equal(past.status, 200)
  assert.doesNotMatch(past.text, /\/later"/)
  assert.match(past.text, /class="notice/)
  for (const name of ['2020-13-77', 'nothing', '%20']) {
    assert.equal((await open(`${url}/~site/at/${name}`, headers)).status, 404, name)
  }
})
