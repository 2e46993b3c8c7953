import type { Space } from '@stemma/contract'
import { useQuery } from '@tanstack/react-query'
import { toQuery } from '../../app/operations.ts'
import type { Version } from './place.ts'
import { mayWrite } from './writing.ts'

/** Like `mayWrite`, but a change request says itself whether it can still be written, once it is read. */
export function useMayWrite(space: Space, version: Version): boolean {
  const changeRequestId = version.kind === 'change' ? version.id : ''
  const { data } = useQuery({
    ...toQuery('getChangeRequestById', { params: { spaceId: space.id, changeRequestId } }),
    enabled: version.kind === 'change',
  })
  return data?.permissions.edit ?? mayWrite(space, version)
}
