import type { Collection, Role } from '@stemma/contract'
import type { Addresses } from '../../addresses.ts'
import { shownLevel } from '../../auth/default-level.ts'
import { isAtLeast, type OrganizationStanding } from '../../auth/resolver.ts'
import { ApiError } from '../../errors.ts'
import type { CollectionRow } from './store.ts'

/** How deep collections may lie in each other. */
export const depthMax = 10

export interface Viewer {
  readonly level: Role | null
  readonly organization: OrganizationStanding
}

export function toCollection(row: CollectionRow, viewer: Viewer, addresses: Addresses): Collection {
  const { id, title, description, organizationId, parentId } = row
  return {
    object: 'collection',
    id,
    title,
    ...(description !== null && { description }),
    organization: organizationId,
    ...(parentId && { parent: parentId }),
    ...shownLevel(row),
    urls: { location: addresses.collection(id), app: addresses.collectionApp(organizationId, id) },
    permissions: {
      view: isAtLeast(viewer.level, 'read'),
      admin: viewer.level === 'admin',
      viewInviteLinks: viewer.organization === 'admin',
      create: isAtLeast(viewer.level, 'create'),
    },
  }
}

/** A collection cannot lie in itself, nor deeper than collections may. */
export function requirePlace(
  moved: readonly { id: string; depth: number }[],
  above: readonly { id: string }[],
) {
  if (above.some(({ id }) => moved.some((one) => one.id === id))) {
    throw new ApiError('conflict', 'A collection cannot be moved into itself. Choose another parent.')
  }
  const height = Math.max(...moved.map(({ depth }) => depth))
  if (above.length + height > depthMax) {
    throw new ApiError(
      'conflict',
      `Collections can lie ${depthMax} deep at most. Choose a parent further up.`,
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
