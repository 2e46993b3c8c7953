import type { Seals } from '../../../auth/sealing.ts'
import { newSecret, secretHash } from '../../../auth/secrets.ts'
import type { JobHandlers, JobPreparations } from '../../../jobs/jobs.ts'
import { postMail } from '../../people/mails/index.ts'
import * as users from '../../people/users/store.ts'
import * as signIn from './store.ts'

export const pruneSignIns: JobHandlers['prune_sign_ins'] = async (_payload, { db, now }) =>
  signIn.prune(db, now)

/** Only a preparation has the keys that seal secrets. */
export const prepareReset: NonNullable<JobPreparations['mail_password_reset']> = async (
  _payload,
  { seals, mailer },
): Promise<Means> => ({ seals, sendsMail: mailer !== undefined })

interface Means {
  readonly seals: Seals
  readonly sendsMail: boolean
}

/** Writes the mail with the link, if there is an account with this address. */
export const mailReset: JobHandlers['mail_password_reset'] = async (payload, { db, now, prepared }) => {
  const account = await signIn.findAccount(db, { email: payload.email })
  if (account === undefined) return
  const { userId, email } = account
  const secret = newSecret()
  const expiresAt = new Date(Date.parse(now) + resetMinutes * 60_000).toISOString()
  const { requestId } = payload
  const reset = { requestId, codeHash: secretHash(secret), userId, now, expiresAt }
  if (!(await signIn.insertReset(db, reset))) return
  const language = (await users.languageOf(db, userId)) ?? payload.language
  await postMail(
    { ...(prepared as Means), db, now },
    {
      ...{ home: userId, recipient: email, language, secret },
      letter: { kind: 'passwordReset', minutes: resetMinutes },
      validMs: resetMinutes * 60_000,
    },
  )
}

const resetMinutes = 30
