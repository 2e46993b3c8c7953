import type { Caller, Context } from '../common/context.ts'
import { newId } from '../common/ids.ts'
import { noteChange } from '../db/notices.ts'
import { enqueue } from '../jobs/enqueue.ts'
import type { Event } from './events.ts'
import { record } from './fan-out.ts'
import { spacesToIndex } from './indexed.ts'

/**
 * Records events in the transaction of the change: the events and their webhook deliveries exist if, and only
 * if, the change is committed. Pass `home` if the change creates its own organization. Returns the IDs of the
 * events.
 */
export async function emit(context: Scene, ...events: Event[]): Promise<readonly string[]> {
  if (events.length === 0) return []
  const { db, now, requestId, home, caller } = context
  const by = caller?.installation && { byInstallation: caller.installation.id }
  const emitted = events.map((event) => {
    const { type: _type, ...body } = event
    return { id: newId(), event, body: { ...body, ...by } }
  })
  const actor = { actorId: caller?.userId ?? null, requestId: requestId ?? null }
  await record(db, { organizationId: home, ...actor, now }, emitted)
  noteChange(db, home)
  for (const spaceId of new Set(events.flatMap(spacesToIndex))) {
    await enqueue(
      db,
      'index_space',
      { organizationId: home, spaceId },
      { key: `index_space ${home} ${spaceId}` },
    )
  }
  return emitted.map(({ id }) => id)
}

/** The origin and time of an event. Commands of the operator have no caller and no request. */
export interface Scene extends Pick<Context, 'db' | 'now' | 'home'> {
  readonly requestId?: string
  readonly caller?: Caller
}
