import { setTimeout as sleep } from 'node:timers/promises'
import type { Operation } from '@stemma/contract'
import type { Person, Server } from '../../packages/server/src/test/harness.ts'
import {
  inputFor,
  type Mounted,
  mountedOperations,
  type SampleInput,
  sendTo,
} from '../../packages/server/src/test/samples.ts'
import { givenWorld, type Tenant } from '../../packages/server/src/test/world.ts'

/** One installation, and the tenant whose data is requested. */
export interface Site {
  readonly server: Server
  readonly ours: Tenant
}

export interface Request {
  readonly name: string
  readonly operation: Operation
  readonly input: SampleInput
}

/** Every read operation, and long lists with other parameters. */
export function requestsOf({ ours }: Site): Request[] {
  const reads = mountedOperations().filter(({ operation }) => operation.method === 'GET')
  const asSampled = reads.map((one) => requestOf(one, ours))
  const more = Object.entries(variants).flatMap(([id, queries]) =>
    queries.map((query) => {
      const mounted = reads.find((one) => one.id === id)
      if (mounted === undefined) throw new Error(`There is no ${id} to read.`)
      const { operation, input } = requestOf(mounted, ours)
      return {
        name: `${id} ${'page' in query ? 'further on' : Object.values(query).join(' ')}`,
        operation,
        input: { ...input, query },
      }
    }),
  )
  return [...asSampled, ...more]
}

function requestOf(mounted: Mounted, ours: Tenant): Request {
  const { id: name, operation } = mounted
  return { name, operation, input: inputFor(mounted, ours, ours.admin) }
}

/** In IDs that `installation.ts` creates, about the middle of a short list. */
const middle = `${'30'.padStart(20, '0')}`
const variants: Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> = {
  listMembersInOrganizationById: [
    { sort: 'joinedAt', role: 'read' },
    { sort: 'joinedAt', role: 'admin' },
    { sort: 'joinedAt', role: 'guest' },
    { sort: 'lastSeenAt', order: 'asc' },
  ],
  listTeamMembersInOrganizationById: [{ page: after(`u${middle}`) }],
  listPermissionsAggregateInSpace: [{ page: after(`u${middle}`) }, { role: 'read' }, { role: 'admin' }],
  listPermissionsAggregateInCollection: [{ page: after(`u${middle}`) }, { role: 'read' }],
  listUserPermissionsInSpace: [{ page: after('u') }],
  listCommentsInSpace: [{ order: 'desc' }, { status: 'resolved' }],
  listOrganizationAuditEvents: [{ limit: '50' }],
}

function after(key: string): string {
  return Buffer.from(JSON.stringify([key])).toString('base64url')
}

/** Retries while other load uses every connection that PostgreSQL allows. */
export async function ask(site: Site, request: Request, attempt = 1): Promise<void> {
  const { name, operation, input } = request
  const { statusCode, body } = await sendTo(site.server, operation, site.ours.admin.secret, input)
  if (statusCode === 200) return
  if (statusCode !== 503 || attempt === attemptsMax) throw new Error(`${name} answers ${body}`)
  await sleep(500)
  return ask(site, request, attempt + 1)
}

const attemptsMax = 20

/** The statements that every operation runs. Operations that write get a world of their own. */
export async function* statementsOf({ server, ours }: Site) {
  for (const mounted of mountedOperations()) {
    const { operation } = mounted
    const tenant = operation.method === 'GET' ? ours : (await givenWorld(server)).ours
    const admin: Person = tenant.admin
    server.statements.clear()
    const { statusCode } = await sendTo(server, operation, admin.secret, inputFor(mounted, tenant, admin))
    if (statusCode !== operation.status) throw new Error(`${mounted.id} answers ${statusCode}`)
    yield { name: mounted.id, texts: [...server.statements] }
  }
}
