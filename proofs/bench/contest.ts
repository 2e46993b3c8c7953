import { lines } from '../kit/load.ts'
import { median } from '../kit/median.ts'

/** One way of doing a work: `take` does it so many times and says what one time cost. */
export interface Side {
  readonly take: (count: number) => Promise<Cost>
  /** Where each one has to be prepared, how many there can be at once. */
  readonly countMax?: number
}

export interface Cost {
  /** Milliseconds by the clock for one, of several at once. */
  readonly ms: number
  /** Microseconds of the processor for one. */
  readonly server: number
  readonly database: number
  /** The share of the machine that others took meanwhile. */
  readonly foreign: number
}

/** The same work done in several ways, in turns. */
export interface Contest {
  readonly sides: Readonly<Record<string, Side>>
}

type Round = Readonly<Record<string, Cost>>

export interface Figures {
  readonly kept: readonly Round[]
  readonly dropped: number
  /** The share of the machine that others had in those that were kept. */
  readonly foreign: number
}

/**
 * Slices of about the same time for each side of each contest, forward and backward in turn, so that a
 * machine that gets slower hurts all alike. Rounds during which others had much of the machine are dropped.
 */
export async function measure<T extends Contest>(contests: readonly T[], { rounds, sliceMs }: Size) {
  const runs: (T & { readonly counts: Counts; readonly rounds: Round[] })[] = []
  for (const contest of contests) {
    runs.push({ ...contest, counts: await warmUp(contest, sliceMs), rounds: [] })
  }
  // The first round only makes all of them used to each other.
  for (let round = -1; round < rounds; round++) {
    for (const { sides, counts, rounds: taken } of runs) {
      const costs: Record<string, Cost> = {}
      const names = Object.keys(sides)
      for (const name of round % 2 === 0 ? names : names.toReversed()) {
        costs[name] = await (sides[name] as Side).take(counts[name] ?? 1)
      }
      if (round >= 0) taken.push(costs)
    }
  }
  return runs.map(({ rounds: taken, ...contest }) => ({ ...contest, figures: undisturbed(taken) }))
}

export interface Size {
  readonly rounds: number
  readonly sliceMs: number
}

type Counts = Readonly<Record<string, number>>

async function warmUp({ sides }: Contest, sliceMs: number): Promise<Counts> {
  const counts: Record<string, number> = {}
  for (const [name, side] of Object.entries(sides)) counts[name] = await settledCount(side, sliceMs)
  return counts
}

/** How many of a work a side does in a slice, found while it gets as quick as it will be. */
async function settledCount({ take, countMax = Number.POSITIVE_INFINITY }: Side, sliceMs: number) {
  let [count, warmedMs, best] = [Math.min(lines, countMax), 0, Number.POSITIVE_INFINITY]
  for (let step = 0; step < warmingStepsMax; step++) {
    const { ms, server } = await take(count)
    const busyMs = server / 1000 || ms
    warmedMs += busyMs * count
    count = Math.min(Math.max(Math.round(sliceMs / ms), lines), 4 * count, countMax)
    // What others take of the machine makes slices longer, but nobody warm: only its own time does.
    if (warmedMs > warmingSlices * sliceMs && busyMs > settled * best) break
    best = Math.min(best, busyMs)
  }
  return count
}

const [warmingStepsMax, warmingSlices, settled] = [30, 2, 0.97]

/** Of several rounds those which others left alone, or the quieter half where they hardly ever did. */
function undisturbed(rounds: readonly Round[]): Figures {
  const foreignIn = (round: Round) => Math.max(...Object.values(round).map(({ foreign }) => foreign))
  const byQuiet = rounds.toSorted((a, b) => foreignIn(a) - foreignIn(b))
  const quiet = byQuiet.filter((round) => foreignIn(round) <= foreignMax).length
  const kept = byQuiet.slice(0, Math.max(quiet, Math.ceil(rounds.length / 2)))
  return { kept, dropped: rounds.length - kept.length, foreign: median(kept.map(foreignIn)) }
}

const foreignMax = 0.1

/** How much of one side's cost another's is, in the middle of all rounds. */
export function ratio({ kept }: Figures, one: string, other: string, pick: (cost: Cost) => number): number {
  const ratios = kept.map((round) => pick(round[one] as Cost) / pick(round[other] as Cost))
  return median(ratios.filter(Number.isFinite))
}

/** By the clock; where others disturbed every round, no more than by what was used of the processor. */
export function judged(figures: Figures, one: string, other: string): number {
  const clock = ratio(figures, one, other, ({ ms }) => ms)
  const processor = ratio(figures, one, other, ({ server, database }) => server + database)
  return figures.foreign > foreignMax && processor > 0 ? Math.min(clock, processor) : clock
}

export function middle({ kept }: Figures, side: string, pick: (cost: Cost) => number): number {
  return median(kept.map((round) => pick(round[side] as Cost)))
}
