import { sql } from 'kysely'
import type { Server } from '../../packages/server/src/test/harness.ts'

/** The tables of the directory whose copies are not the same on every node. */
export async function unequalCopies({ db }: Server): Promise<readonly string[]> {
  const { rows: tables } = await sql<{ name: string; shard: string }>`
    select t.table_name::text as name, shard_name(s.logicalrelid, s.shardid) as shard
    from citus_tables t join pg_dist_shard s on s.logicalrelid = t.table_name
    where t.citus_table_type = 'reference' order by 1`.execute(db)
  const unequal: string[] = []
  for (const { name, shard } of tables) {
    const hash = `select md5(coalesce(string_agg(md5(one::text), '' order by one::text), ''))
      from ${shard} one`
    const { rows } = await sql<{ result: string }>`
      select distinct result from run_command_on_all_nodes(${hash}) where success`.execute(db)
    if (rows.length !== 1) unequal.push(name)
  }
  return unequal
}
