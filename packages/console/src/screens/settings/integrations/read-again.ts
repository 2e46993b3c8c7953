import { type Query, useQueryClient } from '@tanstack/react-query'

/** All that an installation changes: itself, its integration, and the lists of the organization. */
const changedByInstalling = [['integrations'], ['orgs']] as const

/**
 * Has everything read again that shows whether an integration is installed. Of an installation that is
 * gone, nothing is: the screen would ask for its spaces and sites until the list without it has arrived.
 */
export function useReadAgain(gone?: string) {
  const queries = useQueryClient()
  const predicate = ({ queryKey }: Query) => gone === undefined || !queryKey.includes(gone)
  return () =>
    Promise.all(changedByInstalling.map((queryKey) => queries.invalidateQueries({ queryKey, predicate })))
}
