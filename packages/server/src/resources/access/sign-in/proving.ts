import { takeAttempt } from '../../../auth/attempts.ts'
import { isPassword } from '../../../auth/passwords.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import * as signIn from './store.ts'

type Asking = Pick<Context, 'db' | 'caller' | 'now' | 'addresses'>

/** Otherwise a token or a copied session could be turned into a login that outlives it. */
export async function requireRecentLogin({ db, caller, now, addresses }: Asking) {
  const began = caller.sessionId === null ? undefined : await signIn.findLoginTime(db, caller.sessionId)
  if (began !== undefined && Date.parse(now) - Date.parse(began) <= recentMinutes * 60_000) return
  throw new ApiError(
    'forbidden',
    `Without a password, this works only within ${recentMinutes} minutes of signing in, not with a token. ` +
      `Sign in at ${addresses.login()}, or ask the operator to run \`stemma-server password set\`.`,
  )
}

const recentMinutes = 15

/** Whether it is the password of the account. Guesses are counted like those of strangers. */
export async function isOwnPassword({ db, caller, now }: Asking, account: Account, password: string) {
  const { sessionId, tokenId } = caller
  const release = await takeAttempt(db, now, {
    account: account.email,
    origin: `credential ${sessionId ?? tokenId}`,
    isKnown: sessionId !== null,
  })
  const isRight = await isPassword(password, account.hash ?? undefined)
  if (isRight) await release()
  return isRight
}

type Account = Pick<NonNullable<Awaited<ReturnType<typeof signIn.findAccount>>>, 'email' | 'hash'>
