import { createHash } from 'node:crypto'
import type { signInOperations } from '@stemma/contract'
import { requireUnbound } from '../../auth/access.ts'
import { takeAttempt } from '../../auth/attempts.ts'
import { requireUnbreached } from '../../auth/breached-passwords.ts'
import { hashPassword, isPassword } from '../../auth/passwords.ts'
import { secretHash } from '../../auth/secrets.ts'
import type { Context } from '../../context.ts'
import { ApiError, found } from '../../errors.ts'
import { emit } from '../../events/emit.ts'
import { isSame } from '../../files/signature.ts'
import type { Handlers, MountOptions } from '../../http/route.ts'
import * as tokens from '../tokens/store.ts'
import * as users from '../users/store.ts'
import { requirePassword } from './rules.ts'
import * as signIn from './store.ts'

const tokenDays = 90

export const signInHandlers: Handlers<typeof signInOperations> = {
  async setPassword(_input, context) {
    const { db, caller, now } = context
    const { isKnown, before, hash } = context.prepared as Prepared
    if (!isKnown) {
      throw new ApiError('forbidden', 'The present password is another one. Send it as `oldPassword`.')
    }
    await users.lock(db, caller.userId)
    const account = found(await signIn.findAccount(db, caller), 'user')
    if (account.hash !== before) {
      throw new ApiError('conflict', 'The password was changed meanwhile. Begin again.')
    }
    await signIn.setPassword(db, caller.userId, hash, now)
    const ended = await signIn.endOtherSessions(db, caller.userId, caller.sessionId)
    await emit(
      context,
      { type: 'user.password_set', userId: caller.userId },
      ...ended.map(
        (sessionId) => ({ type: 'session.ended', sessionId, because: 'password changed' }) as const,
      ),
    )
    return undefined
  },

  async exchangeLoginCode({ body }, context) {
    const { db, now } = context
    const code = await signIn.takeCode(db, secretHash(body.code), now)
    const challenge = createHash('sha256').update(body.codeVerifier).digest('base64url')
    if (!code || code.redirectURL !== body.redirectURL || !isSame(code.challenge, challenge)) {
      throw new ApiError('invalid_request', 'This code does not count, or no longer. Begin the login again.')
    }
    const { userId, label, ssoOrganizationId } = code
    const token = await tokens.issue(db, {
      userId,
      label,
      ssoOrganizationId,
      organizationId: null,
      scopes: null,
      now,
      expiresAt: new Date(Date.parse(now) + tokenDays * 24 * 60 * 60 * 1000).toISOString(),
    })
    const unbound = { tokenId: token.id, scopes: null, organizationId: null, sessionId: null }
    const scene = { ...context, home: userId, caller: { ...unbound, userId, ssoOrganizationId } }
    await emit(scene, { type: 'token.created', tokenId: token.id, label, scopes: null })
    return token
  },
}

/** Slow on purpose, and an attempt that fails is to be remembered: so it is done before the transaction. */
export const preparePassword: NonNullable<
  NonNullable<MountOptions<typeof signInOperations>['prepare']>['setPassword']
> = async ({ body }, context): Promise<Prepared> => {
  const { db, caller, sessions } = context
  requireUnbound(caller)
  if (!sessions.passwordLogin) {
    throw new ApiError('forbidden', 'Passwords are switched off here. Sign in by an identity provider.')
  }
  const account = found(await signIn.findAccount(db, caller), 'user')
  requirePassword(body.password, { ...account, origins: sessions.origins })
  await requireUnbreached(body.password, sessions.breachedPasswords)
  const isKnown = account.hash === null || (await isPresent(context, account, body.oldPassword ?? ''))
  return { isKnown, before: account.hash, hash: await hashPassword(body.password) }
}

async function isPresent({ db, caller, now }: Context, account: Account, password: string) {
  const release = await takeAttempt(db, now, { account: account.email, ip: caller.userId })
  const isRight = await isPassword(password, account.hash ?? undefined)
  if (isRight) await release()
  return isRight
}

type Account = NonNullable<Awaited<ReturnType<typeof signIn.findAccount>>>

interface Prepared {
  /** Whether the present password was given, if there is one; the handler tells, knowing repetitions. */
  readonly isKnown: boolean
  readonly before: string | null
  readonly hash: string
}
