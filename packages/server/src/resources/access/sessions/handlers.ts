import type { sessionOperations } from '@stemma/contract'
import { requireUnbound } from '../../../auth/access.ts'
import { endSession } from '../../../auth/sessions.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as sessions from './store.ts'

export const sessionHandlers: Handlers<typeof sessionOperations> = {
  async listSessions({ query }, context) {
    const { db, caller, now } = context
    requireUnbound(caller)
    return mapItems(await sessions.list(db, { userId: caller.userId, now }, query), (row) =>
      sessions.toSession(row, caller.sessionId),
    )
  },

  async endSession({ params: { sessionId } }, context) {
    const { db, caller } = context
    requireUnbound(caller)
    if (!(await endSession(db, { userId: caller.userId, sessionId }))) return absent
    await emit(context, { type: 'session.ended', sessionId, because: 'ended from elsewhere' })
    return undefined
  },

  async signOut(_input, context) {
    const { userId, sessionId } = context.caller
    if (sessionId === null || !(await endSession(context.db, { userId, sessionId }))) return absent
    await emit(context, { type: 'session.ended', sessionId, because: 'signed out' })
    return undefined
  },
}
