import { type Connection, PreparedDriver } from '../../packages/server/src/db/driver.ts'
import { inputFor, mountedOperations } from '../../packages/server/src/test/samples.ts'
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
  const { statusCode: status } = await withoutCommits(() =>
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
  if (status === 401 || status >= 500) throw new Error(`${control.id} as ${person.standing}: ${status}`)
  return { isAllowed: status !== 403 && status !== 404 && !isAbsent(control, status), status }
}

/** Deletions can be repeated, also by people for whom the thing never existed. */
function isAbsent({ id }: Control, status: number): boolean {
  return status === 204 && (mounted.get(id)?.operation.access ?? []).some((one) => one.endsWith('.absent'))
}

async function withoutCommits<T>(work: () => Promise<T>): Promise<T> {
  const { commitTransaction } = PreparedDriver.prototype
  PreparedDriver.prototype.commitTransaction = function (connection: Connection) {
    return this.rollbackTransaction(connection)
  }
  try {
    return await work()
  } finally {
    PreparedDriver.prototype.commitTransaction = commitTransaction
  }
}
