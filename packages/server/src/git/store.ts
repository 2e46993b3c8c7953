import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Where commits are: what every reader may see, or also the drafts of change requests. */
export type RepositoryName = 'main' | 'changes'

/** A revision of a space, with everything that its commit says. */
export interface FollowedRevision extends Drawn {
  readonly id: string
  readonly type: string
  readonly parents: readonly string[]
  /** The change request that was merged, and the revision of the space that it was based on. */
  readonly number: number | null
  readonly subject: string | null
  readonly base: string | null
  readonly baseRoot: Buffer | null
  readonly baseOid: Buffer | null
  /** The last revision of that change request. */
  readonly merged: (Drawn & { readonly id: string }) | null
  /** What was last pushed to that change request, if everybody may see all of it, and its revision. */
  readonly pushed: { readonly tip: string; readonly revisionId: string } | null
  /** The commit that was pushed to the main branch, and its bytes as base64. */
  readonly live: { readonly tip: string; readonly bytes: string } | null
}

interface Drawn {
  readonly root: string
  readonly createdAt: string
  readonly userId: string | null
  readonly name: string | null
  /** The bytes of the commit, as base64, if it was made before. */
  readonly commit: string | null
}

/** The current revision of a space, and its commit if it was made before. */
export async function headOf(db: Database, spaceId: string) {
  const { rows } = await sql<{ revisionId: string; contentId: string; oid: Buffer | null }>`
    select s.revision_id as "revisionId", s.content_id as "contentId", g.oid
    from spaces s left join git_commits g
      on g.space_id = ${spaceId} and g.revision_id = s.revision_id and g.repository = 'main'
    where s.id = ${spaceId}`.execute(db)
  return rows[0]
}

/** The revision of a commit on the main branch. */
export async function revisionOf(db: Database, spaceId: string, oid: string): Promise<string | undefined> {
  return (await revisionsOf(db, spaceId, [oid])).get(oid)
}

/** The revisions of those commits that are on the main branch, by the IDs of the commits. */
export async function revisionsOf(
  db: Database,
  spaceId: string,
  oids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const wanted = oids.map((oid) => Buffer.from(oid, 'hex'))
  const { rows } = await sql<{ id: string; oid: Buffer }>`select g.revision_id as id, g.oid from git_commits g
    join revisions r on r.space_id = ${spaceId} and r.id = g.revision_id
    where g.space_id = ${spaceId} and g.oid = any (${wanted}::bytea[]) and g.repository = 'main'
      and r.change_request_id is null`.execute(db)
  return new Map(rows.map(({ id, oid }) => [oid.toString('hex'), id]))
}

/**
 * Commits of the main branch, newest first: all of the last ones, and then those whose distance is a power
 * of two. Whatever a clone has, one of them is not far below.
 */
export async function landmarks(db: Database, spaceId: string): Promise<readonly string[]> {
  const { rows } = await sql<{ oid: Buffer }>`select g.oid from (
      select revision_id, row_number() over (order by revision_id desc) as distance from (
        select revision_id from git_commits where space_id = ${spaceId} and repository = 'main'
        order by revision_id desc limit ${landmarksWithin}) newest) line
    join git_commits g
      on g.space_id = ${spaceId} and g.revision_id = line.revision_id and g.repository = 'main'
    where distance <= ${landmarksDense} or distance & (distance - 1) = 0
    order by distance`.execute(db)
  return rows.map(({ oid }) => oid.toString('hex'))
}

const landmarksDense = 256
/** How many commits are looked through. */
const landmarksWithin = 16_384

/**
 * The IDs of the revisions from one to another, oldest first, without the first. Parents lead the way: clocks
 * of several servers may disagree about the order of IDs.
 */
export async function lineBetween(
  db: Database,
  { spaceId, from, to }: { readonly spaceId: string; readonly from: string | undefined; readonly to: string },
): Promise<readonly { readonly id: string; readonly parent: string | null }[]> {
  const { rows } = await sql<{ id: string; parent: string | null }>`with recursive line as (
      select r.id, r.parents[1] as parent, 1 as step from revisions r
      where r.space_id = ${spaceId} and r.id = ${to}
      union all
      select r.id, r.parents[1], line.step + 1 from line
      join revisions r on r.space_id = ${spaceId} and r.id = line.parent and r.id <> ${from ?? ''}
    ) select id, parent from line order by step desc`.execute(db)
  return rows
}

export async function describe(
  db: Database,
  spaceId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, FollowedRevision>> {
  const { rows } = await sql<FollowedRevision>`select r.id, encode(r.root, 'hex') as root, r.type, r.parents,
      r.created_at as "createdAt", u.id as "userId", u.display_name as name,
      ${base64(sql.ref('g.bytes'))} as commit, c.number, c.subject, b.id as base, b.root as "baseRoot",
      bg.oid as "baseOid", case when h.id is null then null else json_build_object('id', h.id,
        'root', encode(h.root, 'hex'), 'createdAt', h.created_at, 'userId', hu.id, 'name', hu.display_name,
        'commit', ${base64(sql.ref('hg.bytes'))}) end as merged,
      case when p.tip is null then null else json_build_object('tip', p.tip,
        'revisionId', p.revision_id) end as pushed,
      case when lk.tip is null then null else json_build_object('tip', encode(lk.tip, 'hex'),
        'bytes', ${base64(sql.ref('lk.bytes'))}) end as live
    from revisions r
    left join users u on u.id = r.created_by
    left join git_commits g
      on g.space_id = ${spaceId} and g.revision_id = r.id and g.repository = 'main'
    left join change_requests c on c.space_id = ${spaceId} and c.id = r.merged_from
    left join revisions b on b.space_id = ${spaceId}
      and b.id = coalesce(c.revision_merged_ancestor, c.revision_initial)
    left join git_commits bg
      on bg.space_id = ${spaceId} and bg.revision_id = b.id and bg.repository = 'main'
    left join revisions h on h.space_id = ${spaceId} and h.id = r.parents[2] and r.merged_from is not null
    left join users hu on hu.id = h.created_by
    left join git_commits hg
      on hg.space_id = ${spaceId} and hg.revision_id = h.id and hg.repository = 'main'
    left join lateral (select encode(p.tip, 'hex') as tip, p.revision_id, k.drafts from git_pushes p
      left join git_packs k on k.space_id = ${spaceId} and k.tip = p.tip
      where p.space_id = ${spaceId} and p.change_request_id = r.merged_from
      order by p.pushed_at desc, p.tip limit 1) p on not p.drafts
    left join git_pushes l
      on l.space_id = ${spaceId} and l.revision_id = r.id and l.change_request_id is null
    left join git_packs lk on lk.space_id = ${spaceId} and lk.tip = l.tip
    where r.space_id = ${spaceId} and r.id = any (${[...ids]}::text[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** PostgreSQL breaks lines of base64. */
function base64(bytes: RawBuilder<unknown>) {
  return sql<string>`translate(encode(${bytes}, 'base64'), E'\\n', '')`
}

export interface KeptCommit {
  readonly revisionId: string
  readonly oid: string
  readonly bytes: Buffer
}

/** Keeps commits that are new, and returns the IDs of all of them as they are kept. */
export async function keep(
  db: Database,
  place: { readonly spaceId: string; readonly repository: RepositoryName; readonly layout: number },
  commits: readonly KeptCommit[],
): Promise<ReadonlyMap<string, string>> {
  const { spaceId, repository, layout } = place
  const ids = commits.map(({ revisionId }) => revisionId)
  const oids = commits.map(({ oid }) => Buffer.from(oid, 'hex'))
  await sql`insert into git_commits (space_id, revision_id, repository, oid, bytes, layout)
    select ${spaceId}, one.id, ${repository}, one.oid, one.bytes, ${layout}
    from unnest(${ids}::text[], ${oids}::bytea[], ${commits.map(({ bytes }) => bytes)}::bytea[])
      one (id, oid, bytes) order by one.id
    on conflict (space_id, revision_id, repository) do nothing`.execute(db)
  const { rows } = await sql<{ id: string; oid: Buffer }>`select revision_id as id, oid from git_commits
    where space_id = ${spaceId} and repository = ${repository}
      and revision_id = any (${ids}::text[])`.execute(db)
  return new Map(rows.map(({ id, oid }) => [id, oid.toString('hex')]))
}

/** The spaces among these that exist, deleted ones included, which can be restored. */
export async function existing(db: Database, spaceIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from spaces
    where id = any (${[...spaceIds]}::text[])`.execute(db)
  return new Set(rows.map(({ id }) => id))
}
