import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Which change requests somebody asks for, besides those that have branches. */
export interface WantedDrafts {
  /** All that are open. */
  readonly all: boolean
  /** Also if they are closed. */
  readonly numbers: readonly number[]
}

/** The current revision of a change request, and its commit if it has one. */
export interface DraftHead {
  readonly number: number
  readonly revisionId: string
  /** The branch that stands for the change request. */
  readonly branch: string | null
  readonly oid: string | null
}

/**
 * The commit of a revision: the one that was pushed, that of the main branch, or the one that was made of a
 * draft.
 */
const oidOf = (spaceId: string, revision: string) => sql<string | null>`coalesce(
  (select encode(p.tip, 'hex') from git_pushes p join git_packs k on k.space_id = ${spaceId} and k.tip = p.tip
    where p.space_id = ${spaceId} and p.revision_id = ${sql.ref(revision)}
      and p.change_request_id is not null
    order by p.pushed_at desc, p.tip limit 1),
  (select encode(g.oid, 'hex') from git_commits g where g.space_id = ${spaceId}
    and g.revision_id = ${sql.ref(revision)} and g.repository = (select case
      when r.change_request_id is null then 'main' else 'changes' end
      from revisions r where r.space_id = ${spaceId} and r.id = ${sql.ref(revision)})))`

export async function headsOf(
  db: Database,
  spaceId: string,
  { all, numbers }: WantedDrafts,
): Promise<readonly DraftHead[]> {
  const { rows } = await sql<DraftHead>`select c.number, c.revision_id as "revisionId",
      case when c.status in ('draft', 'open') then b.name end as branch,
      ${oidOf(spaceId, 'c.revision_id')} as oid
    from change_requests c
    left join git_branches b on b.space_id = ${spaceId} and b.change_request_id = c.id
    where c.space_id = ${spaceId} and (c.number = any (${[...numbers]}::int[])
      or c.status in ('draft', 'open') and (${all} or b.name is not null))
    order by c.number`.execute(db)
  return rows
}

/** The commit of a revision, if somebody can have fetched it. */
export async function oidOfRevision(
  db: Database,
  spaceId: string,
  revisionId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ oid: string | null }>`select ${oidOf(spaceId, 'c.id')} as oid
    from revisions c where c.space_id = ${spaceId} and c.id = ${revisionId}`.execute(db)
  return rows[0]?.oid ?? undefined
}

/** A revision of a change request, or the one of the space that it began with. */
export interface DraftRevision {
  readonly id: string
  readonly root: string
  readonly type: string
  /** False for the revision of the space. */
  readonly isDraft: boolean
  readonly createdAt: string
  readonly userId: string | null
  readonly name: string | null
  /** The commit that was pushed, or that of the main branch. */
  readonly oid: string | null
  /** The commit that was made of it before, as base64. */
  readonly commit: string | null
  /** The commit of the revision of the space that was merged into it. */
  readonly merged: string | null
}

/** The revisions of a change request from one back to that of the space, newest first. */
export async function lineOf(
  db: Database,
  spaceId: string,
  revisionId: string,
): Promise<readonly DraftRevision[]> {
  const { rows } = await sql<DraftRevision>`with recursive line as (
      select r.id, r.root, r.type, r.parents, r.change_request_id, r.created_at, r.created_by, 1 as step
      from revisions r where r.space_id = ${spaceId} and r.id = ${revisionId}
      union all
      select r.id, r.root, r.type, r.parents, r.change_request_id, r.created_at, r.created_by, line.step + 1
      from line join revisions r on r.space_id = ${spaceId} and r.id = line.parents[1]
      where line.change_request_id is not null
    ) select line.id, encode(line.root, 'hex') as root, line.type,
      line.change_request_id is not null as "isDraft", line.created_at as "createdAt",
      u.id as "userId", u.display_name as name,
      case when line.change_request_id is null then encode(m.oid, 'hex') else (
        select encode(p.tip, 'hex') from git_pushes p
        join git_packs k on k.space_id = ${spaceId} and k.tip = p.tip
        where p.space_id = ${spaceId} and p.revision_id = line.id and p.change_request_id is not null
        order by p.pushed_at desc, p.tip limit 1) end as oid,
      translate(encode(g.bytes, 'base64'), E'\\n', '') as commit, encode(o.oid, 'hex') as merged
    from line
    left join users u on u.id = line.created_by
    left join git_commits m
      on m.space_id = ${spaceId} and m.revision_id = line.id and m.repository = 'main'
    left join git_commits g
      on g.space_id = ${spaceId} and g.revision_id = line.id and g.repository = 'changes'
    left join git_commits o
      on o.space_id = ${spaceId} and o.revision_id = line.parents[2] and o.repository = 'main'
    order by line.step`.execute(db)
  return rows
}
