import type { PublishedSiteContentLookup } from '@stemma/contract'
import { contextIdOf, type Visitor } from '../../../auth/audience.ts'
import { fingerprintOf } from '../../../auth/content-token.ts'
import type { PublicContext } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { decoded, segmentsOf } from '../../../publishing/addresses.ts'
import { canonicalUrl, choose } from '../../../publishing/choosing.ts'
import { readSeen } from '../../../publishing/structure.ts'
import { loginAddress, type Visit, visit } from '../../../publishing/visiting.ts'
import * as sites from '../sites/index.ts'

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
  const url = URL.canParse(asked.url) ? new URL(asked.url) : undefined
  const visited = url && (await visit(context, { ...asked, url }))
  if (url === undefined || visited === undefined) throw nothingHere()
  const { refusal, door, rest } = visited
  if (refusal === undefined) return show(context, { ...visited, url })
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

/** Claims must fit into the content token that the visitor gets. */
function requireFew(claims: Visitor['claims']) {
  if (claims === undefined || Buffer.byteLength(JSON.stringify(claims)) <= claimsBytesMax) return
  throw new ApiError(
    'invalid_request',
    `The claims of a visitor can have at most ${claimsBytesMax} bytes. Send fewer claims.`,
  )
}

interface Shown extends Visit {
  readonly url: URL
}

async function show(context: PublicContext, visited: Shown): Promise<PublishedSiteContentLookup> {
  const { db, addresses: known } = context
  const { key, url, rest, door, visitor, link } = visited
  requireFew(visitor.claims)
  const site = found(await sites.find(db, key), 'site')
  const chosen = choose(await readSeen(db, key, { door, visitor }), rest)
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
    apiToken: await tokenFor(context, visited, parts),
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
    ...(token.token === 'valid' && { signedBy: fingerprintOf(door.privateKey()) }),
    ...(link?.active && { shareLink: link.id }),
  }
  return contentTokens.sign(content, now, token.token === 'valid' ? token.expiresAt : undefined)
}

type Parts = Parameters<PublicContext['contentTokens']['sign']>[0]
