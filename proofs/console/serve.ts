import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { givenSession } from '../../packages/server/src/test/browser.ts'
import { type Person, type Server, serve } from '../../packages/server/src/test/harness.ts'
import { newPage } from '../../packages/site/src/test/browser.ts'
import { freePort } from '../../tools/dev/port.ts'

/** A server that sends the console, and the sessions of people who look at it. */
export interface ServedConsole {
  readonly server: Server
  readonly origin: string
  readonly cookieOf: (person: Person, proved?: Proved) => Promise<Cookie>
}

interface Proved {
  readonly secondFactor?: boolean
}

export interface Cookie {
  readonly name: string
  readonly value: string
  readonly url: string
}

/** With a `log`, the server writes a line about every request to it. Passkeys need the host `localhost`. */
export async function serveConsole({ log, host = '127.0.0.1' }: ServeOptions = {}): Promise<ServedConsole> {
  const port = await freePort()
  const origin = `http://${host}:${port}`
  const urls = { publicUrl: origin, appUrl: origin, filesUrl: origin, sitesUrl: `${origin}/sites` }
  const settings = { ...urls, console: true, rateLimitPerMinute: 1_000_000 }
  const server = await (log === undefined
    ? serve(settings)
    : serve({ ...settings, logLevel: 'info' }, { logStream: log }))
  try {
    await server.app.listen({ host: '127.0.0.1', port })
    if (!(await fetch(`http://127.0.0.1:${port}/app/icons.svg`)).ok)
      throw new Error('Build the console first: npm run build')
    return {
      server,
      origin,
      cookieOf: (person, proved) => cookieOf(server, { ...person, ...proved }, origin),
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

export interface ServeOptions {
  readonly log?: { write(line: string): void }
  readonly host?: 'localhost' | '127.0.0.1'
}

async function cookieOf(server: Server, person: Person & Proved, url: string): Promise<Cookie> {
  const { id: userId, secondFactor = false } = person
  const { cookie } = await givenSession(server, { userId, secondFactor })
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
  return { name, value, url }
}

/** Opens a screen as somebody. The test fails if the console of the browser reports anything unexpected. */
export async function openScreen(
  t: TestContext,
  browser: Browser,
  { url, cookie, expected }: OpenOptions,
): Promise<Page> {
  const page = await newPage(t, browser, {}, expected)
  await page.context().addCookies([cookie])
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

interface OpenOptions {
  readonly url: string
  readonly cookie: Cookie
  /** What the browser itself reports about a refused request. */
  readonly expected?: RegExp | undefined
}
