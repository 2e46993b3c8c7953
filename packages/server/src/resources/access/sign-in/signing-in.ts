import { isKnownNetwork, rememberNetwork, takeAttempt } from '../../../auth/attempts.ts'
import { networkOf } from '../../../auth/network.ts'
import { hashPassword, isOutdated, isPassword } from '../../../auth/passwords.ts'
import { type NewSecret, startSession } from '../../../auth/sessions.ts'
import type { PublicContext } from '../../../common/context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import * as users from '../../people/users/store.ts'
import { endFormer } from '../sessions/store.ts'
import * as signIn from './store.ts'

/**
 * Starts a session if the password is right; otherwise returns undefined. No transaction is open while the
 * password is checked, because that is slow.
 */
export async function signInByPassword(moment: Moment, given: Given): Promise<NewSecret | undefined> {
  const { db: outer, now, requestId } = moment
  const email = given.email.trim().toLowerCase()
  const account = await signIn.findAccount(outer, { email })
  const place = { account: email, ip: given.ip }
  // A browser that is signed in to the account is counted separately from the rest of its network.
  const session = given.session?.userId === account?.userId ? given.session : undefined
  const release = await takeAttempt(outer, now, {
    account: email,
    origin: session ? `session ${session.sessionId}` : networkOf(given.ip),
    isKnown: session !== undefined || (await isKnownNetwork(outer, place)),
  })
  const isRight = await isPassword(given.password, account?.hash ?? undefined)
  if (!isRight || account?.hash == null) return undefined
  await release()
  const { userId, hash } = account
  const better = isOutdated(hash) ? await hashPassword(given.password) : undefined
  return inTransaction(outer, { repeatable: false }, async (db) => {
    await rememberNetwork(db, now, place)
    if (given.language) await users.setLanguage(db, userId, given.language)
    if (better) await signIn.replaceHash(db, userId, hash, better)
    if (given.session) await endFormer({ db, now, requestId }, given.session)
    const { userAgent } = given
    const started = await startSession({ ...moment, db }, { userId, ssoOrganizationId: null, userAgent })
    const { sessionId } = started
    const scene = { db, now, requestId, home: userId }
    await emit(scene, { type: 'user.signed_in', userId, sessionId, by: 'password' })
    return started
  })
}

type Moment = Pick<PublicContext, 'db' | 'now' | 'sessions' | 'requestId'>

interface Given {
  readonly email: string
  readonly password: string
  readonly ip: string
  readonly userAgent: string | undefined
  /** The language of the browser, in which the person gets mails from now on. */
  readonly language: string | undefined
  /** The session that the browser had before. */
  readonly session: { readonly userId: string; readonly sessionId: string } | undefined
}
