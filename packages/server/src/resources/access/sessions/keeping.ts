import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  clearedSessionCookie,
  clearedSiteData,
  cookieIn,
  sessionCookie,
} from '../../../auth/session-settings.ts'
import { confirmSecret, endSession, offerSecret } from '../../../auth/sessions.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import type { Core } from '../../../http/route.ts'

/**
 * Rotates session secrets independently of the request that they came with: also if it fails or only reads.
 * Clears a cookie that identifies nobody.
 */
export function keepSessions(app: FastifyInstance, { db, sessions, clock }: Core) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (request.session === undefined && request.headers.cookie === undefined) done(null, payload)
    else keep(request, reply).then(() => done(null, payload), done)
  })

  async function keep(request: FastifyRequest, reply: FastifyReply) {
    const { session } = request
    const moment = { db, sessions, now: clock().toISOString() }
    if (session?.duty === 'confirm') await confirmSecret(moment, session)
    if (session?.duty === 'replace') {
      const next = await offerSecret(moment, session)
      if (next) reply.header('set-cookie', sessionCookie(sessions, next))
    }
    if (session?.duty === 'end') await endCopied(moment, session.id, String(request.userId))
    const isSent = cookieIn(request.headers.cookie, sessions.cookieName) !== undefined
    // A request that was meant for somebody else's session is refused, too: this one stays.
    const isKnown = session !== undefined && session.duty !== 'end'
    const isNobodys = reply.statusCode === 401 && request.headers.authorization === undefined && !isKnown
    const isSignedOut = request.routeOptions.config.operationId === 'signOut' && reply.statusCode === 204
    if (isSignedOut) reply.headers(clearedSiteData)
    if (isSent && (isNobodys || isSignedOut)) reply.header('set-cookie', clearedSessionCookie(sessions))
  }
}

/** We can't tell which holder of an old secret is the rightful one, so the session ends for both. */
async function endCopied(
  { db: outer, now }: Pick<Core, 'db'> & { now: string },
  sessionId: string,
  userId: string,
) {
  await inTransaction(outer, { repeatable: true }, async (db) => {
    if (!(await endSession(db, { userId, sessionId }))) return
    await emit(
      { db, now, home: userId },
      { type: 'session.ended', sessionId, because: 'an old secret was used' },
    )
  })
}
