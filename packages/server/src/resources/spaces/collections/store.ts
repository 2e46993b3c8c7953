import type { PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import {
  chainFrom,
  chainPreset,
  collectionLevel,
  type Membership,
  walkMax,
  withLevels,
} from '../../../auth/levels.ts'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'
import type { CollectionRow } from './shape.ts'

const columns = [
  'collections.id',
  'collections.organization_id as organizationId',
  'collections.parent_id as parentId',
  'collections.title',
  'collections.description',
  'collections.inherits',
  'collections.default_level as defaultLevel',
  'collections.rank',
] as const

/** Doesn't find deleted collections. */
export function find(db: Database, collectionId: string): Promise<CollectionRow | undefined> {
  return db
    .withRecursive('chain', () =>
      chainFrom(sql`select parent_id from collections where id = ${collectionId}`),
    )
    .selectFrom('collections')
    .innerJoin('organizations', 'organizations.id', 'collections.organization_id')
    .select([
      ...columns,
      sql<string | null>`coalesce(${chainPreset}, organizations.default_role::text)`.as('inheritedLevel'),
    ])
    .where('collections.id', '=', collectionId)
    .where('collections.deleted_at', 'is', null)
    .executeTakeFirst()
}

export async function lock(db: Database, collectionId: string) {
  const locked = await rowLock(db, 'for no key update', 'collections', [collectionId])
  return db.selectFrom('collections').select('id').where('id', '=', collectionId).modifyEnd(locked).execute()
}

/** The collections of an organization that a person can read, in display order. */
export function list(db: Database, viewer: Membership, { nested, ...page }: PageQuery & { nested: boolean }) {
  const query = withLevels(db, viewer)
    .selectFrom('collections')
    .innerJoin('me', (join) => join.onTrue())
    .innerJoin('tree', 'tree.id', 'collections.id')
    .select([
      ...columns,
      collectionLevel.as('level'),
      // For an inheriting collection, `tree.preset` is the default that results from its parents.
      sql<string | null>`coalesce(tree.preset, me.preset)`.as('inheritedLevel'),
    ])
    .where('collections.organization_id', '=', viewer.organizationId)
    .where(sql<boolean>`${collectionLevel} is not null`)
    .$if(!nested, (one) => one.where('collections.parent_id', 'is', null))
  const keys = [
    { column: 'collections.rank', field: 'rank', kind: 'text' },
    { column: 'collections.id', field: 'id', kind: 'text' },
  ] as const
  return paginate(query, page, { direction: 'asc', keys })
}

/** The given collections of an organization that are not deleted, with the person's level on each. */
export function findAll(db: Database, viewer: Membership, collectionIds: readonly string[]) {
  return withLevels(db, viewer)
    .selectFrom('collections')
    .innerJoin('me', (join) => join.onTrue())
    .innerJoin('tree', 'tree.id', 'collections.id')
    .select(['collections.id', 'collections.title', collectionLevel.as('level')])
    .where('collections.organization_id', '=', viewer.organizationId)
    .where((eb) => eb('collections.id', '=', eb.fn.any(eb.val([...collectionIds]))))
    .execute()
}

export async function insert(db: Database, row: Insertable<Tables['collections']>) {
  await db.insertInto('collections').values(row).execute()
}

export async function update(db: Database, collectionId: string, changes: Updateable<Tables['collections']>) {
  await db.updateTable('collections').set(changes).where('id', '=', collectionId).execute()
}

/** A collection and the collections below it, nearest first. `depth` starts at 1. */
export async function subtree(
  db: Database,
  collectionId: string,
  { deleted = false }: { readonly deleted?: boolean } = {},
): Promise<{ id: string; depth: number }[]> {
  const alive = deleted ? sql`` : sql`c.deleted_at is null and`
  const { rows } = await sql<{ id: string; depth: number }>`with recursive below as (
      select id, 1 as depth from collections where id = ${collectionId}
      union all
      select c.id, below.depth + 1 from collections c join below on c.parent_id = below.id
      where ${alive} below.depth < ${sql.lit(walkMax)})
    select id, depth from below order by depth, id`.execute(db)
  return rows
}

/** A collection and those above it, starting with itself. */
export async function ancestors(
  db: Database,
  collectionId: string,
): Promise<{ id: string; deletedAt: string | null }[]> {
  const { rows } = await sql<{ id: string; deletedAt: string | null }>`
    with recursive chain as ${chainFrom(sql`select ${collectionId}::text`)}
    select c.id, c.deleted_at as "deletedAt"
    from chain join collections c on c.id = chain.id order by chain.depth`.execute(db)
  return rows
}

export async function setDeleted(db: Database, ids: readonly string[], now: string) {
  await updateAll(db, ids, { deleted_at: now })
}

export async function setOrganization(db: Database, ids: readonly string[], organizationId: string) {
  await updateAll(db, ids, { organization_id: organizationId })
}

/** Waits for spaces and collections that are being added inside. On a cluster, an update alone does not. */
async function updateAll(db: Database, ids: readonly string[], changes: Updateable<Tables['collections']>) {
  await rowLock(db, 'for no key update', 'collections', ids)
  await db
    .updateTable('collections')
    .set(changes)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}

/** Permanently deletes a deleted collection, and deleted ones above it, as long as they are empty. */
export async function purgeEmpty(db: Database, organizationId: string, collectionId: string) {
  for (const { id, deletedAt } of await ancestors(db, collectionId)) {
    if (deletedAt === null || (await isInUse(db, organizationId, id))) return
    await db.deleteFrom('collections').where('id', '=', id).execute()
  }
}

async function isInUse(db: Database, organizationId: string, collectionId: string): Promise<boolean> {
  for (const table of ['collections', 'spaces'] as const) {
    const inside = await db
      .selectFrom(table)
      .select('id')
      .where('organization_id', '=', organizationId)
      .where('parent_id', '=', collectionId)
      .limit(1)
      .executeTakeFirst()
    if (inside) return true
  }
  return false
}
