import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { renderGate, siteFiles, siteFilesHash } from '@stemma/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ObjectCache } from '../../../content/object-cache.ts'
import { matches } from '../../../http/etag.ts'
import { loginAddress } from '../../../publishing/visiting.ts'
import type { Entrance } from './entering.ts'
import { assetAt } from './opening.ts'

const gzipped = promisify(gzip)

/** What the headers of a page say about it. */
export interface Kind {
  /** Equal only if the page is equal. */
  readonly version: string
  readonly type: string
  readonly policy: string
  /** Whether shared caches may keep it, as long as they ask each time. */
  readonly isForAll: boolean
}

/** Sites with their own sign-in send people there. Of others, nobody learns that they exist. */
export function refuse({ refusal, door, rest }: Entrance, reply: FastifyReply, sitesBase: string) {
  const isSentToLogin = refusal === 'token_missing' || refusal === 'token_invalid'
  if (!isSentToLogin || door.fallbackURL === null) return sendGate(reply, sitesBase)
  return reply.header('cache-control', 'no-store').redirect(loginAddress(door.fallbackURL, rest), 303)
}

/** Answers from memory, or 304 if the browser has the page. `undefined` if it has to be drawn. */
export function sendKnown(memory: ObjectCache, request: FastifyRequest, reply: FastifyReply, kind: Kind) {
  const etag = etagOf(request, kind)
  const known = request.headers['if-none-match']
  if (known !== undefined && matches(known, etag, { weak: true })) {
    return reply.code(304).headers(headersOf(kind, etag)).send()
  }
  const bytes = memory.get(etag)
  return bytes && send(request, reply, kind, Buffer.from(bytes))
}

export async function sendNew(
  memory: ObjectCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { text, ...kind }: Kind & { readonly text: string },
) {
  const bytes = isPacked(request) ? await gzipped(text) : Buffer.from(text)
  memory.set(etagOf(request, kind), bytes)
  return send(request, reply, kind, bytes)
}

function send(request: FastifyRequest, reply: FastifyReply, kind: Kind, bytes: Buffer) {
  if (isPacked(request)) reply.header('content-encoding', 'gzip')
  return reply
    .headers(headersOf(kind, etagOf(request, kind)))
    .type(kind.type)
    .send(bytes)
}

function isPacked({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
}

function etagOf(request: FastifyRequest, { version }: Kind): string {
  return `"${version}${isPacked(request) ? '-gzip' : ''}"`
}

function headersOf({ policy, isForAll }: Kind, etag: string) {
  return {
    etag,
    vary: isForAll ? 'accept, accept-encoding' : 'accept, accept-encoding, cookie',
    'cache-control': isForAll ? 'public, max-age=0, must-revalidate' : 'private, no-cache',
    'content-security-policy': policy,
    'referrer-policy': 'strict-origin-when-cross-origin',
  }
}

/**
 * Where nothing is shown, a visitor learns nothing about what could be there. They can always sign in, which
 * changes the page only for members.
 */
export function sendGate(reply: FastifyReply, base: string, status = 404) {
  const asset = (name: string) => assetAt(base, name)
  return reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': gatePolicy,
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(renderGate({ ...(status === 404 ? missing : unavailable), language: 'en', asset }))
}

const missing = { kind: 'missing', signIn: '?sign-in' } as const
const unavailable = { kind: 'unavailable' } as const

const gatePolicy =
  "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'"

/** Files that are the same for all sites. Their URLs contain a hash, so they never change. */
export function sendAsset(path: string, reply: FastifyReply) {
  const [, hash, name = ''] = assetPath.exec(path) ?? []
  const file = hash === siteFilesHash ? siteFiles.get(name) : undefined
  if (file === undefined) return undefined
  const packed = isPacked(reply.request) ? file.packed : undefined
  if (packed) reply.header('content-encoding', 'gzip')
  return reply
    .headers({
      'cache-control': forever,
      'content-security-policy': "default-src 'none'",
      // The frame from which readers call an API has no origin, and uses the fonts, too.
      'access-control-allow-origin': '*',
      ...(file.packed && { vary: 'accept-encoding' }),
    })
    .type(file.contentType)
    .send(packed ?? file.bytes)
}

const assetPath = /\/~site\/assets\/([\w-]{1,40})\/([\w.-]{1,60})$/
const forever = 'public, max-age=31536000, immutable'
