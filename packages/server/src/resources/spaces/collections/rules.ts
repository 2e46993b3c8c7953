import { ApiError } from '../../../common/errors.ts'

/** How deep collections may lie in each other. */
const depthMax = 10

/** A collection cannot lie in itself, nor deeper than collections may. */
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
 * The top of an organization: whoever changes the tree of its collections holds its order, not the
 * whole organization, which every new space refers to.
 */
export function topOf(organizationId: string) {
  return { organizationId, parentId: null }
}
