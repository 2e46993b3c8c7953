import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isSecret, secretHash } from '../../../auth/secrets.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { inTransaction, reading } from '../../../db/transaction.ts'
import { count, countStranger } from '../../../http/allowance.ts'
import { receiveJson } from '../../../http/body-admission.ts'
import type { Core } from '../../../http/route.ts'
import * as scimTokens from '../../access/scim-tokens/store.ts'
import * as discovery from './discovery.ts'
import { ScimError, scimContentType, sendScimError } from './errors.ts'
import * as groups from './groups.ts'
import type { Handle, Input, Provisioning } from './provisioning.ts'
import * as users from './users.ts'

/**
 * SCIM 2.0 (RFC 7643, RFC 7644) for the identity provider of an organization. It speaks its own protocol, so
 * it is not in the contract; each request is one transaction, or none, like an operation.
 */
export function mountScim(app: FastifyInstance, core: Core) {
  const mounted = async (scope: FastifyInstance) => {
    scope.addContentTypeParser('application/scim+json', { parseAs: 'buffer' }, receiveJson)
    scope.setErrorHandler(sendScimError)
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'no-store')
      // A body is read only after its sender is known.
      if (request.method !== 'GET') await reading(() => identify(core, core.db, request, reply))
    })
    for (const { method, url, handle } of routes) {
      scope.route({
        method,
        url,
        exposeHeadRoute: false,
        bodyLimit: Math.min(bodyBytesMax, core.limits.bodyBytes),
        handler: (request, reply) => respond(core, handle, request, reply),
      })
    }
    scope.all('/*', (request) => {
      const message = `There is no ${request.method} at this URL. See /ServiceProviderConfig.`
      throw new ApiError('not_found', message)
    })
  }
  app.register(mounted, { prefix: '/scim/v2/:organizationId' })
}

/** A group with 10,000 members. */
const bodyBytesMax = 2 * 1024 * 1024

const routes: readonly ScimRoute[] = [
  { method: 'GET', url: '/ServiceProviderConfig', handle: discovery.getServiceProviderConfig },
  { method: 'GET', url: '/ResourceTypes', handle: discovery.listResourceTypes },
  { method: 'GET', url: '/ResourceTypes/:id', handle: discovery.getResourceType },
  { method: 'GET', url: '/Schemas', handle: discovery.listSchemas },
  { method: 'GET', url: '/Schemas/:id', handle: discovery.getSchema },
  { method: 'GET', url: '/Users', handle: users.listUsers },
  { method: 'POST', url: '/Users', handle: users.createUser },
  { method: 'GET', url: '/Users/:id', handle: users.getUser },
  { method: 'PUT', url: '/Users/:id', handle: users.replaceUser },
  { method: 'PATCH', url: '/Users/:id', handle: users.patchUser },
  { method: 'DELETE', url: '/Users/:id', handle: users.deleteUser },
  { method: 'GET', url: '/Groups', handle: groups.listGroups },
  { method: 'POST', url: '/Groups', handle: groups.createGroup },
  { method: 'GET', url: '/Groups/:id', handle: groups.getGroup },
  { method: 'PUT', url: '/Groups/:id', handle: groups.replaceGroup },
  { method: 'PATCH', url: '/Groups/:id', handle: groups.patchGroup },
  { method: 'DELETE', url: '/Groups/:id', handle: groups.deleteGroup },
]

interface ScimRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly handle: Handle
}

async function respond(core: Core, handle: Handle, request: FastifyRequest, reply: FastifyReply) {
  const { status, body, location } = await core.shares.run(request, () =>
    request.method === 'GET'
      ? reading(async () => handle(inputOf(request), await identify(core, core.db, request, reply)))
      : write(core, handle, request, reply),
  )
  if (location !== undefined) reply.header('location', location)
  if (body === undefined) return reply.code(status).send()
  return reply.code(status).type(scimContentType).send(JSON.stringify(body))
}

/** POST and DELETE answer differently when they are repeated, so they are not after an uncertain commit. */
function write(core: Core, handle: Handle, request: FastifyRequest, reply: FastifyReply) {
  const repeatable = request.method === 'PUT' || request.method === 'PATCH'
  return inTransaction(core.db, { repeatable }, async (db) => {
    const at = await identify(core, db, request, reply)
    await noteUse(at)
    return handle(inputOf(request), at)
  })
}

/** The organization's token decides: it is the only credential here, and it counts nowhere else. */
async function identify(core: Core, db: Database, request: FastifyRequest, reply: FastifyReply): Promise<At> {
  const now = core.clock().toISOString()
  const { organizationId = '' } = request.params as { organizationId?: string }
  const secret = request.headers.authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1]
  const isGiven = secret !== undefined && isSecret(secret) && /^[\w-]{1,64}$/.test(organizationId)
  const token = isGiven
    ? await scimTokens.findValid(db, { organizationId, secretHash: secretHash(secret), now })
    : undefined
  if (token === undefined) {
    countStranger(core, request, reply)
    throw new ApiError('unauthenticated', 'Send a valid SCIM token of this organization as Bearer token.')
  }
  count(core.limits.tokens, token.id, reply)
  core.shares.note(request, { home: organizationId, caller: { userId: token.id } })
  const { addresses } = core
  const scene = { db, now, requestId: request.id, home: organizationId, scimTokenId: token.id }
  return { ...scene, addresses, lastUsedAt: token.lastUsedAt }
}

interface At extends Provisioning {
  readonly lastUsedAt: string | null
}

/** At most once a minute, and not by reads, which write nothing. */
async function noteUse({ db, home, scimTokenId, now, lastUsedAt }: At) {
  if (lastUsedAt !== null && Date.parse(now) - Date.parse(lastUsedAt) < 60_000) return
  await scimTokens.setUsed(db, home, scimTokenId, now)
}

function inputOf(request: FastifyRequest): Input {
  const { id = '' } = request.params as { id?: string }
  if (request.bodyError) throw new ScimError('invalidSyntax', request.bodyError.message)
  const texts = Object.entries(request.query as Readonly<Record<string, unknown>>)
  const query = texts.filter((one): one is [string, string] => typeof one[1] === 'string')
  if (id.includes('\0') || query.some(([, text]) => text.includes('\0') || !text.isWellFormed())) {
    throw new ScimError('invalidValue', 'The URL contains a character that is not valid text.')
  }
  return { id, query: Object.fromEntries(query), body: request.body }
}
