import { lines } from '../kit/load.ts'
import { median } from '../kit/median.ts'

/** One implementation of a task. `take` runs it `count` times and returns the cost of one run. */
export interface Side {
  readonly take: (count: number) => Promise<Cost>
  /** The most runs per slice, if each one needs preparation. */
  readonly countMax?: number
}

export interface Cost {
  /** Wall-clock milliseconds per run, with several in parallel. */
  readonly ms: number
  /** Processor time per run, in microseconds. */
  readonly server: number
  readonly database: number
  /** The share of the machine that other processes used meanwhile. */
  readonly foreign: number
}

/** The same task in several implementations, run alternately. */
export interface Contest {
  readonly sides: Readonly<Record<string, Side>>
}

type Round = Readonly<Record<string, Cost>>

export interface Figures {
  readonly kept: readonly Round[]
  readonly dropped: number
  /** The share of the machine that other processes used in the rounds that were kept. */
  readonly foreign: number
}

/**
 * Runs slices of about equal duration for each side of each contest, in alternating order, so that a machine
 * that slows down affects all sides equally. Drops rounds in which other processes used much of the machine.
 */
export async function measure<T extends Contest>(contests: readonly T[], { rounds, sliceMs }: Size) {
  const runs: (T & { readonly counts: Counts; readonly rounds: Round[] })[] = []
  for (const contest of contests) {
    runs.push({ ...contest, counts: await warmUp(contest, sliceMs), rounds: [] })
  }
  // The first round is a warm-up and is not recorded.
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

/** Finds how many runs fit in one slice, while warming up until the side gets no faster. */
async function settledCount({ take, countMax = Number.POSITIVE_INFINITY }: Side, sliceMs: number) {
  let [count, warmedMs, best] = [Math.min(lines, countMax), 0, Number.POSITIVE_INFINITY]
  for (let step = 0; step < warmingStepsMax; step++) {
    const { ms, server } = await take(count)
    const busyMs = server / 1000 || ms
    warmedMs += busyMs * count
    count = Math.min(Math.max(Math.round(sliceMs / ms), lines), 4 * count, countMax)
    // Load from other processes lengthens slices but warms nothing up, so only own processor time counts.
    if (warmedMs > warmingSlices * sliceMs && busyMs > settled * best) break
    best = Math.min(best, busyMs)
  }
  return count
}

const [warmingStepsMax, warmingSlices, settled] = [30, 2, 0.97]

/** Keeps the rounds with little load from other processes, or the quieter half if those are fewer. */
function undisturbed(rounds: readonly Round[]): Figures {
  const foreignIn = (round: Round) => Math.max(...Object.values(round).map(({ foreign }) => foreign))
  const byQuiet = rounds.toSorted((a, b) => foreignIn(a) - foreignIn(b))
  const quiet = byQuiet.filter((round) => foreignIn(round) <= foreignMax).length
  const kept = byQuiet.slice(0, Math.max(quiet, Math.ceil(rounds.length / 2)))
  return { kept, dropped: rounds.length - kept.length, foreign: median(kept.map(foreignIn)) }
}

const foreignMax = 0.1

/** The median over all kept rounds of one side's cost divided by the other's. */
export function ratio({ kept }: Figures, one: string, other: string, pick: (cost: Cost) => number): number {
  const ratios = kept.map((round) => pick(round[one] as Cost) / pick(round[other] as Cost))
  return median(ratios.filter(Number.isFinite))
}

/** The wall-clock ratio; if every round was disturbed, the lower of that and the processor-time ratio. */
export function judged(figures: Figures, one: string, other: string): number {
  const clock = ratio(figures, one, other, ({ ms }) => ms)
  const processor = ratio(figures, one, other, ({ server, database }) => server + database)
  return figures.foreign > foreignMax && processor > 0 ? Math.min(clock, processor) : clock
}

export function middle({ kept }: Figures, side: string, pick: (cost: Cost) => number): number {
  return median(kept.map((round) => pick(round[side] as Cost)))
}
