import { linkOf, type Refusal, refusalOf, type Visitor } from '../auth/audience.ts'
import { claimsOf } from '../auth/claims.ts'
import { findDoor, type SiteDoor } from '../auth/site-standing.ts'
import { readVisitorToken, type VisitorToken } from '../auth/visitor-token.ts'
import type { PublicContext } from '../common/context.ts'
import { isKeyLike } from '../common/ids.ts'
import { findSite, type Place } from './addresses.ts'

/** The requested URL, and the visitor's credentials. */
export interface Asked {
  readonly url: URL
  readonly token?: string | undefined
  /** The key of a share link. By default the first segment of the path, if it opens the site. */
  readonly shareKey?: string | undefined
  readonly unsignedClaims?: object | undefined
  /** Whether the visitor is signed in as a member of the organization. */
  readonly isMember?: boolean
}

/** A site at a URL, and who may see it. */
export interface PlacedSite extends Place {
  readonly door: SiteDoor
}

/** A visitor of a site, and whether they may see it. */
export interface Visit extends PlacedSite {
  readonly visitor: Visitor
  readonly token: VisitorToken
  readonly link: ReturnType<typeof linkOf>
  /** Whether the first segment of the path was the key of the link. It is not part of `rest`. */
  readonly isKeyInPath: boolean
  /** Why the visitor doesn't see the site. */
  readonly refusal: Refusal | undefined
}

/** Finds the site at a URL and identifies the visitor. */
export async function visit(
  context: Pick<PublicContext, 'db' | 'seals' | 'addresses' | 'now'>,
  asked: Asked,
): Promise<Visit | undefined> {
  const place = await findSite(context, asked.url)
  const door = place && (await findDoor(context, place.key))
  return place && door && visitTo({ ...place, door }, asked, context)
}

/** Identifies the visitor of a site, for the API and for pages. */
export async function visitTo<Site extends PlacedSite>(
  place: Site,
  asked: Asked,
  { now }: Pick<PublicContext, 'now'>,
): Promise<Site & Visit> {
  const { door } = place
  const given = asked.token ?? asked.url.searchParams.get('jwt_token') ?? undefined
  const token = await readVisitorToken(given, { privateKey: door.privateKey, now })
  const [first] = place.rest
  const inPath = linkOf(door.shareLinks, { shareKey: first ?? '' })
  const isKeyInPath = inPath?.active === true
  const shareKey = isKeyInPath ? first : (asked.shareKey ?? first)
  const visitor: Visitor = {
    ...(asked.isMember && { isMember: true }),
    token: token.token,
    ...(shareKey !== undefined && { shareKey }),
    ...knownOf(door, token, asked),
  }
  return {
    ...place,
    rest: isKeyInPath ? place.rest.slice(1) : place.rest,
    visitor,
    token,
    link: linkOf(door.shareLinks, { shareKey: shareKey ?? '' }),
    isKeyInPath,
    refusal: refusalOf({ door, visitor }),
  }
}

/** The claims of a visitor, if there are any. */
function knownOf({ schema }: SiteDoor, token: VisitorToken, { unsignedClaims }: Asked) {
  const signed = token.token === 'valid' ? token.claims : undefined
  const claims = claimsOf(schema, { signed, unsigned: unsignedClaims })
  if (signed === undefined && Object.keys(claims.unsigned ?? {}).length === 0) return {}
  return { claims }
}

/** The sign-in URL, with the requested page to return to. */
export function loginAddress(fallbackURL: string, rest: readonly string[]): string {
  const address = new URL(fallbackURL)
  // Remove the key of a share link, which may open a site that used this address before: it must not leak.
  const [first = ''] = rest
  const location = isKeyLike(first) ? rest.slice(1) : rest
  address.searchParams.set('location', `/${location.join('/')}`)
  return address.href
}
