import { createHash } from 'node:crypto'
import { hashPassword } from '../auth/passwords.ts'
import { secretHash } from '../auth/secrets.ts'
import { newId } from '../common/ids.ts'
import * as signIn from '../resources/access/sign-in/store.ts'
import { givenSession } from './browser.ts'
import type { Server } from './harness.ts'

/** The credentials of a tenant's users. */
export interface Logins {
  /** A session of the person. */
  readonly sessionId: string
  /** The code that a program of the admin exchanges for a token. */
  readonly loginCode: LoginCode
}

export async function givenLogins(
  server: Server,
  { adminId, personId }: { readonly adminId: string; readonly personId: string },
): Promise<Logins> {
  const { sessionId } = await givenSession(server, { userId: personId })
  await signIn.setPassword(server.db, adminId, await adminHash, new Date().toISOString())
  return { sessionId, loginCode: await givenLoginCode(server, adminId) }
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
