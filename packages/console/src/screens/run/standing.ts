import { useOperation } from '../../app/operations.ts'
import { useEverySpace } from '../../app/spaces.ts'
import type { Standing } from './reach.ts'

/** What the person who looks is in the organization, and may do in one space or in any. */
export function useStanding(organizationId: string, spaceId: string | undefined): Standing {
  const { id: userId, operator: isOperator = false } = useOperation('getAuthenticatedUser', {})
  const { role } = useOperation('getMemberInOrganizationById', { params: { organizationId, userId } })
  const { items } = useEverySpace({ organizationId })
  const open = items.filter(({ id }) => id === spaceId)
  const isElsewhere = open.length === 0 && isId(spaceId)
  // Until a space is named, any counts.
  const spaces = open.length > 0 ? open : items
  return { role, isOperator, spaces: spaces.map(({ permissions }) => permissions), isElsewhere }
}

/** Whoever types an ID has not named a space until it is complete. */
function isId(text: string | undefined): boolean {
  return text !== undefined && /^[A-Za-z\d]{22}$/.test(text)
}
