import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { hashPassword } from '../../packages/server/src/auth/passwords.ts'
import { setPassword } from '../../packages/server/src/resources/access/sign-in/store.ts'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole({ host: 'localhost' })
const password = 'a password that nobody guesses'
const expected = /status of 40[039]/

/** An admin with a password, in a browser that has a fingerprint reader. */
async function begin(t: TestContext) {
  const { server, origin } = served
  const { id, admin } = await givenOrganization(server)
  await setPassword(server.db, admin.id, await hashPassword(password), new Date().toISOString())
  const path = `/app/o/${id}/settings/account`
  const cookie = await served.cookieOf(admin)
  const page = await openScreen(t, browser, { url: origin + path, cookie, expected })
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options })
  /** Whether the finger is the right one. */
  const setVerified = (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const signOut = async () => {
    await page.context().clearCookies()
    await page.goto(`${origin}/login?next=${path}`)
  }
  const signedIn = () => page.getByRole('heading', { name: 'Your account' }).waitFor()
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  return { admin, page, setVerified, signOut, signedIn, row, origin, server }
}

async function add(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill(name)
  await page.keyboard.press('Enter')
}

test('a person adds a passkey, signs in with it alone and after the password, and removes it', async (t) => {
  const { admin, page, signOut, signedIn, row } = await begin(t)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await assertAccessible(page)
  await pictures(page, 'add a passkey')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await add(page, 'My laptop')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
  await page.getByRole('button', { name: 'Done' }).click()
  await row('My laptop').getByText('Passkey').waitFor()
  await assertAccessible(page)
  await pictures(page, 'passkeys', row('My laptop'))

  await signOut()
  await assertAccessible(page)
  await pictures(page, 'sign in')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn()
  await row('My laptop').getByText('used').waitFor()

  await signOut()
  await page.getByRole('textbox', { name: 'E-mail address' }).fill(admin.email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  await assertAccessible(page)
  await pictures(page, 'second step by passkey')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  await signedIn()

  await page.getByRole('button', { name: 'Rename My laptop' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Work laptop')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Remove Work laptop' }).click()
  await pictures(page, 'remove a passkey')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await row('Work laptop').waitFor({ state: 'detached' })
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('does not belong to an account here').waitFor()
  await pictures(page, 'unknown passkey')
})

test('without the right finger, no passkey is made or used, and the person is told', async (t) => {
  const { page, setVerified, signOut, signedIn, row } = await begin(t)
  await setVerified(false)
  await add(page, 'My laptop')
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await assertAccessible(page)
  await pictures(page, 'no passkey made')
  await setVerified(true)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Done' }).click()
  await add(page, 'Another')
  await page.getByText('has a passkey for your account already').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await row('My laptop').waitFor()
  await signOut()
  await setVerified(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByText('No passkey was used.').waitFor()
  await assertAccessible(page)
  await pictures(page, 'no passkey used')
  await setVerified(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await signedIn()
})

test('a person proves with a passkey who they are, before they change how they sign in', async (t) => {
  const { admin, page, row, server } = await begin(t)
  await add(page, 'My laptop')
  await page.getByRole('button', { name: 'Done' }).click()
  await row('My laptop').waitFor()
  const hourAgo = new Date(Date.now() - 60 * 60_000).toISOString()
  await server.db
    .updateTable('sessions')
    .set({ proved_at: hourAgo })
    .where('user_id', '=', admin.id)
    .execute()
  await page.getByRole('button', { name: 'New recovery codes' }).click()
  await page.getByRole('button', { name: 'Create codes' }).click()
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  await assertAccessible(page)
  await pictures(page, 'prove by passkey')
  await page.getByRole('button', { name: 'Use your passkey' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  assert.equal(await codes.count(), 10)
})

test('without scripts, the page shows the password alone', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${served.origin}/login`)
  assert.equal(await page.getByRole('button').count(), 1)
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await context.close()
})

test('where passkeys do not work, the person is told why', async (t) => {
  const { page, origin } = await begin(t)
  await page.context().addCookies(
    (await page.context().cookies()).map(({ name, value }) => ({
      name,
      value,
      url: origin.replace('localhost', '127.0.0.1'),
    })),
  )
  await page.goto(page.url().replace('localhost', '127.0.0.1'))
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('opened this server by an IP address').waitFor()
  await assertAccessible(page)
  await pictures(page, 'no passkeys here')
})

/** CONSOLE_PICTURES is the folder of screenshots: light, dark, and on a phone. */
async function pictures(page: Page, name: string, shown?: Locator) {
  const folder = process.env.CONSOLE_PICTURES
  if (folder === undefined) return
  const size = page.viewportSize()
  const shoot = async (kind: string) => {
    await shown?.evaluate((row) => row.scrollIntoView({ block: 'center' }))
    await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}-${kind}.png` })
  }
  await shoot('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 320, height: 700 })
  await shoot('phone')
  if (size) await page.setViewportSize(size)
}
