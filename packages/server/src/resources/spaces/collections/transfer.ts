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
 * Gives a collection to another organization, with the collections and spaces inside, those in the
 * trash too.
 */
export async function transfer(context: Context, collectionId: string, to: string) {
  const { db, home, caller, now } = context
  // Both in the order of their ids, so that two transfers against each other cannot wait for one another.
  for (const id of [home, to].sort()) await siblings.lockOrder(db, topOf(id))
  const collection = found(await collections.find(db, collectionId), 'collection')
  if (collection.organizationId !== home) found(undefined, 'collection')
  const ids = (await collections.subtree(db, collectionId, { deleted: true })).map(({ id }) => id)
  // From here on nothing is added to them, so nothing is left behind.
  await collections.setOrganization(db, ids, to)
  const inside = await spaces.lockInCollections(db, home, ids)
  await requireAdminOfAll(context, inside)

  for (const id of ids) {
    await permissions.carryTo(db, { kind: 'collection', id, organizationId: home }, to, caller.userId)
  }
  const rank = await siblings.rankAt(db, topOf(to), {}, collectionId)
  await collections.update(db, collectionId, { parent_id: null, rank })
  for (const { id, deletedAt } of inside) {
    // No site shows what is in the trash, so what it would show again stays behind.
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

/** Also of those in the trash: whoever takes them along could restore them there. */
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
