import type { Seals } from '../../../auth/sealing.ts'
import type { JobHandlers, JobPreparations } from '../../../jobs/jobs.ts'
import { postMail } from '../mails/index.ts'
import * as notifications from '../notifications/index.ts'
import * as users from '../users/store.ts'

/** Only a preparation has the keys that seal secrets. */
export const prepareNotifications: NonNullable<JobPreparations['mail_notifications']> = async (
  _payload,
  { seals, mailer },
): Promise<Means> => ({ seals, sendsMail: mailer !== undefined })

interface Means {
  readonly seals: Seals
  readonly sendsMail: boolean
}

/**
 * Writes the mails that are due, in the transaction that takes their notifications. What they say, and
 * whether they are sent at all, is decided when they are sent.
 */
export const mailNotifications: JobHandlers['mail_notifications'] = async (payload, context) => {
  const { organizationId, userId, mode } = payload
  const { db, now, prepared } = context
  const due = await notifications.takeDue(db, payload, { mode, now })
  const next = await notifications.findNextDue(db, payload, mode)
  if (next !== undefined) await notifications.askToMail(db, payload, next)
  const recipient = due.length === 0 ? undefined : await users.verifiedEmail(db, userId)
  if (recipient === undefined) return
  const language = (await users.languageOf(db, userId)) ?? 'en'
  for (const ids of groupsOf(due, mode)) {
    const letter = { kind: 'notifications', userId, ids, digest: mode === 'digest' } as const
    await postMail({ ...(prepared as Means), db, now }, { home: organizationId, recipient, language, letter })
  }
}

/** The digest is one mail. So is what happened in one change request, or in one space or collection. */
function groupsOf(due: readonly notifications.DueRow[], mode: notifications.MailMode): string[][] {
  const groups = Map.groupBy(due, ({ placeId, changeRequestId }) =>
    mode === 'digest' ? '' : `${placeId} ${changeRequestId}`,
  )
  return [...groups.values()].map((group) => group.map(({ id }) => id))
}

export const resumeNotificationMails: JobHandlers['resume_notification_mails'] = async (
  _payload,
  { db, now },
) => {
  const before = new Date(Date.parse(now) - lateMs).toISOString()
  for (const payload of await notifications.listLate(db, before, peopleAtOnce))
    await notifications.askToMail(db, payload, now)
}

/** Longer than a job may take. */
const lateMs = 5 * 60_000
const peopleAtOnce = 1000
