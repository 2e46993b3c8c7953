import type { PublishedSiteContentLookup } from '@stemma/contract'
import {
  contextIdOf,
  gateFor,
  linkOf,
  refusalOf,
  type Visitor,
  visibleStructure,
} from '../../../auth/audience.ts'
import { claimsOf } from '../../../auth/claims.ts'
import { fingerprintOf } from '../../../auth/content-token.ts'
import { findDoor, type SiteDoor, type SiteKey } from '../../../auth/site-standing.ts'
import { readVisitorToken, type VisitorToken } from '../../../auth/visitor-token.ts'
import type { PublicContext } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { isKeyLike } from '../../../common/ids.ts'
import * as structures from '../site-structure/store.ts'
import * as sites from '../sites/index.ts'
import { candidatesOf, canonicalUrl, choose, decoded, segmentsOf } from './rules.ts'
import * as addresses from './store.ts'

/** The requested URL, and the visitor's credentials. */
export interface Asked {
  readonly url: string
  readonly redirectOnError: boolean
  readonly token?: string | undefined
  readonly unsignedClaims?: object | undefined
}

const claimsBytesMax = 4096

/** Resolves a URL to what the visitor sees, in a number of statements that doesn't grow with the site. */
export async function resolve(context: PublicContext, asked: Asked): Promise<PublishedSiteContentLookup> {
  const { now } = context
  const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined
  const place = url && (await findSite(context, url))
  const door = place && (await findDoor(context, place.key))
  if (url === undefined || place === undefined || door === undefined) throw nothingHere()
  const given = asked.token ?? url.searchParams.get('jwt_token') ?? undefined
  const token = await readVisitorToken(given, { privateKey: door.privateKey, now })
  const [first] = place.rest
  const link = linkOf(door.shareLinks, { shareKey: first ?? '' })
  const rest = link?.active ? place.rest.slice(1) : place.rest
  const visitor: Visitor = {
    token: token.token,
    ...(first !== undefined && { shareKey: first }),
    ...knownOf(door, token, asked),
  }
  const refusal = refusalOf({ door, visitor })
  if (refusal === undefined) return show(context, { ...place, url, rest, door, visitor, token, link })
  const isSentToLogin = refusal === 'token_missing' || (refusal === 'token_invalid' && asked.redirectOnError)
  if (!isSentToLogin || door.fallbackURL === null) throw nothingHere()
  return { target: 'external', redirect: loginAddress(door.fallbackURL, rest) }
}

/** A visitor without access gets the same error as for a site that doesn't exist. */
function nothingHere() {
  return new ApiError(
    'not_found',
    "There is no published page at this URL, or you don't have access to it. " +
      'Check the URL, or sign in again.',
  )
}

/** The site at a URL, and the rest of the path. */
async function findSite({ db, addresses: known }: PublicContext, url: URL) {
  const candidates = candidatesOf(url, known)
  const taken = await addresses.findAddresses(db, candidates)
  for (const { kind, address, taken: segments } of candidates) {
    const site = taken.find((one) => one.kind === kind && one.address === address)
    if (site === undefined) continue
    const { organizationId, siteId } = site
    return { key: { organizationId, siteId }, rest: segmentsOf(url).slice(segments) }
  }
  return undefined
}

/** The claims of a visitor, if there are any. */
function knownOf({ schema }: SiteDoor, token: VisitorToken, { unsignedClaims }: Asked) {
  const signed = token.token === 'valid' ? token.claims : undefined
  const claims = claimsOf(schema, { signed, unsigned: unsignedClaims })
  if (signed === undefined && Object.keys(claims.unsigned ?? {}).length === 0) return {}
  return { claims }
}

/** Claims must fit into the content token that the visitor gets. */
function requireFew(claims: Visitor['claims']) {
  if (claims === undefined || Buffer.byteLength(JSON.stringify(claims)) <= claimsBytesMax) return
  throw new ApiError(
    'invalid_request',
    `The claims of a visitor can have at most ${claimsBytesMax} bytes. Send fewer claims.`,
  )
}

interface Visit {
  readonly key: SiteKey
  readonly url: URL
  readonly rest: readonly string[]
  readonly door: SiteDoor
  readonly visitor: Visitor
  readonly token: VisitorToken
  readonly link: ReturnType<typeof linkOf>
}

async function show(context: PublicContext, visit: Visit): Promise<PublishedSiteContentLookup> {
  const { db, addresses: known } = context
  const { key, url, rest, door, visitor, link } = visit
  requireFew(visitor.claims)
  const site = found(await sites.find(db, key), 'site')
  const whole = await structures.read(db, key)
  const there = { ...whole, siteSpaces: whole.siteSpaces.filter(({ isHidden }) => !isHidden) }
  const chosen = choose(visibleStructure(there, gateFor({ door, visitor })).seen, rest)
  if (chosen === undefined) throw nothingHere()
  const { section, siteSpace, taken, complete } = chosen
  const pathname = rest.slice(taken).map(decoded).join('/')
  const above = segmentsOf(url).slice(0, segmentsOf(url).length - rest.length)
  const parts = {
    organization: key.organizationId,
    site: key.siteId,
    ...(section && { siteSection: section.id }),
    siteSpace: siteSpace.id,
    space: siteSpace.spaceId,
  }
  return {
    ...parts,
    pathname,
    siteBasePath: basePath(above),
    basePath: basePath([...above, ...rest.slice(0, taken)]),
    apiToken: await tokenFor(context, visit, parts),
    ...(link?.active && { shareKey: visitor.shareKey ?? '' }),
    complete,
    ...(visitor.claims && { contextId: contextIdOf({ door, visitor }) }),
    canonicalUrl: canonicalUrl(sites.siteAddress(site, known), chosen, pathname),
  }
}

function basePath(segments: readonly string[]): string {
  return ['', ...segments, ''].join('/')
}

/** A token for what this visitor sees. It expires when the visitor's own access does. */
function tokenFor(
  { contentTokens, now }: PublicContext,
  { door, visitor: { claims }, token, link }: Visit,
  parts: Parts,
): Promise<string> {
  const content = {
    ...parts,
    ...(claims && { claims }),
    ...(token.token === 'valid' && { signedBy: fingerprintOf(door.privateKey) }),
    ...(link?.active && { shareLink: link.id }),
  }
  return contentTokens.sign(content, now, token.token === 'valid' ? token.expiresAt : undefined)
}

type Parts = Parameters<PublicContext['contentTokens']['sign']>[0]

/** The sign-in URL, with the requested page to return to. */
function loginAddress(fallbackURL: string, rest: readonly string[]): string {
  const address = new URL(fallbackURL)
  // Remove the key of a share link, which may open a site that used this address before: it must not leak.
  const [first = ''] = rest
  const location = isKeyLike(first) ? rest.slice(1) : rest
  address.searchParams.set('location', `/${location.join('/')}`)
  return address.href
}
