import { emit } from '../../events/emit.ts'
import type { JobHandlers, Jobs, PreparationContext } from '../../jobs/jobs.ts'
import { outcomeOf } from './rules.ts'
import * as emailDomains from './store.ts'

/** Looks for the record; undefined where there is nothing to look for, or no answer. */
export async function prepareEmailDomain(
  key: Jobs['check_email_domain'],
  { db, outside }: Pick<PreparationContext, 'db' | 'outside'>,
): Promise<boolean | undefined> {
  const row = await emailDomains.find(db, key)
  if (row === undefined || row.vouched) return undefined
  const { name, value } = emailDomains.recordOf(row)
  const records = await outside.txtRecords(name)
  return records?.some((record) => record.trim() === value)
}

export const checkEmailDomain: JobHandlers['check_email_domain'] = async (key, { db, now, prepared }) => {
  const row = await emailDomains.lock(db, key)
  if (row === undefined || row.vouched) return
  const seen = prepared as boolean | undefined
  const { verifiedAt, missingSince, happened, nextMs } = outcomeOf(row, seen, now)
  const changes = { verified_at: verifiedAt, missing_since: missingSince }
  await emailDomains.update(db, key, { ...changes, ...(seen !== undefined && { checked_at: now }) })
  const { organizationId: home, domain } = key
  if (happened) await emit({ db, now, home }, { type: happened, domain })
  if (nextMs === undefined) return
  await emailDomains.askForCheck(db, key, { runAt: new Date(Date.parse(now) + nextMs).toISOString() })
}
