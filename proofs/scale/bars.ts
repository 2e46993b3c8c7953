import { margin } from '../kit/margin.ts'
import { type Measured, median, nameOf, shapes, shown, sizeRatio } from './figures.ts'

/** A limit, and whether the measured figure keeps it. */
export interface Bar {
  readonly text: string
  readonly holds: boolean
}

/** Operations whose cost in the larger space is limited to a multiple of that in the smaller one. */
export const operations = [
  'create a change request',
  'edit a page',
  'get a page by id',
  'get a page by path',
  'list a level',
  'diff',
  'merge',
  'API: get a page by id',
  'API: get a page by path',
  'API: edit a page',
  'API: diff',
  'API: update',
  'API: merge',
]
const sizeRatioMax = 2
const storedBytesMax = 64 * 1024
const commitRatioMin = 10
const diffRatioMax = 1
const mergeRatioMax = 1
const manyMergeRatioMax = 5
/** With fewer files, git has less to do, so its figures are shown but not judged. */
const gitFilesMin = 50_000
const apiRatioMax = 4

export function barsOf(measured: Measured): readonly Bar[] {
  return [...sizeBars(measured), storageBar(measured), ...gitBars(measured), ...apiBars(measured)]
}

function sizeBars(measured: Measured): readonly Bar[] {
  const sizes = measured.spaces.slice(0, 2).map(({ size }) => size.toLocaleString('en'))
  const about = `${sizes.reverse().join(' pages against ')} deep and flat (at most ${sizeRatioMax} each): `
  return operations.map((what, index) => {
    const ratios = shapes.map((shape) => sizeRatio(measured, what, shape))
    const text = `${what} ${ratios.map(shown).join(' ')}`
    return { text: index === 0 ? about + text : text, holds: Math.max(...ratios) <= sizeRatioMax * margin }
  })
}

/** Judges the edit that stored the most. */
function storageBar({ figures, spaces }: Measured): Bar {
  const bytes = Math.max(...spaces.flatMap((space) => figures.get(nameOf('bytes stored', space)) ?? []))
  const text = `an edit stored up to ${(bytes / 1024).toFixed(1)} KB (at most ${storedBytesMax / 1024})`
  return { text, holds: bytes <= storedBytesMax }
}

function gitBars(measured: Measured): readonly Bar[] {
  const { twin } = measured
  const commit = median(measured, 'git commit') / median(measured, 'edit a page', twin)
  const ofStat = (what: string) => median(measured, what, twin) / median(measured, 'git diff --stat')
  const [diff, withBlocks] = [ofStat('diff'), ofStat('diff with blocks')]
  const ofMerge = (which: string) =>
    median(measured, `merge${which}`, twin) / median(measured, `git merge-tree${which}`)
  const [merge, manyMerge] = [ofMerge(''), ofMerge(' 1,000 and 1,000')]
  const isShownOnly = twin.size < gitFilesMin
  return [
    {
      text: `an edit ${shown(commit)} times as quick as git commit (at least ${commitRatioMin})`,
      holds: isShownOnly || commit >= commitRatioMin / margin,
    },
    {
      text: `a diff ${shown(diff)} of git diff --stat (at most ${diffRatioMax})`,
      holds: isShownOnly || diff <= diffRatioMax * margin,
    },
    {
      text: `a merge ${shown(merge)} of git merge-tree (at most ${mergeRatioMax})`,
      holds: isShownOnly || merge <= mergeRatioMax * margin,
    },
    {
      text: `of 1,000 and 1,000 changes ${shown(manyMerge)} (at most ${manyMergeRatioMax})`,
      holds: isShownOnly || manyMerge <= manyMergeRatioMax * margin,
    },
    { text: `with its blocks ${shown(withBlocks)} (no bar)`, holds: true },
  ]
}

/** Cost relative to the engine and the store alone, in the space with the highest ratio. */
function apiBars(measured: Measured): readonly Bar[] {
  const most = (what: string, alone: string) =>
    Math.max(...measured.spaces.map((one) => median(measured, what, one) / median(measured, alone, one)))
  const [edit, diff] = [most('API: edit a page', 'edit a page'), most('API: diff', 'diff with blocks')]
  const get = most('API: get a page by id', 'get a page by id, any')
  return [
    {
      text: `through the API (at most ${apiRatioMax}) edit ${shown(edit)}`,
      holds: edit <= apiRatioMax * margin,
    },
    { text: `diff ${shown(diff)}`, holds: diff <= apiRatioMax * margin },
    { text: `get ${shown(get)} (no bar)`, holds: true },
  ]
}
