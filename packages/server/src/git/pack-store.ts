import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** The pack of a pushed commit. */
export interface KeptPack {
  readonly tip: string
  /** The hashes of its pieces in the file store, in their order. */
  readonly pieces: readonly string[]
}

export interface NewPack extends KeptPack {
  /** The bytes of the commit. */
  readonly bytes: Buffer
  /** Commits with packs of their own, which this one needs. */
  readonly bases: readonly string[]
  /** Whether drafts are among the commits, which people without comment access can't read. */
  readonly hasDrafts: boolean
}

/** The packs of some commits, and those that they need. Commits that nobody pushed have none. */
export async function allFor(
  db: Database,
  spaceId: string,
  tips: readonly string[],
): Promise<readonly KeptPack[]> {
  const { rows } = await sql<{ tip: string; pieces: readonly Buffer[] }>`with recursive needed as (
      select tip, pieces, bases from git_packs
      where space_id = ${spaceId} and tip = any (${bytesOf(tips)}::bytea[])
      union
      select k.tip, k.pieces, k.bases from needed n
      join git_packs k on k.space_id = ${spaceId} and k.tip = any (n.bases)
    ) select encode(tip, 'hex') as tip, pieces from needed`.execute(db)
  return rows.map(({ tip, pieces }) => ({ tip, pieces: pieces.map((one) => one.toString('base64url')) }))
}

/** Those of some commits that have packs. */
export async function keptAmong(
  db: Database,
  spaceId: string,
  tips: readonly string[],
): Promise<readonly string[]> {
  const { rows } = await sql<{ tip: string }>`select encode(tip, 'hex') as tip from git_packs
    where space_id = ${spaceId} and tip = any (${bytesOf(tips)}::bytea[])`.execute(db)
  return rows.map(({ tip }) => tip)
}

/** Whether drafts that were written in the product are among some commits. */
export async function hasDrafts(db: Database, spaceId: string, oids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from git_commits
    where space_id = ${spaceId} and oid = any (${bytesOf(oids)}::bytea[]) and repository = 'changes'
    union all
    select 1 from git_packs
    where space_id = ${spaceId} and tip = any (${bytesOf(oids)}::bytea[]) and drafts limit 1`.execute(db)
  return rows.length > 0
}

export async function keep(db: Database, spaceId: string, pack: NewPack) {
  const tip = Buffer.from(pack.tip, 'hex')
  const pieces = pack.pieces.map((hash) => Buffer.from(hash, 'base64url'))
  await sql`insert into git_packs (space_id, tip, bytes, pieces, bases, drafts)
    values (${spaceId}, ${tip}, ${pack.bytes}, ${pieces}::bytea[], ${bytesOf(pack.bases)}::bytea[],
      ${pack.hasDrafts}) on conflict (space_id, tip) do nothing`.execute(db)
}

function bytesOf(oids: readonly string[]): readonly Buffer[] {
  return oids.map((oid) => Buffer.from(oid, 'hex'))
}
