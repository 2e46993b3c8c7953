export { build } from './build.ts'
export { BrokenChunk, type Entry } from './chunk.ts'
export { indexShape, type MapShape, recordShape } from './cut.ts'
export { type Difference, diff } from './diff.ts'
export { edit } from './edit.ts'
export { emptyMap } from './empty.ts'
export { get, getMany } from './get.ts'
export {
  type MapConflict,
  merge,
  type Resolve,
} from './merge.ts'
export { at, count } from './position.ts'
export { entries, type RangeOptions, range } from './range.ts'
export type { MapRoot } from './read.ts'
