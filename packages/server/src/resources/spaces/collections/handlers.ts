import type { collectionOperations } from '@stemma/contract'
import { requireScope } from '../../../auth/access.ts'
import { storedLevel } from '../../../auth/default-level.ts'
import { requireCreate } from '../../../auth/destination.ts'
import { levelOn } from '../../../auth/standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { idsOf, mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as siblings from '../siblings/store.ts'
import * as spaces from '../spaces/index.ts'
import { requirePlace, topOf } from './rules.ts'
import { toCollection } from './shape.ts'
import * as collections from './store.ts'
import { transfer } from './transfer.ts'

export const collectionHandlers: Handlers<typeof collectionOperations> = {
  async getCollectionById({ params }, context) {
    if (context.standing.collection == null) found(undefined, 'collection')
    return show(context, params.collectionId)
  },

  async deleteCollectionById({ params: { collectionId } }, context) {
    const { db, now, home, standing, deletedSpacesKeptDays } = context
    if (standing.collection == null) return absent
    await siblings.lockOrder(db, topOf(home))
    const collection = await collections.find(db, collectionId)
    if (collection?.organizationId !== home) return absent
    const ids = (await collections.subtree(db, collectionId)).map(({ id }) => id)
    await collections.setDeleted(db, ids, now)
    const inside = await spaces.lockInCollections(db, home, ids)
    const alive = inside.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
    const kept = { now, keptDays: deletedSpacesKeptDays }
    for (const id of alive) {
      await spaces.trash(db, { id, organizationId: home }, kept)
      await siteStructure.setHidden(db, home, id, true)
    }
    for (const id of ids.toReversed()) await collections.purgeEmpty(db, home, id)
    const { title } = collection
    await emit(context, { type: 'collection.deleted', collectionId, title, collections: ids, spaces: alive })
    return undefined
  },

  async updateCollectionById({ params: { collectionId }, body }, context) {
    const { db, caller } = context
    const { title, description, defaultLevel } = body
    if (defaultLevel !== undefined) requireScope('space:permissions:write', caller)
    await collections.lock(db, collectionId)
    const before = await read(context, collectionId)
    const changes = {
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(defaultLevel !== undefined && storedLevel(defaultLevel)),
    }
    if (Object.keys(changes).length > 0) {
      await collections.update(db, collectionId, changes)
      await emit(context, {
        type: 'collection.updated',
        collectionId,
        before: { ...before },
        after: { ...body },
      })
    }
    return show(context, collectionId)
  },

  async listSpacesInCollectionById(
    { params: { collectionId }, query },
    { db, caller, standing, home, addresses },
  ) {
    const viewer = { organizationId: home, userId: caller.userId }
    const organization = standing.organization ?? 'none'
    const listed = await spaces.list(db, viewer, { ...query, parentId: collectionId })
    const publications = await siteStructure.publicationsOf(db, home, idsOf(listed), addresses)
    return mapItems(listed, ({ level, ...row }) =>
      spaces.toSpace(row, { level, organization }, addresses, publications.get(row.id)),
    )
  },

  async moveCollection({ params: { collectionId }, body }, context) {
    const { db, home } = context
    // Serializes all moves of collections in an organization, so that two of them can't form a cycle.
    await siblings.lockOrder(db, topOf(home))
    const before = await read(context, collectionId)
    const parentId = body.parent === undefined ? before.parentId : body.parent
    const parent = { organizationId: home, parentId }
    if (parentId !== before.parentId) await requireCreate(context, parent)
    if (!(await siblings.lockOrder(db, parent))) found(undefined, 'collection')
    const above = parentId === null ? [] : await collections.ancestors(db, parentId)
    requirePlace(await collections.subtree(db, collectionId), above)
    const rank = await siblings.rankAt(db, parent, body.position, collectionId)
    await collections.update(db, collectionId, { parent_id: parentId, rank })
    await emit(context, { type: 'collection.moved', collectionId, before: before.parentId, after: parentId })
    return show(context, collectionId, await levelOn(db, context.caller, { collection: collectionId }))
  },

  async transferCollection({ params: { collectionId }, body: { organization } }, context) {
    const { home } = context
    if (organization === home)
      throw new ApiError('conflict', 'The collection is already in that organization. Choose another one.')
    await requireCreate(context, { organizationId: organization, parentId: null })
    await transfer(context, collectionId, organization)
    return show({ ...context, home: organization }, collectionId, 'admin')
  },

  async listCollectionsInOrganizationById({ params, query }, { db, caller, standing, addresses }) {
    const viewer = { organizationId: params.organizationId, userId: caller.userId }
    const organization = standing.organization ?? 'none'
    return mapItems(await collections.list(db, viewer, query), ({ level, ...row }) =>
      toCollection(row, { level, organization }, addresses),
    )
  },

  async createCollection({ params: { organizationId }, body }, context) {
    const { db, caller, now } = context
    const { title = 'Untitled', parent = null } = body
    const place = { organizationId, parentId: parent }
    await requireCreate(context, place)
    await siblings.lockOrder(db, topOf(organizationId))
    if (!(await siblings.lockOrder(db, place))) found(undefined, 'collection')
    const id = newId()
    requirePlace([{ id, depth: 1 }], parent === null ? [] : await collections.ancestors(db, parent))
    const rank = await siblings.rankAt(db, place)
    await collections.insert(db, {
      id,
      organization_id: organizationId,
      parent_id: parent,
      title,
      rank,
      created_at: now,
    })
    await permissions.grant(db, { kind: 'collection', id, organizationId }, 'user', caller.userId, 'admin')
    await emit(context, { type: 'collection.created', collectionId: id, title, parent })
    return show(context, id, 'admin')
  },
}

/** The collection may have been transferred while the request waited for the lock. */
async function read({ db, home }: Context, collectionId: string) {
  const collection = found(await collections.find(db, collectionId), 'collection')
  if (collection.organizationId !== home) found(undefined, 'collection')
  return collection
}

async function show(context: Context, collectionId: string, level = context.standing.collection ?? null) {
  const row = found(await collections.find(context.db, collectionId), 'collection')
  return toCollection(
    row,
    { level, organization: context.standing.organization ?? 'none' },
    context.addresses,
  )
}
