import { createClient } from '@stemma/client'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { authenticate } from '../../../auth/access.ts'
import type { Caller } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { reading } from '../../../db/transaction.ts'
import { countCaller, countStranger } from '../../../http/allowance.ts'
import { sendMcpHint } from '../../../http/mcp-hint.ts'
import type { Core } from '../../../http/route.ts'

/**
 * Answers assistants of authors at `/mcp`, with the Model Context Protocol. Every tool calls operations of
 * the API with the token of its caller, so permission, scopes, limits and validation are those of the API.
 */
export function mountAssistants(app: FastifyInstance, core: Core) {
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: 'POST',
    url: '/mcp',
    bodyLimit: core.limits.bodyBytes,
    // Before the body is read: nobody without a token sends more than headers.
    async onRequest(request, reply) {
      callers.set(request, await callerOf(core, request, reply))
    },
    async handler(request, reply) {
      if (request.bodyError !== undefined) throw request.bodyError
      const { answerAssistant } = await import('./mcp.ts')
      const { href, origin } = new URL(core.addresses.location('/mcp'))
      const token = request.headers.authorization?.replace(/^Bearer /i, '')
      const inside = { endpoint: origin, token, fetch: fetchInside(app, request), retries: 0 }
      const api = createClient({ ...inside, userAgent: 'stemma-mcp' })
      const scopes = callers.get(request)?.scopes ?? null
      await answerAssistant({ api, scopes, request, reply, url: href })
      return reply
    },
  })
  app.get('/mcp', (request, reply) => {
    countStranger(core, request, reply)
    return sendMcpHint(reply, hint)
  })
}

const hint =
  'Assistants of authors work here, with the Model Context Protocol. ' +
  'Add this URL to yours, and a personal access token as `Authorization: Bearer …`.\n'

/** Sessions are for browsers: an assistant brings a token, which can be limited and revoked. */
async function callerOf(core: Core, request: FastifyRequest, reply: FastifyReply): Promise<Caller> {
  const credentials = { authorization: request.headers.authorization, cookie: undefined }
  const lookup = { path: '/', params: {}, now: core.clock().toISOString() }
  const { caller } = await reading(() => authenticate(core, credentials, lookup)).catch((error: unknown) => {
    if (error instanceof ApiError) countStranger(core, request, reply)
    throw error
  })
  request.userId = caller.userId
  countCaller(core, caller, reply)
  return caller
}

/** Calls operations in this process, on the way of every other request and from the same address. */
function fetchInside(app: FastifyInstance, { ip }: FastifyRequest) {
  return async (address: string, { method = 'GET', headers, body }: RequestInit): Promise<Response> => {
    const { host, pathname, search } = new URL(address)
    const answer = await app.inject({
      method: method as 'GET',
      url: `${pathname}${search}`,
      headers: { ...Object.fromEntries(new Headers(headers)), host },
      remoteAddress: ip,
      ...(typeof body === 'string' && { payload: body }),
    })
    const { statusCode: status } = answer
    const retryAfter = answer.headers['retry-after']
    const isEmpty = [204, 205, 304].includes(status)
    return new Response(isEmpty ? null : answer.body, {
      status,
      headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
    })
  }
}
