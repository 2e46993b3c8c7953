export {
  commandsOf,
  type Entry,
  type Example,
  type Given,
  type Option,
  type Options,
  type Result,
  WrongUsage,
} from './command.ts'
export { completion, type Shell, shells } from './completion.ts'
export { nearest } from './nearest.ts'
export { groupOf, loadProgram, type Program } from './program.ts'
export { noProgress, type Output, type Progress, progressOn } from './progress.ts'
export { reference } from './reference.ts'
export { table, withoutControls } from './table.ts'
export { type Understood, understand } from './understand.ts'
