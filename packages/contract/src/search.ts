import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id, Values } from './scalars.ts'
import { ShareKey } from './site-spaces.ts'

const urls = Type.Object({ app: Address })

/** The positions of matches in a plain text, in UTF-16 code units. */
const Highlights = Type.Array(
  Type.Object({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }),
)

/** Higher is better. Compare scores within one response only. */
const Score = Type.Number({ minimum: 0 })

const SearchSection = Type.Object({
  id: Id,
  title: Type.String(),
  path: Type.String(),
  score: Score,
  body: Type.String(),
  highlights: Type.Object({ title: Highlights, body: Highlights }),
  urls,
})

/** A matching page, with its best sections. */
export const SearchPage = Type.Object(
  {
    id: Id,
    title: Type.String(),
    /** The description of the page, or an empty text. */
    description: Type.String(),
    path: Type.String(),
    score: Score,
    /** The position among all matching pages of the request, from 1. */
    rank: Type.Integer({ minimum: 1 }),
    /** The pages above this one, from the top. */
    ancestors: Type.Array(Type.Object({ title: Type.String() })),
    sections: Type.Optional(Type.Array(SearchSection)),
    highlights: Type.Object({ title: Highlights }),
    urls,
  },
  { title: 'SearchPage' },
)
export type SearchPage = Static<typeof SearchPage>

/** The matches in one space. */
export const SearchResult = Type.Object(
  { type: Values(['space']), id: Id, title: Type.String(), score: Score, pages: Type.Array(SearchPage) },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

const SiteSpaces = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** The site spaces to search: by default the first of each section, and the one that is open. */
const SiteSearchScope = Type.Union([
  Body({
    mode: Type.Literal('default'),
    currentSiteSpace: Type.Optional(Id),
    includedSiteSpaces: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
    /** Searches only the open site space, or all but that one. */
    restrictTo: Type.Optional(Values(['currentSiteSpace', 'otherSiteSpaces'])),
  }),
  Body({ mode: Type.Literal('specific'), siteSpaceIds: SiteSpaces }),
  Body({ mode: Type.Literal('all') }),
])
export type SiteSearchScope = Static<typeof SiteSearchScope>

const words = Type.String({ minLength: 1, maxLength: 512 })
const query = ListQuery({ query: words })

/** Older clients send the other forms. */
export const SiteSearch = Type.Union([
  Body({ query: words, scope: SiteSearchScope }),
  Body({ query: words, mode: Type.Optional(Type.Literal('specific')), siteSpaceIds: SiteSpaces }),
  Body({ query: words, mode: Type.Literal('current'), siteSpaceId: Id }),
  Body({ query: words, mode: Type.Literal('all') }),
])
export type SiteSearch = Static<typeof SiteSearch>

export const searchOperations = {
  searchOrganizationContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/search',
    summary: 'Search an organization',
    description: 'Returns matching content of its spaces, best match first.',
    access: ['org.member'],
    scope: 'organization:search',
    also: 'Only spaces that you can read are searched, ranked and counted.',
    query,
    status: 200,
    returns: List(SearchResult),
  },
  searchSpaceContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/search',
    summary: 'Search a space',
    description: 'Returns matching pages, best match first.',
    access: ['space.read'],
    scope: 'space:read',
    installations: ['space:content:read'],
    query,
    status: 200,
    returns: List(SearchPage),
  },
  searchSiteContent: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
    summary: 'Search a site',
    description: 'Returns the matching pages that the site shows to you, best match first.',
    access: ['site.view', 'site.audience'],
    scope: 'site:search',
    also: 'Site spaces that are hidden from you are left out, even if you name them.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey) }),
    body: SiteSearch,
    status: 200,
    returns: List(SearchResult),
  },
} satisfies Operations
