import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { fillReviews } from './review-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a reviewer opens the site as it will be after the merge, or reads why there is none', async (t) => {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const { spaceId, tokens } = await fillReviews(server, organization)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { pages } = await api.listPages({ params: { spaceId } })
  const pageId = pages.find(({ title }) => title === 'Tokens')?.id
  const url = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${tokens.number}?page=${pageId}`
  const page = await openScreen(t, browser, { url, cookie: await cookieOf(organization.admin) })
  await page.getByText('The space is in no site that you can see').waitFor()

  const site = await api.createSite({ params, body: { title: 'Acme docs', spaces: [spaceId] } })
  await page.reload()
  await page.getByText('Acme docs is not published.').waitFor()

  await api.publishSite({ params: { ...params, siteId: site.id } })
  await page.reload()
  const link = page.getByRole('link', { name: 'Preview on the site' })
  await link.waitFor()
  await assertAccessible(page)
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await opened.getByText('Tokens are valid for one hour.').waitFor()
  await opened.getByText('Shorten token lifetimes').first().waitFor()
  assert.match(new URL(opened.url()).pathname, new RegExp(`/~site/change/${tokens.number}(/|$)`))

  const other = await api.createSite({
    params,
    body: { title: 'Partner docs', visibility: 'share-link', spaces: [spaceId] },
  })
  await api.publishSite({ params: { ...params, siteId: other.id } })
  await page.reload()
  await page.getByRole('link', { name: 'Preview on Acme docs' }).waitFor()
  const partners = page.getByRole('link', { name: 'Preview on Partner docs' })
  const [partnerSite] = await Promise.all([page.waitForEvent('popup'), partners.click()])
  await partnerSite.getByText('Tokens are valid for one hour.').waitFor()
})
