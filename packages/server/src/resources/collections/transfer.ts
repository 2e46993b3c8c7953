import { levelOn } from '../../auth/standing.ts'
import type { Context } from '../../context.ts'
import { ApiError, found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import * as organizations from '../organizations/store.ts'
import * as permissions from '../permissions/store.ts'
import * as siblings from '../siblings/store.ts'
import * as spaces from '../spaces/store.ts'
import * as collections from './store.ts'

/**
 * Gives a collection to another organization, with the collections and spaces inside, those in the
 * trash too.
 */
export async function transfer(context: Context, collectionId: string, to: string) {
  const { db, home, caller, now } = context
  // Both in the order of their ids, so that two transfers against each other cannot wait for one another.
  for (const id of [home, to].sort()) await organizations.lock(db, id)
  found(await collections.find(db, collectionId), 'collection')
  const ids = (await collections.subtree(db, collectionId)).map(({ id }) => id)
  const inside = await spaces.inCollections(db, home, ids)
  await requireAdminOfAll(context, inside)

  for (const id of ids) {
    await permissions.carryTo(db, { kind: 'collection', id, organizationId: home }, to, caller.userId)
  }
  await collections.setOrganization(db, ids, to)
  const rank = await siblings.rankAt(db, { organizationId: to, parentId: null }, {}, collectionId)
  await collections.update(db, collectionId, { parent_id: null, rank })
  for (const { id } of inside) {
    await permissions.carryTo(db, { kind: 'space', id, organizationId: home }, to, caller.userId)
    await spaces.update(db, id, { organization_id: to, updated_at: now })
  }
  const moved = { collectionId, from: home, to, spaces: inside.map(({ id }) => id) }
  await emit(context, { type: 'collection.transferred', ...moved })
  await emit({ ...context, home: to }, { type: 'collection.transferred', ...moved })
}

async function requireAdminOfAll(
  { db, caller }: Context,
  inside: readonly { id: string; deletedAt: string | null }[],
) {
  for (const { id, deletedAt } of inside) {
    if (deletedAt !== null || (await levelOn(db, caller.userId, { space: id })) === 'admin') continue
    throw new ApiError(
      'forbidden',
      'This needs admin level on every space inside. Ask an admin of the organization.',
    )
  }
}
