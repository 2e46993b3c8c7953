import { margin } from '../../kit/margin.ts'
import { type Figures, ratio } from '../contest.ts'
import { micros, rowOf } from '../report.ts'
import type { BrowsedSites, Visit } from './browsing.ts'
import type { measureServing } from './serving.ts'

type Served = Awaited<ReturnType<typeof measureServing>>

/** A figure of ours, what we aim at, and a bound that only a defect reaches. */
interface Bar {
  readonly name: string
  readonly figure: number
  readonly digits?: number
  readonly bar: number
  readonly floor: number
  /** Whether larger figures are better. */
  readonly isMinimum?: boolean
}

/** The lines of a run, the last one for programs; and whether every floor and every bar holds. */
export function report(browsed: BrowsedSites, served: Served) {
  const bars = [...weightBars(browsed), ...visitBars(browsed), ...servingBars(served)]
  const isReached = ({ figure, isMinimum }: Bar, bound: number) =>
    isMinimum ? figure >= bound : figure <= bound
  const broken = bars.filter(
    (bar) => !isReached(bar, bar.isMinimum ? bar.floor / margin : bar.floor * margin),
  )
  const held = bars.filter((bar) => isReached(bar, bar.bar)).length
  const figures = bars.map(
    ({ name, figure, bar, digits = 2, isMinimum }) =>
      `${name} ${figure.toFixed(digits)} (${isMinimum ? '≥' : '≤'} ${bar})`,
  )
  const lines = [
    ...sitesTable(browsed),
    '',
    ...servingTable(served),
    ...broken.map(({ name, floor }) => `${name} is beyond ${floor}, which only a defect explains`),
    `bench of sites: ${figures.join(', ')}; ${held} of ${bars.length} bars hold`,
  ]
  return { lines, isAboveFloors: broken.length === 0, holdsBars: held === bars.length }
}

function weightBars({ ours }: BrowsedSites): Bar[] {
  if (ours === undefined) return []
  const { css, js, fonts } = ours.weight
  return [
    { name: 'CSS KB', figure: css / 1024, digits: 1, bar: 10, floor: 20 },
    { name: 'JS KB', figure: js / 1024, digits: 1, bar: 8, floor: 16 },
    { name: 'fonts KB', figure: fonts / 1024, digits: 1, bar: 50, floor: 150 },
    { name: 'layout shift', figure: ours.layoutShift, digits: 3, bar: 0, floor: 0.1 },
    { name: 'axe rules', figure: ours.violations.length, digits: 0, bar: 0, floor: 0 },
  ]
}

/** Ours as a part of the best peer's; none without peers. */
function visitBars({ ours: _, ...peers }: BrowsedSites): Bar[] {
  const all = Object.values(peers)
  if (all.length === 0) return []
  const toBest = (part: keyof Visit) => Math.max(...all.map(({ toOurs }) => 1 / toOurs[part]))
  const bars = { bar: 1, floor: 2 }
  return [
    { name: 'first paint', figure: toBest('firstPaint'), ...bars },
    { name: 'largest paint', figure: toBest('largestPaint'), ...bars },
    { name: 'main thread', figure: toBest('mainThread'), ...bars },
  ]
}

function servingBars(served: Served): Bar[] {
  return served.flatMap((contest): Bar[] => {
    const { name, bar, floor, ofAstro } = contest.work
    if (bar > 0) return [{ name, figure: rowOf(contest).judged, bar, floor, isMinimum: true }]
    if (contest.sides.astro === undefined || ofAstro === undefined) return []
    return [{ name: `${name}, of Astro`, figure: toAstro(contest.figures), ...ofAstro }]
  })
}

/** In processor time of the server and its database: Astro has none, and its files are in memory. */
function toAstro(figures: Figures): number {
  return ratio(figures, 'ours', 'astro', ({ server, database }) => server + database)
}

function sitesTable(browsed: BrowsedSites): string[] {
  const names = Object.keys(browsed)
  const row = (name: string, cell: (site: BrowsedSites[string]) => string) =>
    lineOf(name, Object.values(browsed).map(cell))
  const kb = (bytes: number) => (bytes / 1024).toFixed(1)
  const ratioRow = (name: string, part: keyof Visit) => row(name, ({ toOurs }) => toOurs[part].toFixed(2))
  return [
    lineOf('', names),
    row('HTML, KB', ({ weight }) => kb(weight.html)),
    row('CSS, KB', ({ weight }) => kb(weight.css)),
    row('JS, KB', ({ weight }) => kb(weight.js)),
    row('fonts, KB', ({ weight }) => kb(weight.fonts)),
    ratioRow('first contentful paint', 'firstPaint'),
    ratioRow('largest contentful paint', 'largestPaint'),
    ratioRow('main-thread time', 'mainThread'),
    row('layout shift', ({ layoutShift }) => layoutShift.toFixed(4)),
    row('axe rules violated', ({ violations }) => String(violations.length)),
  ]
}

function servingTable(served: Served): string[] {
  const rows = served.map((contest) => {
    const { name, clock, processor, ours, bare } = rowOf(contest)
    const astro = contest.sides.astro ? micros(contest.figures, 'astro') : ''
    return lineOf(name, [clock.toFixed(2), processor.toFixed(2), ours, bare, astro])
  })
  return [lineOf('', ['clock', 'processor', 'ours, µs', 'bare, µs', 'Astro, µs']), ...rows]
}

function lineOf(name: string, cells: readonly string[]): string {
  return `${name.padEnd(nameWidth)}${cells.map((cell) => cell.padStart(cellWidth)).join('')}`.trimEnd()
}

const [nameWidth, cellWidth] = [26, 13]
