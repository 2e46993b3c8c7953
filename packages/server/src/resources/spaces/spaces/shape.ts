import type { Role, Site, Space } from '@stemma/contract'
import { shownLevel } from '../../../auth/default-level.ts'
import { isAtLeast, type OrganizationStanding } from '../../../auth/resolver.ts'
import type { Addresses } from '../../../common/addresses.ts'
import { toMergeRules } from '../../../common/merge-rules.ts'

export interface SpaceRow {
  readonly id: string
  readonly organizationId: string
  readonly parentId: string | null
  readonly title: string
  readonly emoji: string | null
  readonly iconUrl: string | null
  readonly editMode: string
  readonly language: string | null
  readonly mergeRules: unknown
  readonly contentId: string
  readonly revisionId: string
  readonly inherits: boolean
  readonly defaultLevel: Role | null
  /** The effective default level if the space has none of its own: a role, 'none' or null. */
  readonly inheritedLevel: string | null
  readonly rank: string
  readonly comments: number
  readonly changeRequests: number
  readonly changeRequestsOpen: number
  readonly changeRequestsDraft: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly deletedAt: string | null
}

/** The viewer's level on a space, and standing in its organization. */
export interface Viewer {
  readonly level: Role | null
  readonly organization: OrganizationStanding
}

/** Where a site publishes a space, and for which audience. */
export interface Publication extends Pick<Space, 'visitorAuth'> {
  readonly visibility: Site['visibility']
  readonly urls: Pick<Space['urls'], 'published' | 'public'>
}

export function toSpace(
  row: SpaceRow,
  viewer: Viewer,
  addresses: Addresses,
  publication?: Publication,
): Space {
  return {
    object: 'space',
    id: row.id,
    title: row.title,
    emoji: row.emoji || defaultEmoji,
    visibility: publication?.visibility ?? visibilityOf(row),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    ...(row.deletedAt && { deletedAt: row.deletedAt }),
    editMode: row.editMode as NonNullable<Space['editMode']>,
    mergeRules: toMergeRules<Space['mergeRules']>(row.mergeRules),
    urls: {
      location: addresses.space(row.id),
      app: addresses.spaceApp(row.organizationId, row.id),
      ...publication?.urls,
      ...(row.iconUrl && { icon: row.iconUrl }),
    },
    organization: row.organizationId,
    ...(row.parentId && { parent: row.parentId }),
    ...(row.language && { language: row.language as NonNullable<Space['language']> }),
    ...(publication?.visitorAuth && { visitorAuth: publication.visitorAuth }),
    revision: row.revisionId,
    ...shownLevel(row),
    comments: row.comments,
    changeRequests: row.changeRequests,
    changeRequestsOpen: row.changeRequestsOpen,
    changeRequestsDraft: row.changeRequestsDraft,
    permissions: permissionsOf(viewer),
  }
}

/** A space that no site shows is visible to its collection's audience, unless it has its own level. */
function visibilityOf({ parentId, inherits }: SpaceRow): Space['visibility'] {
  return parentId !== null && inherits ? 'in-collection' : 'private'
}

/** A space as visitors of a site see it: without how people work in it or where else it is shown. */
export function asVisitorsSee(shown: Space, siteVisibility: string): Space {
  const { parent: _parent, visitorAuth: _visitorAuth, editMode: _editMode, ...rest } = shown
  const { defaultLevelInherited: _inherited, ...space } = rest
  const { location, app, icon } = space.urls
  return {
    ...space,
    visibility: siteVisibility as Space['visibility'],
    permissions: { ...space.permissions, view: true },
    urls: { location, app, ...(icon && { icon }) },
    mergeRules: { type: 'inherit' },
    defaultLevel: null,
    comments: 0,
    changeRequests: 0,
    changeRequestsOpen: 0,
    changeRequestsDraft: 0,
  }
}

const defaultEmoji = '📖'

function permissionsOf({ level, organization }: Viewer): Space['permissions'] {
  const reads = isAtLeast(level, 'read')
  const reviews = isAtLeast(level, 'review')
  return {
    view: reads,
    access: reads,
    admin: level === 'admin',
    viewInviteLinks: organization === 'admin',
    edit: isAtLeast(level, 'edit'),
    triggerGitSync: false,
    comment: isAtLeast(level, 'comment'),
    merge: reviews,
    review: reviews,
    installIntegration: organization === 'admin',
  }
}

/** The time from which a deleted space can no longer be restored. */
export function goneAt(deletedAt: string, keptDays: number): string {
  return new Date(Date.parse(deletedAt) + keptDays * 24 * 60 * 60 * 1000).toISOString()
}
