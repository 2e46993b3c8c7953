import { ApiError } from '../../errors.ts'

/** A locked space is changed by merging change requests alone. */
export function requireLive({ editMode }: { readonly editMode: string }) {
  if (editMode === 'live') return
  throw new ApiError(
    'space_locked',
    'This space is locked. Put the changes into a change request and merge it.',
  )
}

/** A space goes back to what it was itself; what a change request has comes by merging it. */
export function requireOwn({ changeRequestId }: { readonly changeRequestId: string | null }) {
  if (changeRequestId === null) return
  throw new ApiError('conflict', 'This is a revision of a change request. Merge the change request instead.')
}
