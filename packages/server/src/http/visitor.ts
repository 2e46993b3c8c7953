import type { ParamName } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { authenticate, requireAccess } from '../auth/access.ts'
import { allows } from '../auth/resolver.ts'
import { siteStanding } from '../auth/site-standing.ts'
import { type Found, levelOn } from '../auth/standing.ts'
import type { Context, PublicContext } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { Allowance, RateLimiter } from './rate-limit.ts'
import type { Core, Route } from './route.ts'

/** Who is at the door, and whether they may come in: 401, 429, then 403 or 404. */
export async function identify(
  core: Core,
  { operation }: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicContext | Context> {
  const { clock, limits: _limits, onTokenUsed: _onTokenUsed, ...outfit } = core
  const { db } = core
  const now = clock().toISOString()
  const base = { ...outfit, now, requestId: request.id }
  if (operation.access[0] === 'public') {
    count(core.limits.strangers, request.ip, reply)
    return base
  }
  const params = request.params as Record<ParamName, string> & { readonly siteId?: string }
  const lookup = { path: operation.path, params, now, deleted: operation.onDeleted === true }
  const found = await authenticate(db, request.headers.authorization, lookup).catch((error) => {
    if (error instanceof ApiError) count(core.limits.strangers, request.ip, reply)
    throw error
  })
  request.userId = found.caller.userId
  count(core.limits.tokens, found.caller.tokenId, reply)
  core.onTokenUsed(found.caller.tokenId, now)
  const { organizationId, siteId } = params
  const standing = {
    ...found.standing,
    ...(await parentLevel(db, operation, request, found)),
    ...(siteId !== undefined && (await siteStanding(db, { organizationId, siteId }, found))),
  }
  requireAccess(operation, { ...found, standing })
  return { ...base, ...found, standing }
}

/** The one thing that permission asks of a body before it is looked at: the collection it names as parent. */
async function parentLevel(
  db: Core['db'],
  { access }: Route['operation'],
  { body, params }: FastifyRequest,
  { caller, standing }: Found,
) {
  const { parent } = (body ?? {}) as { parent?: unknown }
  const isAsked = access.includes('parent.create') && allows('org.member', standing)
  if (!isAsked || typeof parent !== 'string') return {}
  const { organizationId } = params as Record<'organizationId', string>
  return { parent: await levelOn(db, caller.userId, { collection: parent, organizationId }) }
}

/** A request that is run again after a deadlock counts once. */
function count(limiter: RateLimiter, key: string, reply: FastifyReply) {
  if (!reply.hasHeader('x-ratelimit-limit')) tellAllowance(reply, limiter(key))
}

export function tellAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance) {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who the token speaks for, for the log. */
    userId: string | undefined
    /** What was wrong with the body, told only to callers who may come in. */
    bodyError: ApiError | undefined
  }
  interface FastifyContextConfig {
    operationId?: string
  }
}
