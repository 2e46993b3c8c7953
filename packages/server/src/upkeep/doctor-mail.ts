import type pg from 'pg'
import type { Diagnosis } from './diagnosis.ts'

/** Whether mails are sent, and the last ones that could not be. */
export async function mail(client: pg.Client, smtpServer: string | undefined): Promise<Diagnosis> {
  const { rows } = await client.query<Undelivered>(
    `select to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, letter ->> 'kind' as kind,
      split_part(recipient, '@', 2) as domain, error, count(*) over ()::int as total
    from mails where status = 'failed' order by created_at desc limit ${listedMax}`,
  )
  if (rows.length > 0) return { check: 'mail', verdict: 'fault', says: saysOf(rows) }
  const without = 'No SMTP server is set up, so people pass links on, and operators set new passwords.'
  if (smtpServer === undefined)
    return { check: 'mail', verdict: 'notice', says: `${without} Set STEMMA_SMTP_HOST to send mail.` }
  return { check: 'mail', verdict: 'fine', says: `Sent over ${smtpServer}. No mail has failed permanently.` }
}

const listedMax = 5

/** The addresses of people are not told: the output of doctor is passed on. */
function saysOf(rows: readonly Undelivered[]): string {
  const listed = rows.map(({ at, kind, domain, error }) => `${at} ${kind} to ${domain}: ${error}`)
  return (
    `${rows[0]?.total} could not be sent, the last of them: ${listed.join('; ')}. Fix the cause, then run ` +
    'stemma-server mail retry.'
  )
}

interface Undelivered {
  readonly at: string
  readonly kind: string
  readonly domain: string
  readonly error: string
  readonly total: number
}
