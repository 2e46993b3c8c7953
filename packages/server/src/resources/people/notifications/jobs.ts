import type { Event } from '../../../events/events.ts'
import type { JobHandlers } from '../../../jobs/jobs.ts'
import * as auditEvents from '../../organizations/audit-events/store.ts'
import { askToMail } from './mailing.ts'
import * as notifications from './store.ts'
import { findRecipients, placeOf } from './telling.ts'

/** Tells everybody whom the events concern. The ID of the event keeps a second run from repeating it. */
export const notify: JobHandlers['notify'] = async ({ organizationId, eventIds }, { db, now }) => {
  for (const id of eventIds) {
    const found = await auditEvents.find(db, organizationId, id)
    if (found === undefined) continue
    const event = { type: found.type, ...(found.body as object) } as Event
    const recipients = await findRecipients(db, { organizationId, event, actorId: found.actor, now })
    if (recipients.length === 0) continue
    const place = placeOf(event)
    const told = await notifications.insert(
      db,
      {
        ...{ organizationId, id, createdAt: found.createdAt },
        spaceId: 'space' in place ? place.space : null,
        collectionId: 'collection' in place ? place.collection : null,
        actorId: event.type.startsWith('import_run.') ? null : found.actor,
        changeRequestId: 'changeRequestId' in event ? (event.changeRequestId ?? null) : null,
        commentId: 'commentId' in event ? event.commentId : null,
        commentReplyId: 'commentReplyId' in event ? (event.commentReplyId ?? null) : null,
        outcome: outcomeOf(event),
      },
      recipients,
    )
    for (const { userId, mail: mode, mailAt } of told)
      if (mode !== null && mailAt !== null) await askToMail(db, { organizationId, userId, mode }, mailAt)
  }
}

function outcomeOf(event: Event): string | null {
  if (event.type === 'change_request.reviewed') return event.status
  if (event.type === 'import_run.completed') return 'completed'
  return event.type === 'import_run.failed' ? 'failed' : null
}

export const pruneNotifications: JobHandlers['prune_notifications'] = async (
  _payload,
  { db, now, notificationsKeptDays },
) => notifications.prune(db, new Date(Date.parse(now) - notificationsKeptDays * dayMs).toISOString())

const dayMs = 24 * 60 * 60 * 1000
