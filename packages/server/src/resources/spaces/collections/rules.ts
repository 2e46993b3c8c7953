import { ApiError } from '../../../common/errors.ts'

const depthMax = 10

/** A collection can't be inside itself, nor nested deeper than `depthMax`. */
export function requirePlace(
  moved: readonly { id: string; depth: number }[],
  above: readonly { id: string }[],
) {
  if (above.some(({ id }) => moved.some((one) => one.id === id))) {
    throw new ApiError('conflict', "A collection can't be moved into itself. Choose another parent.")
  }
  const height = Math.max(...moved.map(({ depth }) => depth))
  if (above.length + height > depthMax) {
    throw new ApiError(
      'conflict',
      `Collections can be nested at most ${depthMax} levels deep. Choose a parent further up.`,
    )
  }
}

/**
 * The top level of an organization. Requests that change its collection tree lock this order.
 * `organizations.lock` would block every new space, because spaces reference their organization.
 */
export function topOf(organizationId: string) {
  return { organizationId, parentId: null }
}
