import { sql } from 'kysely'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'

/** A view of a page on a day, several times. */
export interface ViewRow extends SiteKey {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string
  readonly spaceId: string
  readonly pageId: string
  readonly count: number
}

/** Adds views of pages, in one order, so that processes that do it at once don't deadlock. */
export async function addViews(db: Database, rows: readonly ViewRow[]) {
  if (rows.length === 0) return
  const values = inOrder(rows).map(({ organizationId, siteId, day, spaceId, pageId, count }) => ({
    ...{ organization_id: organizationId, site_id: siteId, day },
    ...{ page_id: pageId, space_id: spaceId, views: count },
  }))
  await db
    .insertInto('site_page_views')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'site_id', 'day', 'page_id']).doUpdateSet((eb) => ({
        views: eb('site_page_views.views', '+', eb.ref('excluded.views')),
        space_id: eb.ref('excluded.space_id'),
      })),
    )
    .execute()
}

/** Another event of a site on a day, several times. */
export interface CountRow extends ViewRow {
  readonly type: string
  readonly rating: string
  readonly detail: string
}

/**
 * Adds events of one site. A day has at most so many different ones of a type, because strangers choose what
 * they look for; those after that are not counted.
 */
export async function addCounts(
  db: Database,
  { organizationId, siteId }: SiteKey,
  rows: readonly CountRow[],
) {
  if (rows.length === 0) return
  const sorted = inOrder(rows)
  const column = (name: keyof CountRow) => sorted.map((row) => String(row[name]))
  await sql`insert into site_event_counts as known
      (organization_id, site_id, day, type, space_id, page_id, rating, detail, count)
    select ${organizationId}, ${siteId}, one.day, one.type, one.space, one.page, one.rating, one.detail,
      one.count::integer
    from (select *, row_number() over (partition by day, type) as place from
      unnest(${column('day')}::text[], ${column('type')}::text[], ${column('spaceId')}::text[],
      ${column('pageId')}::text[], ${column('rating')}::text[], ${column('detail')}::text[],
      ${column('count')}::text[]) given (day, type, space, page, rating, detail, count)) one
    where one.place + (select count(*) from site_event_counts c where c.organization_id = ${organizationId}
        and c.site_id = ${siteId} and c.day = one.day and c.type = one.type) <= ${detailsMax}
      or exists (select from site_event_counts c where c.organization_id = ${organizationId}
        and c.site_id = ${siteId} and c.day = one.day and c.type = one.type and c.space_id = one.space
        and c.page_id = one.page and c.rating = one.rating and c.detail = one.detail)
    on conflict (organization_id, site_id, day, type, space_id, page_id, rating, detail)
      do update set count = known.count + excluded.count`.execute(db)
}

const detailsMax = 1000

function inOrder<Row extends ViewRow>(rows: readonly Row[]): Row[] {
  return rows
    .map((row) => ({ row, name: JSON.stringify(row) }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ row }) => row)
}

/** Whether a site exists: one that was deleted after it was counted on has no place for counts. */
export async function exists(db: Database, { organizationId, siteId }: SiteKey): Promise<boolean> {
  const row = await db
    .selectFrom('sites')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .forKeyShare()
    .executeTakeFirst()
  return row !== undefined
}

export async function forget(db: Database, { organizationId, siteId }: SiteKey, before: string) {
  for (const table of ['site_page_views', 'site_event_counts'] as const) {
    await db
      .deleteFrom(table)
      .where('organization_id', '=', organizationId)
      .where('site_id', '=', siteId)
      .where('day', '<', before)
      .execute()
  }
}

/** What groups of events have in common, as SQL over `events`. */
const columns = {
  day: sql`day`,
  week: sql`to_char(date_trunc('week', day::date), 'YYYY-MM-DD')`,
  month: sql`to_char(date_trunc('month', day::date), 'YYYY-MM-DD')`,
  dayOfWeek: sql`extract(isodow from day::date)::integer`,
  eventType: sql`type`,
  page: sql`case when page_id <> '' then jsonb_build_object('page', page_id, 'space', space_id) end`,
  urlPath: sql`case when type = 'page_view' and page_id = '' then detail end`,
  eventSearchQuery: sql`case when type in ('search_type_query', 'search_no_results') then detail end`,
  eventPageFeedbackRating: sql`nullif(rating, '')`,
  eventPageFeedbackComment: sql`case when type = 'page_post_feedback_comment' then detail end`,
} as const

export type Column = keyof typeof columns | 'eventsCount'

export const groupColumns = Object.keys(columns) as readonly Exclude<Column, 'eventsCount'>[]

export interface Aggregation {
  readonly from: string
  readonly to: string
  readonly groups: readonly Exclude<Column, 'eventsCount'>[]
  readonly filters: readonly {
    readonly column: keyof typeof columns
    readonly values: readonly unknown[]
    readonly isIn: boolean
  }[]
  readonly order: { readonly by: Column; readonly direction: 'asc' | 'desc' } | undefined
  readonly limit: number
}

/** One row for each group, with its columns and `eventsCount`. */
export async function aggregate(
  db: Database,
  { organizationId, siteId }: SiteKey,
  { from, to, groups, filters, order, limit }: Aggregation,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const selected = groups.map((name) => sql`${columns[name]} as ${sql.id(name)}`)
  const conditions = filters.map(({ column, values, isIn }) => {
    const wanted = values.map((one) => JSON.stringify(one))
    const known = sql`coalesce(to_jsonb(${columns[column]}), 'null') = any (${wanted}::jsonb[])`
    return isIn ? known : sql`not (${known})`
  })
  const by =
    order === undefined ? sql`"eventsCount" desc` : sql`${sql.id(order.by)} ${sql.raw(order.direction)}`
  const { rows } = await sql<Record<string, unknown>>`
    with events as (
      select day, 'page_view' as type, space_id, page_id, '' as rating, '' as detail, views as count
      from site_page_views where organization_id = ${organizationId} and site_id = ${siteId}
        and day between ${from} and ${to}
      union all
      select day, type, space_id, page_id, rating, detail, count
      from site_event_counts where organization_id = ${organizationId} and site_id = ${siteId}
        and day between ${from} and ${to})
    select ${sql.join([...selected, sql`coalesce(sum(count), 0)::integer as "eventsCount"`])} from events
    where ${sql.join([sql`true`, ...conditions], sql` and `)}
    ${groups.length === 0 ? sql`` : sql`group by ${sql.join(groups.map((_, index) => sql.lit(index + 1)))}`}
    order by ${by} limit ${limit}`.execute(db)
  return rows
}
