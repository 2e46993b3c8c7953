import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import decodeQR from 'qr/decode.js'
import { hashPassword } from '../../packages/server/src/auth/passwords.ts'
import { setPassword } from '../../packages/server/src/resources/access/sign-in/store.ts'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { codeAt } from '../../packages/server/src/test/second-factors.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()
const password = 'a password that nobody guesses'

test('a person turns on the second step with a QR code, and signs in with a code by keyboard', async (t) => {
  const { server, origin } = served
  const { id, admin } = await givenOrganization(server)
  await setPassword(server.db, admin.id, await hashPassword(password), new Date().toISOString())
  const url = `${origin}/app/o/${id}/settings/account`
  const expected = /status of 40[03]/
  const page = await openScreen(t, browser, { url, cookie: await served.cookieOf(admin), expected })
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.getByRole('textbox', { name: 'Name' }).last().fill('My phone')
  await page.keyboard.press('Enter')
  const secret = await scanned(page)
  await assertAccessible(page)
  await picture(page, 'authenticator app')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong.').waitFor()
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, server, -1))
  await page.keyboard.press('Enter')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
  await picture(page, 'recovery codes')
  await assertAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  assert.equal((await download).suggestedFilename(), 'recovery-codes.txt')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: 'My phone' }).getByText('Authenticator app').waitFor()
  await page.getByText('10 left').waitFor()
  await page.getByRole('heading', { name: 'Two-step' }).scrollIntoViewIfNeeded()
  await assertAccessible(page)
  await picture(page, 'two-step verification')

  await page.context().clearCookies()
  await page.goto(`${origin}/login?next=/app/o/${id}/settings/account`)
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(admin.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  await picture(page, 'second step')
  await assertAccessible(page)
  await page.locator('#code:focus').waitFor()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').waitFor()
  await page.locator('#code:focus').waitFor()
  await page.keyboard.type(codeAt(secret, server))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
})

test('members without a second step are led to the screen where they set one up', async (t) => {
  const { server, origin } = served
  const { id } = await givenOrganization(server)
  const person = await givenMember(server, { id }, 'edit')
  await server.db.updateTable('organizations').set({ second_factor: true }).where('id', '=', id).execute()
  const page = await openScreen(t, browser, { url: `${origin}/app/`, cookie: await served.cookieOf(person) })
  await page.getByText('Acme requires a second step').waitFor()
  await assertAccessible(page)
  await picture(page, 'second step required')
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  await page.keyboard.press('Enter')
  const secret = await scanned(page)
  await page.getByRole('textbox', { name: 'Code' }).fill(codeAt(secret, server))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('an admin with a second step requires it of everybody', async (t) => {
  const { server, origin } = served
  const { id, admin } = await givenOrganization(server)
  const cookie = await served.cookieOf(admin)
  const page = await openScreen(t, browser, { url: `${origin}/app/o/${id}/settings/sign-in`, cookie })
  await page.getByText('To require it, first turn it on in').waitFor()
  for (const table of ['sessions', 'tokens'] as const)
    await server.db.updateTable(table).set({ second_factor: true }).where('user_id', '=', admin.id).execute()
  await page.reload()
  const section = page.getByRole('region', { name: /^Two-step/ })
  await section.getByRole('button', { name: 'Require it' }).click()
  await assertAccessible(page)
  await picture(page, 'require a second step')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click()
  await section.getByText('Required').waitFor()
})

/** CONSOLE_PICTURES is the folder of screenshots. */
async function picture(page: Page, name: string) {
  const folder = process.env.CONSOLE_PICTURES
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` })
}

/** The secret in the QR code, as the camera of a phone would read it. */
async function scanned(page: Page): Promise<string> {
  const code = page.getByRole('img', { name: /^QR code/ })
  await code.waitFor()
  const size = Number((await code.getAttribute('viewBox'))?.split(' ')[2])
  const [scale, path] = [8, (await code.locator('path').getAttribute('d')) ?? '']
  const width = size * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x = '', y = ''] of path.matchAll(/M(\d+) (\d+)/g)) {
    for (let row = 0; row < scale; row++) {
      const start = ((Number(y) * scale + row) * width + Number(x) * scale) * 4
      for (let at = start; at < start + scale * 4; at++) if (at % 4 !== 3) data[at] = 0
    }
  }
  const uri = decodeQR({ width, height: width, data })
  assert.match(uri, /^otpauth:\/\/totp\/127\.0\.0\.1:/)
  return new URL(uri).searchParams.get('secret') ?? ''
}
