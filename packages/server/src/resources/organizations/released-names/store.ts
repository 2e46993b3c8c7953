import { sql } from 'kysely'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'

/** Names that are unique across the whole installation. */
type NameKind = 'site-path' | 'site-address' | 'organization-hostname' | 'integration'

export interface Name {
  readonly kind: NameKind
  readonly name: string
}

/** Reserves names that an organization gives up. Call it in the transaction that gives them up. */
export async function release(
  { db, now }: Pick<Context, 'db' | 'now'>,
  organizationId: string,
  names: readonly Name[],
) {
  if (names.length === 0) return
  const owner = { organization_id: organizationId, released_at: now }
  await db
    .insertInto('released_names')
    .values(names.map((one) => ({ ...one, ...owner })))
    .onConflict((conflict) => conflict.columns(['kind', 'name']).doUpdateSet(owner))
    .execute()
}

/**
 * Rejects a name that another organization gave up recently. Call it after writing the name: a transaction
 * that waited for the name's unique key sees by then that it was released.
 */
export async function requireFree(context: Keeping, organizationId: string, name: Name) {
  if (!(await isKept(context, organizationId, name))) return
  throw new ApiError(
    'conflict',
    'Another organization used this name until recently: it is still reserved. Choose another name, or ask ' +
      'the operator of this server to free it.',
  )
}

/** Whether another organization gave up this name recently or, for a site address, one above or below it. */
export async function isKept(
  { db, now, releasedNamesKeptDays }: Keeping,
  organizationId: string,
  { kind, name }: Name,
): Promise<boolean> {
  const since = new Date(Date.parse(now) - releasedNamesKeptDays * dayMs).toISOString()
  const matches = kind === 'site-address' ? overlapping('name', name) : sql<boolean>`name = ${name}`
  const { rows } = await sql`select from released_names where kind = ${kind} and ${matches}
    and organization_id <> ${organizationId} and released_at > ${since} limit 1`.execute(db)
  return rows.length > 0
}

export type Keeping = Pick<Context, 'db' | 'now' | 'releasedNamesKeptDays'>

const dayMs = 24 * 60 * 60 * 1000

/** Whether an address equals this one, or is above or below it by segments: `h/a` and `h/a/b`, not `h/ab`. */
export function overlapping(column: string, address: string) {
  const segments = address.split('/')
  const above = segments.map((_, index) => segments.slice(0, index + 1).join('/'))
  // "0" is the next byte after "/", so this range is everything below the address.
  return sql<boolean>`(${sql.ref(column)} = any (${above})
    or (${sql.ref(column)} >= ${`${address}/`} and ${sql.ref(column)} < ${`${address}0`}))`
}

/** Ends the reservation of a name. Returns the kinds of names that were reserved. */
export async function lift(db: Database, name: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('released_names')
    .where((eb) => eb('name', '=', eb.fn.any(eb.val([name, name.toLowerCase()]))))
    .returning('kind')
    .execute()
  return rows.map(({ kind }) => kind)
}

export async function removeBefore(db: Database, before: string) {
  await db.deleteFrom('released_names').where('released_at', '<', before).execute()
}
