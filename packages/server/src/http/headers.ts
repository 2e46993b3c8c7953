import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../config/config.ts'

/** Headers of every response: browser policies and the request ID. */
export async function setHeaders(app: FastifyInstance, config: Config) {
  const { corsOrigins } = config
  const setCommon = commonHeaders(config)
  app.addHook('onRequest', (_request, reply, done) => {
    setCommon(reply)
    done()
  })
  await app.register(cors, {
    // Any origin is safe: without `credentials`, browsers don't show responses to cookie requests to other
    // origins, which must authenticate with a token in a header.
    origin: corsOrigins === '*' ? '*' : [...corsOrigins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-match',
      'if-none-match',
      'last-event-id',
      'user-agent',
    ],
    exposedHeaders: [
      'etag',
      'link',
      'location',
      'retry-after',
      'x-request-id',
      'x-ratelimit-limit',
      'x-ratelimit-remaining',
      'x-ratelimit-reset',
    ],
    maxAge: 7200,
    // A preflight request without a requested method still gets a response.
    strictPreflight: false,
  })
}

/** Also for requests that are rejected before routing. */
export function commonHeaders({ publicUrl, hstsSubdomains }: Config) {
  const isSecure = publicUrl.startsWith('https:')
  const lasting = `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`
  const headers = {
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    // Responses are private to the caller and must be revalidated with their ETag.
    'cache-control': 'private, no-cache',
    vary: 'Accept, Authorization, Cookie, Origin',
    ...(isSecure && { 'strict-transport-security': lasting }),
  }
  return (reply: FastifyReply) => reply.headers(headers).header('x-request-id', reply.request.id)
}
