import { type Static, Type } from 'typebox'
import { Body, List, ListQuery, type Operations } from './operation.ts'
import { Address, Id } from './scalars.ts'
import { ShareKey } from './site-spaces.ts'

const urls = Type.Object({ app: Address })

/** Where a text has what was asked for, in UTF-16 code units; the text itself is plain. */
const Highlights = Type.Array(
  Type.Object({ start: Type.Integer({ minimum: 0 }), end: Type.Integer({ minimum: 0 }) }),
)

const SearchSection = Type.Object({
  id: Id,
  title: Type.String(),
  path: Type.String(),
  body: Type.String(),
  highlights: Type.Object({ title: Highlights, body: Highlights }),
  urls,
})

/** A page that was found, and the best of its sections. */
export const SearchPage = Type.Object(
  {
    id: Id,
    title: Type.String(),
    path: Type.String(),
    sections: Type.Optional(Type.Array(SearchSection)),
    highlights: Type.Object({ title: Highlights }),
    urls,
  },
  { title: 'SearchPage' },
)
export type SearchPage = Static<typeof SearchPage>

/** What was found in one space. */
export const SearchResult = Type.Object(
  { id: Id, title: Type.String(), pages: Type.Array(SearchPage) },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

const SiteSpaces = Type.Array(Id, { minItems: 1, maxItems: 1000 })

/** Which site spaces are searched: by default the first of every section, and the one the reader is in. */
const SiteSearchScope = Type.Union([
  Body({
    mode: Type.Literal('default'),
    currentSiteSpace: Type.Optional(Id),
    includedSiteSpaces: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  }),
  Body({ mode: Type.Literal('specific'), siteSpaceIds: SiteSpaces }),
  Body({ mode: Type.Literal('all') }),
])
export type SiteSearchScope = Static<typeof SiteSearchScope>

const words = Type.String({ minLength: 1, maxLength: 512 })
const query = ListQuery({ query: words })

/** The forms after the first are those of older clients. */
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
    summary: 'Search the content of the spaces of an organization, the best first.',
    access: ['org.member'],
    scope: 'organization:search',
    also: 'Only spaces that the caller can read are searched, ranked and counted.',
    query,
    status: 200,
    returns: List(SearchResult),
  },
  searchSpaceContent: {
    method: 'GET',
    path: '/v1/spaces/{spaceId}/search',
    summary: 'Search the pages of a space, the best first.',
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
    summary: 'Search the pages that a site shows the caller, the best first.',
    access: ['site.view', 'site.audience'],
    scope: 'site:search',
    also: 'Site spaces that the caller does not see are left out, named or not.',
    query: ListQuery({ shareKey: Type.Optional(ShareKey) }),
    body: SiteSearch,
    status: 200,
    returns: List(SearchResult),
  },
} satisfies Operations
