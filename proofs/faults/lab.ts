import { setTimeout as pause } from 'node:timers/promises'
import { type Lab, makeLab } from '../lab/cluster.ts'
import type { Plan } from '../lab/files.ts'
import { failures, hindrance, type Targets } from './failures.ts'
import { type Findings, joined, newFindings } from './findings.ts'
import { type Load, makeLoad } from './load.ts'
import { makeAccount, onStage, type Scene, signals } from './stage.ts'
import { checkJobs, workerOn } from './worker.ts'

export interface LabOutcome {
  readonly acknowledged: number
  readonly findings: Findings
  /** By the failure, the longest time in seconds without an acknowledgement. */
  readonly seconds: ReadonlyMap<string, number>
}

export interface LabPlan extends Plan {
  /** The failures to try; undefined means all. */
  readonly names: readonly string[] | undefined
}

/** Clients write while servers, machines and disks fail. Everything acknowledged must exist once. */
export async function writeThroughFailures({ names, ...plan }: LabPlan): Promise<LabOutcome> {
  const lab = await makeLab(plan)
  const stop = () => lab.remove().finally(() => process.exit(1))
  for (const signal of signals) process.once(signal, stop)
  try {
    await lab.heal()
    for (const signal of signals) process.off(signal, stop)
    const act = (scene: Scene) => failAll(scene, lab, names ?? Object.keys(failures))
    return await onStage(act, { server: lab.url, jobs: false, ending: lab.remove })
  } finally {
    await lab.remove()
  }
}

async function failAll(scene: Scene, lab: Lab, names: readonly string[]): Promise<LabOutcome> {
  const { settings, instances, record, stage } = scene
  const account = await makeAccount(settings)
  const worker = workerOn(settings, (what) => record.strange.push(what))
  const seconds = new Map<string, number>()
  const found: Findings[] = []
  try {
    await Promise.all([worker.start(), ...instances.map((instance) => instance.start())])
    const load = await makeLoad(scene, account)
    const targets = { lab, instances, worker }
    for (const name of names) {
      const reason = await hindrance(name, targets)
      if (reason !== undefined) console.log(`${name}: not tried, ${reason}`)
      else seconds.set(name, Math.max(seconds.get(name) ?? 0, await failOne(name, targets, load)))
      const findings = newFindings()
      await checkJobs(stage.url, findings)
      found.push(await load.check(), findings)
    }
    found.push(await load.checkAll())
    return { acknowledged: load.count(), findings: joined(found), seconds }
  } finally {
    await worker.kill()
  }
}

/** Returns the longest time, in seconds, in which nothing was acknowledged. */
async function failOne(name: string, targets: Targets, load: Load): Promise<number> {
  const { acknowledgedAt } = load
  const before = load.count()
  const longest = await load.during(async () => {
    await untilSteady(acknowledgedAt, quietMs)
    const begun = performance.now()
    await failures[name]?.(targets)
    await untilSteady(acknowledgedAt, steadyAfterMs)
    await pause(quietMs)
    return longestPause(acknowledgedAt, begun, performance.now())
  })
  await targets.lab.heal()
  const shown = (longest / 1000).toFixed(1)
  console.log(`${name}: ${load.count() - before} acknowledged, ${shown} s without service`)
  return longest / 1000
}

/** Requests in flight at the time of the failure are answered soon; service is back once others are, too. */
async function untilSteady(acknowledgedAt: readonly number[], leastMs: number) {
  await pause(leastMs)
  const latest = Date.now() + steadyMsMax
  while (Date.now() < latest) {
    const since = performance.now() - steadyMs
    if (acknowledgedAt.slice(-steadyAnswers).filter((at) => at > since).length === steadyAnswers) return
    await pause(100)
  }
}

/** Time of undisturbed work before a failure, and after it. */
const quietMs = 4_000
const steadyAfterMs = 6_000
const steadyMs = 3_000
const steadyAnswers = 10
const steadyMsMax = 100_000

function longestPause(acknowledgedAt: readonly number[], begun: number, ended: number): number {
  const before = acknowledgedAt.findLast((at) => at <= begun) ?? begun
  const times = [before, ...acknowledgedAt.filter((at) => at > begun && at < ended), ended]
  return Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)))
}
