import type { PageQuery } from '@stemma/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { ApiError } from '../common/errors.ts'
import { connectionOf, type Database, together } from './database.ts'
import { prepared } from './prepared.ts'

/** One column of a list's order, and the field of the row with its value. */
interface OrderKey<Row> {
  readonly column: string
  readonly field: keyof Row & string
  readonly kind: 'time' | 'text'
}

export interface Order<Row> {
  readonly direction: 'asc' | 'desc'
  /** Together they identify every row. */
  readonly keys: readonly OrderKey<Row>[]
}

export interface Paged<Row> {
  readonly items: Row[]
  readonly count: number
  readonly next?: { readonly page: string }
}

/**
 * Reads one page of a list by key. The cursor is the last row of the previous page, so added rows shift
 * nothing, and page 1,000 is as fast as page 1.
 */
export async function paginate<DB, TB extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { page, limit }: PageQuery,
  order: Order<Row>,
  { onCluster = false }: { readonly onCluster?: boolean } = {},
): Promise<Paged<Row>> {
  const after = page === undefined ? undefined : readCursor(page, order.keys)
  const reads = {
    rows: () => rowsOf(query, order, { after, limit: limit + 1 }).execute() as Promise<Row[]>,
    count: () => countOf(query).execute(),
  }
  const [rows, counted] = await readPage(reads, { onCluster, isFirst: after === undefined, limit })
  return pageOf(rows, counted, { limit, keys: order.keys })
}

/**
 * Reads the rows and their count at once. On a cluster, each of the two asks every shard, so the rows come
 * first: if the first page has all of them, nothing is left to count.
 */
async function readPage<Row>(
  { rows: readRows, count }: Reads<Row>,
  { onCluster, isFirst, limit }: { onCluster: boolean; isFirst: boolean; limit: number },
): Promise<readonly [Row[], readonly object[]]> {
  if (!onCluster) return Promise.all([readRows(), count()])
  const rows = await readRows()
  return [rows, isFirst && rows.length <= limit ? [{ count: rows.length }] : await count()]
}

interface Reads<Row> {
  readonly rows: () => Promise<Row[]>
  readonly count: () => Promise<readonly object[]>
}

/**
 * Like `paginate`, for frequent lists. Statements are compiled once per set of given arguments, so `build`
 * may check which arguments are given, but not their values.
 */
export function preparedPages<Args extends object, DB, TB extends keyof DB, Row extends object>(
  build: (args: Args, db: Database) => SelectQueryBuilder<DB, TB, Row>,
  keys: Order<Row>['keys'],
  count: (args: Args, db: Database) => Counting = (args, db) => countOf(build(args, db)),
) {
  const forms = new Map<string, ReturnType<typeof formOf<Args, DB, TB, Row>>>()
  return async (db: Database, args: Args, { page, limit, direction }: Wanted): Promise<Paged<Row>> => {
    const after = page === undefined ? [] : readCursor(page, keys)
    const names = Object.entries(args).flatMap(([name, value]) => (value === undefined ? [] : [name]))
    const key = [direction, after.length, ...names].join(' ')
    const form =
      forms.get(key) ?? formOf({ build, count }, { direction, keys }, { names, after: after.length })
    forms.set(key, form)
    const values = { ...args, ...after, limit: limit + 1 }
    const [rows, counted] = await together(db, (one) => {
      const reads = { rows: () => form.rows(one, values), count: () => form.count(one, values) }
      const onCluster = connectionOf(one)?.isOfCluster ?? false
      return readPage(reads, { onCluster, isFirst: page === undefined, limit })
    })
    return pageOf(rows, counted, { limit, keys })
  }
}

interface Wanted extends PageQuery {
  readonly direction: 'asc' | 'desc'
}

/** A query for the total count, if that is faster than counting the rows of the list. */
interface Counting {
  compile(): unknown
}

/** `names` are the given arguments, and `after` the number of cursor values. */
function formOf<Args extends object, DB, TB extends keyof DB, Row extends object>(
  {
    build,
    count,
  }: {
    readonly build: (args: Args, db: Database) => SelectQueryBuilder<DB, TB, Row>
    readonly count: (args: Args, db: Database) => Counting
  },
  order: Order<Row>,
  { names, after }: { readonly names: readonly string[]; readonly after: number },
) {
  type Values = Readonly<Record<string, unknown>>
  const given = (values: Values) => Object.fromEntries(names.map((name) => [name, values[name]])) as Args
  const cursor = (values: Values) => Array.from({ length: after }, (_, index) => values[index])
  return {
    rows: prepared<Values, Row>(
      (values, db) =>
        rowsOf(build(given(values), db), order, {
          after: after === 0 ? undefined : cursor(values),
          limit: sql`${values.limit}`,
        }) as never,
      { long: true },
    ),
    count: prepared<Values, { readonly count: number }>((values, db) => count(given(values), db) as never, {
      long: true,
    }),
  }
}

function rowsOf<DB, TB extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { direction, keys }: Order<Row>,
  {
    after,
    limit,
  }: { readonly after: readonly unknown[] | undefined; readonly limit: number | RawBuilder<unknown> },
) {
  const columns = keys.map(({ column }) => sql.ref(column))
  const compare = direction === 'asc' ? sql`>` : sql`<`
  let ordered = query
  for (const column of columns) ordered = ordered.orderBy(column, direction)
  const page = after
    ? ordered.where(sql<boolean>`(${sql.join(columns)}) ${compare} (${sql.join(after)})`)
    : ordered
  return page.limit(limit as number)
}

function countOf<DB, TB extends keyof DB, Row>(query: SelectQueryBuilder<DB, TB, Row>) {
  return query.clearSelect().select(sql<number>`count(*)`.as('count'))
}

function pageOf<Row extends object>(
  rows: readonly Row[],
  [counted]: readonly object[],
  { limit, keys }: { readonly limit: number; readonly keys: Order<Row>['keys'] },
): Paged<Row> {
  const { count } = counted as { readonly count: number }
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  if (rows.length <= limit || last === undefined) return { items, count }
  return { items, count, next: { page: writeCursor(keys.map(({ field }) => String(last[field]))) } }
}

/** Maps the items of a page from rows to API objects. */
export function mapItems<Row, Item>(paged: Paged<Row>, show: (row: Row) => Item): Paged<Item> {
  return { ...paged, items: paged.items.map(show) }
}

/** The IDs on a page, to query more about them. */
export function idsOf({ items }: Paged<{ readonly id: string }>): string[] {
  return items.map(({ id }) => id)
}

/** The cursor of a list with a single text key, such as an ID: the last one of the previous page. */
export function readAfter(page: string | undefined): string | undefined {
  return page === undefined ? undefined : readCursor(page, [{ kind: 'text' }])[0]
}

export function nextAfter(last: string) {
  return { next: { page: writeCursor([last]) } }
}

/** Whether a column contains a text, ignoring case. The text is not a pattern. */
export function containing(column: string, text: string) {
  return sql<boolean>`${sql.ref(column)} ilike ${`%${text.replace(/[\\%_]/g, '\\$&')}%`}`
}

function writeCursor(values: readonly string[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url')
}

function readCursor(page: string, keys: readonly Pick<OrderKey<unknown>, 'kind'>[]): string[] {
  const values = parse(page)
  if (!Array.isArray(values) || values.length !== keys.length) throw wrongPage()
  return values.map((value: unknown, index) => {
    if (typeof value !== 'string' || !isOfKind(value, keys[index]?.kind)) throw wrongPage()
    return value
  })
}

/** Whether PostgreSQL accepts the value as this type: not every text that looks like a time is valid. */
function isOfKind(value: string, kind: OrderKey<unknown>['kind'] | undefined): boolean {
  if (kind === 'text') return /^[^\0]{0,512}$/.test(value) && value.isWellFormed()
  const time = Date.parse(value)
  return !Number.isNaN(time) && new Date(time).toISOString() === value && value >= '0001'
}

function parse(page: string): unknown {
  try {
    return JSON.parse(Buffer.from(page, 'base64url').toString('utf8'))
  } catch {
    throw wrongPage()
  }
}

export function wrongPage() {
  return new ApiError(
    'invalid_request',
    'This cursor does not belong to this list. Send `next.page` back as you received it.',
    {
      details: [{ pointer: '/query/page', message: 'is not a page of this list' }],
    },
  )
}
