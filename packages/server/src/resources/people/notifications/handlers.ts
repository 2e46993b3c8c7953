import type { notificationOperations, watchOperations } from '@stemma/contract'
import { viewerIn } from '../../../auth/levels.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../../review/change-requests/store.ts'
import { findVisible, showAll, visibleOf } from './reading.ts'
import { isTimeZone, preferencesOf, watchOf } from './rules.ts'
import * as notifications from './store.ts'

export const notificationHandlers: Handlers<typeof notificationOperations> = {
  async listNotifications({ params: { organizationId }, query }, { db, caller, addresses }) {
    const seen = await findVisible(db, viewerIn(organizationId, caller))
    const key = { organizationId, userId: caller.userId }
    const rows = await notifications.list(db, key, { ...query, visible: visibleOf(seen) })
    return { ...rows, items: await showAll(db, rows.items, { seen, addresses, organizationId }) }
  },

  async markNotifications({ params: { organizationId }, body }, { db, caller, now }) {
    const { notifications: ids, read = true } = body
    const key = { organizationId, userId: caller.userId }
    await notifications.mark(db, key, { ids, readAt: read ? now : null })
    const seen = await findVisible(db, viewerIn(organizationId, caller))
    return { unread: await notifications.countUnread(db, key, visibleOf(seen)) }
  },

  async getNotificationPreferences({ params }, context) {
    return showPreferences(context, params.organizationId)
  },

  async updateNotificationPreferences({ params: { organizationId }, body }, context) {
    const key = { organizationId, userId: context.caller.userId }
    requireTimeZone(body.timeZone)
    await notifications.updatePreferences(context.db, key, body)
    return showPreferences(context, organizationId)
  },
}

async function showPreferences({ db, caller }: Context, organizationId: string) {
  const [chosen] = await notifications.findPreferences(db, organizationId, [caller.userId])
  return { object: 'notification-preferences' as const, ...preferencesOf(chosen) }
}

function requireTimeZone(timeZone: string | undefined) {
  if (timeZone === undefined || isTimeZone(timeZone)) return
  throw new ApiError('invalid_request', 'There is no such time zone. Use a name such as Europe/Paris.', {
    details: [{ pointer: '/body/timeZone', message: 'is not a name of the IANA time zone database' }],
  })
}

export const watchHandlers: Handlers<typeof watchOperations> = {
  async getSpaceWatch({ params }, context) {
    return showWatch(context, { ...params, changeRequestId: null })
  },

  async updateSpaceWatch({ params, body }, context) {
    return setWatch(context, { ...params, changeRequestId: null }, body.watching)
  },

  async getChangeRequestWatch({ params }, context) {
    return showWatch(context, await changeRequestAt(context, params))
  },

  async updateChangeRequestWatch({ params, body }, context) {
    return setWatch(context, await changeRequestAt(context, params), body.watching)
  },
}

async function changeRequestAt({ db }: Context, key: changeRequests.Key) {
  const { id, spaceId } = found(await changeRequests.find(db, key), 'change request')
  return { spaceId, changeRequestId: id }
}

type Watched = Omit<notifications.Place, 'organizationId'>

async function setWatch(context: Context, place: Watched, watching: boolean) {
  const { db, caller, home: organizationId } = context
  await notifications.setWatch(db, { ...place, organizationId }, caller.userId, watching)
  return showWatch(context, place)
}

async function showWatch({ db, caller, home: organizationId }: Context, watched: Watched) {
  const place = { ...watched, organizationId }
  const { userId } = caller
  const chosen = await notifications.listWatches(db, place, userId)
  const of = (changeRequestId: string) =>
    chosen.find((one) => one.changeRequestId === changeRequestId)?.watching
  if (place.changeRequestId === null) return watchOf({ changeRequest: of(''), isParticipating: false })
  const participants = await notifications.listParticipants(db, place)
  const [preferences] = await notifications.findPreferences(db, organizationId, [userId])
  const { watchParticipating } = preferencesOf(preferences)
  const isParticipating = watchParticipating && participants.includes(userId)
  return watchOf({ changeRequest: of(place.changeRequestId), space: of(''), isParticipating })
}
