import { hashPassword } from '../auth/passwords.ts'
import { setPassword } from '../resources/access/sign-in/store.ts'
import { type Browser, givenSession, openBrowser } from './browser.ts'
import { givenUser, type Server } from './harness.ts'

export const password = 'a password that nobody guesses'

/** A user with a password. */
export async function givenAccount(server: Server) {
  const person = await givenUser(server)
  await setPassword(server.db, person.id, await hashPassword(password), new Date().toISOString())
  return person
}

/** Sets passwords as a user who has just signed in. */
export async function givenPasswordSetter(server: Server, userId: string) {
  const { cookie } = await givenSession(server, { userId })
  const headers = { cookie: cookie.split(';')[0] ?? '', origin: new URL(server.config.publicUrl).origin }
  return (body: {
    readonly password: string
    readonly oldPassword?: string
    readonly revokeTokens?: boolean
  }) => server.as(undefined).request('setPassword', { body }, { headers })
}

/** Fills in and submits the form at /login. */
export async function signInWith(
  browser: Browser,
  fields: { readonly email: string; readonly password?: string; readonly next?: string },
  headers: Record<string, string> = {},
) {
  const shown = fieldsIn(await (await browser.get('/login')).text())
  return browser.submit('/login', { ...shown, password, ...fields }, headers)
}

export async function signedInBrowser(address: string, origin: string, email: string) {
  const browser = openBrowser(address)
  const answer = await signInWith(browser, { email }, { origin })
  if (answer.status !== 303) throw new Error(`Not signed in: ${answer.status}`)
  return browser
}

/** The hidden fields of a page's form. */
export function fieldsIn(page: string): Record<string, string> {
  const hidden = [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)]
  const plain = (text: string) => text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  return Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, plain(value)]))
}
