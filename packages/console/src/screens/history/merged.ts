import type { RevisionSummary, Space } from '@stemma/contract'
import { toQuery } from '../../app/operations.ts'

/** The change request that a revision was merged from. Its author is shown to people who may comment. */
export function mergedOf({ id: spaceId, permissions }: Space, { mergedFrom }: RevisionSummary) {
  return {
    ...toQuery('getChangeRequestById', { params: { spaceId, changeRequestId: mergedFrom?.id ?? '' } }),
    enabled: mergedFrom !== undefined && permissions.comment,
    throwOnError: false,
  }
}
