import type { Readable } from 'node:stream'
import type { Operation } from '@stemma/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Addresses } from '../common/addresses.ts'
import { etagOf, matches } from './etag.ts'
import type { Answer } from './idempotency.ts'
import { sendLines, wantsLines } from './json-lines.ts'
import { absent, type Route } from './route.ts'

export type { Answer } from './idempotency.ts'

/** Serializes a response by the contract's schema, which drops every field outside the contract. */
export function answerOf(route: Route, exchange: Exchange, output: unknown): Answer {
  const { request, reply, addresses, etag: known } = exchange
  const { operation } = route
  if (operation.returns === undefined) {
    return { status: output === absent ? 204 : operation.status, headers: {}, body: undefined }
  }
  const body = serialize(reply, output, operation)
  const etag = known ?? (isShownObject(route) ? etagOf(body) : undefined)
  const location = operation.status === 201 ? locationOf(route, request.url, output, addresses) : undefined
  const headers = { ...(etag && { etag }), ...(location && { location }) }
  const seen = etag && operation.method === 'GET' ? unchanged(exchange, etag) : undefined
  return seen ?? { status: operation.status, headers, body }
}

/** Sends 304 to callers that already have this version. */
export function unchanged({ request }: Pick<Exchange, 'request'>, etag: string): Answer | undefined {
  const known = request.headers['if-none-match']
  if (known === undefined || !matches(known, etag, { weak: true })) return undefined
  return { status: 304, headers: { etag }, body: undefined }
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly addresses: Addresses
  /** Known before the response was built. */
  readonly etag?: string
}

export function send(reply: FastifyReply, operation: Operation, { status, headers, body }: Answer) {
  reply.code(status).headers(headers)
  // Browsers store cacheable responses, and a secret must not be stored.
  if (operation.shownOnce) reply.header('cache-control', 'no-store')
  if (operation.deprecated) reply.header('deprecation', deprecatedSince)
  if (body === undefined) reply.send()
  else if (wantsLines(reply, operation)) sendLines(reply, body)
  else reply.type('application/json; charset=utf-8').send(body)
}

/** Proxies must neither store nor collect events, and nothing compresses them. */
export function sendStream(reply: FastifyReply, body: Readable) {
  reply.headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  return reply.type('text/event-stream; charset=utf-8').send(body)
}

/** A time in the format of RFC 9745. Deprecated operations have been deprecated since the first release. */
const deprecatedSince = `@${Date.UTC(2026, 10, 15) / 1000}`

export function serialize(reply: FastifyReply, output: unknown, { returns }: Operation): string {
  return reply.serializeInput(output as Json, returns as unknown as Json)
}

type Json = Record<string, unknown>

/** Only a single object in the shape of its own GET has an ETag; a list has none. */
export function isShownObject({ operation, shownBy }: Pick<Route, 'operation' | 'shownBy'>): boolean {
  const { returns } = operation
  const isList = 'items' in ((returns as { properties?: object } | undefined)?.properties ?? {})
  return shownBy !== undefined && shownBy.operation.returns === returns && !isList
}

function locationOf({ readAt }: Route, url: string, output: unknown, addresses: Addresses) {
  const { id, urls } = output as { id?: string; urls?: { location?: string } }
  if (urls?.location) return urls.location
  const [path = ''] = url.split('?')
  if (readAt === 'above') return addresses.location(path.slice(0, path.lastIndexOf('/')))
  return readAt === 'below' && id ? addresses.location(`${path}/${id}`) : undefined
}
