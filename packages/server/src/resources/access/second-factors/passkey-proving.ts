import { randomBytes } from 'node:crypto'
import type { PasskeyAnswer } from '@stemma/contract'
import { partyAt, passkeyMinutes, verifyAnswer } from '../../../auth/passkeys.ts'
import { secretHash } from '../../../auth/secrets.ts'
import type { Context } from '../../../common/context.ts'
import { inTransaction } from '../../../db/transaction.ts'
import * as factors from './store.ts'
import { tell } from './telling.ts'

/** Asks for a signature by a passkey, once and within minutes. Only a hash of the secret is stored. */
export async function askForPasskey({ db, now }: Pick<Context, 'db' | 'now'>, asking: Asking) {
  const { secret, purpose, userId } = asking
  const challenge = randomBytes(32)
  const expiresAt = new Date(Date.parse(now) + passkeyMinutes * 60_000).toISOString()
  const row = { secretHash: secretHash(secret), purpose, userId, challenge, expiresAt }
  await factors.insertChallenge(db, row)
  return { challenge, expiresAt }
}

interface Asking {
  readonly secret: string
  readonly purpose: 'passkey sign-in' | 'registration' | 'proof'
  readonly userId: string | null
}

/**
 * The person whose passkey signed a challenge; undefined if it is nobody's, or not that of the person who was
 * asked. A passkey whose sign count did not go on may be a copy: it is rejected, and its owner gets a mail.
 */
export async function ownerOf(scene: Proving, given: Given): Promise<string | undefined> {
  const { db, now, addresses } = scene
  const { credential, challenge, userId } = given
  const passkey = await factors.findPasskey(db, Buffer.from(credential.id, 'base64url'))
  if (passkey?.publicKey == null || passkey.userId !== (userId ?? passkey.userId)) return undefined
  const { id: factorId, label, publicKey, userId: owner } = passkey
  const { userHandle } = credential.response
  const handle = userHandle === undefined ? userId : Buffer.from(userHandle, 'base64url').toString()
  if (handle !== owner) return undefined
  const answer = { credential, publicKey }
  const said = await verifyAnswer(partyAt(addresses.login()), challenge, answer)
  if (said === undefined) return undefined
  if (await factors.takeSignCount(db, factorId, { ...said, now })) return owner
  const refused = { type: 'second_factor.refused', factorId, label, because: 'sign count' } as const
  await inTransaction(db, { repeatable: true }, (inside) =>
    tell({ ...scene, db: inside }, owner, refused, { kind: 'passkeyRefused', label }),
  )
  return undefined
}

interface Given {
  readonly credential: PasskeyAnswer
  readonly challenge: Buffer
  /** Who was asked. Without, the passkey must say whose it is. */
  readonly userId?: string
}

type Proving = Parameters<typeof tell>[0] & Pick<Context, 'addresses'>
