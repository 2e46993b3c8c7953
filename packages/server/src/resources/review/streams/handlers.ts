import type { streamOperations } from '@stemma/contract'
import { ApiError, found } from '../../../common/errors.ts'
import { noteChange } from '../../../db/notices.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../change-requests/store.ts'
import { hubOf } from './hubs.ts'
import { roomKey } from './people.ts'
import * as presences from './store.ts'

export const streamHandlers: Handlers<typeof streamOperations> = {
  async streamOrganization({ params: { organizationId }, query: { seconds } }, context) {
    const { db, caller, lastEventId } = context
    return hubOf(db).open({ topic: { organizationId }, caller, seconds, lastEventId })
  },

  async streamChangeRequest({ params, query: { seconds } }, context) {
    const { db, caller, home: organizationId, lastEventId } = context
    const { id, spaceId } = found(await changeRequests.find(db, params), 'change request')
    const topic = { organizationId, changeRequest: { spaceId, id } }
    return hubOf(db).open({ topic, caller, seconds, lastEventId })
  },

  async setChangeRequestPresence({ params, body: { client, page = null, state } }, { db, caller, now }) {
    const { id, spaceId } = found(await changeRequests.find(db, params), 'change request')
    const expiresAt = new Date(Date.parse(now) + keptMs).toISOString()
    const key = { spaceId, changeRequestId: id, userId: caller.userId, client }
    if (state === null) {
      if (await presences.deletePresence(db, key)) noteChange(db, roomKey({ spaceId, id }))
      return undefined
    }
    const presence = { ...key, page, state, now, expiresAt }
    if ((await presences.countOthers(db, presence)) >= clientsMax) {
      throw new ApiError('conflict', `You have this change request open ${clientsMax} times. Close a window.`)
    }
    if (await presences.putPresence(db, presence)) noteChange(db, roomKey({ spaceId, id }))
    return undefined
  },
}

const keptMs = 30_000
const clientsMax = 20
