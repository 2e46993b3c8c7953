import { sql } from 'kysely'
import { type Connection, PreparedDriver } from '../db/driver.ts'
import { jobs } from '../worker.ts'
import type { Server } from './harness.ts'
import { inputFor, type Mounted, mountedOperations, sendTo } from './samples.ts'
import { givenTenant, type Tenant } from './world.ts'

/**
 * Calls every writing operation in one organization, while a transaction of the same operation in another is
 * about to commit. Returns those that did not end before it: PostgreSQL stops their wait for a lock after ten
 * seconds.
 */
export async function waitingOperations(server: Server): Promise<{ held: number; waiting: string[] }> {
  await registerJobs(server)
  const waiting: string[] = []
  let held = 0
  for (const mounted of mountedOperations()) {
    if (mounted.operation.method === 'GET') continue
    const [one, other] = [await givenTenant(server), await givenTenant(server)]
    const hold = holdNextCommit()
    const first = callAs(server, mounted, one)
    const isHeld = await Promise.race([hold.begun.then(() => true), first.then(() => false)])
    const { statusCode } = await callAs(server, mounted, other)
    hold.end()
    await first
    if (!isHeld) continue
    held++
    if (statusCode !== mounted.operation.status) waiting.push(`${mounted.id}: ${statusCode}`)
  }
  return { held, waiting }
}

function callAs(server: Server, mounted: Mounted, tenant: Tenant) {
  return sendTo(server, mounted.operation, tenant.admin.secret, inputFor(mounted, tenant, tenant.admin))
}

/** The first transaction that would commit from now on waits until `end`. */
function holdNextCommit() {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const { commitTransaction } = PreparedDriver.prototype
  const restore = () => {
    PreparedDriver.prototype.commitTransaction = commitTransaction
  }
  PreparedDriver.prototype.commitTransaction = async function (connection: Connection) {
    restore()
    begun.resolve()
    await ended.promise
    await commitTransaction.call(this, connection)
  }
  const end = () => {
    restore()
    ended.resolve()
  }
  return { begun: begun.promise, end }
}

/** As a worker does when it starts. The queue stores the name of a job with the first job of that name. */
async function registerJobs({ db }: Server) {
  for (const { name } of jobs) await sql`select graphile_worker.add_job(${name})`.execute(db)
}
