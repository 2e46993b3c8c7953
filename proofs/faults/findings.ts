/**
 * What can be wrong: something acknowledged is gone; a part of a batch is there without the rest; one
 * request had two effects, or what counts effects is off; what is stored is not what was stored.
 */
export const kinds = ['half', 'broken', 'lost', 'duplicated'] as const
export type Kind = (typeof kinds)[number]

export interface Findings {
  readonly add: (kind: Kind, what: string) => void
  readonly count: (kind: Kind) => number
  readonly all: () => readonly string[]
}

/** What is found again counts once. */
export function newFindings(): Findings {
  const found = new Map<string, Kind>()
  return {
    add: (kind, what) => void found.set(what, kind),
    count: (kind) => [...found.values()].filter((one) => one === kind).length,
    all: () => [...found].map(([what, kind]) => `${kind}: ${what}`),
  }
}

/** What is found in several ways counts once. */
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

/** How an act ended. */
export interface Outcome {
  readonly kills: number
  readonly acknowledged: number
  readonly findings: Findings
  /** Whether damage that was done on purpose was noticed. */
  readonly isNoticed: boolean
}
