import { type Static, Type } from 'typebox'
import { List, ListQuery, type Operations } from './operation.ts'
import { Address, Id } from './scalars.ts'

const urls = Type.Object({ app: Address })

const SearchSection = Type.Object({
  id: Id,
  title: Type.String(),
  path: Type.String(),
  body: Type.String(),
  urls,
})

const SearchPage = Type.Object({
  id: Id,
  title: Type.String(),
  path: Type.String(),
  sections: Type.Optional(Type.Array(SearchSection)),
  urls,
})

/** What was found in one space. */
export const SearchResult = Type.Object(
  { id: Id, title: Type.String(), pages: Type.Array(SearchPage) },
  { title: 'SearchResult' },
)
export type SearchResult = Static<typeof SearchResult>

export const searchOperations = {
  searchOrganizationContent: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/search',
    summary: 'Search the content of the spaces of an organization, the best first.',
    access: ['org.member'],
    scope: 'organization:search',
    also: 'Only spaces that the caller can read are searched, ranked and counted.',
    query: ListQuery({ query: Type.String({ maxLength: 512 }) }),
    status: 200,
    returns: List(SearchResult),
  },
} satisfies Operations
