import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { named } from './review-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('admins read who did what, filter it by the URL, and take it with them as a file', async (t) => {
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const { admin } = organization
  const ben = await named(server, await givenMember(server, organization, 'create'), 'Ben Okafor')
  const params = { organizationId: organization.id }
  const space = await server.as(ben).createSpace({ params, body: { title: '=1+1', empty: true } })
  await server.as(admin).updateSpaceById({ params: { spaceId: space.id }, body: { title: 'Guides' } })
  const page = await openScreen(t, browser, {
    url: `${origin}/app/o/${organization.id}`,
    cookie: await cookieOf(admin),
  })
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('heading', { name: 'Audit log' }).waitFor()
  const rows = page.getByRole('list', { name: 'Events' }).getByRole('listitem')
  await rows.filter({ hasText: 'space.created' }).getByText('Ben Okafor').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const details = page.locator('.audit-details')
  await details.getByText('Guides').first().waitFor()
  await details.locator('del').getByText('=1+1').waitFor()
  await assertAccessible(page)

  await page.getByRole('button', { name: /Person$/ }).click()
  await page.getByRole('option', { name: 'Ben Okafor' }).click()
  await page.waitForURL((url) => url.searchParams.get('actor') === ben.id)
  await page.getByRole('button', { name: /Action$/ }).click()
  await page.getByRole('option', { name: 'Space created' }).click()
  await page.getByRole('status').getByText('1 event', { exact: true }).waitFor()
  await page.reload()
  await page.getByRole('status').getByText('1 event', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  const [head, line = '', end] = (await readFile(await file.path(), 'utf8')).split('\r\n')
  assert.equal(head, 'time,action,actor,source,target type,target,request,details')
  assert.ok(line.includes('"space.created"') && line.includes(ben.id) && line.includes('=1+1'))
  assert.equal(end, '')

  await page.getByRole('button', { name: /Space$/ }).click()
  await page.getByRole('option', { name: 'Guides' }).click()
  await page.setViewportSize({ width: 320, height: 640 })
  await rows.first().waitFor()
  await assertNoSideways(page)
  await assertAccessible(page)

  const other = await openScreen(t, browser, {
    url: `${origin}/app/o/${organization.id}`,
    cookie: await cookieOf(ben),
  })
  await other.getByRole('link', { name: 'Settings' }).click()
  await other.getByRole('link', { name: 'Your account' }).waitFor()
  assert.equal(await other.getByRole('link', { name: 'Audit log' }).count(), 0)
})
