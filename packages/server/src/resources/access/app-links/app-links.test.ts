import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenSession } from '../../../test/browser.ts'
import { givenUser, type Person, startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

async function signedIn({ id }: Person) {
  const { cookie } = await givenSession(server, { userId: id })
  return { cookie: cookie.split(';')[0] ?? '' }
}

/** Where a URL leads a person. */
async function followed(url: string | undefined, person: Person) {
  const { status, headers } = await open(url ?? '', await signedIn(person))
  return [status, headers.location]
}

test('the root of the server leads to the page for signing in', async () => {
  const { status, headers } = await open('http://127.0.0.1:3000/')
  assert.deepEqual([status, headers.location], [303, 'http://127.0.0.1:3000/login'])
})

test('the URL of a published space, page, change request or site leads to its page', async () => {
  const { url, api, spaceId, params, commenter, editor } = await givenPublished(server)
  const { number, params: key } = await givenChangeRequest(server, spaceId, editor)
  const space = await api.getSpaceById({ params: { spaceId } })
  const change = await api.getChangeRequestById({ params: key })
  const shown = await api.getPageByPath({ params: { spaceId, pagePath: 'install' } })
  const site = await api.getSiteById({ params })
  assert.deepEqual(await followed(space.urls.app, commenter), [303, url])
  assert.deepEqual(await followed('urls' in shown ? shown.urls.app : '', commenter), [303, `${url}/install`])
  assert.deepEqual(await followed(change.urls.app, commenter), [303, `${url}/~site/change/${number}`])
  assert.deepEqual(await followed(site.urls.app, commenter), [303, url])
})

test('what no site shows has a page that says where to read it', async () => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server, page('One'))
  const api = server.as(admin)
  const space = await api.getSpaceById({ params: { spaceId } })
  const { urls } = await api.getOrganizationById({ params: { organizationId: organization.id } })
  for (const { app, location } of [space.urls, urls]) {
    const { status, text } = await open(app ?? '', await signedIn(admin))
    assert.equal(status, 200)
    assert.ok(text.includes(`href="${location}"`), app)
  }
})

test('a person who is not signed in is sent there first, and returns', async () => {
  const { api, spaceId } = await givenPublished(server)
  const { urls } = await api.getSpaceById({ params: { spaceId } })
  const { status, headers } = await open(urls.app)
  const login = new URL(String(headers.location))
  assert.deepEqual([status, login.pathname], [303, '/login'])
  assert.equal(login.searchParams.get('next'), new URL(urls.app).pathname)
})

test('who may not read something learns nothing about it by its URL', async () => {
  const { api, spaceId, params } = await givenPublished(server)
  const space = await api.getSpaceById({ params: { spaceId } })
  const site = await api.getSiteById({ params })
  const stranger = await givenUser(server)
  const foreign = await givenWrittenSpace(server)
  const elsewhere = space.urls.app.replace(params.organizationId, foreign.organization.id)
  const urls = [
    space.urls.app,
    site.urls.app,
    `${space.urls.app}x`,
    elsewhere,
    'http://127.0.0.1:3000/o/a/b/c',
  ]
  for (const url of urls) assert.deepEqual(await followed(url, stranger), [404, undefined], url)
  assert.deepEqual(await followed(elsewhere, foreign.admin), [404, undefined])
})
