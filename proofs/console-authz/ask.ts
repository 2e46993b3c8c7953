import { CompiledQuery } from 'kysely'
import { type Connection, PreparedDriver } from '../../packages/server/src/db/driver.ts'
import { inputFor, mountedOperations } from '../../packages/server/src/test/samples.ts'
import type { Tenant } from '../../packages/server/src/test/world.ts'
import { page } from '../../packages/server/src/test/writing.ts'
import { type Control, ownIds } from './control.ts'
import type { Stage, StagePerson } from './stage.ts'

interface Answer {
  readonly isAllowed: boolean
  readonly status: number
}

/** The samples of these name pages of the sample space, and controls are about other spaces, too. */
const bodies: Readonly<Record<string, object>> = {
  updateSpaceContent: { changes: [page('Another')] },
  updateChangeRequestContent: { changes: [page('Another')] },
}

const mounted = new Map(mountedOperations().map((one) => [one.id, one]))

/**
 * Sends what a control would send, as one of the people, with the body of the sample. Nothing of it stays:
 * the transaction is rolled back when it would be committed.
 */
export async function askServer(stage: Stage, person: StagePerson, control: Control): Promise<Answer> {
  const one = mounted.get(control.id)
  if (one === undefined) throw new Error(`${control.id} has no sample.`)
  const { operation } = one
  const sample = inputFor(one, stage.tenant, stage.tenant.admin)
  const own = Object.entries(control.params).map(([name, value]) => [name, ownIds(person, value)])
  const params: Readonly<Record<string, string>> = { ...sample.params, ...Object.fromEntries(own) }
  const body = control.body ?? bodies[control.id] ?? sample.body
  const { result, hasEvents } = await withoutCommits(stage.tenant, () =>
    stage.server.app.inject({
      method: operation.method,
      url: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(params[name] ?? ''),
      ),
      headers: { cookie: `${person.cookie.name}=${person.cookie.value}`, origin: stage.origin },
      ...(sample.query && { query: { ...sample.query } }),
      ...(body && { payload: body }),
    }),
  )
  const { statusCode: status, body: answer } = result
  if (status === 401 || status >= 500)
    throw new Error(`${control.id} as ${person.standing}: ${status} ${answer}`)
  return { isAllowed: status !== 403 && status !== 404 && !isAbsent(control, status, hasEvents), status }
}

/** Deletions can be repeated, also by people for whom the thing never existed: then nothing happened. */
function isAbsent({ id }: Control, status: number, hasEvents: boolean): boolean {
  const { access = [] } = mounted.get(id)?.operation ?? {}
  return status === 204 && !hasEvents && access.some((one) => one.endsWith('.absent'))
}

async function withoutCommits<T>({ organizationId }: Tenant, work: () => Promise<T>) {
  const { commitTransaction } = PreparedDriver.prototype
  let hasEvents = false
  PreparedDriver.prototype.commitTransaction = async function (connection: Connection) {
    const { rows } = await connection.executeQuery(eventsOf(organizationId))
    hasEvents ||= rows.length > 0
    return this.rollbackTransaction(connection)
  }
  try {
    const result = await work()
    return { result, hasEvents }
  } finally {
    PreparedDriver.prototype.commitTransaction = commitTransaction
  }
}

/** What the transaction has recorded. */
function eventsOf(organizationId: string) {
  return CompiledQuery.raw(
    'select id from events where events.organization_id = $1 and xmin = pg_current_xact_id()::xid limit 1',
    [organizationId],
  )
}
