import type { ChangeRequest } from '@stemma/contract'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toQuery } from '../../app/operations.ts'
import { type Changed, changedIn } from '../changes/changed.ts'
import type { Compared } from '../changes/compared.ts'
import type { View } from '../changes/view.ts'

export interface ReviewSearch {
  /** The changed page that is open; without it, the first. */
  readonly page?: string | undefined
  /** Rendered, if the URL doesn't say. */
  readonly view?: View | undefined
  /** Everything that people say about the change request; without it, what it changes. */
  readonly tab?: 'talk' | undefined
  /** The comment that a link leads to. */
  readonly comment?: string | undefined
}

export interface ChangeRequestKey {
  readonly spaceId: string
  /** The ID or the number. */
  readonly changeRequestId: string
}

/** The first changes come at once, all of them after the first is shown. */
const atFirst = 30
const atMost = 1000

export function changesOf(params: ChangeRequestKey, part: 'first' | 'all') {
  return toQuery('getChangeRequestChanges', {
    params,
    query: { limit: part === 'first' ? atFirst : atMost },
  })
}

/** How many conflicts there are. */
export function conflictCountOf(params: ChangeRequestKey) {
  return toQuery('listChangeRequestConflicts', { params, query: { limit: 1 } })
}

/** What a change request changes, and how much of it is not listed. */
export function useChanged(params: ChangeRequestKey): Listed {
  const first = useSuspenseQuery(changesOf(params, 'first')).data
  const all = useQuery({ ...changesOf(params, 'all'), enabled: first.more !== undefined }).data
  const { changes, more = 0 } = all ?? first
  const items = useMemo(() => changedIn(changes), [changes])
  return { items, more, isComplete: first.more === undefined || all !== undefined }
}

interface Listed {
  readonly items: readonly Changed[]
  readonly more: number
  /** Whether everything that can be listed is. */
  readonly isComplete: boolean
}

/** A change request is compared with the revision of the space that it began with, or was updated to. */
export function comparedOf(one: ChangeRequest, organizationId: string): Compared {
  return {
    organizationId,
    spaceId: one.space,
    before: { kind: 'revision', id: one.revisionMergedAncestor ?? one.revisionInitial },
    after: { kind: 'change', id: String(one.number) },
  }
}

/** Reads everything about the space of a change request again. */
export function useReadAgain({ space }: ChangeRequest) {
  const queries = useQueryClient()
  return async () => {
    await queries.invalidateQueries({ queryKey: ['spaces', space] })
    await queries.invalidateQueries({ queryKey: ['orgs'] })
  }
}
