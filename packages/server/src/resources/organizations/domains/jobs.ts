import { emit } from '../../../events/emit.ts'
import type { JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import * as sites from '../../sites/sites/store.ts'
import * as organizations from '../organizations/store.ts'
import { outcomeOf, type Sight } from './rules.ts'
import * as domains from './store.ts'

/** Looks up the DNS record. Returns undefined if there is nothing to look up. */
export async function prepareDomain(
  key: Jobs['check_email_domain'],
  { db, outside }: Pick<PreparationContext, 'db' | 'outside'>,
): Promise<Sight | undefined> {
  const row = await domains.find(db, key)
  if (row === undefined || row.vouched) return undefined
  const { name, value } = domains.recordOf(row)
  const records = await outside.txtRecords(name)
  if (records === undefined) return 'dns_unreachable'
  if (records.some((record) => record.trim() === value)) return 'found'
  return records.length === 0 ? 'record_missing' : 'record_differs'
}

/** The name dates from when only e-mail domains were checked. It stays because of jobs that are queued. */
export const checkDomain: JobHandlers['check_email_domain'] = async (key, context) => {
  const { db, now, prepared } = context
  // Lock the organization first: changes to the hosts of its sites are serialized.
  await organizations.lock(db, key.organizationId)
  const row = await domains.lock(db, key)
  if (row === undefined || row.vouched) return
  const seen = (prepared as Sight | undefined) ?? 'dns_unreachable'
  const { verifiedAt, missingSince, happened, nextMs } = outcomeOf(row, seen, now)
  const runAt = nextMs === undefined ? undefined : new Date(Date.parse(now) + nextMs).toISOString()
  await domains.update(db, key, {
    verified_at: verifiedAt,
    missing_since: missingSince,
    problem: seen === 'found' ? null : seen,
    next_check_at: runAt ?? null,
    ...(seen !== 'dns_unreachable' && { checked_at: now }),
  })
  const { organizationId: home, domain } = key
  if (verifiedAt !== null) await sites.activateFronts(context, key)
  if (happened === 'domain.lost') await sites.dropFronts(context, key)
  if (happened) await emit({ db, now, home }, { type: happened, domain })
  // A check that was requested while this one ran is not put off.
  if (runAt !== undefined) await domains.askForCheck(db, key, { runAt, keepsTime: true })
}
