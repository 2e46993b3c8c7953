import type { DomainRow } from './store.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** For how long a record is looked for, and for how long a domain stays verified without it. */
const patienceMs = 7 * dayMs

/** What one look for the record of a domain comes to. */
export interface Outcome {
  readonly verifiedAt: string | null
  readonly missingSince: string | null
  readonly happened: 'domain.verified' | 'domain.missing' | 'domain.lost' | undefined
  /** When to look again; absent: when somebody asks. */
  readonly nextMs: number | undefined
}

/** `seen` is undefined where the domain name system gave no answer: nothing follows from that. */
export function outcomeOf(row: DomainRow, seen: boolean | undefined, now: string): Outcome {
  const { askedAt, verifiedAt, missingSince } = row
  const waited = (since: string) => Date.parse(now) - Date.parse(since)
  if (seen === true) {
    const happened = verifiedAt === null ? 'domain.verified' : undefined
    return { verifiedAt: verifiedAt ?? now, missingSince: null, happened, nextMs: 7 * dayMs }
  }
  if (verifiedAt === null) {
    const nextMs = waited(askedAt) < patienceMs ? hourMs : undefined
    return { verifiedAt, missingSince, happened: undefined, nextMs }
  }
  if (seen === undefined) return { verifiedAt, missingSince, happened: undefined, nextMs: dayMs }
  if (missingSince === null)
    return { verifiedAt, missingSince: now, happened: 'domain.missing', nextMs: dayMs }
  if (waited(missingSince) < patienceMs)
    return { verifiedAt, missingSince, happened: undefined, nextMs: dayMs }
  return { verifiedAt: null, missingSince: null, happened: 'domain.lost', nextMs: undefined }
}
