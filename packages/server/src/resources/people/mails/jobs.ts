import type { JobContext, JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import { drawMail } from '../../../mail/layout.ts'
import { writeLetter } from '../../../mail/letters.ts'
import type { Outcome } from '../../../mail/mailer.ts'
import { writeNotifications } from './notifications.ts'
import { askToSend, placeOf } from './posting.ts'
import { attemptsMax, linkOf, retryAt } from './rules.ts'
import * as mails from './store.ts'

/** Sends the mail. If the worker is killed before this is recorded, it is sent again, with the same ID. */
export async function prepareMail(key: Jobs['send_mail'], context: Sending): Promise<Attempt | undefined> {
  const { db, seals, mailer } = context
  const mail = await mails.findPending(db, key)
  if (mail === undefined) return undefined
  if (Date.parse(mail.expiresAt) <= Date.now()) return { kind: 'expired' }
  if (mailer === undefined) throw new Error('Set STEMMA_SMTP_HOST for the process that runs jobs, too.')
  const secret = mail.secret === null ? undefined : seals.open(mail.secret, placeOf(key))
  const { letter, language } = mail
  const written =
    letter.kind === 'notifications'
      ? await writeNotifications({ db, seals, addresses: mailer.addresses }, key, { letter, language })
      : writeLetter(letter, language, linkOf(letter, mailer.addresses, secret))
  if (written === undefined) return { kind: 'withheld' }
  const outcome = await mailer.send({
    ...{ id: key.mailId, to: mail.recipient, date: mail.createdAt, subject: written.subject },
    ...drawMail(written),
    unsubscribeUrl: written.unsubscribe?.url,
  })
  return { ...outcome, attempts: mail.attempts + 1 }
}

type Sending = Pick<PreparationContext, 'db' | 'seals' | 'mailer'>

type Attempt = { readonly kind: 'expired' | 'withheld' } | (Outcome & { readonly attempts: number })

/** Records what came of the attempt. The secret of the link is needed no longer than the mail. */
export const sendMail: JobHandlers['send_mail'] = async (key, { db, now, prepared }: JobContext) => {
  const attempt = prepared as Attempt | undefined
  if (attempt === undefined) return
  if (!('attempts' in attempt)) return mails.updatePending(db, key, { status: attempt.kind, secret: null })
  const { attempts } = attempt
  if (attempt.kind === 'sent') {
    return mails.updatePending(db, key, { status: 'sent', attempts, sent_at: now, secret: null, error: null })
  }
  const { error } = attempt
  if (attempt.kind === 'refused' || attempts >= attemptsMax) {
    return mails.updatePending(db, key, { status: 'failed', attempts, error })
  }
  const next = retryAt(attempts, now)
  await mails.updatePending(db, key, { attempts, error, next_attempt_at: next })
  await askToSend(db, key, next)
}

export const resumeMails: JobHandlers['resume_mails'] = async (_payload, { db, now }) => {
  const before = new Date(Date.parse(now) - lateMs).toISOString()
  for (const key of await mails.listLate(db, before, mailsAtOnce)) await askToSend(db, key)
}

/** Longer than a job may take, so that no mail is sent by two jobs at once. */
const lateMs = 5 * 60_000
const mailsAtOnce = 1000

export const pruneMails: JobHandlers['prune_mails'] = async (_payload, { db, now, deliveriesKeptDays }) =>
  mails.prune(db, new Date(Date.parse(now) - deliveriesKeptDays * dayMs).toISOString())

const dayMs = 24 * 60 * 60 * 1000
