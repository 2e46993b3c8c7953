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

/**
 * Up to `limit` sections that match a tsquery in their titles or anywhere, unordered. A common word is in
 * thousands of them, so they come as one text for each space, which costs a fraction of as many rows.
 */
export async function find(db: Database, scope: Scope, query: string, where: Where, limit: number) {
  const { rows } = await sql<{ spaceId: string; parts: string }>`select found.space_id as "spaceId",
      string_agg(concat_ws(' ', found.page_id, found.part, found.rank), ' ') as parts
    from (select s.space_id, s.page_id, s.part, ts_rank(s.head, ${query}::tsquery) as rank
      from search_sections s where ${fits(scope, sql`(select ${query}::tsquery)`, where)}
      limit ${limit}) found
    group by found.space_id`.execute(db)
  return rows.flatMap(readParts)
}

/** IDs contain no spaces. */
function readParts({ spaceId, parts }: { readonly spaceId: string; readonly parts: string }): FoundPart[] {
  const values = parts.split(' ')
  const found: FoundPart[] = []
  for (let at = 0; at < values.length; at += 3)
    found.push({
      spaceId,
      pageId: values[at] ?? '',
      part: Number(values[at + 1]),
      rank: Number(values[at + 2]),
    })
  return found
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
  const bitsOf = (some: readonly string[]) =>
    sql.join(some.map((query) => sql`case when unpacked.words @@ ${query}::tsquery then '1' else '0' end`))
  const anyOf = queries.each.join(' | ')
  // The vector is unpacked once. `offset 0` keeps PostgreSQL from doing it again in each expression.
  const { rows } = await sql<{ judged: JudgedRow[] }>`select coalesce(json_agg(json_build_array(one.at,
      case when s.head @@ ${anyOf}::tsquery then s.head::text else '' end,
      ts_rank_cd('{0.3, 0.3, 0.4, 0.5}', unpacked.words, ${queries.all}::tsquery, 32),
      concat(${bitsOf([...queries.each, ...queries.exactly])}))), '[]') as judged
    from ${listed(parts)}
    join search_sections s on s.organization_id = ${organizationId} and s.space_id = one.space_id
      and s.page_id = one.page_id and s.part = one.part
    cross join lateral (select s.words || ''::tsvector as words offset 0) unpacked`.execute(db)
  const judged = rows[0]?.judged ?? []
  return judged.flatMap(([at, head, density, bits]) => {
    const part = parts[at - 1]
    const has = Array.from(bits, (bit) => bit === '1')
    const count = queries.each.length
    return part ? [{ ...part, head, density, has: has.slice(0, count), hasExactly: has.slice(count) }] : []
  })
}

/**
 * The position of a part among those that were asked for, from 1, its titles, its density, and for each word
 * of the query whether the part has it, then whether it has it exactly.
 */
type JudgedRow = readonly [at: number, head: string, density: number, bits: string]

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

/** As texts: the driver spends longer on an array. */
function listed(parts: readonly PartKey[]) {
  const joined = (read: (part: PartKey) => string | number) =>
    sql`string_to_array(${parts.map(read).join(' ')}, ' ')`
  const [spaceIds, pageIds, numbers] = [
    joined(({ spaceId }) => spaceId),
    joined(({ pageId }) => pageId),
    joined(({ part }) => part),
  ]
  return sql`unnest(${spaceIds}, ${pageIds}, ${numbers}::int[]) with ordinality
    one (space_id, page_id, part, at)`
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
