import type { Addresses } from '../../../common/addresses.ts'
import type { Resource } from './attributes.ts'
import type { GroupRow, UserRow } from './store.ts'

export const schemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
} as const

/** Where an organization's resources are. */
export interface Place {
  readonly addresses: Addresses
  readonly organizationId: string
}

export function locationOf({ addresses, organizationId }: Place, kind: 'Users' | 'Groups', id: string) {
  return `${addresses.scim(organizationId)}/${kind}/${id}`
}

export function toScimUser(place: Place, row: UserRow, teams: readonly Team[]): Resource {
  const { userId, externalId, givenName, familyName, email, createdAt, updatedAt } = row
  const location = locationOf(place, 'Users', userId)
  const displayName = row.displayName ?? row.accountName
  return {
    schemas: [schemas.user],
    id: userId,
    ...(externalId !== null && { externalId }),
    userName: row.userName ?? email,
    displayName,
    name: {
      formatted: displayName,
      ...(givenName !== null && { givenName }),
      ...(familyName !== null && { familyName }),
    },
    emails: [{ value: email, type: 'work', primary: true }],
    active: row.disabledAt === null,
    groups: teams.map(({ teamId, title }) => ({
      value: teamId,
      display: title,
      type: 'direct',
      $ref: locationOf(place, 'Groups', teamId),
    })),
    meta: { resourceType: 'User', created: createdAt, lastModified: updatedAt, location },
  }
}

interface Team {
  readonly teamId: string
  readonly title: string
}

export function toScimGroup(place: Place, row: GroupRow, members: readonly Member[] | undefined): Resource {
  const { teamId, title, externalId, createdAt, updatedAt } = row
  const location = locationOf(place, 'Groups', teamId)
  return {
    schemas: [schemas.group],
    id: teamId,
    ...(externalId !== null && { externalId }),
    displayName: title,
    ...(members && {
      members: members.map(({ userId, accountName }) => ({
        value: userId,
        display: accountName,
        type: 'User',
        $ref: locationOf(place, 'Users', userId),
      })),
    }),
    meta: { resourceType: 'Group', created: createdAt, lastModified: updatedAt, location },
  }
}

interface Member {
  readonly userId: string
  readonly accountName: string
}

export function toList(resources: readonly Resource[], { total, startIndex }: Listed): Resource {
  return {
    schemas: [schemas.list],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}

interface Listed {
  readonly total: number
  readonly startIndex: number
}
