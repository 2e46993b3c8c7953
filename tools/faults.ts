import { kinds } from './faults-findings.ts'
import { mergeThroughKills } from './faults-merged.ts'
import { onStage } from './faults-stage.ts'
import { writeThroughKills } from './faults-writing.ts'

/**
 * Two servers are killed again and again while clients write to them, and while clients merge: what was
 * acknowledged must be there, whole and once, and nothing by halves. `--control` is the proof that this would
 * be noticed, with few kills. FAULTS_KILLS says how many kills, FAULTS_MINUTES for how long at most,
 * FAULTS_MERGES how many change requests are merged.
 */
const kills = Number(process.env.FAULTS_KILLS ?? (process.argv.includes('--control') ? 3 : 200))
const minutes = Number(process.env.FAULTS_MINUTES ?? 8)
const changeRequests = Number(process.env.FAULTS_MERGES ?? 200)
/** Merging is done much sooner than writing, which goes on until all kills are done. */
const mergeKills = Math.max(2, Math.round(kills / 10))
const linesMax = 40
const begun = performance.now()

const outcomes = [
  await onStage((scene) => mergeThroughKills(scene, { changeRequests, kills: mergeKills })),
  await onStage((scene) => writeThroughKills(scene, { kills, minutes })),
]
const lines = outcomes.flatMap(({ findings }) => findings.all())
for (const line of lines.slice(0, linesMax)) console.log(line)
console.log(`took: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
const sum = (figure: (outcome: (typeof outcomes)[number]) => number) =>
  outcomes.reduce((total, outcome) => total + figure(outcome), 0)
const counts = kinds.map((kind) => `${sum(({ findings }) => findings.count(kind))} ${kind}`)
const [merged] = outcomes.map(({ acknowledged }) => acknowledged)
console.log(
  `faults: ${sum((one) => one.kills)} kills, ${sum((one) => one.acknowledged)} acknowledged, ` +
    `${merged} of them merges, ${counts.join(', ')}`,
)
process.exit(lines.length === 0 && outcomes.every(({ isNoticed }) => isNoticed) ? 0 : 1)
