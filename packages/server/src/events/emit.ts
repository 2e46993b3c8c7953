import type { Caller, Context } from '../common/context.ts'
import { newId } from '../common/ids.ts'
import { noteChange } from '../db/notices.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Event } from './events.ts'
import { record } from './fan-out.ts'
import { spacesToIndex } from './indexed.ts'
import { isNotified, spaceToCompare } from './notified.ts'

/**
 * Records events in the transaction of the change: the events and their webhook deliveries exist if, and only
 * if, the change is committed. Pass `home` if the change creates its own organization. Returns the IDs of the
 * events.
 */
export async function emit(context: Scene, ...events: Event[]): Promise<readonly string[]> {
  if (events.length === 0) return []
  const { db, now, requestId, home, caller, scimTokenId } = context
  const by = {
    ...(caller?.installation && { byInstallation: caller.installation.id }),
    ...(scimTokenId !== undefined && { byScimToken: scimTokenId }),
  }
  const emitted = events.map((event) => {
    const { type: _type, ...body } = event
    return { id: newId(), event, body: { ...body, ...by } }
  })
  const actor = { actorId: caller?.userId ?? null, requestId: requestId ?? null }
  const eventIds = emitted.flatMap(({ id, event }) => (isNotified(event) ? [id] : []))
  noteChange(db, home)
  await Promise.all([
    record(db, { organizationId: home, ...actor, now }, emitted),
    ...Array.from(new Set(events.flatMap(spacesToIndex)), (spaceId) => askToIndex(context, spaceId)),
    ...(eventIds.length > 0 ? [enqueue(db, 'notify', { organizationId: home, eventIds })] : []),
    ...Array.from(new Set(events.flatMap(spaceToCompare)), (spaceId) => askToCompare(context, spaceId)),
  ])
  return emitted.map(({ id }) => id)
}

function askToIndex({ db, home }: Scene, spaceId: string) {
  return enqueue(
    db,
    'index_space',
    { organizationId: home, spaceId },
    { key: `index_space ${home} ${spaceId}` },
  )
}

/** Once for everything that is written within some seconds. */
async function askToCompare({ db, home, now }: Scene, spaceId: string) {
  const runAt = new Date(Date.parse(now) + compareAfterMs).toISOString()
  const key = `find_conflicts ${home} ${spaceId}`
  await enqueue(db, 'find_conflicts', { organizationId: home, spaceId }, { key, runAt, keepsTime: true })
}

const compareAfterMs = 10_000

/** The origin and time of an event. Commands of the operator have no caller and no request. */
export interface Scene extends Pick<Context, 'db' | 'now' | 'home'> {
  readonly requestId?: string
  readonly caller?: Caller
  /** The identity provider that did it, by its token. */
  readonly scimTokenId?: string
}
