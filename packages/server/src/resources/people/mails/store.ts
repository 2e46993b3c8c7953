import { sql, type Updateable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import type { Tables } from '../../../db/tables.ts'
import type { Letter } from '../../../mail/letters.ts'

export interface Key {
  /** The organization that the mail is about, or else its recipient. */
  readonly organizationId: string
  readonly mailId: string
}

export interface NewMail extends Key {
  readonly recipient: string
  readonly language: string
  readonly letter: Letter
  /** Sealed: a part of the link in the mail. */
  readonly secret: string | null
  readonly now: string
  readonly expiresAt: string
}

export async function insert(db: Database, mail: NewMail) {
  const { organizationId, mailId, recipient, language, letter, secret, now, expiresAt } = mail
  await db
    .insertInto('mails')
    .values({
      organization_id: organizationId,
      id: mailId,
      ...{ recipient, language, secret },
      letter: JSON.stringify(letter),
      next_attempt_at: now,
      expires_at: expiresAt,
      created_at: now,
    })
    .execute()
}

export function findPending(db: Database, { organizationId, mailId }: Key) {
  return db
    .selectFrom('mails')
    .select([
      ...(['recipient', 'language', 'secret', 'attempts'] as const),
      'created_at as createdAt',
      'expires_at as expiresAt',
      sql<Letter>`letter`.as('letter'),
    ])
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .where('status', '=', 'pending')
    .executeTakeFirst()
}

/** Updates only a pending mail, so that a mail that was sent stays sent. */
export async function updatePending(
  db: Database,
  { organizationId, mailId }: Key,
  row: Updateable<Tables['mails']>,
) {
  await db
    .updateTable('mails')
    .set(row)
    .where('organization_id', '=', organizationId)
    .where('id', '=', mailId)
    .where('status', '=', 'pending')
    .execute()
}

/** Mails that wait for a recipient who no longer gets any. */
export async function withdraw(db: Database, organizationId: string, recipient: string) {
  await db
    .updateTable('mails')
    .set({ status: 'withheld', secret: null })
    .where('organization_id', '=', organizationId)
    .where('recipient', '=', recipient)
    .where('status', '=', 'pending')
    .execute()
}

/** Mails whose job was given up, because its worker was killed again and again. */
export function listLate(db: Database, before: string, limit: number) {
  return db
    .selectFrom('mails')
    .select(['organization_id as organizationId', 'id as mailId'])
    .where('status', '=', 'pending')
    .where('next_attempt_at', '<', before)
    .orderBy('next_attempt_at')
    .limit(limit)
    .execute()
}

/** Makes mails pending again that could not be sent, and returns them. Expired ones stay as they are. */
export function retryFailed(db: Database, now: string) {
  return db
    .updateTable('mails')
    .set({ status: 'pending', attempts: 0, next_attempt_at: now })
    .where('status', '=', 'failed')
    .where('expires_at', '>', now)
    .returning(['organization_id as organizationId', 'id as mailId'])
    .execute()
}

export async function prune(db: Database, before: string) {
  await db.deleteFrom('mails').where('created_at', '<', before).where('status', '<>', 'pending').execute()
}
