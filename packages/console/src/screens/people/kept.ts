import type { Member } from '@stemma/contract'
import { useOperation } from '../../app/operations.ts'

/** Why nobody can change or remove somebody, if nobody can: an organization keeps one admin. */
export function useIsKept(organizationId: string, { id, role }: Pick<Member, 'id' | 'role'>) {
  const params = { organizationId }
  const { sso, ssoExemptMember } = useOperation('getOrganizationById', { params })
  const { count } = useOperation('listMembersInOrganizationById', {
    params,
    query: { role: 'admin', limit: 1 },
  })
  if (sso && ssoExemptMember === id) return 'signs in without single sign-on'
  return role === 'admin' && count === 1 ? 'the only admin' : undefined
}
