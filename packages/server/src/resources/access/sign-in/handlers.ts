import { createHash } from 'node:crypto'
import type { signInOperations } from '@stemma/contract'
import { requireUnbound } from '../../../auth/access.ts'
import { requireUnbreached } from '../../../auth/breached-passwords.ts'
import { hashPassword } from '../../../auth/passwords.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { emit } from '../../../events/emit.ts'
import { isSame } from '../../../files/signature.ts'
import type { Handlers, MountOptions } from '../../../http/route.ts'
import * as users from '../../people/users/store.ts'
import * as tokens from '../tokens/index.ts'
import { requirePasswordLogin } from './password-form.ts'
import { isOwnPassword, requireRecentLogin } from './proving.ts'
import { requirePassword } from './rules.ts'
import * as signIn from './store.ts'

const tokenDays = 90

export const signInHandlers: Handlers<typeof signInOperations> = {
  async setPassword({ body }, context) {
    const { db, caller } = context
    const { isKnown, before, hash } = context.prepared as Prepared
    if (!isKnown) {
      throw new ApiError('forbidden', 'The current password is wrong. Send the right one as `oldPassword`.')
    }
    await users.lock(db, caller.userId)
    const account = found(await signIn.findAccount(db, caller), 'user')
    if (account.hash !== before) {
      throw new ApiError(
        'conflict',
        'The password was changed in the meantime. Try again with the new password.',
      )
    }
    await signIn.replacePassword(context, {
      userId: caller.userId,
      hash,
      revokesTokens: body.revokeTokens === true,
    })
    return undefined
  },

  async exchangeLoginCode({ body }, context) {
    const { db, now } = context
    const code = await signIn.takeCode(db, secretHash(body.code), now)
    const challenge = createHash('sha256').update(body.codeVerifier).digest('base64url')
    if (!code || code.redirectURL !== body.redirectURL || !isSame(code.challenge, challenge)) {
      throw new ApiError('invalid_request', 'This code is invalid or has expired. Start the login again.')
    }
    const { userId, label, scopes, ssoOrganizationId, ssoProvedAt, secondFactor } = code
    tokens.requireRoom(await tokens.countValid(db, userId, now), context.tokensMax)
    const token = await tokens.issue(db, {
      userId,
      label,
      ssoOrganizationId,
      ssoProvedAt,
      secondFactor,
      organizationId: null,
      scopes,
      loginCodeHash: secretHash(body.code),
      now,
      expiresAt: new Date(Date.parse(now) + tokenDays * 24 * 60 * 60 * 1000).toISOString(),
    })
    const unbound = { tokenId: token.id, scopes, organizationId: null, sessionId: null, secondFactor }
    const scene = { ...context, home: userId, caller: { ...unbound, userId, ssoOrganizationId } }
    await emit(scene, { type: 'token.created', tokenId: token.id, label, scopes })
    return token
  },
}

/** A login code that is used twice was copied, and we can't tell by whom: its token is revoked. */
export const revokeRepeated: Prepares['exchangeLoginCode'] = async ({ body }, { db, now, requestId }) =>
  inTransaction(db, { repeatable: true }, async (transaction) => {
    const token = await tokens.findByLoginCode(transaction, secretHash(body.code))
    if (token === undefined) return
    const { userId } = token
    const removed = await tokens.remove(transaction, { userId, organizationId: null }, token.id)
    await emit(
      { db: transaction, now, requestId, home: userId },
      ...removed.map(({ id, label }) => ({ type: 'token.revoked', tokenId: id, label }) as const),
    )
  })

type Prepares = Required<NonNullable<MountOptions<typeof signInOperations>['prepare']>>

/** Runs before the transaction: hashing is slow on purpose, and a failed attempt must stay counted. */
export const preparePassword: Prepares['setPassword'] = async ({ body }, context): Promise<Prepared> => {
  const { db, caller, sessions } = context
  requireUnbound(caller)
  requirePasswordLogin(context)
  const account = found(await signIn.findAccount(db, caller), 'user')
  if (account.hash === null) await requireRecentLogin(context)
  requirePassword(body.password, { ...account, origins: sessions.origins })
  await requireUnbreached(body.password, sessions.breachedPasswords)
  const isKnown = account.hash === null || (await isOwnPassword(context, account, body.oldPassword ?? ''))
  return { isKnown, before: account.hash, hash: await hashPassword(body.password) }
}

interface Prepared {
  /**
   * Whether the current password was right, or none is set. Only the handler rejects a wrong one, because
   * idempotent retries are recognized after this step.
   */
  readonly isKnown: boolean
  readonly before: string | null
  readonly hash: string
}
