import type { PublicContext } from '../../../common/context.ts'
import { newId } from '../../../common/ids.ts'
import type { Database } from '../../../db/database.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import type { Letter } from '../../../mail/letters.ts'
import * as mails from './store.ts'

/**
 * Writes a mail in the transaction of its cause: it is sent if, and only if, the transaction is committed.
 * Without an SMTP server, it writes nothing.
 */
export async function postMail(scene: Posting, mail: Post) {
  const { db, now, seals, sendsMail } = scene
  if (!sendsMail) return
  const { home: organizationId, recipient, language, letter, secret } = mail
  const mailId = newId()
  const expiresAt = new Date(Date.parse(now) + (mail.validMs ?? validMs)).toISOString()
  const sealed = secret === undefined ? null : seals.seal(secret, placeOf({ organizationId, mailId }))
  const key = { organizationId, mailId }
  await mails.insert(db, { ...key, recipient, language, letter, secret: sealed, now, expiresAt })
  await askToSend(db, key)
}

type Posting = Pick<PublicContext, 'db' | 'now' | 'seals' | 'sendsMail'>

interface Post {
  /** The organization that the mail is about, or else the ID of its recipient. */
  readonly home: string
  readonly recipient: string
  readonly language: string
  readonly letter: Letter
  /** The secret in its link. It is deleted when the mail is sent. */
  readonly secret?: string
  /** A mail that can't be sent for this long is not worth sending any more. */
  readonly validMs?: number
}

const validMs = 3 * 24 * 60 * 60 * 1000

export async function askToSend(db: Database, key: mails.Key, runAt?: string) {
  const { organizationId, mailId } = key
  await enqueue(db, 'send_mail', key, {
    key: `send_mail ${organizationId} ${mailId}`,
    ...(runAt && { runAt }),
  })
}

export function placeOf({ organizationId, mailId }: mails.Key) {
  return { table: 'mails', row: mailId, organizationId }
}
