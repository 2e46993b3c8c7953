import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a space is deleted after a question, and restored from the trash with its pages', async (t) => {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const home = `${origin}/app/o/${organization.id}`
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Runbooks' } })
  const cookie = await cookieOf(organization.admin)
  // What the screen still loads of the space is gone.
  const expected = /status of 404/
  const page = await openScreen(t, browser, { url: `${home}/s/${spaceId}/~/settings`, cookie, expected })
  await page.getByRole('button', { name: 'Delete space' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete “Runbooks”?' })
  await question.getByRole('button', { name: 'Delete space' }).click()
  await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor()
  await assert.rejects(api.getSpaceById({ params: { spaceId } }), { status: 404 })
  const row = page.getByRole('listitem').filter({ hasText: 'Runbooks' })
  await row.getByText(/^kept until /).waitFor()
  await assertAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(page)
  await row.getByRole('button', { name: 'Restore Runbooks' }).click()
  await page.getByText('There is no deleted space that you can restore.').waitFor()
  await page.getByRole('link', { name: 'Open the space' }).click()
  await page.waitForURL(new RegExp(`/s/${spaceId}`))
  assert.equal((await api.getSpaceById({ params: { spaceId } })).title, 'Runbooks')
})

test('people see only the deleted spaces that they can restore', async (t) => {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const reader = await givenMember(server, organization, 'read')
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Runbooks' } })
  await api.deleteSpaceById({ params: { spaceId } })
  const url = `${origin}/app/o/${organization.id}/settings/trash`
  const page = await openScreen(t, browser, { url, cookie: await cookieOf(reader) })
  await page.getByText('There is no deleted space that you can restore.').waitFor()
  await page.getByRole('link', { name: 'Archived change requests' }).click()
  await page.waitForURL(/status=archived/)
})
