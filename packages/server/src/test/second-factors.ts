import type { PasskeyOptions } from '@stemma/contract'
import { stepAt, totpOf } from '../auth/totp.ts'
import { openAuthenticator } from './authenticator.ts'
import { type Browser, givenSession, openBrowser } from './browser.ts'
import type { Server } from './harness.ts'
import { fieldsIn, signInWith } from './signing-in.ts'

/** Calls the API in a session of a user who has just signed in. */
export async function sessionOf(server: Server, userId: string, login: Login = {}) {
  const { cookie, sessionId } = await givenSession(server, { userId, ...login })
  const sent = { cookie: cookie.split(';')[0] ?? '', origin: new URL(server.config.publicUrl).origin }
  const fetch: typeof server.fetch = (url, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(sent)) headers.set(name, value)
    return server.fetch(url, { ...init, headers })
  }
  const api = server.as(undefined, { fetch }).request
  return { api, sessionId }
}

interface Login {
  readonly ssoOrganizationId?: string
  /** Whether they signed in with a second factor. */
  readonly secondFactor?: boolean
}

/** A user with an authenticator app. Its first code is already used. */
export async function givenAuthenticator(server: Server, userId: string) {
  const { api } = await sessionOf(server, userId)
  const { id, secret = '' } = (await api('startAuthenticator', { body: { label: 'Phone' } })).data
  const [params, code] = [{ factorId: id }, codeAt(secret, server, -1)]
  const { recoveryCodes = [] } = (await api('confirmAuthenticator', { params, body: { code } })).data
  return { api, id, secret, recoveryCodes }
}

/** What an authenticator app shows, some steps from now. */
export function codeAt(secret: string, server: Pick<Server, 'time'>, steps = 0): string {
  return totpOf(secret, stepAt(server.time.now ?? new Date().toISOString()) + steps)
}

/** Enters the password, and returns the hidden fields of the second step. */
export async function firstStep(address: string, origin: string, email: string) {
  const browser = openBrowser(address)
  const shown = await signInWith(browser, { email }, { origin })
  return { browser, shown, fields: fieldsIn(await shown.clone().text()) }
}

/** A user with a passkey. */
export async function givenPasskey(server: Server, userId: string) {
  const { api, sessionId } = await sessionOf(server, userId, { secondFactor: true })
  const authenticator = openAuthenticator(new URL(server.config.publicUrl).origin)
  const { id, options } = (await api('startPasskey', {})).data
  const body = { label: 'Laptop', credential: authenticator.create(options) }
  const { recoveryCodes = [] } = (await api('confirmPasskey', { params: { factorId: id }, body })).data
  return { api, sessionId, id, authenticator, recoveryCodes }
}

/** What the script of the sign-in page does before it asks the browser for a passkey. */
export async function askForPasskey(browser: Browser, own: Readonly<Record<string, string>>) {
  const { token = '' } = fieldsIn(await (await browser.get('/login?again=1')).text())
  const answer = await browser.submit('/login/passkey/options', { token }, own)
  return (await answer.json()) as Asked
}

interface Asked {
  readonly token: string
  readonly challenge: string
  readonly options: PasskeyOptions
}

/** Does something some minutes later, by the server's clock. */
export async function inMinutes<T>(server: Pick<Server, 'time'>, minutes: number, act: () => Promise<T>) {
  server.time.now = new Date(Date.now() + minutes * 60_000).toISOString()
  try {
    return await act()
  } finally {
    server.time.now = undefined
  }
}
