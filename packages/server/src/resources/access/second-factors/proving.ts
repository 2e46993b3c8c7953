import { takeCodeAttempt } from '../../../auth/attempts.ts'
import { recoveryCodeHash } from '../../../auth/recovery-codes.ts'
import { isTOTP, stepOf } from '../../../auth/totp.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import * as factors from './store.ts'
import { tell } from './telling.ts'

/**
 * Whether it is a code of a person's authenticator app, or one of their recovery codes. A code counts once.
 * Guesses of short codes are counted, and too many of them rejected. Recovery codes can't be guessed.
 */
export async function isOwnCode(scene: Proving, userId: string, given: string): Promise<boolean> {
  const { db, now, seals } = scene
  const code = given.replaceAll(/\s/g, '')
  if (!isTOTP(code)) return isRecoveryCode(scene, userId, code)
  const release = await takeCodeAttempt(db, now, userId)
  for (const { id, secret } of await factors.listAuthenticators(db, userId)) {
    const step = stepOf(code, seals.open(secret ?? '', placeOf(id)), now)
    if (step === undefined || !(await factors.takeStep(db, id, step, now))) continue
    await release()
    return true
  }
  return false
}

type Proving = Parameters<typeof tell>[0]

/** The person is told, because somebody else may have found the code. */
function isRecoveryCode(scene: Proving, userId: string, code: string): Promise<boolean> {
  return inTransaction(scene.db, { repeatable: true }, async (db) => {
    if (!(await factors.takeRecoveryCode(db, userId, recoveryCodeHash(code), scene.now))) return false
    const left = await factors.countRecoveryCodes(db, userId)
    const letter = { kind: 'recoveryCodeUsed', left } as const
    await tell({ ...scene, db }, userId, { type: 'second_factor.recovery_code_used', left }, letter)
    return true
  })
}

/** Where the secret of an authenticator app is stored. */
export function placeOf(factorId: string) {
  return { table: 'factors', row: factorId, organizationId: '' }
}

/** Otherwise a copied token or session could change how its owner signs in. */
export async function requireProof({ db, caller, now, addresses }: Asking) {
  const proof = await factors.findProof(db, caller)
  const isRecent = proof?.provedAt != null && Date.parse(now) - Date.parse(proof.provedAt) <= recentMs
  if (isRecent && (proof.hasFactor || !(await factors.has(db, caller.userId)))) return
  throw proofRequired(addresses)
}

const recentMs = 15 * 60_000

type Asking = Pick<Context, 'db' | 'caller' | 'now' | 'addresses'>

function proofRequired(addresses: Context['addresses']) {
  const loginURL = addresses.loginAgain()
  return new ApiError(
    'proof_required',
    'This works only within 15 minutes of signing in. Prove who you are with your password and a code, or ' +
      `sign in again at ${loginURL}.`,
    { details: { loginURL } },
  )
}
