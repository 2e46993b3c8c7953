import { margin } from '../kit/margin.ts'
import { median } from '../kit/median.ts'
import type { Work } from '../kit/works.ts'
import { type Contest, type Cost, type Figures, judged, middle, ratio } from './contest.ts'

const lateMax = 1.5

/** Prints a table for people and a line for programs; returns whether every floor and every target holds. */
export function report(rows: readonly Row[], late: number) {
  console.log(lineOf('', ['clock', 'processor', 'bar', 'of pgbench', 'ours, µs', 'bare, µs']))
  for (const { name, clock, processor, bar, holdsBar, pgbench, ours, bare } of rows) {
    const held = `${bar} ${verdict(holdsBar)}`
    console.log(lineOf(name, [clock.toFixed(2), processor.toFixed(2), held, pgbench, ours, bare]))
  }
  const beside = rows.filter(({ directus }) => directus > 0)
  for (const { name, directus, directusBar, holdsDirectusBar } of beside) {
    const times = `${directus.toFixed(1)} times Directus`
    console.log(lineOf(name, ['', '', `${directusBar} ${verdict(holdsDirectusBar)}`, `  ${times}`]))
  }
  console.log(foreignOf(rows))
  const low = rows.filter(({ clock, processor, floor }) => Math.max(clock, processor) < floor / margin)
  for (const { name, floor } of low) console.log(`${name} fell below ${floor} of the bare handler`)
  const shares = rows.map(({ name, clock }) => `${name} ${clock.toFixed(2)}`)
  const bars = [
    ...rows.map(({ holdsBar }) => holdsBar),
    ...beside.map(({ holdsDirectusBar }) => holdsDirectusBar),
  ]
  const held = bars.filter(Boolean).length
  console.log(
    `bench: ${shares.join(', ')} of bare; the last page costs ${late.toFixed(2)} (≤ ${lateMax}); ` +
      `${held} of ${bars.length} bars hold`,
  )
  return { isAboveFloors: low.length === 0 && late <= lateMax * margin, holdsBars: held === bars.length }
}

/** If other processes used much of the machine throughout, processor time is more reliable than the clock. */
export function foreignOf(rows: readonly Row[]): string {
  const dropped = rows.reduce((sum, row) => sum + row.dropped, 0)
  const share = Math.round(100 * median(rows.map(({ foreign }) => foreign)))
  const crowded = `${dropped} rounds with more than a tenth were dropped`
  return `Other processes used ${share} % of the machine; ${crowded}.`
}

function verdict(holds: boolean): string {
  return holds ? 'holds' : 'missed'
}

function lineOf(name: string, cells: readonly string[]): string {
  return `${name.padEnd(nameWidth)} ${cells.map((cell) => cell.padStart(13)).join('')}`
}

const nameWidth = 18

export type Row = ReturnType<typeof rowOf>

export function rowOf({ work: { name, bar, floor }, sides, directusBar = 0, figures }: Measured) {
  const of = (pick: (cost: Cost) => number) => ratio(figures, 'bare', 'ours', pick)
  return {
    name,
    bar,
    floor,
    clock: of(({ ms }) => ms),
    processor: of(({ server, database }) => server + database),
    judged: judged(figures, 'bare', 'ours'),
    holdsBar: judged(figures, 'bare', 'ours') >= bar,
    /** Empty if pgbench was not run. */
    pgbench: sides.pgbench ? ratio(figures, 'pgbench', 'ours', ({ ms }) => ms).toFixed(2) : '',
    directus: sides.directus ? ratio(figures, 'directus', 'ours', ({ ms }) => ms) : 0,
    holdsDirectusBar: sides.directus !== undefined && judged(figures, 'directus', 'ours') >= directusBar,
    directusBar,
    ours: micros(figures, 'ours'),
    bare: micros(figures, 'bare'),
    dropped: figures.dropped,
    foreign: figures.foreign,
  }
}

/** Processor time of the server and of its database. */
export function micros(figures: Figures, side: string): string {
  const part = (pick: (cost: Cost) => number) => Math.round(middle(figures, side, pick))
  return `${part(({ server }) => server)} + ${part(({ database }) => database)}`
}

interface Measured extends Contest {
  readonly work: Pick<Work, 'name' | 'bar' | 'floor'>
  readonly directusBar?: number
  readonly figures: Figures
}
