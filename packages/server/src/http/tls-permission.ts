import type { FastifyInstance } from 'fastify'
import { isFromHere } from './from-here.ts'

/**
 * Answers a proxy that gets certificates while a browser connects (on-demand TLS of Caddy): 200 for hosts of
 * sites that their organizations have verified, else 404. Whoever connects to the proxy chooses the name, so
 * answers are remembered, and few names are looked up at once.
 */
export function permitCertificates(app: FastifyInstance, { tlsPermission, hasSite }: Permission) {
  if (tlsPermission === 'off') return
  const permits = rememberedPermits(hasSite)
  app.get<{ Querystring: { domain?: unknown } }>('/~tls', async (request, reply) => {
    if (tlsPermission === 'loopback' && !isFromHere(request)) return reply.callNotFound()
    const { domain } = request.query
    const host = typeof domain === 'string' ? domain.toLowerCase() : ''
    const permit = isName(host) && (await permits(host))
    return reply.code(permit === undefined ? 503 : permit ? 200 : 404).send()
  })
}

/** Names as certificates have them. Addresses have no letter at the end. */
function isName(host: string): boolean {
  return host.length <= 253 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z][a-z0-9-]*$/.test(host)
}

/** Undefined: too much is asked, or the database does not answer and the host is not known. */
function rememberedPermits(hasSite: Permission['hasSite']) {
  const known = new Map<string, { readonly permit: boolean; readonly until: number }>()
  const asking = new Map<string, Promise<boolean | undefined>>()
  const ask = async (host: string) => {
    try {
      const permit = await hasSite(host)
      known.delete(host)
      known.set(host, { permit, until: performance.now() + rememberedMs })
      const [oldest] = known.keys()
      if (known.size > hostsMax && oldest !== undefined) known.delete(oldest)
      return permit
    } catch {
      // While the database is away, what was permitted last stays permitted.
      return known.get(host)?.permit
    } finally {
      asking.delete(host)
    }
  }
  return async (host: string): Promise<boolean | undefined> => {
    const found = known.get(host)
    if (found !== undefined && found.until > performance.now()) return found.permit
    const already = asking.get(host)
    if (already !== undefined) return already
    if (asking.size >= askingMax) return found?.permit
    const asked = ask(host)
    asking.set(host, asked)
    return asked
  }
}

const rememberedMs = 10_000
const hostsMax = 10_000
const askingMax = 8

interface Permission {
  readonly tlsPermission: 'off' | 'loopback' | 'on'
  /** Whether a verified address of a site is on this host. */
  hasSite(host: string): Promise<boolean>
}
