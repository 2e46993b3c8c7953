import { inTransaction } from '../db/transaction.ts'
import { prepareMail, sendMail } from '../resources/people/mails/jobs.ts'
import { mailNotifications } from '../resources/people/notification-mails/jobs.ts'
import type { Person, Server } from './harness.ts'
import { jobSettings } from './job-settings.ts'

/** Writes the mails that are due to a person at a time; everything that waits is due a day from now. */
export function writeMails(server: Server, { organizationId, person, mode, now }: Written) {
  const prepared = { seals: server.seals, sendsMail: true }
  const payload = { organizationId, userId: person.id, mode }
  return inTransaction(server.db, { repeatable: true }, (db) =>
    mailNotifications(payload, { ...jobSettings, ...server, db, prepared, now: now ?? tomorrow() }),
  )
}

interface Written {
  readonly organizationId: string
  readonly person: Person
  readonly mode: 'mail' | 'digest'
  readonly now?: string
}

function tomorrow(): string {
  return new Date(Date.now() + 25 * 3_600_000).toISOString()
}

/** Sends the mails to a person that wait, and returns what became of each. */
export async function sendMails(server: Server, { email }: Person): Promise<string[]> {
  const pending = await server.db
    .selectFrom('mails')
    .select(['organization_id as organizationId', 'id as mailId'])
    .where('recipient', '=', email)
    .where('status', '=', 'pending')
    .orderBy('id')
    .execute()
  const results: string[] = []
  for (const key of pending) {
    const prepared = await prepareMail(key, server)
    await sendMail(key, { ...jobSettings, ...server, now: new Date().toISOString(), prepared })
    results.push(prepared?.kind ?? 'gone')
  }
  return results
}
