import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Addresses } from '../common/addresses.ts'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { hasSite } from './addresses.ts'

/** A route with this constraint exists only on hosts of sites, where no other route exists. */
export const onSiteHosts = { constraints: { siteHost: 'yes' } } as const

interface Hosts {
  readonly db: Database
  readonly config: Pick<Config, 'trustedProxies'>
  readonly addresses: Pick<Addresses, 'isOwnHost' | 'isSitesHost'>
}

/**
 * Keeps hosts of sites apart from those of the API before a route is chosen. Add it before any route. Hosts
 * that nobody has proved to own are the API's: it can be reached by any name.
 */
export function separateSiteHosts(app: FastifyInstance, { db, config, addresses }: Hosts) {
  const remembered = rememberedHosts((host) => hasSite(db, host))
  const derive = (request: IncomingMessage, _context: unknown, done: Derived) => {
    const host = askedHost(request, config)
    if (addresses.isSitesHost(host)) return done(null, 'yes')
    if (addresses.isOwnHost(host) || isIP(host) !== 0 || host === '') return done(null)
    remembered(host, (isOfSite) => done(null, isOfSite ? 'yes' : undefined))
  }
  app.addConstraintStrategy({
    name: 'siteHost',
    storage: () => new Map(),
    mustMatchWhenDerived: true,
    // The router knows by its number of parameters that it answers later. Its types don't.
    deriveConstraint: derive as (request: IncomingMessage) => undefined,
  })
}

type Derived = (error: null, value?: 'yes') => void

/** The host that was asked, like `request.host` of the framework, which doesn't exist before routing. */
function askedHost({ headers }: IncomingMessage, { trustedProxies }: Hosts['config']): string {
  const forwarded = trustedProxies > 0 ? headers['x-forwarded-host'] : undefined
  const host = [forwarded ?? headers.host ?? ''].flat().join(',').split(',').at(-1) ?? ''
  return hostnameOf(host)
}

/** Without the port, and without the dot at its end, which makes no difference. Keeps the latest ones. */
function hostnameOf(host: string): string {
  const known = hostnames.get(host)
  if (known !== undefined) return known
  const hostname = URL.parse(`http://${host.trim()}`)?.hostname.replace(/\.$/, '') ?? ''
  if (hostnames.size >= hostnamesMax) hostnames.clear()
  hostnames.set(host, hostname)
  return hostname
}

const hostnames = new Map<string, string>()
const hostnamesMax = 1000

/**
 * Remembers for some seconds whether a host is one of a site. That lets nobody in: each request looks the
 * site up again. Without a database, all hosts are the API's, so that health can be seen.
 */
function rememberedHosts(find: (host: string) => Promise<boolean>) {
  const known = new Map<string, { readonly isOfSite: boolean; readonly until: number }>()
  return (host: string, tell: (isOfSite: boolean) => void) => {
    const now = performance.now()
    const found = known.get(host)
    if (found !== undefined && found.until > now) return tell(found.isOfSite)
    find(host).then(
      (isOfSite) => {
        known.delete(host)
        known.set(host, { isOfSite, until: now + rememberedMs })
        const [oldest] = known.keys()
        if (known.size > hostsMax && oldest !== undefined) known.delete(oldest)
        tell(isOfSite)
      },
      () => tell(false),
    )
  }
}

const rememberedMs = 2000
const hostsMax = 10_000
