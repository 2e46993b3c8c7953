import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { createInterface } from 'node:readline'
import { type Browser, openBrowser } from '../../packages/server/src/test/browser.ts'
import { givenVerifiedDomain } from '../../packages/server/src/test/domains.ts'
import { givenOrganization, type Server, serve } from '../../packages/server/src/test/harness.ts'
import {
  type GivenProvider,
  givenProvider,
  statementOf,
} from '../../packages/server/src/test/identity-provider.ts'
import { startServe } from '../../packages/server/src/test/process.ts'
import { readRequest } from './identity-provider.ts'

/** The setup: two servers on one database, an identity provider, and organizations that trust it. */
export interface Stage {
  readonly server: Server
  /** The addresses of the two server processes. */
  readonly here: string
  readonly there: string
  readonly identityProvider: string
  readonly idp: GivenProvider
  readonly attacker: GivenProvider
  readonly company: Trusting
  /** Another provider of the same organization, with a different key. */
  readonly second: Trusting & { readonly idp: GivenProvider }
  /** Another organization that trusts the same identity provider. */
  readonly neighbour: Trusting
  /** A provider whose only certificate has expired since it was saved. */
  readonly expired: Trusting & { readonly idp: GivenProvider }
  readonly stop: () => Promise<void>
}

/** An organization and its configuration for one identity provider. */
export interface Trusting {
  readonly organizationId: string
  readonly samlProviderId: string
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string }
}

export const publicUrl = 'http://docs.test:3000'
export const domain = 'corp.example'

export async function openStage(program: string): Promise<Stage> {
  const server = await serve({ publicUrl, appUrl: publicUrl, rateLimitPerMinute: 1_000_000 })
  const settings = {
    DATABASE_URL: server.url,
    STEMMA_PUBLIC_URL: publicUrl,
    STEMMA_RATE_LIMIT_PER_MINUTE: '1000000',
    STEMMA_JOBS: 'off',
    STEMMA_FILES_FOLDER: tmpdir(),
  }
  const [one, other, idp, attacker, secondIdp, expiredIdp] = await Promise.all([
    startServe(settings),
    startServe(settings),
    givenProvider(),
    givenProvider(),
    givenProvider('https://second.example.com/saml'),
    givenProvider('https://expired.example.com/saml', '2010-01-01T00:00:00.000Z'),
  ])
  const company = await givenTrusting(server, idp)
  const second = await givenTrusting(server, secondIdp, company)
  const expired = await givenTrusting(server, idp, company)
  await server.db
    .updateTable('saml_providers')
    .set({ certificate: expiredIdp.certificate, entity_id: expiredIdp.entityID })
    .where('id', '=', expired.samlProviderId)
    .execute()
  const child = await launch(program, {
    ...idp,
    entityIDOfService: company.service.entityID,
    serviceCertificate: await serviceCertificate(server, company),
  })
  return {
    server,
    here: one.address,
    there: other.address,
    identityProvider: child.address,
    idp,
    attacker,
    company,
    second: { ...second, idp: secondIdp },
    neighbour: await givenTrusting(server, idp),
    expired: { ...expired, idp: expiredIdp },
    stop: async () => {
      child.stop()
      await Promise.all([one.stop(), other.stop()])
      await server.stop()
    },
  }
}

async function givenTrusting(server: Server, idp: GivenProvider, beside?: { organizationId: string }) {
  const organization = await givenOrganization(server)
  const organizationId = beside?.organizationId ?? organization.id
  if (beside === undefined) await givenVerifiedDomain(server, organizationId, domain)
  else await server.db.insertInto('members').values(asAdmin(organizationId, organization.admin.id)).execute()
  const { id: samlProviderId, service } = await server.as(organization.admin).createOrganizationSAMLProvider({
    params: { organizationId },
    body: {
      label: 'Company',
      ssoURL: 'http://idp.test/sso',
      entityID: idp.entityID,
      certificate: idp.certificate,
      defaultRole: 'read',
    },
  })
  return { organizationId, samlProviderId, service }
}

function asAdmin(organizationId: string, userId: string) {
  return {
    organization_id: organizationId,
    user_id: userId,
    role: 'admin' as const,
    joined_at: new Date().toISOString(),
  }
}

async function serviceCertificate({ db }: Server, { organizationId }: Trusting): Promise<string> {
  const row = await db
    .selectFrom('saml_keys')
    .select('certificate')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return row.certificate
}

async function launch(program: string, settings: object) {
  const child = spawn(process.execPath, [program, '--identity-provider'], {
    env: { ...process.env, SAML_IDENTITY_PROVIDER: JSON.stringify(settings) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [address] = await once(createInterface(child.stdout), 'line')
  return { address: String(address), stop: () => child.stdin.end() }
}

/** A login in progress: the browser, and the request to the identity provider. */
export interface Begun {
  readonly browser: Browser
  readonly requestId: string
  readonly relayState: string
  readonly trusting: Trusting
  readonly location: string
}

export async function beginLogin(stage: Stage, trusting: Trusting, next?: string): Promise<Begun> {
  const browser = openBrowser(stage.here)
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const answer = await browser.get(`${new URL(trusting.service.startURL).pathname}${query}`)
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 302)
    throw new Error(`A login does not begin: ${answer.status} ${await answer.text()}`)
  const serviceKey = await serviceCertificate(stage.server, trusting)
  const { id: requestId, relayState } = readRequest(location, { serviceCertificate: serviceKey })
  return { browser, requestId, relayState, trusting, location }
}

/** What the identity provider would state about a user in response to this login. */
export function statementFor({ idp }: Pick<Stage, 'idp'>, begun: Begun, email = `mallory@${domain}`) {
  return statementOf(idp, { ...begun.trusting.service, requestId: begun.requestId }, email)
}

export interface Outcome {
  readonly status: number
  readonly text: string
  readonly location: string
  /** Whether the browser now has a session. */
  readonly signedIn: boolean
}

export interface Posted {
  readonly fields: Readonly<Record<string, string>>
  readonly browser: Browser
  readonly trusting: Trusting
  /** The process that gets the response; the other one finishes the login. */
  readonly at: string
  readonly finishAt: string
}

/** Posts a response as the identity provider's page does, and follows the server's redirect. */
export async function post({ fields, browser, trusting, at, finishAt }: Posted): Promise<Outcome> {
  const { pathname } = new URL(trusting.service.acsURL)
  const answer = await browser.submit(`${at}${pathname}`, fields, { origin: 'null' })
  const location = answer.headers.get('location') ?? ''
  if (answer.status !== 303) return outcomeOf(browser, answer)
  const next = new URL(location, new URL(pathname, finishAt))
  return outcomeOf(browser, await browser.get(next.href))
}

export async function outcomeOf({ jar }: Browser, answer: Response): Promise<Outcome> {
  return {
    status: answer.status,
    text: await answer.text(),
    location: answer.headers.get('location') ?? '',
    signedIn: jar.has('stemma_session'),
  }
}

export function encode(document: string): string {
  return Buffer.from(document).toString('base64')
}
