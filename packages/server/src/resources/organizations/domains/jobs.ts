import { emit } from '../../../events/emit.ts'
import type { JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import * as sites from '../../sites/sites/store.ts'
import * as organizations from '../organizations/store.ts'
import { outcomeOf } from './rules.ts'
import * as domains from './store.ts'

/** Looks for the record; undefined where there is nothing to look for, or no answer. */
export async function prepareDomain(
  key: Jobs['check_email_domain'],
  { db, outside }: Pick<PreparationContext, 'db' | 'outside'>,
): Promise<boolean | undefined> {
  const row = await domains.find(db, key)
  if (row === undefined || row.vouched) return undefined
  const { name, value } = domains.recordOf(row)
  const records = await outside.txtRecords(name)
  return records?.some((record) => record.trim() === value)
}

/** Its name is from the time when only e-mail was checked; jobs under it wait in queues. */
export const checkDomain: JobHandlers['check_email_domain'] = async (key, context) => {
  const { db, now, prepared } = context
  // The organization comes first: its sites change their hosts one after another.
  await organizations.lock(db, key.organizationId)
  const row = await domains.lock(db, key)
  if (row === undefined || row.vouched) return
  const seen = prepared as boolean | undefined
  const { verifiedAt, missingSince, happened, nextMs } = outcomeOf(row, seen, now)
  const changes = { verified_at: verifiedAt, missing_since: missingSince }
  await domains.update(db, key, { ...changes, ...(seen !== undefined && { checked_at: now }) })
  const { organizationId: home, domain } = key
  if (verifiedAt !== null) await sites.activateFronts(context, key)
  if (happened === 'domain.lost') await sites.dropFronts(context, key)
  if (happened) await emit({ db, now, home }, { type: happened, domain })
  if (nextMs === undefined) return
  await domains.askForCheck(db, key, { runAt: new Date(Date.parse(now) + nextMs).toISOString() })
}
