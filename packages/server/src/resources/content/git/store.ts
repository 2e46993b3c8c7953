import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'

interface Key {
  readonly spaceId: string
  /** The ID of the pushed commit. */
  readonly tip: string
  readonly userId: string
}

export interface KnownPush {
  /** Null if it went to the main branch. */
  readonly changeRequestId: string | null
  readonly number: number
  readonly status: string
  readonly branch: string | null
  /** The revision that the push made, and the current one of its change request. */
  readonly revisionId: string
  readonly head: string
}

export async function find(db: Database, { spaceId, tip, userId }: Key): Promise<KnownPush | undefined> {
  const { rows } = await sql<KnownPush>`select c.id as "changeRequestId", c.number, c.status,
      p.revision_id as "revisionId", c.revision_id as head, b.name as branch
    from git_pushes p
    left join change_requests c on c.space_id = ${spaceId} and c.id = p.change_request_id
    left join git_branches b on b.space_id = ${spaceId} and b.change_request_id = c.id
    where p.space_id = ${spaceId} and p.tip = ${bytesOf([tip])[0]} and p.user_id = ${userId}`.execute(db)
  return rows[0]
}

interface Line {
  readonly spaceId: string
  /** IDs of commits, newest first. */
  readonly tips: readonly string[]
}

/** The newest of these commits with a revision that has its files: somebody pushed or wrote it. */
export async function newestAmong(db: Database, { spaceId, tips }: Line) {
  const { rows } = await sql<Pushed>`select encode(g.oid, 'hex') as tip, g.revision_id as "revisionId"
    from git_commits g where g.space_id = ${spaceId} and g.oid = any (${bytesOf(tips)}::bytea[])
      and g.repository = 'changes'
    union all
    (select encode(p.tip, 'hex'), p.revision_id from git_pushes p
      where p.space_id = ${spaceId} and p.tip = any (${bytesOf(tips)}::bytea[])
      order by p.pushed_at)`.execute(db)
  return newest(rows, tips)
}

interface Pushed {
  readonly tip: string
  readonly revisionId: string
}

/** The newest of these commits that was merged as it was pushed. */
export async function newestMerged(db: Database, { spaceId, tips }: Line) {
  const { rows } = await sql<Pushed>`select encode(p.tip, 'hex') as tip, p.revision_id as "revisionId"
    from git_pushes p join change_requests c on c.space_id = ${spaceId} and c.id = p.change_request_id
    join revisions m on m.space_id = ${spaceId} and m.id = c.revision_merged
    where p.space_id = ${spaceId} and p.tip = any (${bytesOf(tips)}::bytea[]) and c.status = 'merged'
      and m.parents[2] = p.revision_id`.execute(db)
  return newest(rows, tips)
}

/** The person's open change request that has one of these commits as its last one. */
export async function findContinued(db: Database, { spaceId, tips, userId }: Line & Pick<Key, 'userId'>) {
  const { rows } = await sql<Pushed & { changeRequestId: string }>`select encode(p.tip, 'hex') as tip,
      p.revision_id as "revisionId", c.id as "changeRequestId"
    from git_pushes p join change_requests c on c.space_id = ${spaceId} and c.id = p.change_request_id
    where p.space_id = ${spaceId} and p.tip = any (${bytesOf(tips)}::bytea[]) and p.user_id = ${userId}
      and c.created_by = ${userId} and c.status in ('draft', 'open')
      and not exists (select from git_pushes later where later.space_id = ${spaceId}
        and later.change_request_id = c.id and later.pushed_at > p.pushed_at)
    union all
    select encode(g.oid, 'hex'), g.revision_id, c.id
    from git_commits g join change_requests c on c.space_id = ${spaceId} and c.revision_id = g.revision_id
    where g.space_id = ${spaceId} and g.oid = any (${bytesOf(tips)}::bytea[]) and g.repository = 'changes'
      and c.created_by = ${userId} and c.status in ('draft', 'open')`.execute(db)
  return newest(rows, tips)
}

function newest<T extends Pushed>(rows: readonly T[], tips: readonly string[]): T | undefined {
  const byTip = new Map(rows.map((row) => [row.tip, row]))
  const tip = tips.find((one) => byTip.has(one))
  return tip === undefined ? undefined : byTip.get(tip)
}

/** A commit that is pushed to a change request again counts from now on. */
export async function keep(
  db: Database,
  { spaceId, tip, userId }: Key,
  made: { readonly changeRequestId: string | null; readonly revisionId: string; readonly now: string },
) {
  const { changeRequestId, revisionId, now } = made
  await sql`insert into git_pushes (space_id, tip, user_id, change_request_id, revision_id, pushed_at)
    values (${spaceId}, ${Buffer.from(tip, 'hex')}, ${userId}, ${changeRequestId}, ${revisionId}, ${now})
    on conflict (space_id, tip, user_id) do update set change_request_id = excluded.change_request_id,
      revision_id = excluded.revision_id, pushed_at = excluded.pushed_at`.execute(db)
}

function bytesOf(oids: readonly string[]): readonly Buffer[] {
  return oids.map((oid) => Buffer.from(oid, 'hex'))
}

/** Whose revision it is. */
export async function authorOf(db: Database, spaceId: string, revisionId: string) {
  const { rows } = await sql<{ userId: string; name: string | null }>`
    select u.id as "userId", u.display_name as name
    from revisions r join users u on u.id = r.created_by
    where r.space_id = ${spaceId} and r.id = ${revisionId}`.execute(db)
  return rows[0]
}

interface Branch {
  readonly spaceId: string
  readonly name: string
}

/** The open change request that a branch stands for: the newest one, if one was opened again. */
export async function findBranch(db: Database, { spaceId, name }: Branch): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select c.id from git_branches b
    join change_requests c on c.space_id = ${spaceId} and c.id = b.change_request_id
    where b.space_id = ${spaceId} and b.name = ${name} and c.status in ('draft', 'open')
    order by c.number desc limit 1`.execute(db)
  return rows[0]?.id
}

/** A branch that would be a folder of this one, or the reverse: clients can't have both. */
export async function findBranchBeside(db: Database, { spaceId, name }: Branch): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`select b.name from git_branches b
    join change_requests c on c.space_id = ${spaceId} and c.id = b.change_request_id
    where b.space_id = ${spaceId} and c.status in ('draft', 'open')
      and (starts_with(b.name, ${`${name}/`}) or starts_with(${name}, b.name || '/')) limit 1`.execute(db)
  return rows[0]?.name
}

export async function hasBranch(db: Database, spaceId: string, changeRequestId: string): Promise<boolean> {
  const { rows } = await sql`select from git_branches
    where space_id = ${spaceId} and change_request_id = ${changeRequestId}`.execute(db)
  return rows.length > 0
}

export async function insertBranch(db: Database, { spaceId, name }: Branch, changeRequestId: string) {
  await sql`insert into git_branches (space_id, change_request_id, name)
    values (${spaceId}, ${changeRequestId}, ${name})`.execute(db)
}
