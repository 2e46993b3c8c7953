import { barsOf, operations } from './bars.ts'
import { type Measured, median, shapes, shown, sizeRatio } from './figures.ts'

/** Prints all medians and, in one line, the limits. Returns whether all of them hold. */
export function report(measured: Measured): boolean {
  const { spaces, twin } = measured
  const heads = spaces.map(({ size, shape }) => `${size.toLocaleString('en')} ${shape}`)
  console.log(lineOf('medians, ms', [...heads.slice(0, 2), 'ratio', ...heads.slice(2), 'ratio']))
  for (const what of [...operations, ...besides]) {
    const cells = shapes.flatMap((shape) => [
      ...spaces.filter((space) => space.shape === shape).map((space) => median(measured, what, space)),
      sizeRatio(measured, what, shape),
    ])
    console.log(lineOf(what, cells.map(shown)))
  }
  console.log(lineOf(manyMerge, [shown(median(measured, manyMerge, twin))]))
  for (const what of gitCommands) {
    console.log(lineOf(`${what}, ${twin.size.toLocaleString('en')} files`, [shown(median(measured, what))]))
  }
  const bars = barsOf(measured)
  console.log(`scale: ${bars.map(({ text, holds }) => (holds ? text : `${text} BROKEN`)).join(', ')}`)
  return bars.every(({ holds }) => holds)
}

/**
 * Measurements without a limit: any page with the cache as it is, with an empty cache, and without querying
 * PostgreSQL for the content of the revision.
 */
const besides = [
  'API: get a page by id, any',
  'API: get a page by path, any',
  ...['any', 'cold', 'revision known'].flatMap((how) =>
    ['get a page by id', 'get a page by path', 'list a level'].map((what) => `${what}, ${how}`),
  ),
  'diff, cold',
  'diff with blocks',
  'merge 100 and 100',
  'objects stored',
  'bytes stored',
]

const manyMerge = 'merge 1,000 and 1,000'
const gitCommands = [
  'git commit',
  'git diff --stat',
  'git merge-tree',
  'git merge-tree 1,000 and 1,000',
  'git --version',
]

function lineOf(what: string, cells: readonly string[]): string {
  return what.padEnd(34) + cells.map((cell) => cell.padStart(14)).join('')
}
