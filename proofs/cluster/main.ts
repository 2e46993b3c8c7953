import { serve, serveOn } from '../../packages/server/src/test/harness.ts'
import { waitingOperations } from '../../packages/server/src/test/held-commits.ts'
import { compareOperations } from './compare.ts'
import { unequalCopies } from './copies.ts'
import { costOf } from './cost.ts'
import { runTogether } from './load.ts'
import { openCluster } from './open-cluster.ts'
import { rebalanceUnderLoad } from './rebalance.ts'

/**
 * Calls every operation on a Citus cluster and on one PostgreSQL, with the same content, and compares the
 * responses. Then 16 organizations work at the same time, each operation is called while another
 * organization holds its transaction open, shards move while requests run, and four kinds of requests are
 * timed against one PostgreSQL. CLUSTER_DATABASE_URL is an empty database on the coordinator of a cluster
 * with workers.
 */
const coordinator = process.env.CLUSTER_DATABASE_URL
if (coordinator === undefined) {
  console.log(
    'cluster: not run. Set CLUSTER_DATABASE_URL to an empty database on the coordinator of a Citus cluster ' +
      'that has workers (select citus_add_node(…)).',
  )
} else {
  const settings = { rateLimitPerMinute: 1_000_000 }
  const cluster = await serveOn(await openCluster(coordinator), settings)
  const plain = await serve(settings)
  try {
    const { operations, differing, refused } = await compareOperations(cluster, plain)
    for (const line of [...refused, ...differing]) console.log(line)
    const { requests, failed, deadlocks } = await runTogether(cluster)
    const { held, waiting } = await waitingOperations(cluster)
    for (const line of waiting) console.log(`waited for another organization: ${line}`)
    const moved = await rebalanceUnderLoad(cluster)
    const cost = await costOf(cluster, plain)
    const unequal = await unequalCopies(cluster)
    for (const name of unequal) console.log(`the copies of ${name} are not equal`)
    console.log(`16 organizations at once: ${requests} requests, ${failed} failed, ${deadlocks} deadlocks`)
    console.log(`${held} operations held open in one organization: ${waiting.length} waited in another`)
    console.log(
      `cluster: ${operations} operations, ${differing.length} differ, ${refused.length} refused, ` +
        `${moved.requests} requests during rebalance, ${moved.failed} failed; ` +
        `cost ${Object.entries(cost)
          .map(([work, ratio]) => `${work} ${ratio.toFixed(1)}`)
          .join(', ')} of plain`,
    )
    const isBroken =
      [differing, refused, waiting, unequal].some((list) => list.length > 0) ||
      failed + deadlocks + moved.failed > 0
    process.exitCode = isBroken ? 1 : 0
  } finally {
    await plain.stop()
    await cluster.stop()
  }
}
