/** Counts everything that is missing or damaged, and describes the first of it. */
export interface Findings {
  add(kind: FindingKind, what: string): void
  count(kind: FindingKind): number
  readonly told: readonly string[]
}

type FindingKind = 'missing' | 'damaged'

export function newFindings(): Findings {
  const counts = { missing: 0, damaged: 0 }
  const told: string[] = []
  return {
    add(kind, what) {
      counts[kind]++
      if (told.length < toldMax) told.push(`${kind}: ${what}`)
    },
    count: (kind) => counts[kind],
    told,
  }
}

const toldMax = 50
