import { createHash, createHmac } from 'node:crypto'
import type { VisitorClaims } from '@stemma/contract'
import { jwtVerify, SignJWT } from 'jose'
import type { Visitor } from './audience.ts'

/** The data in a content token: the site, and what was known about the visitor. */
export interface ContentToken {
  readonly organization: string
  readonly site: string
  readonly siteSection?: string
  readonly siteSpace: string
  readonly space: string
  readonly claims?: VisitorClaims
  /** The key that signed the visitor token, if they had a valid one. */
  readonly signedBy?: string
  readonly shareLink?: string
}

/** The site of a content token, and the space of the URL that it was issued for. */
export interface Visited {
  readonly organizationId: string
  readonly siteId: string
  readonly spaceId: string
}

const daySeconds = 24 * 60 * 60
/** A token from the last second of a day is still useful, and tokens of two days overlap. */
const overlapSeconds = 60 * 60
const [issuer, audience] = ['stemma', 'content']

/**
 * Signed tokens to read published content. They contain all of their data, so nothing is stored; each request
 * checks against the site whether they still apply.
 */
export function contentTokens(key: Uint8Array) {
  return {
    /**
     * Valid until an hour after the end of the day (UTC), and never longer than the visitor's own token. On
     * one day, equal visitors get equal bytes, so that renderers can cache what they read by token.
     */
    sign(token: ContentToken, now: string, endsAt = Number.POSITIVE_INFINITY): Promise<string> {
      const day = Math.floor(Date.parse(now) / 1000 / daySeconds)
      const expiresAt = Math.min((day + 1) * daySeconds + overlapSeconds, endsAt)
      return new SignJWT({ kind: 'site', ...token })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setExpirationTime(expiresAt)
        .sign(key)
    },

    /** Replaces the hash of a text for visitors, who could otherwise verify guesses about hidden parts. */
    aliasOf(hash: string): string {
      return createHmac('sha256', key).update(`document ${hash}`).digest('base64url')
    },

    async read(text: string, now: string): Promise<ContentToken | undefined> {
      try {
        const { payload } = await jwtVerify<ContentToken>(text, key, {
          algorithms: ['HS256'],
          requiredClaims: ['exp'],
          issuer,
          audience,
          currentDate: new Date(now),
        })
        return payload
      } catch {
        return undefined
      }
    },
  }
}

export type ContentTokens = ReturnType<typeof contentTokens>

/** Identifies a key of a site without revealing it, so that content tokens end with the key. */
export function fingerprintOf(privateKey: string): string {
  return createHash('sha256').update(`visitor key ${privateKey}`).digest('base64url').slice(0, 16)
}

/** The visitor of a content token, judged by the current settings of the site. */
export function visitorWith(
  { claims, signedBy, shareLink }: ContentToken,
  privateKey: () => string,
): Visitor {
  const signed =
    signedBy === undefined ? 'missing' : signedBy === fingerprintOf(privateKey()) ? 'valid' : 'invalid'
  const known = signed === 'invalid' ? undefined : claims
  return {
    token: signed,
    ...(known !== undefined && { claims: known }),
    ...(shareLink !== undefined && { shareLinkId: shareLink }),
  }
}
