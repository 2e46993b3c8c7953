import { queryClient } from '../app/queries.ts'

interface Merged {
  readonly spaceId: string
  /** As the URL has it. */
  readonly changeRequestId: string
}

/**
 * Reads what a merge changes on the screens of a change request: its state first, then who reviewed it and
 * the counts beside it. Its content stays as it was. Everything else of the space is read when it is opened.
 */
export async function readMerged({ spaceId, changeRequestId }: Merged) {
  const space = ['spaces', spaceId]
  const one = [...space, 'change-requests', changeRequestId]
  await queryClient.invalidateQueries({ queryKey: space, refetchType: 'none' })
  await queryClient.refetchQueries({ queryKey: one, exact: true, type: 'active' })
  await Promise.all([
    queryClient.refetchQueries({ queryKey: space, exact: true, type: 'active' }),
    queryClient.refetchQueries({ queryKey: [...one, 'reviews'], type: 'active' }),
    queryClient.invalidateQueries({ queryKey: ['orgs'] }),
  ])
}
