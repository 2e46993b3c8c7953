import { emit } from '../../../events/emit.ts'
import type { JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import * as sites from '../../sites/sites/store.ts'
import * as organizations from '../organizations/store.ts'
import { outcomeOf } from './rules.ts'
import * as domains from './store.ts'

/** Looks up the DNS record. Returns undefined if there is nothing to look up, or no answer. */
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

/** The name dates from when only e-mail domains were checked. It stays because of jobs that are queued. */
export const checkDomain: JobHandlers['check_email_domain'] = async (key, context) => {
  const { db, now, prepared } = context
  // Lock the organization first: changes to the hosts of its sites are serialized.
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
  // A check that was requested while this one ran is not put off.
  const runAt = new Date(Date.parse(now) + nextMs).toISOString()
  await domains.askForCheck(db, key, { runAt, keepsTime: true })
}
