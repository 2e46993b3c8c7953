import { sql } from 'kysely'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { inputFor, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenTenant, type Tenant } from '../../packages/server/src/test/world.ts'

const organizationsCount = 16

/** Sixteen organizations call every writing operation at the same time, each in its own order. */
export async function runTogether(server: Server) {
  const writing = mountedOperations().filter(({ operation }) => operation.method !== 'GET')
  const before = await deadlocksIn(server)
  let requests = 0
  const faults: string[] = []
  const tenants: Tenant[] = []
  while (tenants.length < organizationsCount) tenants.push(await givenTenant(server))
  const work = async (tenant: Tenant, offset: number) => {
    const order = [...writing.slice(offset), ...writing.slice(0, offset)].slice(0, writesEach)
    for (const mounted of order) {
      requests++
      const { statusCode, body } = await send(server, mounted, tenant)
      if (statusCode >= 500) faults.push(`${mounted.id}: ${statusCode} ${body}`)
    }
  }
  const step = Math.floor(writing.length / organizationsCount)
  await Promise.all(tenants.map((tenant, index) => work(tenant, index * step)))
  for (const fault of faults.slice(0, 20)) console.log(`at once: ${fault}`)
  return { requests, failed: faults.length, deadlocks: (await deadlocksIn(server)) - before }
}

/** Some operations end what others need, such as the token. Each organization calls this many of them. */
const writesEach = 40

function send(server: Server, mounted: Parameters<typeof inputFor>[0], tenant: Tenant) {
  return sendTo(server, mounted.operation, tenant.admin.secret, inputFor(mounted, tenant, tenant.admin))
}

/** Deadlocks that any node has found since it started. */
async function deadlocksIn({ db }: Server): Promise<number> {
  const { rows } = await sql<{ result: string }>`select result from run_command_on_all_nodes(
    'select deadlocks from pg_stat_database where datname = current_database()')`.execute(db)
  return rows.reduce((sum, { result }) => sum + Number(result), 0)
}
