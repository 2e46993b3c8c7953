import { createHash } from 'node:crypto'
import type { NewPasskey } from '@stemma/contract'
import { creationOptions, partyAt, verifyCreation } from '../auth/passkeys.ts'
import { hashPassword } from '../auth/passwords.ts'
import { secretHash } from '../auth/secrets.ts'
import { newTOTPSecret, stepAt, totpOf } from '../auth/totp.ts'
import { newId } from '../common/ids.ts'
import * as factors from '../resources/access/second-factors/index.ts'
import * as signIn from '../resources/access/sign-in/store.ts'
import { openAuthenticator } from './authenticator.ts'
import { givenSession } from './browser.ts'
import type { Server } from './harness.ts'

/** The credentials of a tenant's users. */
export interface Logins {
  /** A session of the person. */
  readonly sessionId: string
  /** The code that a program of the admin exchanges for a token. */
  readonly loginCode: LoginCode
  /** The authenticator app of the admin, who has just proved who they are. */
  readonly factor: SampleFactor
  /** The one that the admin has not confirmed yet. */
  readonly unconfirmed: SampleFactor
  /** The passkey that the admin has started to add. */
  readonly unconfirmedPasskey: { readonly id: string; readonly credential: NewPasskey }
}

interface SampleFactor {
  readonly id: string
  readonly secret: string
}

export async function givenLogins(
  server: Server,
  { adminId, personId }: { readonly adminId: string; readonly personId: string },
): Promise<Logins> {
  const { sessionId } = await givenSession(server, { userId: personId })
  await signIn.setPassword(server.db, adminId, await adminHash, new Date().toISOString())
  const [factor, unconfirmed] = [newFactor(), newFactor()]
  await givenFactor(server, adminId, factor, new Date().toISOString())
  await givenFactor(server, adminId, unconfirmed, null)
  const unconfirmedPasskey = await givenPasskeys(server, adminId)
  const loginCode = await givenLoginCode(server, adminId)
  return { sessionId, loginCode, factor, unconfirmed, unconfirmedPasskey }
}

/** One passkey that counts, and one that waits for its confirmation. */
async function givenPasskeys({ db, config }: Server, userId: string) {
  const [party, now, secret] = [partyAt(config.publicUrl), new Date().toISOString(), newId()]
  const asking = { secret, purpose: 'registration', userId } as const
  const { challenge } = await factors.askForPasskey({ db, now }, asking)
  const user = { id: userId, name: 'admin', displayName: 'Admin' }
  const make = () =>
    openAuthenticator(party.origin).create(creationOptions(party, { challenge, user, known: [] }))
  const passkey = await verifyCreation(party, challenge, make())
  if (passkey === undefined) throw new Error('The authenticator of the tests makes wrong passkeys.')
  await factors.insertPasskey(db, { id: newId(), userId, label: 'Laptop', passkey, now })
  return { id: secret, credential: make() }
}

function newFactor(): SampleFactor {
  return { id: newId(), secret: newTOTPSecret() }
}

async function givenFactor(
  { db, seals }: Server,
  userId: string,
  { id, secret }: SampleFactor,
  at: string | null,
) {
  const sealed = seals.seal(secret, { table: 'factors', row: id, organizationId: '' })
  const now = new Date().toISOString()
  const row = { id, user_id: userId, kind: 'authenticator', label: 'Phone', secret: sealed }
  await db
    .insertInto('factors')
    .values({ ...row, created_at: now, confirmed_at: at })
    .execute()
  await db
    .updateTable('tokens')
    .set({ proved_at: now, second_factor: true })
    .where('user_id', '=', userId)
    .execute()
}

/** What an authenticator app shows now. */
export function codeOf({ secret }: Pick<SampleFactor, 'secret'>): string {
  return totpOf(secret, stepAt(new Date().toISOString()))
}

/** The admin's password. It is set in advance, because a token can't set a first password. */
export const adminPassword = 'what the admin knows'
const adminHash = hashPassword(adminPassword)

async function givenLoginCode({ db }: Pick<Server, 'db'>, userId: string): Promise<LoginCode> {
  const [code, codeVerifier, redirectURL] = [newId(), newId().repeat(2), 'http://127.0.0.1:8000/']
  await signIn.insertCode(db, {
    codeHash: secretHash(code),
    userId,
    ssoOrganizationId: null,
    label: 'program',
    challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    redirectURL,
    expiresAt: '2099-01-01T00:00:00.000Z',
  })
  return { code, codeVerifier, redirectURL }
}

interface LoginCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectURL: string
}
