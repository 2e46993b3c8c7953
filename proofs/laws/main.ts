import fc from 'fast-check'
import { histories, requireLaws } from '../../packages/content/src/test/histories.ts'

/**
 * The long form of the laws of merging: generated histories of edits, updates and merges, in which nothing
 * may disappear without a conflict. LAWS_RUNS sets the number of histories, LAWS_SEED repeats a run.
 */
const numRuns = Number(process.env.LAWS_RUNS ?? 10_000)
const seed = Number(process.env.LAWS_SEED ?? Date.now() % 2 ** 31)
let [runs, merges, conflicts] = [0, 0, 0]

const law = fc.asyncProperty(histories, async (steps) => {
  const history = await requireLaws(steps)
  runs += 1
  merges += history.merges
  conflicts += history.conflicts
})
const details = await fc.check(law, { numRuns, seed })
if (details.failed) {
  console.error(fc.defaultReportMessage(details))
  process.exitCode = 1
}
const broken = details.failed ? `broken with LAWS_SEED=${seed}` : '0 broken'
console.log(`laws: ${runs} histories, ${merges} merges, ${conflicts} conflicts, ${broken}`)
