import { sql } from 'kysely'
import type { SiteKey } from '../auth/site-standing.ts'
import type { Addresses } from '../common/addresses.ts'
import type { PublicContext } from '../common/context.ts'
import type { Database } from '../db/database.ts'
import { prepared } from '../db/prepared.ts'

/** A site at a URL, and the segments of the path below it, still encoded. */
export interface Place {
  readonly key: SiteKey
  readonly rest: readonly string[]
  /** The verified address of a proxy that forwards to the site's path: `example.com/docs`. */
  readonly proxy?: string
}

/** The site at a URL. */
export async function findSite(
  { db, addresses }: Pick<PublicContext, 'db' | 'addresses'>,
  url: URL,
): Promise<Place | undefined> {
  const candidates = candidatesOf(url, addresses)
  return placeAmong(candidates, url, await findAddresses(db, candidates))
}

/** The most specific of the candidates that a site has. */
function placeAmong(candidates: readonly Candidate[], url: URL, taken: readonly Address[]) {
  for (const { kind, address, taken: segments } of candidates) {
    const site = taken.find((one) => one.kind === kind && one.address === address)
    if (site === undefined) continue
    const { organizationId, siteId, proxy } = site
    const rest = segmentsOf(url).slice(segments)
    return { key: { organizationId, siteId }, rest, ...(proxy !== null && { proxy }) }
  }
  return undefined
}

/**
 * All addresses that URLs of one host, or below the path of one site, can have: the pages of a site share
 * this question.
 */
export interface Neighbourhood {
  readonly kind: 'hostname' | 'path'
  readonly address: string
  /** The proxies on a host are between its name with a slash and with the character after that. */
  readonly first: string
  readonly last: string
}

/** `undefined` if no site can be at the URL. */
export function neighbourhoodOf(url: URL, installation: Installation): Neighbourhood | undefined {
  const candidate = candidatesOf(url, installation).at(-1)
  if (candidate === undefined || candidate.kind === 'proxy') return undefined
  const { kind, address } = candidate
  const [first, last] = kind === 'path' ? ['', ''] : [`${address}/`, `${address}0`]
  return { kind, address, first, last }
}

/** The addresses of a neighbourhood that count, as a JSON array: one too many if there are too many. */
export function addressesIn({ kind, address, first, last }: Neighbourhood) {
  const columns = sql`s.kind, s.address, s.organization_id as "organizationId", s.site_id as "siteId"`
  return sql<readonly Address[]>`(select coalesce(json_agg(one), '[]') from (
    (select ${columns}, ${proxyOf} as proxy from site_addresses s
      where s.kind = ${kind} and s.address = ${address} and (s.kind = 'path' or s.proved))
    union all
    (select ${columns}, null from site_addresses s
      where s.kind = 'proxy' and s.address > ${first} and s.address < ${last} and s.proved
      limit ${sql.lit(neighboursMax + 1)})) one)`
}

const neighboursMax = 20

/** The site at a URL among the addresses of its neighbourhood; too many of them don't say. */
export function placeIn(
  url: URL,
  addresses: readonly Address[],
  installation: Installation,
): Place | undefined | 'unknown' {
  if (addresses.length > neighboursMax) return 'unknown'
  return placeAmong(candidatesOf(url, installation), url, addresses)
}

/** Whether a site has this host, or a path on it, as a verified address. */
export async function hasSite(db: Database, host: string): Promise<boolean> {
  // The paths of a host are between its name with a slash and with the character after that.
  const [found] = await findHost(db, { host, first: `${host}/`, last: `${host}0` })
  return found !== undefined
}

const findHost = prepared<{ host: string; first: string; last: string }, { found: true }>(
  ({ host, first, last }) => sql<{ found: true }>`select true as found from site_addresses
    where kind = 'hostname' and address = ${host} and proved
    union all (select true from site_addresses
      where kind = 'proxy' and address > ${first} and address < ${last} and proved limit 1)`,
)

const segmentsMax = 32

/** An address that a site may have, and the number of path segments that belong to it. */
interface Candidate {
  readonly kind: 'proxy' | 'hostname' | 'path'
  readonly address: string
  readonly taken: number
}

/** The segments of a path, still encoded, without empty ones. */
export function segmentsOf({ pathname }: URL): string[] {
  return pathname.split('/').filter((segment) => segment !== '')
}

/**
 * The possible site addresses in a URL, most specific first. On the installation's own hosts there are only
 * paths, whatever an organization sets as its proxy.
 */
function candidatesOf(url: URL, { sites, isOwnHost }: Installation): Candidate[] {
  // A trailing dot in a host name is insignificant.
  const host = url.hostname.replace(/\.$/, '')
  if (isOwnHost(host)) return belowSites(url, new URL(sites))
  const segments = segmentsOf(url)
  const lengths = Array.from({ length: Math.min(segments.length, segmentsMax) }, (_, index) => index + 1)
  const proxies = lengths.toReversed().map((taken) => ({
    kind: 'proxy' as const,
    address: [host, ...segments.slice(0, taken)].join('/'),
    taken,
  }))
  return [...proxies, { kind: 'hostname', address: host, taken: 0 }]
}

type Installation = Pick<Addresses, 'sites' | 'isOwnHost'>

function belowSites(url: URL, sites: URL): Candidate[] {
  const [segments, above] = [segmentsOf(url), segmentsOf(sites)]
  const name = segments[above.length]
  const isBelow = url.host === sites.host && above.every((segment, index) => segments[index] === segment)
  return isBelow && name !== undefined
    ? [{ kind: 'path', address: decoded(name), taken: above.length + 1 }]
    : []
}

export function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export interface Address extends SiteKey {
  readonly kind: string
  readonly address: string
  /** Of a site that was found by its path. */
  readonly proxy: string | null
}

/** The verified proxy of a site that was found by its path. */
const proxyOf = sql`(select p.address from site_addresses p
  where s.kind = 'path' and p.organization_id = s.organization_id and p.site_id = s.site_id
  and p.kind = 'proxy' and p.proved limit 1)`

/** Looks up these addresses in one statement. Only paths and verified addresses count. */
async function findAddresses(db: Database, asked: readonly Pick<Address, 'kind' | 'address'>[]) {
  const [kinds, addresses] = [asked.map(({ kind }) => kind), asked.map(({ address }) => address)]
  // `offset 0` keeps the planner from joining the whole table, so each address is looked up by key.
  const { rows } = await sql<Address>`select found.* from unnest(${kinds}::text[], ${addresses}::text[])
      as wanted (kind, address),
    lateral (select kind, address, organization_id as "organizationId", site_id as "siteId",
        ${proxyOf} as proxy
      from site_addresses s
      where s.kind = wanted.kind and s.address = wanted.address and (s.kind = 'path' or s.proved)
      offset 0) found
    `.execute(db)
  return rows
}
