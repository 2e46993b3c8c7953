import type { Factor, secondFactorOperations } from '@stemma/contract'
import { requireUnbound } from '../../../auth/access.ts'
import { takeAttempt } from '../../../auth/attempts.ts'
import {
  creationOptions,
  partyAt,
  requestOptions,
  type VerifiedPasskey,
  verifyCreation,
} from '../../../auth/passkeys.ts'
import { newRecoveryCodes, recoveryCodeHash } from '../../../auth/recovery-codes.ts'
import { secretHash } from '../../../auth/secrets.ts'
import { newTOTPSecret, stepOf, totpURI } from '../../../auth/totp.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers, type MountOptions } from '../../../http/route.ts'
import * as users from '../../people/users/store.ts'
import * as signIn from '../sign-in/index.ts'
import { askForPasskey, ownerOf } from './passkey-proving.ts'
import { isOwnCode, placeOf, requireProof } from './proving.ts'
import * as factors from './store.ts'
import { tell } from './telling.ts'

const [factorsMax, setupMinutes] = [10, 10] as const

export const secondFactorHandlers: Handlers<typeof secondFactorOperations> = {
  async getSecondFactors(_input, { db, caller }) {
    requireUnbound(caller)
    const { userId } = caller
    return {
      object: 'second-factors',
      factors: (await factors.list(db, userId)).map(factors.toFactor),
      recoveryCodesLeft: await factors.countRecoveryCodes(db, userId),
      proved: caller.secondFactor === true,
      requiredBy: await factors.requiredBy(db, caller),
    }
  },

  async proveIdentity(_input, { db, caller, now, prepared }) {
    const { isProved, hasFactor } = prepared as Prepared
    if (!isProved) {
      throw new ApiError(
        'forbidden',
        'The password, the code or the passkey is wrong. A code works once: wait for the next.',
      )
    }
    await factors.recordProof(db, caller, { now, hasFactor })
    return undefined
  },

  async startAuthenticator({ body }, context) {
    const { db, caller, now, seals, addresses } = context
    requireUnbound(caller)
    await requireProof(context)
    await requireRoom(context)
    const { email } = found(await users.find(db, caller.userId), 'user')
    const [id, secret] = [newId(), newTOTPSecret()]
    const sealed = seals.seal(secret, placeOf(id))
    await factors.insertAuthenticator(db, {
      ...{ id, userId: caller.userId, label: body.label, secret: sealed, now },
    })
    const uri = totpURI({ secret, issuer: new URL(addresses.login()).hostname, account: email })
    const expiresAt = new Date(Date.parse(now) + setupMinutes * 60_000).toISOString()
    return { object: 'authenticator-setup', id, secret, uri, expiresAt }
  },

  async confirmAuthenticator({ params: { factorId }, body }, context) {
    const { db, caller, now, seals } = context
    requireUnbound(caller)
    const { userId } = caller
    await users.lock(db, userId)
    const since = new Date(Date.parse(now) - setupMinutes * 60_000).toISOString()
    const waiting = found(await factors.findUnconfirmed(db, { userId, factorId, since }), 'setup')
    const code = body.code.replaceAll(/\s/g, '')
    const step = stepOf(code, seals.open(waiting.secret ?? '', placeOf(factorId)), now)
    if (step === undefined) {
      throw new ApiError(
        'invalid_request',
        'This code is wrong. Check the time of your phone, and try the next.',
      )
    }
    await factors.takeStep(db, factorId, step, now)
    return addFactor(context, () => factors.confirm(db, factorId, now).then(factors.toFactor))
  },

  async startPasskeyProof(_input, { db, caller, now, addresses }) {
    requireUnbound(caller)
    const { userId } = caller
    const known = await factors.listPasskeys(db, userId)
    if (known.length === 0) throw new ApiError('conflict', 'You have no passkey. Send password and code.')
    const [id, purpose] = [newId(), 'proof' as const]
    await factors.endChallenges(db, userId, purpose)
    const { challenge, expiresAt } = await askForPasskey({ db, now }, { secret: id, purpose, userId })
    const options = requestOptions(partyAt(addresses.login()), challenge, known)
    return { object: 'passkey-request', id, options, expiresAt }
  },

  async startPasskey(_input, context) {
    const { db, caller, now, addresses } = context
    requireUnbound(caller)
    await requireProof(context)
    await requireRoom(context)
    const { userId } = caller
    const { email: name, displayName } = found(await users.find(db, userId), 'user')
    const [id, purpose] = [newId(), 'registration' as const]
    await factors.endChallenges(db, userId, purpose)
    const { challenge, expiresAt } = await askForPasskey({ db, now }, { secret: id, purpose, userId })
    const known = await factors.listPasskeys(db, userId)
    const user = { id: userId, name, displayName }
    const options = creationOptions(partyAt(addresses.login()), { challenge, user, known })
    return { object: 'passkey-setup', id, options, expiresAt }
  },

  async confirmPasskey({ params: { factorId }, body: { label } }, context) {
    const { db, caller, now, prepared } = context
    requireUnbound(caller)
    const { userId } = caller
    await users.lock(db, userId)
    const wanted = { secretHash: secretHash(factorId), purpose: 'registration', userId } as const
    found(await factors.takeChallenge(db, wanted, now), 'setup')
    const { passkey } = prepared as Registration
    if (passkey === undefined) {
      throw new ApiError(
        'invalid_request',
        'This passkey was not made for this setup, or its device did not check who you are. Start again.',
      )
    }
    return addFactor(context, async () => {
      const isNew = await factors.insertPasskey(db, { id: factorId, userId, label, passkey, now })
      if (!isNew) throw new ApiError('conflict', 'This passkey is added already. Choose another device.')
      return factors.toFactor(found(await factors.find(db, userId, factorId), 'second factor'))
    })
  },

  async updateSecondFactor({ params: { factorId }, body: { label } }, context) {
    const { db, caller } = context
    requireUnbound(caller)
    const before = found(await factors.find(db, caller.userId, factorId), 'second factor')
    const renamed = found(await factors.rename(db, caller.userId, factorId, label), 'second factor')
    const event = { type: 'second_factor.renamed', factorId, before: before.label, after: label } as const
    await tell(context, caller.userId, event)
    return factors.toFactor(renamed)
  },

  async deleteSecondFactor({ params: { factorId } }, context) {
    const { db, caller } = context
    requireUnbound(caller)
    const { userId } = caller
    await users.lock(db, userId)
    const factor = await factors.find(db, userId, factorId)
    if (factor === undefined) return absent
    await requireProof(context)
    await factors.remove(db, userId, factorId)
    const { kind, label } = factors.toFactor(factor)
    await tell(
      context,
      userId,
      { type: 'second_factor.removed', factorId, kind, label },
      {
        kind: 'factorRemoved',
        label,
      },
    )
    if (await factors.has(db, userId)) return undefined
    await factors.replaceRecoveryCodes(db, userId, [], context.now)
    await factors.forgetProofs(db, userId)
    return undefined
  },

  async replaceRecoveryCodes(_input, context) {
    const { db, caller } = context
    requireUnbound(caller)
    await users.lock(db, caller.userId)
    await requireProof(context)
    if (!(await factors.has(db, caller.userId))) {
      throw new ApiError(
        'conflict',
        'Recovery codes replace a second factor, and you have none. Add one first.',
      )
    }
    const codes = await giveRecoveryCodes(context)
    await tell(context, caller.userId, { type: 'second_factor.recovery_codes_replaced' })
    return { object: 'recovery-codes', codes }
  },
}

/**
 * The first second factor ends the other sessions, which began without one, and comes with recovery codes.
 * The session or token of the request has just proved it.
 */
async function addFactor(context: Context, add: () => Promise<Factor>) {
  const { db, caller, now } = context
  const { userId } = caller
  await requireRoom(context)
  const isFirst = !(await factors.has(db, userId))
  const factor = await add()
  const { id: factorId, kind, label } = factor
  const letter = { kind: 'factorAdded', label } as const
  await tell(context, userId, { type: 'second_factor.added', factorId, kind, label }, letter)
  await factors.recordProof(db, caller, { now, hasFactor: true })
  const added = { object: 'added-second-factor', factor } as const
  if (!isFirst) return added
  const ended = await signIn.endOtherSessions(db, userId, caller.sessionId)
  const because = 'second factor added'
  await emit(
    { ...context, home: userId },
    ...ended.map((sessionId) => ({ type: 'session.ended', sessionId, because }) as const),
  )
  return { ...added, recoveryCodes: await giveRecoveryCodes(context) }
}

async function giveRecoveryCodes({ db, caller, now }: Context): Promise<string[]> {
  const codes = newRecoveryCodes()
  await factors.replaceRecoveryCodes(db, caller.userId, codes.map(recoveryCodeHash), now)
  return codes
}

async function requireRoom({ db, caller }: Context) {
  if ((await factors.list(db, caller.userId)).length < factorsMax) return
  throw new ApiError('conflict', `You can have ${factorsMax} second factors. Remove one first.`)
}

type Prepares = Required<NonNullable<MountOptions<typeof secondFactorOperations>['prepare']>>

/** Runs before the transaction: hashing is slow on purpose, and a failed attempt must stay counted. */
export const prepareProof: Prepares['proveIdentity'] = async ({ body }, context): Promise<Prepared> => {
  const { db, caller } = context
  requireUnbound(caller)
  const account = found(await signIn.findAccount(db, caller), 'user')
  if (body.passkey !== undefined) {
    return { isProved: await isOwnPasskey(context, account, body.passkey), hasFactor: true }
  }
  if (account.hash === null) await signIn.requireRecentLogin(context)
  const isKnown = account.hash === null || (await signIn.isOwnPassword(context, account, body.password ?? ''))
  const hasFactor = await factors.has(db, caller.userId)
  const isProved = isKnown && (!hasFactor || (await isOwnCode(context, caller.userId, body.code ?? '')))
  return { isProved, hasFactor }
}

/** A passkey proves as much as password and code. Its request works once, even if the answer is wrong. */
async function isOwnPasskey(context: Context, { email }: Account, { id, credential }: Passkey) {
  const { db, caller, now } = context
  const { userId, sessionId, tokenId } = caller
  const origin = `credential ${sessionId ?? tokenId}`
  const release = await takeAttempt(db, now, { account: email, origin, isKnown: sessionId !== null })
  const wanted = { secretHash: secretHash(id), purpose: 'proof', userId } as const
  const asked = await factors.takeChallenge(db, wanted, now)
  if (asked === undefined) return false
  const owner = await ownerOf(context, { credential, challenge: asked.challenge, userId })
  if (owner !== undefined) await release()
  return owner !== undefined
}

type Account = Pick<NonNullable<Awaited<ReturnType<typeof signIn.findAccount>>>, 'email'>
type Passkey = NonNullable<Parameters<Prepares['proveIdentity']>[0]['body']['passkey']>

/** Runs before the transaction, because the library that verifies passkeys is loaded when it is needed. */
export const prepareRegistration: Prepares['confirmPasskey'] = async (input, context) => {
  const { db, caller, now, addresses } = context
  requireUnbound(caller)
  const { userId } = caller
  const wanted = {
    secretHash: secretHash(input.params.factorId),
    purpose: 'registration',
    userId,
  } as const
  const asked = await factors.findChallenge(db, wanted, now)
  const party = partyAt(addresses.login())
  // Without a challenge, it is a retry of a request that was answered, or there is no such setup.
  const passkey = asked && (await verifyCreation(party, asked.challenge, input.body.credential))
  return { passkey } satisfies Registration
}

interface Registration {
  readonly passkey: VerifiedPasskey | undefined
}

interface Prepared {
  /** Only the handler rejects a wrong code, because idempotent retries are recognized after this step. */
  readonly isProved: boolean
  readonly hasFactor: boolean
}
