import { randomBytes } from 'node:crypto'
import type { PasskeyAnswer } from '@stemma/contract'
import { isKnownNetwork, rememberNetwork, takeAttempt, takeOriginAttempt } from '../../../auth/attempts.ts'
import { networkOf } from '../../../auth/network.ts'
import { passkeyMinutes } from '../../../auth/passkeys.ts'
import { hashPassword, isOutdated, isPassword } from '../../../auth/passwords.ts'
import { newSecret, secretHash } from '../../../auth/secrets.ts'
import { type NewSecret, startSession } from '../../../auth/sessions.ts'
import type { PublicContext } from '../../../common/context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import * as users from '../../people/users/store.ts'
import * as factors from '../second-factors/index.ts'
import { endFormer } from '../sessions/store.ts'
import * as signIn from './store.ts'

/**
 * If the password is right, starts a session, or asks for the second step if the account has one; otherwise
 * returns undefined. No transaction is open while the password is checked, because that is slow.
 */
export async function signInByPassword(
  moment: Moment,
  given: Given & Password,
): Promise<SignedIn | undefined> {
  const { db, now } = moment
  const email = given.email.trim().toLowerCase()
  const account = await signIn.findAccount(db, { email })
  const place = { account: email, ip: given.ip }
  // A browser that is signed in to the account is counted separately from the rest of its network.
  const session = given.session?.userId === account?.userId ? given.session : undefined
  const release = await takeAttempt(db, now, {
    account: email,
    origin: session ? `session ${session.sessionId}` : networkOf(given.ip),
    isKnown: session !== undefined || (await isKnownNetwork(db, place)),
  })
  const isRight = await isPassword(given.password, account?.hash ?? undefined)
  if (!isRight || account?.hash == null) return undefined
  await release()
  const { userId, hash } = account
  if (isOutdated(hash)) await signIn.replaceHash(db, userId, hash, await hashPassword(given.password))
  if (await factors.has(db, userId)) return { challenge: await askForFactor(moment, userId) }
  return begin(moment, { userId, email }, given, { by: 'password', secondFactor: false })
}

/** What the browser proves next, within minutes. Only a hash of it is stored. */
async function askForFactor({ db, now }: Moment, userId: string): Promise<string> {
  const secret = newSecret()
  const expiresAt = new Date(Date.parse(now) + passkeyMinutes * 60_000).toISOString()
  const challenge = { secretHash: secretHash(secret), challenge: randomBytes(32), userId, expiresAt }
  await factors.insertChallenge(db, { ...challenge, purpose: 'sign-in' })
  return secret
}

/** Whose second step a challenge is, and what a passkey signs for it; undefined if it has ended. */
export async function findSecondStep({ db, now }: Pick<Moment, 'db' | 'now'>, secret: string) {
  const wanted = { secretHash: secretHash(secret), purpose: 'sign-in' } as const
  const { userId, challenge } = (await factors.findChallenge(db, wanted, now)) ?? {}
  return userId && challenge ? { userId, challenge } : undefined
}

/**
 * The second step, by a code or a passkey. 'again' if it is wrong; undefined if the first step is too long
 * ago.
 */
export async function signInBySecondStep(
  moment: Moment,
  given: Given & SecondStep,
): Promise<SignedIn | 'again' | undefined> {
  const { db, now } = moment
  const wanted = { secretHash: secretHash(given.challenge), purpose: 'sign-in' } as const
  const asked = await findSecondStep(moment, given.challenge)
  const account = asked && (await signIn.findAccount(db, asked))
  if (asked === undefined || account === undefined) return undefined
  const isProved =
    'code' in given
      ? await factors.isOwnCode(moment, account.userId, given.code)
      : await isPasskeyOf(moment, { ...asked, ...given, challenge: asked.challenge })
  if (!isProved) {
    await factors.raiseChallenge(db, wanted)
    return (await findSecondStep(moment, given.challenge)) === undefined ? undefined : 'again'
  }
  if ((await factors.takeChallenge(db, wanted, now)) === undefined) return undefined
  return begin(moment, account, given, { by: 'password', secondFactor: true })
}

async function isPasskeyOf(moment: Moment, { userId, ...given }: Signed & { readonly userId: string }) {
  const release = await takeOriginAttempt(moment.db, moment.now, networkOf(given.ip))
  const owner = await factors.ownerOf(moment, { ...given, userId })
  if (owner !== undefined) await release()
  return owner !== undefined
}

interface Signed {
  readonly challenge: Buffer
  readonly credential: PasskeyAnswer
  readonly ip: string
}

/** What any passkey can sign to sign in. It names nobody. */
export async function askForAnybody(moment: Pick<Moment, 'db' | 'now'>) {
  const secret = newSecret()
  const asking = { secret, purpose: 'passkey sign-in', userId: null } as const
  return { secret, challenge: (await factors.askForPasskey(moment, asking)).challenge }
}

/** Starts a session for the owner of a passkey: its device has checked who they are. */
export async function signInByPasskey(
  moment: Moment,
  given: Given & PasskeyStep,
): Promise<SignedIn | undefined> {
  const { db, now } = moment
  const release = await takeOriginAttempt(db, now, networkOf(given.ip))
  const wanted = { secretHash: secretHash(given.challenge), purpose: 'passkey sign-in' } as const
  const asked = await factors.takeChallenge(db, wanted, now)
  if (asked === undefined) return undefined
  const { challenge } = asked
  const userId = await factors.ownerOf(moment, { credential: given.credential, challenge })
  const account = userId === undefined ? undefined : await signIn.findAccount(db, { userId })
  if (account === undefined) return undefined
  await release()
  return begin(moment, account, given, { by: 'passkey', secondFactor: true })
}

async function begin(moment: Moment, account: Account, given: Given, proved: Proved): Promise<SignedIn> {
  const { now, requestId } = moment
  const { userId } = account
  return inTransaction(moment.db, { repeatable: false }, async (db) => {
    await rememberNetwork(db, now, { account: account.email, ip: given.ip })
    if (given.language) await users.setLanguage(db, userId, given.language)
    if (given.session) await endFormer({ db, now, requestId }, given.session)
    const { userAgent } = given
    const { by, secondFactor } = proved
    const login = { userId, ssoOrganizationId: null, userAgent, secondFactor }
    const started = await startSession({ ...moment, db }, login)
    const { sessionId } = started
    const scene = { db, now, requestId, home: userId }
    await emit(scene, { type: 'user.signed_in', userId, sessionId, by, secondFactor })
    return { started }
  })
}

type Moment = Pick<
  PublicContext,
  'db' | 'now' | 'sessions' | 'requestId' | 'seals' | 'sendsMail' | 'addresses'
>

/** A session, or the challenge of the second step. */
export type SignedIn = { readonly started: NewSecret } | { readonly challenge: string }

interface Account {
  readonly userId: string
  readonly email: string
}

interface Proved {
  readonly by: 'password' | 'passkey'
  readonly secondFactor: boolean
}

interface Given {
  readonly ip: string
  readonly userAgent: string | undefined
  /** The language of the browser, in which the person gets mails from now on. */
  readonly language: string | undefined
  /** The session that the browser had before. */
  readonly session: { readonly userId: string; readonly sessionId: string } | undefined
}

interface Password {
  readonly email: string
  readonly password: string
}

type SecondStep = CodeStep | PasskeyStep

interface CodeStep {
  readonly challenge: string
  readonly code: string
}

interface PasskeyStep {
  readonly challenge: string
  readonly credential: PasskeyAnswer
}
