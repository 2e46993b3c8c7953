import { type Static, type TSchema, Type } from 'typebox'
import { Body, type Operations } from './operation.ts'
import { Address, Id, Url, Values } from './scalars.ts'
import { ShareKey } from './site-spaces.ts'

export const VisitorToken = Type.String({ maxLength: 8192 })
const claimsMax = 100
const claimDepthMax = 4

export type VisitorClaim = string | number | boolean | VisitorClaim[] | VisitorClaims
export interface VisitorClaims {
  [name: string]: VisitorClaim
}

const primitives = [Type.String({ maxLength: 1024 }), Type.Number(), Type.Boolean()]

/** Nested to a fixed depth instead of recursive, which also bounds the accepted input. */
const VisitorClaims = (depth: number) =>
  Type.Unsafe<VisitorClaims>(
    Type.Record(Type.String(), VisitorClaim(depth), {
      maxProperties: claimsMax,
      propertyNames: Type.String({ minLength: 1, maxLength: 128 }),
    }),
  )

const VisitorClaim = (depth: number): TSchema => {
  const values = depth > 1 ? [...primitives, VisitorClaims(depth - 1)] : primitives
  return Type.Union([...values, Type.Array(Type.Union(values), { maxItems: claimsMax })])
}

/** What a URL shows, and a short-lived token to read it. */
export const PublishedSiteContent = Type.Object(
  {
    site: Id,
    siteSection: Type.Optional(Id),
    siteSpace: Id,
    space: Id,
    changeRequest: Type.Optional(Id),
    revision: Type.Optional(Id),
    /** The path of the page within the space. */
    pathname: Type.String(),
    basePath: Type.String(),
    siteBasePath: Type.String(),
    apiToken: Type.String(),
    organization: Id,
    shareKey: Type.Optional(ShareKey),
    /** True if no further path segment can select a section or a site space. */
    complete: Type.Boolean(),
    /** Changes with the visitor's claims. Use it as a cache key. */
    contextId: Type.Optional(Type.String()),
    canonicalUrl: Address,
  },
  { title: 'PublishedSiteContent' },
)
export type PublishedSiteContent = Static<typeof PublishedSiteContent>

/** The redirect for the visitor, or what the URL shows. */
export const PublishedSiteContentLookup = Type.Union(
  [
    Type.Object({ target: Values(['application', 'content', 'external']), redirect: Address }),
    PublishedSiteContent,
  ],
  { title: 'PublishedSiteContentLookup' },
)
export type PublishedSiteContentLookup = Static<typeof PublishedSiteContentLookup>

const also = 'Reveals nothing that visiting the URL with the same key and token would not reveal.'

export const urlOperations = {
  resolvePublishedContentByUrl: {
    method: 'POST',
    path: '/v1/urls/published',
    summary: 'Resolve a published URL',
    description: 'Returns what the URL shows to this visitor.',
    access: ['public'],
    scope: null,
    also,
    body: Body({
      url: Url,
      redirectOnError: Type.Optional(Type.Boolean({ default: false })),
      /** Has no effect, because nothing is cached. Newer clients send it after a token has expired. */
      cacheBust: Type.Optional(Type.String({ maxLength: 256 })),
      visitor: Type.Optional(
        Body({
          jwtToken: Type.Optional(VisitorToken),
          unsignedClaims: Type.Optional(VisitorClaims(claimDepthMax)),
          /** Has no effect: people and agents see the same. Newer clients send it. */
          type: Type.Optional(Values(['human', 'agent'])),
        }),
      ),
    }),
    status: 200,
    returns: PublishedSiteContentLookup,
    shownOnce: ['apiToken'],
  },
  getPublishedContentByUrl: {
    method: 'GET',
    path: '/v1/urls/published',
    summary: 'Get published content by URL',
    description: 'Returns what the URL shows.',
    access: ['public'],
    scope: null,
    also,
    query: Type.Object({
      url: Url,
      visitorAuthToken: Type.Optional(VisitorToken),
      redirectOnError: Type.Boolean({ default: false }),
    }),
    status: 200,
    returns: PublishedSiteContentLookup,
    deprecated: 'use resolvePublishedContentByUrl instead',
  },
} satisfies Operations
