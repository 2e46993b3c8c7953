import type { Database } from '../../../db/database.ts'
import { conversionsOf, enqueue } from '../../../jobs/enqueue.ts'
import type { Jobs } from '../../../jobs/jobs.ts'
import * as pdfs from './store.ts'

/** One at a time per organization: typesetting uses a whole CPU core and much memory. */
export async function ask(
  db: Database,
  organizationId: string,
  [name, payload]: ['make_pdf', Jobs['make_pdf']] | ['make_site_pdf', Jobs['make_site_pdf']],
  asking: pdfs.Asking,
  asker?: pdfs.Asker,
) {
  const { spaceId, key } = payload
  if (!(await pdfs.ask(db, { spaceId, key: Buffer.from(key, 'base64url') }, asking, asker))) return
  const place = { queue: conversionsOf(organizationId), organization: organizationId }
  await enqueue(db, name, payload, { key: `${name} ${spaceId} ${key}`, ...place })
}

/** A PDF that isn't ready after this time may be asked for again. */
const againMs = 10 * 60_000

export function askingAt(now: Date): pdfs.Asking {
  return { now: now.toISOString(), again: new Date(now.getTime() - againMs).toISOString() }
}
