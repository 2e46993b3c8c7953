import type { Cost } from './bench.ts'
import type { Work } from './bench-works.ts'
import { median } from './median.ts'

export interface Figure {
  readonly work: Work
  readonly rounds: readonly { readonly ours: Cost; readonly bare: Cost }[]
}

const lateMax = 1.5

/** A table for people and a line for programs; whether nothing fell below its floor. */
export function report(rows: readonly Row[], late: number): boolean {
  console.log('                      by the clock  by processor   µs of ours     µs of bare    bar')
  for (const { name, clock, processor, ours, bare, bar } of rows) {
    const [share, cost] = [`${clock.toFixed(2)} of bare`, `${processor.toFixed(2)} of bare`]
    console.log(`${name.padEnd(20)} ${share.padStart(13)} ${cost.padStart(13)} ${ours} ${bare}    ${bar}`)
  }
  const low = rows.filter(({ clock, processor, floor }) => Math.max(clock, processor) < floor)
  for (const { name, floor } of low) console.log(`${name} fell below ${floor} of the bare handler`)
  const shares = rows.map(({ name, clock }) => `${name} ${clock.toFixed(2)}`)
  console.log(`bench: ${shares.join(', ')} of bare; the last page costs ${late.toFixed(2)} (≤ ${lateMax})`)
  return low.length === 0 && late <= lateMax
}

export type Row = ReturnType<typeof rowOf>

export function rowOf({ work: { name, bar, floor }, rounds }: Figure) {
  const of = (pick: (cost: Cost) => number) =>
    median(rounds.map(({ ours, bare }) => pick(bare) / pick(ours)).filter(Number.isFinite))
  const micros = (which: 'ours' | 'bare') => {
    const [server, database] = (['server', 'database'] as const).map((part) =>
      Math.round(median(rounds.map((round) => round[which][part]))),
    )
    return `${server} + ${database}`.padStart(14)
  }
  const processor = of(({ server, database }) => server + database)
  return {
    name,
    bar,
    floor,
    clock: of(({ ms }) => ms),
    processor,
    ours: micros('ours'),
    bare: micros('bare'),
  }
}
