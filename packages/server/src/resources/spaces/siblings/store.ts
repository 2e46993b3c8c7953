import { type Rank, rankBetween } from '@stemma/content'
import { sql } from 'kysely'
import { ApiError } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { rowLock } from '../../../db/row-lock.ts'

/**
 * Spaces and collections share one order inside their parent. At the top level, the parent is the
 * organization.
 */
export interface Parent {
  readonly organizationId: string
  readonly parentId: string | null
}

type Pointer =
  | { readonly type: 'space'; readonly space: string }
  | { readonly type: 'collection'; readonly collection: string }

export interface Position {
  readonly before?: Pointer
  readonly after?: Pointer
}

/**
 * Locks the order inside a parent for writing, so that moves are serialized and everybody sees the same
 * order. Returns whether the parent exists.
 */
export async function lockOrder(db: Database, { organizationId, parentId }: Parent): Promise<boolean> {
  const strength = 'for no key update'
  const rows =
    parentId === null
      ? await db
          .selectFrom('organizations')
          .select('id')
          .where('id', '=', organizationId)
          .modifyEnd(await rowLock(db, strength, 'organizations', [organizationId]))
          .execute()
      : await db
          .selectFrom('collections')
          .select('id')
          .where('id', '=', parentId)
          .where('organization_id', '=', organizationId)
          .where('deleted_at', 'is', null)
          .modifyEnd(await rowLock(db, strength, 'collections', [parentId]))
          .execute()
  return rows.length > 0
}

/** The rank for a position, by default at the end. The order must be locked. */
export async function rankAt(
  db: Database,
  parent: Parent,
  position: Position = {},
  moved = '',
): Promise<Rank> {
  for (let attempt = 0; ; attempt++) {
    const { lower, upper } = await neighbours(db, { ...parent, moved }, position)
    const isRoom = lower === undefined || upper === undefined || lower < upper
    const rank = isRoom ? rankBetween(lower, upper) : undefined
    if (rank !== undefined && rank.length <= rankLengthMax) return rank
    if (attempt > 0) throw new Error('Ranks that were spread anew left no room.')
    await spreadRanks(db, parent)
  }
}

/** Longer ranks cause all siblings to be given new, short ones. */
const rankLengthMax = 100

/** The order without the item that is being moved. */
interface Order extends Parent {
  readonly moved: string
}

interface Place {
  readonly id: string
  readonly rank: Rank
}

async function neighbours(db: Database, order: Order, { before, after }: Position) {
  const lower = after && (await find(db, order, after))
  const upper = before && (await find(db, order, before))
  if (lower && upper && compare(lower, upper) >= 0) {
    throw new ApiError('conflict', '`after` does not stand before `before`. Read the list again.')
  }
  if (lower) return { lower: lower.rank, upper: (await nearest(db, order, 'asc', lower))?.rank }
  if (upper) return { lower: (await nearest(db, order, 'desc', upper))?.rank, upper: upper.rank }
  return { lower: (await nearest(db, order, 'desc'))?.rank, upper: undefined }
}

async function find(db: Database, order: Order, pointer: Pointer): Promise<Place> {
  const [table, id] =
    pointer.type === 'space'
      ? (['spaces', pointer.space] as const)
      : (['collections', pointer.collection] as const)
  const place = await siblings(db, order, table).where('id', '=', id).executeTakeFirst()
  if (place === undefined) {
    throw new ApiError(
      'conflict',
      `The ${pointer.type} ${id} is not at the destination. Read the list again.`,
    )
  }
  return place
}

/** The next place in a direction, from a given place or from the end. */
async function nearest(
  db: Database,
  order: Order,
  direction: 'asc' | 'desc',
  from?: Place,
): Promise<Place | undefined> {
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  const places: Place[] = []
  for (const table of ['spaces', 'collections'] as const) {
    const place = await siblings(db, order, table)
      .$if(from !== undefined, (query) =>
        query.where(sql<boolean>`(rank, id) ${beyond} (${from?.rank}, ${from?.id})`),
      )
      .orderBy('rank', direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
    if (place) places.push(place)
  }
  return places.sort(direction === 'asc' ? compare : (a, b) => compare(b, a))[0]
}

function siblings(db: Database, { organizationId, parentId, moved }: Order, table: 'spaces' | 'collections') {
  return db
    .selectFrom(table)
    .select(['id', 'rank'])
    .where('organization_id', '=', organizationId)
    .where('parent_id', 'is not distinct from', parentId)
    .where('deleted_at', 'is', null)
    .where('id', '!=', moved)
}

function compare(a: Place, b: Place): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0
}

/** Gives all siblings new ranks in their present order, if two ranks were equal or no room was left. */
async function spreadRanks(db: Database, parent: Parent) {
  const order = { ...parent, moved: '' }
  const spaces = await siblings(db, order, 'spaces').execute()
  const collections = await siblings(db, order, 'collections').execute()
  let last: Rank | undefined
  const ranks = new Map<string, Rank>()
  for (const { id } of [...spaces, ...collections].sort(compare)) {
    last = rankBetween(last, undefined)
    ranks.set(id, last)
  }
  await setRanks(db, 'spaces', spaces, ranks)
  await setRanks(db, 'collections', collections, ranks)
}

async function setRanks(
  db: Database,
  table: string,
  places: readonly Place[],
  ranks: ReadonlyMap<string, Rank>,
) {
  const ids = places.map(({ id }) => id)
  const name = sql.table(table)
  await sql`update ${name} set rank = new.rank
    from unnest(${ids}::text[], ${ids.map((id) => ranks.get(id))}::text[]) as new (id, rank)
    where ${name}.id = any (${ids}) and ${name}.id = new.id`.execute(db)
}
