import type { ContentLocation, Organization } from '@stemma/contract'
import type { OrganizationStanding } from '../../../auth/resolver.ts'
import { levelOn, standingIn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import * as organizations from '../../organizations/organizations/index.ts'
import * as users from '../../people/users/store.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as collections from '../../spaces/collections/index.ts'
import * as spaces from '../../spaces/spaces/index.ts'

/**
 * Locations that a text refers to outside of its space. A location that the caller couldn't read directly is
 * treated as missing. Token scopes apply as they do in the operations that read these resources.
 */
type Location<Kind> = Extract<ContentLocation, { kind: Kind }>

export async function readUser(context: Context, userId: string): Promise<Location<'user'> | undefined> {
  const { db, caller, addresses } = context
  const isKnown = userId === caller.userId || (await users.sharesOrganization(db, caller, userId))
  const row = isKnown && hasScope(context, 'user:read') ? await users.find(db, userId) : undefined
  return row && { kind: 'user', user: users.toUser(row, addresses) }
}

export async function readSpace(context: Context, spaceId: string): Promise<Location<'space'> | undefined> {
  const standing = await standingOnSpace(context, spaceId)
  const row = standing && (await spaces.find(context.db, spaceId))
  if (!row || row.deletedAt !== null) return undefined
  const { space: level, organization } = standing
  return {
    kind: 'space',
    organization: await showOrganization(context, row.organizationId, organization),
    space: await showSpace(context, row, { level, organization }),
  }
}

export async function readCollection(
  context: Context,
  collectionId: string,
): Promise<Location<'collection'> | undefined> {
  const { db, caller, addresses } = context
  // Installations can't call any operation on collections.
  if (caller.installation !== undefined) return undefined
  const level = await levelOn(db, caller, { collection: collectionId, ...boundTo(context) })
  const row = level === null ? undefined : await collections.find(db, collectionId)
  if (row === undefined) return undefined
  const organization = await standingIn(db, caller, row.organizationId)
  return {
    kind: 'collection',
    organization: await showOrganization(context, row.organizationId, organization),
    collection: collections.toCollection(row, { level, organization }, addresses),
  }
}

/** A space, including where it is published. */
export async function showSpace(context: Context, row: spaces.SpaceRow, viewer: spaces.Viewer) {
  const { db, addresses } = context
  const publications = await siteStructure.publicationsOf(db, row.organizationId, [row.id], addresses)
  return spaces.toSpace(row, viewer, addresses, publications.get(row.id))
}

/** The caller's standing on another space, or undefined if they can't read it. */
export async function standingOnSpace(context: Context, spaceId: string) {
  const { db, caller } = context
  const level = await levelOn(db, caller, { space: spaceId, ...boundTo(context) })
  const row = level === null ? undefined : await spaces.find(db, spaceId)
  if (row === undefined) return undefined
  return { space: level, organization: await standingIn(db, caller, row.organizationId) }
}

/** A token without `organization:read` sees only what a guest of the organization sees. */
export async function showOrganization(
  context: Context,
  organizationId: string,
  standing: OrganizationStanding,
): Promise<Organization> {
  const { db, caller, addresses } = context
  const row = found(await organizations.find(db, organizationId), 'organization')
  const ownsTeam = await organizations.ownsTeamIn(db, organizationId, caller.userId)
  const isShown = hasScope(context, 'organization:read')
  return organizations.toOrganization(row, { standing: isShown ? standing : 'guest', ownsTeam }, addresses)
}

function hasScope({ caller: { scopes } }: Context, scope: 'user:read' | 'organization:read'): boolean {
  return scopes === null || scopes.includes(scope)
}

function boundTo({ caller: { organizationId } }: Context) {
  return organizationId === null ? {} : { organizationId }
}
