import type { DomainRow } from './store.ts'

const minuteMs = 60 * 1000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** How long to look for a record, and how long a domain stays verified after its record is missing. */
const patienceMs = 7 * dayMs

/** The result of one lookup of a domain's record. */
export interface Outcome {
  readonly verifiedAt: string | null
  readonly missingSince: string | null
  readonly happened: 'domain.verified' | 'domain.missing' | 'domain.lost' | undefined
  /** When to look again. Undefined: only on request. */
  readonly nextMs: number | undefined
}

/** What a lookup saw: the record, or why not. */
export type Sight = 'found' | 'record_missing' | 'record_differs' | 'dns_unreachable'

/** That DNS gave no answer changes nothing. */
export function outcomeOf(row: Dated, seen: Sight, now: string): Outcome {
  const { askedAt, verifiedAt, missingSince } = row
  const waited = (since: string) => Date.parse(now) - Date.parse(since)
  if (seen === 'found') {
    const happened = verifiedAt === null ? 'domain.verified' : undefined
    return { verifiedAt: verifiedAt ?? now, missingSince: null, happened, nextMs: 7 * dayMs }
  }
  if (verifiedAt === null) {
    const nextMs = waited(askedAt) < patienceMs ? untilNext(waited(askedAt)) : undefined
    return { verifiedAt, missingSince, happened: undefined, nextMs }
  }
  if (seen === 'dns_unreachable') return { verifiedAt, missingSince, happened: undefined, nextMs: dayMs }
  if (missingSince === null)
    return { verifiedAt, missingSince: now, happened: 'domain.missing', nextMs: dayMs }
  if (waited(missingSince) < patienceMs)
    return { verifiedAt, missingSince, happened: undefined, nextMs: dayMs }
  return { verifiedAt: null, missingSince: null, happened: 'domain.lost', nextMs: undefined }
}

type Dated = Pick<DomainRow, 'askedAt' | 'verifiedAt' | 'missingSince'>

/** A person who has just set the record sees it soon; whoever waits for days is looked after each hour. */
function untilNext(waitedMs: number): number {
  return Math.min(Math.max(waitedMs / 2, minuteMs), hourMs)
}
