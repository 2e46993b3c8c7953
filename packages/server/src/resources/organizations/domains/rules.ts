import type { DomainRow } from './store.ts'

const hourMs = 60 * 60 * 1000
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

/** `seen` is undefined if DNS gave no answer, which changes nothing. */
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
