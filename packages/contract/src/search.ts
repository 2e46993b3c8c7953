import { type Static, Type } from 'typebox'
import { List, ListQuery, type Operations } from './operation.ts'
import { Address, Id } from './scalars.ts'

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

const query = ListQuery({ query: Type.String({ minLength: 1, maxLength: 512 }) })

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
    query,
    status: 200,
    returns: List(SearchPage),
  },
} satisfies Operations
