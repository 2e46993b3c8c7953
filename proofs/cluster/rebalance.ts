import { sql } from 'kysely'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { inputFor, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenTenant } from '../../packages/server/src/test/world.ts'

/** Empties a worker and fills it again while an organization reads and writes. */
export async function rebalanceUnderLoad(server: Server) {
  const [tenant, moving] = [await givenTenant(server), moveShards(server)]
  const shown = mountedOperations().filter(({ id }) => operationIds.includes(id))
  let [isOver, requests] = [false, 0]
  const faults: string[] = []
  const ended = moving.finally(() => {
    isOver = true
  })
  while (!isOver) {
    for (const mounted of shown) {
      const input = inputFor(mounted, tenant, tenant.admin)
      const { statusCode, body } = await sendTo(server, mounted.operation, tenant.admin.secret, input)
      requests++
      if (statusCode >= 500) faults.push(`${mounted.id}: ${statusCode} ${body}`)
    }
  }
  await ended
  for (const fault of faults.slice(0, 20)) console.log(`during rebalance: ${fault}`)
  return { requests, failed: faults.length }
}

const operationIds = ['getSpaceById', 'getPageById', 'listPages', 'createChangeRequest', 'postCommentInSpace']

/** Moves shards of one worker to the other and back, in the foreground. */
async function moveShards({ db }: Server) {
  const { rows } = await sql<{ from: Node; to: Node; shardid: string }>`
    with workers as (select nodename, nodeport, row_number() over (order by nodeid) as number
      from pg_dist_node where groupid > 0 and noderole = 'primary' and shouldhaveshards)
    select json_build_object('name', a.nodename, 'port', a.nodeport) as from,
      json_build_object('name', b.nodename, 'port', b.nodeport) as to, s.shardid::text
    from workers a join workers b on a.number = 1 and b.number = 2
    join citus_shards s on s.nodename = a.nodename and s.nodeport = a.nodeport
    where s.table_name = 'spaces'::regclass order by s.shardid limit ${movedMax}`.execute(db)
  for (const { from, to, shardid } of rows) {
    await move(shardid, from, to)
    await move(shardid, to, from)
  }

  async function move(shardId: string, from: Node, to: Node) {
    await db.connection().execute(async (one) => {
      await sql`set statement_timeout to 0`.execute(one)
      await sql`select citus_move_shard_placement(${shardId}::bigint, ${from.name}, ${from.port}::int,
        ${to.name}, ${to.port}::int, shard_transfer_mode => 'force_logical')`.execute(one)
    })
  }
}

interface Node {
  readonly name: string
  readonly port: number
}

/** How many groups of shards move, each with all tables of its plane. */
const movedMax = Number(process.env.CLUSTER_MOVES ?? 4)
