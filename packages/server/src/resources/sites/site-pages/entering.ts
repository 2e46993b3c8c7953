import type { FastifyRequest } from 'fastify'
import { isAtLeast } from '../../../auth/resolver.ts'
import { cookieIn } from '../../../auth/session-settings.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context, PublicContext } from '../../../common/context.ts'
import type { Core } from '../../../http/route.ts'
import { visitorContext } from '../../../http/visitor.ts'
import { segmentsOf } from '../../../publishing/addresses.ts'
import { type Visit, visitTo } from '../../../publishing/visiting.ts'
import { cookieNamesFor } from './cookies.ts'
import type { FoundSite, SiteFinder } from './finding.ts'
import { findSignedIn } from './member-visits.ts'

/** A request for something of a site, and the visitor who made it. */
export interface Entrance extends Visit, FoundSite {
  readonly url: URL
  /** The path of the site, which begins and ends with a slash. */
  readonly base: string
}

/** Identifies the visitor by what the URL or their cookies say. */
export async function enter(
  core: Core & { readonly findSite: SiteFinder },
  request: FastifyRequest,
  moment: PublicContext,
  { isHost }: { readonly isHost: boolean },
): Promise<Entrance | undefined> {
  const url = askedUrl(core, request, isHost)
  const cookies = cookieNamesFor(url)
  const given = {
    url,
    token:
      url.searchParams.get('jwt_token') ??
      cookieIn(request.headers.cookie, cookies.token) ??
      tokenOfProgram(request),
    shareKey: cookieIn(request.headers.cookie, cookies.share),
    unsignedClaims: unsignedClaims(url),
  }
  const found = await core.findSite(url)
  if (found === undefined) return undefined
  const stranger = await visitTo(found, given, moment)
  const seen = seenFrom(url, stranger)
  const signedIn = { core, request, url: seen.url }
  const isMember = stranger.refusal !== undefined && (await isMemberOf(signedIn, stranger.key))
  const visited = isMember ? await visitTo(found, { ...given, isMember }, moment) : stranger
  return { ...visited, ...seen }
}

/**
 * The URL as the visitor sees it. Below the path of sites it is the public one, whatever name a proxy gives
 * this server.
 */
export function askedUrl(
  { addresses }: Pick<Core, 'addresses'>,
  request: FastifyRequest,
  isHost: boolean,
): URL {
  const url = new URL(`${new URL(addresses.sites).origin}${request.originalUrl.replace(/^\/+/, '/')}`)
  if (isHost) url.host = request.host
  return url
}

/** Visitors see the URL of a proxy that forwards to the path of the site, and links begin with that. */
function seenFrom(asked: URL, { rest, isKeyInPath, proxy }: Visit): Pick<Entrance, 'url' | 'base'> {
  const all = segmentsOf(asked)
  const taken = all.length - rest.length - (isKeyInPath ? 1 : 0)
  if (proxy === undefined) return { url: asked, base: ['', ...all.slice(0, taken), ''].join('/') }
  const above = new URL(`https://${proxy}`)
  const url = new URL(asked)
  url.protocol = above.protocol
  url.host = above.host
  const end = asked.pathname.endsWith('/') ? [''] : []
  url.pathname = [...segmentsOf(above), ...all.slice(taken), ...end].join('/')
  return { url, base: ['', ...segmentsOf(above), ''].join('/') }
}

/** Programs have no cookies, and bring the token of a visitor as they bring others. */
function tokenOfProgram({ method, headers }: FastifyRequest): string | undefined {
  const [, token] = method === 'POST' ? (/^Bearer (.+)$/i.exec(headers.authorization ?? '') ?? []) : []
  return token
}

/** Claims that the URL makes. Only those that the site's schema declares as unsigned count. */
function unsignedClaims({ searchParams }: URL): object | undefined {
  const claims = [...searchParams].flatMap(([name, value]) =>
    name.startsWith('visitor.') ? [[name.slice('visitor.'.length), claimOf(value)] as const] : [],
  )
  return claims.length === 0 ? undefined : Object.fromEntries(claims.slice(0, claimsMax))
}

const claimsMax = 20

function claimOf(text: string): string | boolean {
  return text === 'true' ? true : text === 'false' ? false : text
}

/** People who are signed in see the sites of their organizations. */
async function isMemberOf(asked: Parameters<typeof findSignedIn>[0], { organizationId }: SiteKey) {
  const found = await findSignedIn(asked, { organizationId })
  return isAtLeast(found?.standing.organization ?? 'none', 'read')
}

/** The context in which this visitor reads a space of the site. */
export function contextOf(moment: PublicContext, { key, door, visitor }: Visit, spaceId: string): Context {
  const standing = { visitor: true, audience: true, shownSpace: true } as const
  const visited = { ...key, spaceId }
  return visitorContext(moment, key, { standing, audience: { door, visitor }, visited })
}
