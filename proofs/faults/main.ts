import { editThroughKills } from './edited.ts'
import { kinds } from './findings.ts'
import { writeThroughFailures } from './lab.ts'
import { mergeThroughKills } from './merged.ts'
import { onStage } from './stage.ts'
import { writeThroughKills } from './writing.ts'

/**
 * Kills two servers again and again while clients write to them, while clients merge, and while clients edit
 * the same pages: everything acknowledged must be there exactly once, and nothing partially. `--control`
 * damages the data to prove that this is noticed, with few kills. FAULTS_KILLS sets the number of kills,
 * FAULTS_MINUTES the longest duration, FAULTS_MERGES the number of change requests to merge, and FAULTS_EDITS
 * the number of edits.
 *
 * With `--lab`, everything fails once: a server, the worker, the proxy, each kind of machine of a PostgreSQL
 * with standbys, and a disk. FAULTS_ONLY selects failures, separated by commas; LAB_PORT is the first port.
 * There, `--control` lets commits not wait for a standby, and the loss must be noticed.
 */
const linesMax = 40
const begun = performance.now()
const isControl = process.argv.includes('--control')
const isWhole = process.argv.includes('--lab') ? await failEverything() : await killServers()
process.exit(isWhole ? 0 : 1)

async function failEverything(): Promise<boolean> {
  const firstPort = Number(process.env.LAB_PORT ?? 15400)
  const names = isControl ? ['cut off primary'] : process.env.FAULTS_ONLY?.split(',')
  const plan = { firstPort, names, isSynchronous: !isControl }
  const { acknowledged, findings, seconds } = await writeThroughFailures(plan)
  tell(findings.all())
  const [lost, duplicated] = [findings.count('lost'), findings.count('duplicated')]
  const broken = findings.count('broken') + findings.count('half')
  const pauses = [...seconds].map(([name, pause]) => `${name} ${pause.toFixed(1)}`)
  console.log(
    `faults: ${acknowledged} acknowledged, ${lost} lost, ${duplicated} duplicated, ${broken} broken; ` +
      `without service s: ${pauses.join(', ')}`,
  )
  return isControl ? lost > 0 : findings.all().length === 0
}

async function killServers(): Promise<boolean> {
  const kills = Number(process.env.FAULTS_KILLS ?? (isControl ? 3 : 200))
  const minutes = Number(process.env.FAULTS_MINUTES ?? 8)
  const changeRequests = Number(process.env.FAULTS_MERGES ?? 200)
  const edits = Number(process.env.FAULTS_EDITS ?? 960)
  /** Merging and editing are finished much sooner than writing, which continues until all kills are done. */
  const fewer = Math.max(2, Math.round(kills / 10))
  const outcomes = [
    await onStage((scene) => mergeThroughKills(scene, { changeRequests, kills: fewer })),
    await onStage((scene) => editThroughKills(scene, { edits, kills: fewer })),
    await onStage((scene) => writeThroughKills(scene, { kills, minutes })),
  ]
  const lines = outcomes.flatMap(({ findings }) => findings.all())
  tell(lines)
  const sum = (figure: (outcome: (typeof outcomes)[number]) => number) =>
    outcomes.reduce((total, outcome) => total + figure(outcome), 0)
  const counts = kinds.map((kind) => `${sum(({ findings }) => findings.count(kind))} ${kind}`)
  const [merged, edited] = outcomes.map(({ acknowledged }) => acknowledged)
  console.log(
    `faults: ${sum((one) => one.kills)} kills, ${sum((one) => one.acknowledged)} acknowledged, ` +
      `${merged} of them merges and ${edited} edits of shared pages, ${counts.join(', ')}`,
  )
  return lines.length === 0 && outcomes.every(({ isNoticed }) => isNoticed)
}

function tell(lines: readonly string[]) {
  for (const line of lines.slice(0, linesMax)) console.log(line)
  console.log(`took: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
}
