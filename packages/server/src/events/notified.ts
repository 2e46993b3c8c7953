import type { Event } from './events.ts'

/** Whether people may be told of an event. A job decides whom it concerns. */
export function isNotified(event: Event): boolean {
  if (event.type === 'permission.granted') return 'userId' in event
  return notified.has(event.type)
}

const notified: ReadonlySet<Event['type']> = new Set([
  'comment.mentioned',
  'comment.posted',
  'change_request.conflicted',
  'change_request.merged',
  'change_request.opened',
  'change_request.review_requested',
  'change_request.reviewed',
  'import_run.completed',
  'import_run.failed',
])

/** The space whose change requests may conflict with it since an event. */
export function spaceToCompare(event: Event): readonly string[] {
  const isChange = event.type === 'space.content_updated' || event.type === 'space.rolled_back'
  return isChange ? [event.spaceId] : []
}
