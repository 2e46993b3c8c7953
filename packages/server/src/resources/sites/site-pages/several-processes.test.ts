import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { givenSession } from '../../../test/browser.ts'
import { startServer } from '../../../test/harness.ts'
import { killAll, startServe } from '../../../test/process.ts'
import { givenPublished } from '../../../test/published-site.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const settings = { DATABASE_URL: server.url, STEMMA_JOBS: 'off', STEMMA_LOG_LEVEL: 'info' }
const processes = [await startServe(settings), await startServe(settings)]
after(killAll)

/** The answers of all processes to a request that each of them has answered before. */
async function fromEach(url: string, headers: Readonly<Record<string, string>> = {}) {
  const { pathname, search } = new URL(url)
  return Promise.all(
    processes.map(async ({ address }) => {
      const answer = await fetch(`${address}${pathname}${search}`, { headers, redirect: 'manual' })
      return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' }
    }),
  )
}

const statusesOf = (answers: readonly { readonly status: number }[]) => answers.map(({ status }) => status)

test('a merge is visible with the next request at every process', async () => {
  const { url, write } = await givenPublished(server)
  const [first] = await fromEach(url)
  const known = { 'if-none-match': first?.etag ?? '' }
  assert.deepEqual(statusesOf(await fromEach(url, known)), [304, 304])
  await write(page('Added'))
  for (const { status, text } of await fromEach(url, known)) {
    assert.equal(status, 200)
    assert.match(text, /href="[^"]+\/added"/)
  }
})

test('a share link that is switched off opens nothing with the next request at every process', async () => {
  const { url, api, params } = await givenPublished(server, undefined, 'share-link')
  const link = await api.createSiteShareLink({ params, body: { name: 'Customers' } })
  const key = new URL(link.urls.published ?? '').pathname.split('/').at(-1)
  const cookie = { cookie: `stemma_share=${key}` }
  assert.deepEqual(statusesOf(await fromEach(url, cookie)), [200, 200])
  await api.updateSiteShareLinkById({ params: { ...params, shareLinkId: link.id }, body: { active: false } })
  assert.deepEqual(statusesOf(await fromEach(url, cookie)), [404, 404])
})

test('a new visitor key ends all visits with the next request at every process', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const api = server.as(site.admin)
  const body = { backend: 'custom', fallbackURL: 'https://login.example.com/in' } as const
  await api.updateSitePublishingAuthById({ params: site.params, body })
  const cookie = { cookie: `stemma_visitor=${await visitorToken(site.privateKey, { plan: 'pro' })}` }
  assert.deepEqual(statusesOf(await fromEach(site.address, cookie)), [200, 200])
  await api.regenerateSitePublishingAuthById({ params: site.params })
  assert.deepEqual(statusesOf(await fromEach(site.address, cookie)), [303, 303])
})

test('a site that is unpublished is gone with the next request at every process', async () => {
  const { url, api, params } = await givenPublished(server)
  assert.deepEqual(statusesOf(await fromEach(url)), [200, 200])
  await api.unpublishSite({ params })
  assert.deepEqual(statusesOf(await fromEach(url)), [404, 404])
})

test('a member who is removed loses the preview with the next request at every process', async () => {
  const { url, api, params, commenter, editor, spaceId } = await givenPublished(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const { cookie } = await givenSession(server, { userId: commenter.id })
  const session = { cookie: cookie.split(';')[0] ?? '' }
  const preview = `${url}/~site/change/${change.number}`
  assert.deepEqual(statusesOf(await fromEach(preview, session)), [200, 200])
  const { organizationId } = params
  await api.removeMemberFromOrganizationById({ params: { organizationId, userId: commenter.id } })
  assert.deepEqual(statusesOf(await fromEach(preview, session)), [404, 404])
})
