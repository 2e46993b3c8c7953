import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf } from '../auth/network.ts'
import type { Caller } from '../common/context.ts'
import type { Allowance, RateLimiter } from './rate-limit.ts'
import type { Core } from './route.ts'

/** A request that is retried after a deadlock counts once. */
export function count(limiter: RateLimiter, key: string, reply: FastifyReply) {
  if (!reply.hasHeader('x-ratelimit-limit')) tellAllowance(reply, limiter(key))
}

/**
 * Each token has a limit, and so have all tokens of a person together: more tokens don't allow more requests.
 */
export function countCaller({ limits }: Pick<Core, 'limits'>, caller: Caller, reply: FastifyReply) {
  if (reply.hasHeader('x-ratelimit-limit')) return
  const own = limits.tokens(caller.sessionId ?? caller.tokenId)
  const all = limits.people(caller.installation?.id ?? caller.userId)
  tellAllowance(reply, all.remaining < own.remaining ? all : own)
}

export function tellAllowance(reply: FastifyReply, { limit, remaining, resetSeconds }: Allowance) {
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  })
}

/** Counts a request to a route outside the API, which needs no token. */
export function countStranger(
  { limits }: Pick<Core, 'limits'>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  count(limits.strangers, networkOf(request.ip), reply)
}
