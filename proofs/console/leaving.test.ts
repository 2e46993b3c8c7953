import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashPassword } from '../../packages/server/src/auth/passwords.ts'
import { setPassword } from '../../packages/server/src/resources/access/sign-in/store.ts'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { givenSpace } from '../../packages/server/src/test/places.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()
const expected = /status of 40[139]/

test('a person deletes their account after typing its address, and is signed out', async (t) => {
  const { server, origin } = served
  const organization = await givenOrganization(server)
  const person = await givenMember(server, organization, 'edit')
  const url = `${origin}/app/o/${organization.id}/settings/account`
  const page = await openScreen(t, browser, { url, cookie: await served.cookieOf(person), expected })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: 'Delete account' })
  assert.equal(await confirm.isDisabled(), true)
  await dialog.getByRole('textbox').fill(person.email)
  await dialog.getByRole('radio', { name: /Deleted user/ }).check()
  await assertAccessible(page)
  await pictures(page, 'delete account')
  await confirm.click()
  await page.getByRole('textbox', { name: 'E-mail address' }).waitFor()
  const user = await server.db
    .selectFrom('users')
    .select(['display_name', 'deleted_at'])
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow()
  assert.equal(user.display_name, 'Deleted user')
  assert.notEqual(user.deleted_at, null)
})

test('the last admin is told what to do first', async (t) => {
  const { server, origin } = served
  const { id, admin } = await givenOrganization(server)
  const url = `${origin}/app/o/${id}/settings/account`
  const page = await openScreen(t, browser, { url, cookie: await served.cookieOf(admin), expected })
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('textbox').fill(admin.email)
  await dialog.getByRole('button', { name: 'Delete account' }).click()
  await dialog.getByText('last admin of “Acme”').waitFor()
  await pictures(page, 'delete account, last admin')
})

test('an admin deletes an organization, sees when it ends on every screen, and restores it', async (t) => {
  const { server, origin } = served
  const organization = await givenOrganization(server, 'Analytical Engines & Sons')
  const { id, admin } = organization
  await givenSpace(server, organization)
  await setPassword(server.db, admin.id, await hashPassword(password), new Date().toISOString())
  const url = `${origin}/app/o/${id}/settings/organization`
  const cookie = await served.cookieOf(admin)
  const before = new Date(Date.now() - 3_600_000).toISOString()
  await server.db
    .updateTable('sessions')
    .set({ created_at: before })
    .where('user_id', '=', admin.id)
    .execute()
  const page = await openScreen(t, browser, { url, cookie, expected })
  await assertAccessible(page)
  await pictures(page, 'organization')
  await page.getByRole('textbox', { name: 'Name' }).fill('Engines')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Delete organization' }).click()
  await page.getByRole('heading', { name: 'Delete Engines?' }).waitFor()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('1 space').waitFor()
  await dialog.getByRole('textbox').fill('engines')
  assert.equal(await dialog.getByRole('button', { name: 'Delete organization' }).isDisabled(), true)
  await dialog.getByRole('textbox').fill('Engines')
  await assertAccessible(page)
  await pictures(page, 'delete organization')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  const banner = page.getByRole('complementary', { name: 'Deleted organization' })
  await banner.waitFor()
  await assertAccessible(page)
  await pictures(page, 'deleted organization')
  await page.goto(`${origin}/app/o/${id}`)
  await banner.waitFor()
  await pictures(page, 'deleted organization, home')
  await banner.getByRole('button', { name: 'Restore it' }).click()
  await banner.waitFor({ state: 'detached' })
})

const password = 'a password that nobody guesses'

/** CONSOLE_PICTURES is the folder of screenshots: light, dark and narrow. */
async function pictures(page: Page, name: string) {
  const folder = process.env.CONSOLE_PICTURES
  if (folder === undefined) return
  const path = (kind: string) => `${folder}/${name.replaceAll(/\W+/g, '-')}-${kind}.png`
  const size = page.viewportSize()
  await page.screenshot({ path: path('light') })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.screenshot({ path: path('dark') })
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 640 })
  await page.screenshot({ path: path('narrow') })
  if (size !== null) await page.setViewportSize(size)
}
