import type { Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'
import { mayWrite } from './writing.ts'

/** Like `mayWrite`; a change request that is merged or archived stays as it is. */
export function useMayWrite(space: Space, version: Version): boolean {
  const changeRequestId = version.kind === 'change' ? version.id : ''
  const { data } = useQuery({
    ...toQuery('getChangeRequestById', { params: { spaceId: space.id, changeRequestId } }),
    enabled: version.kind === 'change',
  })
  const isClosed = data?.status === 'merged' || data?.status === 'archived'
  return mayWrite(space, version) && !(version.kind === 'change' && isClosed)
}
