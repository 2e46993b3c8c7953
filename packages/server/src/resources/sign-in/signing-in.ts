import { takeAttempt } from '../../auth/attempts.ts'
import { hashPassword, isOutdated, isPassword } from '../../auth/passwords.ts'
import { type NewSecret, startSession } from '../../auth/sessions.ts'
import type { PublicContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { emit } from '../../events/emit.ts'
import { endFormer } from '../sessions/store.ts'
import * as signIn from './store.ts'

/**
 * A session for who knows the password of an account, and nothing for anybody else. No transaction is open
 * while the password is looked at, which takes its time.
 */
export async function signInByPassword(moment: Moment, given: Given): Promise<NewSecret | undefined> {
  const { db: outer, now, requestId } = moment
  const email = given.email.trim().toLowerCase()
  const release = await takeAttempt(outer, now, { account: email, ip: given.ip })
  const account = await signIn.findAccount(outer, { email })
  const isRight = await isPassword(given.password, account?.hash ?? undefined)
  if (!isRight || account?.hash == null) return undefined
  await release()
  const { userId, hash } = account
  const better = isOutdated(hash) ? await hashPassword(given.password) : undefined
  return inTransaction(outer, { repeatable: false }, async (db) => {
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
  /** What the browser was signed in with before. */
  readonly session: { readonly userId: string; readonly sessionId: string } | undefined
}
