import type { Collection, Role } from '@stemma/contract'
import { shownLevel } from '../../../auth/default-level.ts'
import { isAtLeast, type OrganizationStanding } from '../../../auth/resolver.ts'
import type { Addresses } from '../../../common/addresses.ts'

export interface CollectionRow {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly title: string
  readonly description: string | null
  readonly inherits: boolean
  readonly defaultLevel: Role | null
  readonly inheritedLevel: string | null
  readonly rank: string
}

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
