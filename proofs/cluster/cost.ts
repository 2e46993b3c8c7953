import type { Server } from '../../packages/server/src/test/harness.ts'
import { inputFor, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenTenant, type Tenant } from '../../packages/server/src/test/world.ts'
import { median } from '../kit/median.ts'

/** The work that is timed, by the operations that it consists of. */
const works: Readonly<Record<string, readonly string[]>> = {
  get: ['getSpaceById'],
  edit: ['createChangeRequest', 'updateChangeRequestContent'],
  merge: ['mergeChangeRequest'],
  list: ['listSpacesInOrganizationById'],
}

/** How many times as long each work takes on the cluster: medians of turns that follow each other. */
export async function costOf(cluster: Server, plain: Server): Promise<Readonly<Record<string, number>>> {
  const ratios: Record<string, number> = {}
  for (const [work, ids] of Object.entries(works)) {
    const [there, here]: [number[], number[]] = [[], []]
    // Every connection plans a statement the first time: these rounds don't count.
    for (let round = -warmUps; round < rounds; round++) {
      const [onCluster, onPlain] = [await timeOf(cluster, ids), await timeOf(plain, ids)]
      if (round < 0) continue
      there.push(onCluster)
      here.push(onPlain)
    }
    ratios[work] = median(there) / median(here)
  }
  return ratios
}

const warmUps = 10
const rounds = Number(process.env.CLUSTER_ROUNDS ?? 15)

async function timeOf(server: Server, ids: readonly string[]): Promise<number> {
  const tenant = await givenTenant(server)
  const started = performance.now()
  await callAll(server, tenant, ids)
  return performance.now() - started
}

async function callAll(server: Server, tenant: Tenant, ids: readonly string[]) {
  for (const mounted of mountedOperations().filter(({ id }) => ids.includes(id))) {
    const input = inputFor(mounted, tenant, tenant.admin)
    const { statusCode, body } = await sendTo(server, mounted.operation, tenant.admin.secret, input)
    if (statusCode >= 400) throw new Error(`${mounted.id}: ${statusCode} ${body}`)
  }
}
