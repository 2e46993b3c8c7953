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

/** Written out to a fixed depth: no reference to itself, and a bound on what is accepted. */
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

/** What an address shows, and a short-lived token to read it with. */
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
    /** No further segment of the path can choose a section or a site space. */
    complete: Type.Boolean(),
    /** Changes when the visitor's claims do, so that answers can be cached by it. */
    contextId: Type.Optional(Type.String()),
    canonicalUrl: Address,
  },
  { title: 'PublishedSiteContent' },
)
export type PublishedSiteContent = Static<typeof PublishedSiteContent>

/** Where the visitor must go instead, or what the address shows. */
export const PublishedSiteContentLookup = Type.Union(
  [
    Type.Object({ target: Values(['application', 'content', 'external']), redirect: Address }),
    PublishedSiteContent,
  ],
  { title: 'PublishedSiteContentLookup' },
)
export type PublishedSiteContentLookup = Static<typeof PublishedSiteContentLookup>

const also = 'Tells nothing that a visit to the address with the same key and token would not tell.'

export const urlOperations = {
  resolvePublishedContentByUrl: {
    method: 'POST',
    path: '/v1/urls/published',
    summary: 'Find what a published address shows, to this visitor.',
    access: ['public'],
    scope: null,
    also,
    body: Body({
      url: Url,
      redirectOnError: Type.Optional(Type.Boolean({ default: false })),
      visitor: Type.Optional(
        Body({
          jwtToken: Type.Optional(VisitorToken),
          unsignedClaims: Type.Optional(VisitorClaims(claimDepthMax)),
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
    summary: 'Find what a published address shows.',
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
