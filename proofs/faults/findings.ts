/**
 * What can be wrong. `lost`: something acknowledged is gone. `half`: part of a batch is there without the
 * rest. `duplicated`: one request had two effects, or a counter is off. `broken`: stored data differs from
 * what was stored.
 */
export const kinds = ['half', 'broken', 'lost', 'duplicated'] as const
export type Kind = (typeof kinds)[number]

export interface Findings {
  readonly add: (kind: Kind, what: string) => void
  readonly count: (kind: Kind) => number
  readonly all: () => readonly string[]
}

/** A repeated finding counts once. */
export function newFindings(): Findings {
  const found = new Map<string, Kind>()
  return {
    add: (kind, what) => void found.set(what, kind),
    count: (kind) => [...found.values()].filter((one) => one === kind).length,
    all: () => [...found].map(([what, kind]) => `${kind}: ${what}`),
  }
}

/** A finding that several checks report counts once. */
export function joined(all: readonly Findings[]): Findings {
  const lines = new Set(all.flatMap((findings) => findings.all()))
  return {
    add: () => {
      throw new Error('These are told already.')
    },
    count: (kind) => [...lines].filter((line) => line.startsWith(`${kind}: `)).length,
    all: () => [...lines],
  }
}

/** The result of an act. */
export interface Outcome {
  readonly kills: number
  readonly acknowledged: number
  readonly findings: Findings
  /** Whether deliberate damage was noticed. */
  readonly isNoticed: boolean
}
