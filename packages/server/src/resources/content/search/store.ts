import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Candidate } from '../../../search/score.ts'

/** The spaces of one organization to search. */
export interface Scope {
  readonly organizationId: string
  readonly spaceIds: readonly string[]
  /** If set, finds only parts under these conditions, and corrects spelling from unconditional text only. */
  readonly guards?: readonly string[]
}

/** A part of a section. */
export interface PartKey {
  readonly spaceId: string
  readonly pageId: string
  readonly part: number
}

export interface FoundPart extends PartKey {
  /** A rough rank of how well the titles match. */
  readonly rank: number
}

type Where = 'head' | 'words'

/** Up to `limit` sections that match a tsquery in their titles or anywhere, unordered. */
export async function find(db: Database, scope: Scope, query: string, where: Where, limit: number) {
  const { rows } = await sql<FoundPart>`select s.space_id as "spaceId", s.page_id as "pageId", s.part,
      ts_rank(s.head, ${query}::tsquery) as rank
    from search_sections s where ${fits(scope, sql`(select ${query}::tsquery)`, where)}
    limit ${limit}`.execute(db)
  return rows
}

/** The number of matching sections for each tsquery, up to `limit`. */
export async function countEach(db: Database, scope: Scope, queries: readonly string[], limit: number) {
  const { rows } = await sql<{ count: number }>`select (select count(*) from (select 1 from search_sections s
      where ${fits(scope, sql`one.query`, 'words')} limit ${limit}) fitting) as count
    from unnest(${queries}::tsquery[]) with ordinality one (query, at) order by one.at`.execute(db)
  return rows.map(({ count }) => count)
}

/**
 * Compares the organization in a different collation than the keys', and the spaces without a join, so that
 * PostgreSQL starts from the index of words. Otherwise it would scan all rows of the organization. The query
 * is a subselect or a column: of a constant it may know that it is common, and then unpacks every vector of
 * the table, whose size it doesn't count.
 */
function fits({ organizationId, spaceIds, guards }: Scope, query: RawBuilder<unknown>, where: Where) {
  const isMet = guards === undefined ? sql`` : sql`and s.guard = any (${[...guards]}::text[])`
  return sql`s.organization_id = ${organizationId} collate "POSIX" and ${sql.ref(`s.${where}`)} @@ ${query}
    and (s.space_id in (select unnest(${[...spaceIds]}::text[]))) is true ${isMet}`
}

/** A section with everything that its score depends on. */
export type Judged = PartKey & Candidate

export async function judge(
  db: Database,
  organizationId: string,
  parts: readonly PartKey[],
  queries: { readonly all: string; readonly each: readonly string[]; readonly exactly: readonly string[] },
): Promise<Judged[]> {
  const isIn = (query: string) => sql`unpacked.words @@ ${query}::tsquery`
  const anyOf = queries.each.join(' | ')
  // The vector is unpacked once. `offset 0` keeps PostgreSQL from doing it again in each expression.
  const { rows } = await sql<Judged>`select s.space_id as "spaceId", s.page_id as "pageId", s.part,
      case when s.head @@ ${anyOf}::tsquery then s.head::text else '' end as head,
      ts_rank_cd('{0.3, 0.3, 0.4, 0.5}', unpacked.words, ${queries.all}::tsquery, 32) as density,
      array[${sql.join(queries.each.map(isIn))}]::boolean[] as has,
      array[${sql.join(queries.exactly.map(isIn))}]::boolean[] as "hasExactly"
    from ${listed(parts)}
    join search_sections s on s.organization_id = ${organizationId} and s.space_id = one.space_id
      and s.page_id = one.page_id and s.part = one.part
    cross join lateral (select s.words || ''::tsvector as words offset 0) unpacked`.execute(db)
  return rows
}

export interface ShownPart extends PartKey {
  readonly sectionId: string
  readonly anchor: string | null
  readonly title: string
  readonly body: string
  readonly pageTitle: string
  readonly path: string
}

export async function show(db: Database, organizationId: string, parts: readonly PartKey[]) {
  const { rows } = await sql<ShownPart>`select s.space_id as "spaceId", s.page_id as "pageId", s.part,
      s.section_id as "sectionId", s.anchor, s.title, s.body, p.title as "pageTitle", p.path
    from ${listed(parts)}
    join search_sections s on s.organization_id = ${organizationId} and s.space_id = one.space_id
      and s.page_id = one.page_id and s.part = one.part
    join search_pages p on p.organization_id = ${organizationId} and p.space_id = one.space_id
      and p.page_id = one.page_id`.execute(db)
  return rows
}

function listed(parts: readonly PartKey[]) {
  const spaceIds = parts.map(({ spaceId }) => spaceId)
  const pageIds = parts.map(({ pageId }) => pageId)
  const numbers = parts.map(({ part }) => part)
  return sql`unnest(${spaceIds}::text[], ${pageIds}::text[], ${numbers}::int[]) one (space_id, page_id, part)`
}

/** Words in these spaces that begin almost like a misspelled one. */
export async function wordsLike(
  db: Database,
  { organizationId, spaceIds, guards }: Scope,
  misspelt: readonly string[],
) {
  const isOpen = guards === undefined ? sql`` : sql`and not s.conditional`
  const { rows } = await sql<{ word: string }>`select distinct s.word from search_words s
    where s.organization_id = ${organizationId} collate "POSIX" and s.misspelt && ${[...misspelt]}::text[]
      and (s.space_id in (select unnest(${[...spaceIds]}::text[]))) is true ${isOpen}
    limit ${wordsMax}`.execute(db)
  return rows.map(({ word }) => word)
}

const wordsMax = 2000

export interface Guard {
  readonly spaceId: string
  readonly guard: string
  readonly conditions: string
}

/** The distinct conditions in these spaces. Skips along an index instead of reading every row. */
export async function listGuards(
  db: Database,
  { organizationId, spaceIds }: Pick<Scope, 'organizationId' | 'spaceIds'>,
  limit: number,
): Promise<Guard[]> {
  const after = (rest: RawBuilder<unknown>) => sql`select s.guard, s.conditions from search_sections s
      where s.organization_id = ${organizationId} and s.space_id = space.id
        and s.guard not in ('', 'never', 'unread') ${rest} order by s.guard limit 1`
  const { rows } = await sql<Guard>`select space.id as "spaceId", one.guard, one.conditions
    from unnest(${[...spaceIds]}::text[]) space (id), lateral (with recursive each as (
      (${after(sql``)})
      union all
      select next.guard, next.conditions from each, lateral (${after(sql`and s.guard > each.guard`)}) next
    ) select guard, conditions from each limit ${limit}) one limit ${limit}`.execute(db)
  return rows
}
