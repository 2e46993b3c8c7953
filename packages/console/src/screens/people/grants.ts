import type { Role } from '@stemma/contract'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../app/client.ts'
import { offers } from '../../app/offers.ts'
import { toPages, toQuery } from '../../app/operations.ts'
import { queryClient } from '../../app/queries.ts'

/** What people get access to. */
export interface Place {
  readonly kind: 'space' | 'collection'
  readonly id: string
  readonly title: string
  readonly organizationId: string
}

/** Everybody who has access, with the level that counts. */
export function effectiveIn({ kind, id }: Place) {
  const query = { limit: 100 }
  return kind === 'space'
    ? toPages('listPermissionsAggregateInSpace', { params: { spaceId: id }, query })
    : toPages('listPermissionsAggregateInCollection', { params: { collectionId: id }, query })
}

const grantsAtOnce = { limit: 200 }

/** The people who were given a level here. */
export function userGrantsIn({ kind, id }: Place) {
  return kind === 'space'
    ? toPages('listUserPermissionsInSpace', { params: { spaceId: id }, query: grantsAtOnce })
    : toPages('listUserPermissionsInCollection', { params: { collectionId: id }, query: grantsAtOnce })
}

/** The teams that were given a level here. */
export function teamGrantsIn({ kind, id }: Place) {
  return kind === 'space'
    ? toPages('listTeamPermissionsInSpace', { params: { spaceId: id }, query: grantsAtOnce })
    : toPages('listTeamPermissionsInCollection', { params: { collectionId: id }, query: grantsAtOnce })
}

/** Why somebody has the level that they have. */
export function explanationIn({ kind, id }: Place, user: string) {
  return kind === 'space'
    ? toQuery('explainPermissionInSpace', { params: { spaceId: id }, query: { user } })
    : toQuery('explainPermissionInCollection', { params: { collectionId: id }, query: { user } })
}

interface Grant {
  /** Null takes the grant away. */
  readonly role: Role | null
  readonly to: { readonly user: string } | { readonly team: string }
}

export function offersGrant({ kind, id }: Place) {
  return kind === 'space'
    ? offers('inviteToSpace', { spaceId: id })
    : offers('inviteToCollection', { collectionId: id })
}

/** Gives a person or a team a level here, or takes it away. */
export function useGrant({ kind, id }: Place) {
  return useMutation({
    networkMode: 'always',
    async mutationFn({ role, to }: Grant) {
      const body = 'user' in to ? { role, users: [to.user] } : { role, teams: [to.team] }
      if (kind === 'space') await api.inviteToSpace({ params: { spaceId: id }, body })
      else await api.inviteToCollection({ params: { collectionId: id }, body })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [`${kind}s`, id] }),
  })
}
