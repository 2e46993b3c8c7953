import { emptyContent, encodeContent } from '@stemma/content'
import type { MoveBody, PageQuery, spaceOperations } from '@stemma/contract'
import type { Static } from 'typebox'
import { requireScope } from '../../../auth/access.ts'
import { storedLevel } from '../../../auth/default-level.ts'
import { requireCreate } from '../../../auth/destination.ts'
import { type Membership, viewerIn } from '../../../auth/levels.ts'
import { levelOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { toStoredRules } from '../../../common/merge-rules.ts'
import { idsOf, mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as revisions from '../../content/content/store.ts'
import * as spaceInstallations from '../../integrations/space-installations/index.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as siblings from '../siblings/store.ts'
import { add, type NewSpace } from './adding.ts'
import { restoreInto, takeDeleted } from './restoring.ts'
import { copyTitle, requireRestorable } from './rules.ts'
import { asVisitorsSee, goneAt, type SpaceRow, toSpace } from './shape.ts'
import * as spaces from './store.ts'

export const spaceHandlers: Handlers<typeof spaceOperations> = {
  async createSpace({ params: { organizationId }, body }, context) {
    const { parent = null, title = 'Untitled', emoji, language, editMode = 'locked' } = body
    const id = newId()
    const row = { id, content_id: id, title, edit_mode: editMode }
    const optional = { ...(emoji && { emoji }), ...(language && { language }) }
    const place = { organizationId, parentId: parent }
    await add(context, place, { ...row, ...optional }, encodeContent(emptyContent).hash)
    await emit(context, { type: 'space.created', spaceId: id, title, parent })
    return show(context, id, 'admin')
  },

  async listSpacesInOrganizationById({ params, query: { deleted, ...page } }, context) {
    const { db, caller, standing, addresses } = context
    const viewer = viewerIn(params.organizationId, caller)
    if (deleted) return listDeleted(context, viewer, page)
    const organization = standing.organization ?? 'none'
    const listed = await spaces.list(db, viewer, page)
    const publications = await siteStructure.publicationsOf(
      db,
      viewer.organizationId,
      idsOf(listed),
      addresses,
    )
    return mapItems(listed, ({ level, ...row }) =>
      toSpace(row, { level, organization }, addresses, publications.get(row.id)),
    )
  },

  async getSpaceById({ params: { spaceId } }, context) {
    const { space: level, shareKey, shownSpace } = context.standing
    if (level != null) return show(context, spaceId)
    if (!shareKey && !shownSpace) throw found<never>(undefined, 'space')
    const visibility = context.audience?.door.visibility ?? 'share-link'
    return asVisitorsSee(await show(context, spaceId), visibility)
  },

  async deleteSpaceById({ params: { spaceId } }, context) {
    const { db, now, home } = context
    if (context.standing.space == null) return absent
    await spaces.lock(db, spaceId)
    const space = await spaces.find(db, spaceId)
    // It may have been deleted or transferred before the lock.
    if (space?.deletedAt !== null || space.organizationId !== home) return absent
    const { title } = space
    const keptDays = context.deletedSpacesKeptDays
    await spaces.trash(db, { id: spaceId, organizationId: home }, { now, keptDays })
    await siteStructure.setHidden(db, home, spaceId, true)
    await emit(context, { type: 'space.deleted', spaceId, title })
    return undefined
  },

  async updateSpaceById({ params: { spaceId }, body }, context) {
    const { db, now, caller } = context
    const { editMode, title, defaultLevel, emoji, icon, language, mergeRules } = body
    if (defaultLevel !== undefined) requireScope('space:permissions:write', caller)
    if (emoji && icon)
      throw new ApiError(
        'invalid_request',
        'A space can have an emoji or an icon, not both. Send one of them.',
      )
    if (mergeRules) changeRequests.requireMergeRules(mergeRules)
    const before = await take(context, spaceId)
    await spaces.update(db, spaceId, {
      ...(editMode && { edit_mode: editMode }),
      ...(title !== undefined && { title }),
      ...(defaultLevel !== undefined && storedLevel(defaultLevel)),
      ...(emoji !== undefined && { emoji, ...(emoji && { icon_url: null }) }),
      ...(icon !== undefined && { icon_url: icon, ...(icon && { emoji: null }) }),
      ...(language && { language }),
      ...(mergeRules && { merge_rules: JSON.stringify(toStoredRules(mergeRules)) }),
      updated_at: now,
    })
    const after = await show(context, spaceId)
    await emit(context, { type: 'space.updated', spaceId, before: { ...before }, after: { ...body } })
    return after
  },

  async duplicateSpace({ params: { spaceId } }, context) {
    const { db, home } = context
    const { parentId } = found(await spaces.find(db, spaceId), 'space')
    const place = { organizationId: home, parentId }
    if (!(await siblings.lockOrder(db, place))) found(undefined, 'collection')
    // Content is deleted with its last space, so the lock keeps the original until the copy exists.
    const origin = await take(context, spaceId)
    const id = newId()
    const title = copyTitle(origin.title)
    const { root } = found(await revisions.ofSpace(db, { spaceId }), 'revision')
    await add(context, place, { id, title, ...copied(origin) }, root.toString('base64url'))
    await emit(context, { type: 'space.duplicated', spaceId: id, title, from: spaceId })
    return show(context, id, 'admin')
  },

  async restoreSpace({ params: { spaceId } }, context) {
    const deleted = await takeDeleted(context, spaceId)
    const { space } = deleted
    requireRestorable(space, { now: context.now, keptDays: context.deletedSpacesKeptDays })
    await restoreInto(context, deleted)
    await emit(context, { type: 'space.restored', spaceId, title: space.title })
    return show(context, spaceId)
  },

  async moveSpace({ params: { spaceId }, body }, context) {
    return moveTo(context, spaceId, body)
  },

  async transferSpace({ params: { spaceId }, body: { organization, parent } }, context) {
    const { db, home, caller, now } = context
    if (organization === home) return transferWithin(context, spaceId, parent)
    const place = { organizationId: organization, parentId: parent ?? null }
    await requireCreate(context, place)
    if (!(await siblings.lockOrder(db, place))) found(undefined, 'collection')
    await take(context, spaceId)
    await siteStructure.requireInNoSite(db, home, spaceId)
    await spaceInstallations.leaveSpace(context, spaceId)
    await permissions.carryTo(
      db,
      { kind: 'space', id: spaceId, organizationId: home },
      organization,
      caller.userId,
    )
    await spaces.update(db, spaceId, {
      organization_id: organization,
      parent_id: place.parentId,
      rank: await siblings.rankAt(db, place),
      updated_at: now,
    })
    const transferred = { type: 'space.transferred', spaceId, from: home, to: organization } as const
    await emit(context, transferred)
    await emit({ ...context, home: organization }, transferred)
    return show({ ...context, home: organization }, spaceId, 'admin')
  },
}

/** Moves a space inside its organization. */
async function moveTo(context: Context, spaceId: string, body: Static<typeof MoveBody>) {
  const { db, now, home, caller } = context
  const present = found(await spaces.find(db, spaceId), 'space').parentId
  const parentId = body.parent === undefined ? present : body.parent
  const parent = { organizationId: home, parentId }
  if (parentId !== present) await requireCreate(context, parent)
  // Lock the order before the space: renumbering ranks holds the order and needs every space in it.
  if (!(await siblings.lockOrder(db, parent))) found(undefined, 'collection')
  const before = await take(context, spaceId)
  if (before.parentId !== present)
    throw new ApiError('conflict', 'The space was moved in the meantime. Read it again.')
  const rank = await siblings.rankAt(db, parent, body.position, spaceId)
  await spaces.update(db, spaceId, { parent_id: parentId, rank, updated_at: now })
  await emit(context, { type: 'space.moved', spaceId, before: before.parentId, after: parentId })
  return show(context, spaceId, await levelOn(db, caller, { space: spaceId }))
}

/** A transfer within the organization moves the space to the end of another collection. */
async function transferWithin(context: Context, spaceId: string, parent: string | undefined) {
  const { parentId } = found(await spaces.find(context.db, spaceId), 'space')
  if (parent === undefined || parent === parentId)
    throw new ApiError('conflict', 'The space is already there. Choose another organization or collection.')
  return moveTo(context, spaceId, { parent })
}

async function listDeleted(context: Context, viewer: Membership, page: PageQuery) {
  const { db, now, standing, addresses, deletedSpacesKeptDays: keptDays } = context
  const organization = standing.organization ?? 'none'
  const deletedAfter = new Date(Date.parse(now) - keptDays * dayMs).toISOString()
  const listed = await spaces.listDeleted(db, viewer, { ...page, deletedAfter })
  return mapItems(listed, ({ level, ...row }) => ({
    ...toSpace(row, { level, organization }, addresses),
    ...(row.deletedAt && { restorableUntil: goneAt(row.deletedAt, keptDays) }),
  }))
}

const dayMs = 24 * 60 * 60 * 1000

/** What a copy shares with the original: the content, by reference, and the settings, but no grants. */
function copied(origin: SpaceRow): Omit<NewSpace, 'id' | 'title'> {
  return {
    content_id: origin.contentId,
    emoji: origin.emoji,
    icon_url: origin.iconUrl,
    language: origin.language,
    edit_mode: origin.editMode,
    merge_rules: JSON.stringify(origin.mergeRules),
    inherits: origin.inherits,
    default_level: origin.defaultLevel,
  }
}

/** Locks the space, then reads it, so that it can't change before the commit. */
async function take({ db, home }: Context, spaceId: string) {
  await spaces.lock(db, spaceId)
  const space = found(await spaces.find(db, spaceId), 'space')
  if (space.deletedAt !== null || space.organizationId !== home) found(undefined, 'space')
  return space
}

async function show(context: Context, spaceId: string, level = context.standing.space ?? null) {
  const { db, standing, addresses, home } = context
  const [row, publications] = await Promise.all([
    spaces.find(db, spaceId),
    siteStructure.publicationsOf(db, home, [spaceId], addresses),
  ])
  const viewer = { level, organization: standing.organization ?? 'none' }
  return toSpace(found(row, 'space'), viewer, addresses, publications.get(spaceId))
}
