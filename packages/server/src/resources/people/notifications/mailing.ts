import type { Database } from '../../../db/database.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Jobs } from '../../../jobs/jobs.ts'

/** One job for everything that a person gets by mail in an organization, at once or with the digest. */
export async function askToMail(db: Database, payload: Jobs['mail_notifications'], runAt: string) {
  const { organizationId, userId, mode } = payload
  const key = `mail_notifications ${organizationId} ${userId} ${mode}`
  await enqueue(db, 'mail_notifications', payload, { key, runAt, keepsTime: true })
}
