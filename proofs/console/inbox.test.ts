import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOrganization, type Server } from '../../packages/server/src/test/harness.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { fillInbox } from './inbox-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('people go through their inbox by keyboard, mark what they have seen, and open the rest', async (t) => {
  const { server, origin, cookieOf } = served
  const { organization, spaceId, number } = await givenInbox(server)
  const { admin, id: organizationId } = organization
  const cookie = await cookieOf(admin)
  const page = await openScreen(t, browser, { url: `${origin}/app/o/${organizationId}`, cookie })
  const unread = async () => {
    const query = { unread: true }
    return (await server.as(admin).listNotifications({ params: { organizationId }, query })).count
  }
  await page.getByRole('link', { name: 'Inbox 2 unread' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('i')
  await page.getByRole('heading', { name: 'Inbox', level: 1 }).waitFor()
  await page.getByRole('heading', { name: 'Today' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.press('j')
  await page.keyboard.press('m')
  await page.getByRole('link', { name: 'Inbox 1 unread' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/s/${spaceId}/~/review/${number}\\?comment=`))
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  assert.equal(await unread(), 0)
  await page.goto(`${origin}/app/o/${organizationId}/inbox?unread=true`)
  await page.getByText('You have read everything.').waitFor()
  await page.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(page)
})

test('people choose what they are told of, and what they watch', async (t) => {
  const { server, origin, cookieOf } = served
  const { organization, spaceId, changeRequestId, number } = await givenInbox(server)
  const { admin, id: organizationId } = organization
  const base = `${origin}/app/o/${organizationId}`
  const url = `${base}/settings/notifications`
  const page = await openScreen(t, browser, { url, cookie: await cookieOf(admin) })
  const comments = page.getByRole('radiogroup', { name: 'Comments' })
  await comments.getByRole('radio', { name: 'Digest' }).click()
  await comments.getByRole('radio', { name: 'Digest', checked: true }).waitFor()
  await page.getByLabel(/^Watch change requests that I created/).click()
  await page.reload()
  await comments.getByRole('radio', { name: 'Digest', checked: true }).waitFor()
  const params = { organizationId }
  const { deliveries, watchParticipating } = await server.as(admin).getNotificationPreferences({ params })
  assert.deepEqual([deliveries.comment, watchParticipating], ['digest', false])
  await page.goto(`${base}/s/${spaceId}/~/review/${number}`)
  await page.getByRole('button', { name: 'Watch this change request', pressed: false }).click()
  await page.getByRole('button', { name: 'Watch this change request', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'Watch this space', pressed: false }).click()
  await page.getByRole('button', { name: 'Watch this space', pressed: true }).waitFor()
  const watched = await server.as(admin).getChangeRequestWatch({ params: { spaceId, changeRequestId } })
  assert.deepEqual([watched.watching, watched.reason], [true, 'chosen'])
  assert.ok((await server.as(admin).getSpaceWatch({ params: { spaceId } })).watching)
})

async function givenInbox(server: Server) {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await server
    .as(organization.admin)
    .createSpace({ params, body: { title: 'Handbook' } })
  return { organization, spaceId, ...(await fillInbox(server, organization, spaceId)) }
}
