import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { type Client, createClient } from '@stemma/client'
import type { Role, Scope, TeamRole } from '@stemma/contract'
import { type AppOptions, buildApp } from '../app.ts'
import { newSecret, secretHash, secretPrefix } from '../auth/secrets.ts'
import { newId } from '../common/ids.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { openMailer } from '../config/open-mailer.ts'
import { openOutside } from '../config/open-outside.ts'
import { readCatalogue } from '../db/catalogue.ts'
import { openDatabase } from '../db/database.ts'
import { checkAnswer } from './answers.ts'
import { countDeadlocks, createTestDatabase } from './database.ts'
import { elsewhere } from './elsewhere.ts'
import { testSeals, testSecretKeys } from './secret-keys.ts'
import { requirePlaneRules } from './statements.ts'

/**
 * Starts a server with its own database, which runs until the test file ends. Each test creates its own data.
 */
export async function startServer(settings: Partial<Config> = {}, log: Log = {}) {
  const server = await serve(settings, log)
  after(() => server.stop())
  return server
}

/** Like `startServer`, for programs other than test files. The caller must stop it. */
export async function serve(settings: Partial<Config> = {}, log: Log = {}) {
  return serveOn(await createTestDatabase(), settings, log)
}

/** Like `serve`, with a database that exists. `drop` runs at the end. */
export async function serveOn(
  { db, url, drop }: Awaited<ReturnType<typeof createTestDatabase>>,
  settings: Partial<Config> = {},
  log: Log = {},
) {
  const filesFolder = await mkdtemp(join(tmpdir(), 'stemma-files-'))
  // The admin of a sample organization is one, so that every operation has somebody who may call it.
  const operators: string[] = []
  const config = {
    ...readConfig({ DATABASE_URL: url, STEMMA_LOG_LEVEL: 'silent', STEMMA_SECRET_KEYS: testSecretKeys }),
    filesFolder,
    outsideAllow: [elsewhere],
    operators,
    // Few tests are about it, and it may not be built.
    console: false,
    ...settings,
  }
  const time = { now: undefined as string | undefined }
  const clock = () => (time.now ? new Date(time.now) : new Date())
  const statements = new Set<string>()
  // The server has its own connections, so that only its statements are checked against the plane rules.
  const own = openDatabase({
    url,
    connectionsMax: 10,
    statementTimeoutMs: 30_000,
    // On a slow machine, dozens of concurrent requests wait longer for a connection than a real server
    // allows.
    acquireTimeoutMs: 30_000,
    onStatement: (text) => statements.add(text),
  })
  const app = await buildApp({ config, db: own, clock, ...log })
  const fetch = injected(app)
  const as = (person: { readonly secret: string } | undefined, options: object = {}): Client =>
    createClient({ endpoint: 'http://test', token: person?.secret, fetch, retries: 0, ...options })
  const stop = async () => {
    await app.close()
    await own.destroy()
    await rm(filesFolder, { recursive: true })
    const { tables } = await readCatalogue(url)
    const deadlocks = await countDeadlocks(url)
    await drop()
    await requirePlaneRules(statements, tables)
    return { deadlocks }
  }
  const [blobs, outside] = [await openBlobs(config), openOutside(config)]
  const { fontsFolder } = config
  const mailer = await openMailer(config)
  const kept = { blobs, outside, fontsFolder, seals: testSeals, mailer }
  return { app, db, url, config, operators, ...kept, fetch, as, time, statements, stop }
}

type Log = Pick<AppOptions, 'logStream'>

export type Server = Awaited<ReturnType<typeof serve>>

export interface Person {
  readonly id: string
  readonly email: string
  readonly tokenId: string
  readonly secret: string
}

/** A user with a token who is in no organization. */
export async function givenUser(
  server: Server,
  { email, verified = true }: UserOptions = {},
): Promise<Person> {
  const id = newId()
  const now = new Date().toISOString()
  const address = email ?? `${randomUUID()}@example.com`
  await server.db
    .insertInto('users')
    .values({
      id,
      display_name: `Person ${id.slice(-4)}`,
      email: address,
      email_verified_at: verified ? now : null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return { id, email: address, ...(await givenToken(server, id)) }
}

export async function givenToken({ db }: Pick<Server, 'db'>, userId: string, options: TokenOptions = {}) {
  const { scopes = null, organizationId = null, installationId = null } = options
  const secret = newSecret()
  const tokenId = newId()
  await db
    .insertInto('tokens')
    .values({
      id: tokenId,
      user_id: userId,
      organization_id: organizationId,
      installation_id: installationId,
      label: 'test',
      prefix: secretPrefix(secret),
      secret_hash: secretHash(secret),
      scopes: scopes && [...scopes],
      created_at: new Date().toISOString(),
      expires_at: options.expiresAt ?? '2099-01-01T00:00:00.000Z',
    })
    .execute()
  return { tokenId, secret }
}

/** An organization with an admin. */
export async function givenOrganization(server: Server, title = 'Acme') {
  const admin = await givenUser(server)
  const { id } = await server.as(admin).createOrganization({ body: { title } })
  return { id, admin }
}

/** A user in an organization, with a role or as a guest. */
export async function givenMember(
  server: Server,
  organization: { readonly id: string },
  role: Role | null = 'read',
) {
  const person = await givenUser(server)
  await server.db
    .insertInto('members')
    .values({
      organization_id: organization.id,
      user_id: person.id,
      role,
      joined_at: new Date().toISOString(),
    })
    .execute()
  return person
}

export async function givenTeam(
  server: Server,
  organization: Organization,
  title = 'Writers',
  people: TeamPeople = {},
) {
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const team = await api.createOrganizationTeam({ params, body: { title } })
  for (const [userId, role] of Object.entries(people)) {
    await api.addMemberToOrganizationTeamById({
      params: { ...params, teamId: team.id, userId },
      body: { role },
    })
  }
  return team
}

export interface Organization {
  readonly id: string
  readonly admin: Person
}

type TeamPeople = Readonly<Record<string, TeamRole>>

interface UserOptions {
  readonly email?: string
  readonly verified?: boolean
}

interface TokenOptions {
  readonly scopes?: readonly Scope[] | null
  readonly organizationId?: string | null
  readonly installationId?: string | null
  readonly expiresAt?: string
}

/** The client calls the app in memory, without a network. Every response is checked against the contract. */
function injected(app: Server['app']) {
  return async (address: string, init: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(address)
    const answer = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(init.body != null && { payload: String(init.body) }),
    })
    checkAnswer(init.method ?? 'GET', pathname, answer.statusCode, answer.body)
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    const empty = [204, 205, 304].includes(answer.statusCode)
    return new Response(empty ? null : answer.body, { status: answer.statusCode, headers })
  }
}
