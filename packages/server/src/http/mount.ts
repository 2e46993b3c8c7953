import type { Readable } from 'node:stream'
import { type Operation, type Operations, paramNames, params, withDefinitions } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Context } from '../common/context.ts'
import { ApiError } from '../common/errors.ts'
import { inTransaction, reading } from '../db/transaction.ts'
import { type Answer, answerOf, send, sendStream, unchanged } from './answer.ts'
import { admitBody, bodyLimitOf } from './body-admission.ts'
import { findAnswer, keepAnswer, readKey } from './idempotency.ts'
import { requireMatch } from './precondition.ts'
import { joinLists, listNames, type Query } from './query-lists.ts'
import {
  type Core,
  type Handlers,
  inputOf,
  type MountOptions,
  type Route,
  routerPath,
  routesOf,
} from './route.ts'
import { tagOf } from './versioned.ts'
import { identify } from './visitor.ts'

/** Mounts operations and handlers as routes. The steps that all operations share run here, in order. */
export function mount<T extends Operations>(
  app: FastifyInstance,
  core: Core,
  operations: T,
  handlers: Handlers<T>,
  options: MountOptions<T> = {},
) {
  for (const route of routesOf(withDefinitions(operations), handlers, options)) {
    const { operationId, operation } = route
    const lists = listNames(operation.query)
    app.route({
      method: operation.method,
      url: routerPath(operation.path),
      schema: schemaOf(operation),
      config: { operationId, ...(operation.streams && { streams: true }) },
      bodyLimit: bodyLimitOf(operation, core.limits),
      async onRequest(request, reply) {
        if (operation.method !== 'GET') await admitBody(core, route, request, reply)
      },
      // Authentication and permission come before validation, so validation errors reveal nothing.
      attachValidation: true,
      async preValidation(request) {
        if (lists.length > 0) request.query = joinLists(request.query as Query, lists)
        if (operation.body && request.body === undefined && operation.bodyOptional) request.body = {}
      },
      async handler(request, reply) {
        if (operation.streams) return sendStream(reply, await openStream(core, route, request, reply))
        const work = () => respond(core, route, request, reply)
        send(reply, operation, await core.shares.runCostly(request, operationId, work))
        return reply
      },
    })
  }
}

/** A read needs no transaction. A write is one transaction, so it can't be left half done. */
async function respond(
  core: Core,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const share = <T>(work: () => Promise<T>) => core.shares.run(request, work)
  if (route.operation.method === 'GET') return share(() => reading(() => read(core, route, request, reply)))
  const repeatable = request.headers['idempotency-key'] !== undefined
  const prepared = await prepare(core, route, request, reply)
  return share(() =>
    inTransaction(core.db, { repeatable }, (db) => write({ ...core, db, prepared }, route, request, reply)),
  )
}

/** Only the opening is a request in progress: an open stream takes no share of the server from others. */
function openStream(core: Core, route: Route, request: FastifyRequest, reply: FastifyReply) {
  const open = async () => {
    const context = await identify(core, route, request, reply)
    core.shares.note(request, context)
    requireInput(route.operation, request)
    const { query, ...input } = inputOf(request)
    const lastEventId = request.headers['last-event-id']
    // HEAD gets the headers alone, and must not leave a stream behind.
    const isBrief = request.method === 'HEAD'
    const asked = { ...input, query: isBrief ? { ...(query as object), seconds: 0 } : query }
    return route.handle(asked, { ...context, lastEventId: [lastEventId].flat()[0] })
  }
  return core.shares.run(request, () => reading(open)) as Promise<Readable>
}

/** No transaction waits for the network: permission is checked before the network call, and again after. */
async function prepare(core: Core, route: Route, request: FastifyRequest, reply: FastifyReply) {
  if (route.prepare === undefined || !route.needsPreparing(request.body)) return undefined
  const context = (await reading(() => identify(core, route, request, reply))) as Context
  requireInput(route.operation, request)
  if (request.headers['if-match'] !== undefined && !(await isRepeated(context, request)))
    await requireMatch(route, request, reply, context)
  return route.prepare(inputOf(request), context)
}

/** A repeated request gets the stored response, whatever has changed since. */
async function isRepeated(context: Context, { method, url, headers, body }: FastifyRequest) {
  const repeated = readKey(headers['idempotency-key'], { method, url, body })
  return repeated !== undefined && (await findAnswer(context, repeated)) !== undefined
}

async function read(core: Core, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
  const context = await identify(core, route, request, reply)
  core.shares.note(request, context)
  requireInput(route.operation, request)
  const exchange = { request, reply, addresses: core.addresses }
  const { version, show } = route.handle
  if (!version || !show) return answerOf(route, exchange, await route.handle(inputOf(request), context))
  const found = await version.find(inputOf(request), context as Context)
  const etag = tagOf(version, found, context as Context)
  return (
    unchanged(exchange, etag) ??
    answerOf(route, { ...exchange, etag }, await show(found, inputOf(request), context as Context))
  )
}

async function write(
  core: Core,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const { operation } = route
  const context = (await identify(core, route, request, reply)) as Context
  core.shares.note(request, context)
  requireInput(operation, request)
  const { method, url, headers, body } = request
  // Idempotency keys belong to an account. Public operations and visitors of a site change nothing.
  const hasAccount = operation.access[0] !== 'public' && context.caller.userId !== ''
  const isKept = method !== 'DELETE' && hasAccount
  const repeated = isKept ? readKey(headers['idempotency-key'], { method, url, body }) : undefined
  const kept = repeated && (await findAnswer(context, repeated))
  if (kept) return kept
  await requireMatch(route, request, reply, context)
  const exchange = { request, reply, addresses: core.addresses }
  const answer = answerOf(route, exchange, await route.handle(inputOf(request), context))
  if (repeated) await keepAnswer(context, repeated, withoutSecrets(operation, answer))
  return answer
}

function requireInput(operation: Operation, request: FastifyRequest) {
  if (request.bodyError) throw request.bodyError
  if (request.validationError) throw request.validationError
  if (!operation.body && Object.keys(request.body ?? {}).length > 0) {
    throw new ApiError('invalid_request', 'This operation accepts no body. Send the request without one.')
  }
}

/** Removes secrets that are returned only once, so that they are never stored. */
function withoutSecrets({ shownOnce }: Operation, answer: Answer): Answer {
  if (shownOnce === undefined || answer.body === undefined) return answer
  const shown = Object.entries(JSON.parse(answer.body)).filter(([field]) => !shownOnce.includes(field))
  return { ...answer, body: JSON.stringify(Object.fromEntries(shown)) }
}

function schemaOf({ path, query, body, status, returns, streams }: Operation) {
  const names = paramNames(path)
  return {
    params: Type.Object(
      Object.fromEntries(names.map((name) => [name === 'pagePath' ? '*' : name, params[name]])),
    ),
    ...(query && { querystring: query }),
    ...(body && { body }),
    ...(returns && !streams && { response: { [status]: returns } }),
  }
}
