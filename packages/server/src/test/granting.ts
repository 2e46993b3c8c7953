import type { Role } from '@stemma/contract'
import type { Organization, Person, Server } from './harness.ts'
import { givenCollection, givenSpace } from './places.ts'

export const kinds = ['space', 'collection'] as const
export type Kind = (typeof kinds)[number]

/** A space or collection with its permission operations, under the same names for both. */
export async function givenPlace(
  server: Server,
  organization: Organization,
  kind: Kind,
  levels: { readonly defaultLevel?: Role | null } = {},
) {
  return kind === 'space'
    ? ofSpace(server, await givenSpace(server, organization, levels))
    : ofCollection(server, await givenCollection(server, organization, levels))
}

export type GrantedPlace = Awaited<ReturnType<typeof givenPlace>>

export function ofSpace(server: Server, spaceId: string) {
  const params = { spaceId }
  const api = (by: Person) => server.as(by)
  return {
    id: spaceId,
    named: { spaceId } as { spaceId: string } | { collectionId: string },
    get: (by: Person): Promise<{ readonly permissions: Seen }> => api(by).getSpaceById({ params }),
    rename: async (by: Person, title = 'Renamed'): Promise<unknown> =>
      api(by).updateSpaceById({ params, body: { title } }),
    invite: (by: Person, body: Grant): Promise<Answered> =>
      api(by).request('inviteToSpace', { params, body }),
    users: (by: Person, query: Page = {}) => api(by).listUserPermissionsInSpace({ params, query }),
    teams: (by: Person, query: Page = {}) => api(by).listTeamPermissionsInSpace({ params, query }),
    people: (by: Person, query: Page & { role?: Role } = {}) =>
      api(by).listPermissionsAggregateInSpace({ params, query }),
    explain: (by: Person, user: string) => api(by).explainPermissionInSpace({ params, query: { user } }),
    changeUser: (by: Person, userId: string, body: Change): Promise<Answered> =>
      api(by).request('updateUserPermissionInSpace', { params: { ...params, userId }, body }),
    changeTeam: (by: Person, teamId: string, body: Change): Promise<Answered> =>
      api(by).request('updateTeamPermissionInSpace', { params: { ...params, teamId }, body }),
    removeUser: (by: Person, userId: string): Promise<Answered> =>
      api(by).request('removeUserFromSpace', { params: { ...params, userId } }),
    removeTeam: (by: Person, teamId: string): Promise<Answered> =>
      api(by).request('removeTeamFromSpace', { params: { ...params, teamId } }),
  }
}

export function ofCollection(server: Server, collectionId: string): ReturnType<typeof ofSpace> {
  const params = { collectionId }
  const api = (by: Person) => server.as(by)
  return {
    id: collectionId,
    named: { collectionId },
    get: (by) => api(by).getCollectionById({ params }),
    rename: (by, title = 'Renamed') => api(by).updateCollectionById({ params, body: { title } }),
    invite: (by, body) => api(by).request('inviteToCollection', { params, body }),
    users: (by, query = {}) => api(by).listUserPermissionsInCollection({ params, query }),
    teams: (by, query = {}) => api(by).listTeamPermissionsInCollection({ params, query }),
    people: (by, query = {}) => api(by).listPermissionsAggregateInCollection({ params, query }),
    explain: (by, user) => api(by).explainPermissionInCollection({ params, query: { user } }),
    changeUser: (by, userId, body) =>
      api(by).request('updateUserPermissionInCollection', { params: { ...params, userId }, body }),
    changeTeam: (by, teamId, body) =>
      api(by).request('updateTeamPermissionInCollection', { params: { ...params, teamId }, body }),
    removeUser: (by, userId) =>
      api(by).request('removeUserFromCollection', { params: { ...params, userId } }),
    removeTeam: (by, teamId) =>
      api(by).request('removeTeamFromCollection', { params: { ...params, teamId } }),
  }
}

type Grant = { role: Role | null; users: string[]; teams?: string[] } | { role: Role | null; teams: string[] }

export interface Answered {
  readonly status: number
  readonly headers: Headers
}

interface Change {
  readonly role?: Role | null
}

interface Page {
  readonly page?: string
  readonly limit?: number
}

interface Seen {
  readonly view: boolean
  readonly admin: boolean
}
