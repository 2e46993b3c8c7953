import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import * as permissions from '../../access/permissions/store.ts'
import * as spaceInstallations from '../../integrations/space-installations/index.ts'
import * as people from '../../people/people/store.ts'
import * as siteStructure from '../../sites/site-structure/index.ts'
import * as siblings from '../siblings/store.ts'
import * as spaces from '../spaces/store.ts'
import { topOf } from './rules.ts'
import * as collections from './store.ts'

/**
 * Transfers a collection to another organization, with all collections and spaces inside, including those
 * in the trash.
 */
export async function transfer(context: Context, collectionId: string, to: string) {
  const { db, home, caller, now } = context
  // Lock in the order of IDs, so that two opposite transfers can't deadlock.
  for (const id of [home, to].sort()) await siblings.lockOrder(db, topOf(id))
  const collection = found(await collections.find(db, collectionId), 'collection')
  if (collection.organizationId !== home) found(undefined, 'collection')
  const ids = (await collections.subtree(db, collectionId, { deleted: true })).map(({ id }) => id)
  // From here on, nothing can be added to these collections, so nothing is left behind.
  await collections.setOrganization(db, ids, to)
  const inside = await spaces.lockInCollections(db, home, ids)
  await requireAdminOfAll(context, inside)

  for (const id of ids) {
    await permissions.carryTo(db, { kind: 'collection', id, organizationId: home }, to, caller.userId)
  }
  const rank = await siblings.rankAt(db, topOf(to), {}, collectionId)
  await collections.update(db, collectionId, { parent_id: null, rank })
  for (const { id, deletedAt } of inside) {
    // No site shows spaces in the trash. Their site entries, which a restore would show again, are dropped.
    if (deletedAt === null) await siteStructure.requireInNoSite(db, home, id)
    else await siteStructure.forgetSpace(db, home, id)
    await spaceInstallations.leaveSpace(context, id)
    await permissions.carryTo(db, { kind: 'space', id, organizationId: home }, to, caller.userId)
    await spaces.update(db, id, { organization_id: to, updated_at: now })
  }
  const moved = { collectionId, from: home, to, spaces: inside.map(({ id }) => id) }
  await emit(context, { type: 'collection.transferred', ...moved })
  await emit({ ...context, home: to }, { type: 'collection.transferred', ...moved })
}

/** Includes spaces in the trash, because the caller could restore them after the transfer. */
async function requireAdminOfAll({ db, home, caller }: Context, inside: readonly { id: string }[]) {
  for (const { id } of inside) {
    const space = { kind: 'space', id, organizationId: home } as const
    if ((await people.levelOf(db, space, caller.userId)) === 'admin') continue
    throw new ApiError(
      'forbidden',
      'This requires admin level on every space in the collection. Ask an admin of the organization.',
    )
  }
}
