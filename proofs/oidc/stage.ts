import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { type Browser, openBrowser } from '../../packages/server/src/test/browser.ts'
import { givenVerifiedDomain } from '../../packages/server/src/test/domains.ts'
import { givenOrganization, type Server, serve } from '../../packages/server/src/test/harness.ts'
import {
  type OpenIDProvider,
  openIDClient,
  type Said,
  startOpenIDProvider,
} from '../../packages/server/src/test/openid-provider.ts'
import { startServe } from '../../packages/server/src/test/process.ts'
import { type RealProvider, startRealProvider } from './real-provider.ts'

/** The setup: two servers on one database, a real provider, and providers that say whatever we want. */
export interface Stage {
  readonly server: Server
  /** The addresses of the two server processes. */
  readonly here: string
  readonly there: string
  readonly real: RealProvider
  readonly idp: OpenIDProvider
  readonly evil: OpenIDProvider
  /** Counts the requests that reach a private address. */
  readonly trap: { readonly url: string; readonly hits: () => number }
  readonly company: Trusting
  /** The same organization at the real provider. */
  readonly throughReal: Trusting
  /** Another provider of the same organization, which belongs to the attacker. */
  readonly second: Trusting
  /** Another organization that trusts the same provider with another client. */
  readonly neighbour: Trusting
  readonly stop: () => Promise<void>
}

/** An organization and its configuration for one provider. */
export interface Trusting {
  readonly organizationId: string
  readonly oidcProviderId: string
  readonly admin: { readonly secret: string }
  readonly service: { readonly redirectURL: string; readonly startURL: string }
}

export const publicUrl = 'http://docs.test:3000'
export const domain = 'corp.example'

export async function openStage(): Promise<Stage> {
  const [idp, evil, real] = await Promise.all([
    startOpenIDProvider(),
    startOpenIDProvider(),
    startRealProvider(`ada@${domain}`),
  ])
  const trap = await setTrap()
  const allowed = [idp.host, evil.host, real.host]
  const server = await serve({ publicUrl, appUrl: publicUrl, rateLimitPerMinute: 1_000_000 })
  const settings = {
    DATABASE_URL: server.url,
    STEMMA_PUBLIC_URL: publicUrl,
    STEMMA_RATE_LIMIT_PER_MINUTE: '1000000',
    STEMMA_JOBS: 'off',
    STEMMA_FILES_FOLDER: tmpdir(),
    STEMMA_OUTSIDE_ALLOW: allowed.join(','),
  }
  const [one, other] = await Promise.all([startServe(settings), startServe(settings)])
  const company = await givenTrusting(server, idp.issuer)
  const throughReal = await beside(server, company, real.issuer)
  real.expect(throughReal.service.redirectURL)
  return {
    ...{ server, real, idp, evil, trap, company, throughReal },
    here: one.address,
    there: other.address,
    second: await beside(server, company, evil.issuer),
    neighbour: await givenTrusting(server, idp.issuer, 'neighbour.example'),
    stop: async () => {
      await Promise.all([one.stop(), other.stop(), idp.stop(), evil.stop(), real.stop(), trap.stop()])
      await server.stop()
    },
  }
}

async function givenTrusting(server: Server, issuer: string, verified = domain): Promise<Trusting> {
  const { id: organizationId, admin } = await givenOrganization(server)
  await givenVerifiedDomain(server, organizationId, verified)
  return beside(server, { organizationId, admin }, issuer)
}

/** One more provider of the organization. */
export async function beside(
  server: Server,
  { organizationId, admin }: Pick<Trusting, 'organizationId' | 'admin'>,
  issuer: string,
): Promise<Trusting> {
  const body = { label: 'Company', issuer, defaultRole: 'read', ...openIDClient } as const
  const params = { organizationId }
  const made = await server.as(admin).createOrganizationOIDCProvider({ params, body })
  return { organizationId, admin, oidcProviderId: made.id, service: made.service }
}

/** A server at a private address that nobody allowed. */
async function setTrap() {
  let hits = 0
  const trap = createServer((_request, response) => {
    hits++
    response.end('{}')
  })
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}`
  const stop = () => new Promise<void>((resolve) => trap.close(() => resolve()))
  return { url, hits: () => hits, stop }
}

/** A login in progress: the browser, and where it was sent. */
export interface Begun {
  readonly browser: Browser
  readonly trusting: Trusting
  readonly location: string
}

export async function beginLogin(stage: Stage, trusting: Trusting, next?: string): Promise<Begun> {
  const { browser, answer } = await start(stage, trusting, next)
  if (answer.status !== 302)
    throw new Error(`A login does not begin: ${answer.status} ${await answer.text()}`)
  return { browser, trusting, location: answer.headers.get('location') ?? '' }
}

export async function start({ here }: Stage, { service }: Trusting, next?: string) {
  const browser = openBrowser(here)
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  return { browser, answer: await browser.get(`${new URL(service.startURL).pathname}${query}`) }
}

export interface Outcome {
  readonly status: number
  readonly text: string
  readonly location: string
  /** Whether the browser now has a session. */
  readonly signedIn: boolean
}

/** The browser comes back from the provider, to the other process. */
export async function comeBack(
  stage: Stage,
  { browser, trusting }: Pick<Begun, 'browser' | 'trusting'>,
  query: URLSearchParams | string,
  at = stage.there,
): Promise<Outcome> {
  const { pathname } = new URL(trusting.service.redirectURL)
  return outcomeOf(browser, await browser.get(`${at}${pathname}?${query}`))
}

/** A whole login through the provider that says what it is told. */
export async function logIn(stage: Stage, said: Said, trusting = stage.company, idp = stage.idp) {
  const begun = await beginLogin(stage, trusting)
  return comeBack(stage, begun, idp.authorize(begun.location, said))
}

export async function outcomeOf({ jar }: Browser, answer: Response): Promise<Outcome> {
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get('location') ?? '',
    signedIn: jar.has('stemma_session'),
  }
}
