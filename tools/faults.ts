import { setTimeout as pause } from 'node:timers/promises'
import { readAll, readSome, repeatSome } from './faults-api.ts'
import { between } from './faults-chance.ts'
import { control } from './faults-control.ts'
import { type Kind, kinds } from './faults-findings.ts'
import { emptyRecord } from './faults-record.ts'
import { type Send, senderTo } from './faults-send.ts'
import { type Instance, instancesOn, makeAccount, makeSpace, makeStage } from './faults-stage.ts'
import { newProof, type Proof, verify, verifyAll } from './faults-verify.ts'
import { openDesk, writeUntil } from './faults-writers.ts'

/**
 * Two servers are killed again and again while writers write to them: what was acknowledged must be there,
 * whole and once, and nothing by halves. `--control` is the proof that this would be noticed, with few kills.
 * FAULTS_KILLS says how many kills, FAULTS_MINUTES for how long at most: a start takes long where much runs.
 */
const kills = Number(process.env.FAULTS_KILLS ?? (process.argv.includes('--control') ? 3 : 200))
const killingMsMax = Number(process.env.FAULTS_MINUTES ?? 8) * 60_000
const writers = 6
/** Enough for the control to find something to damage of every kind. */
const batchesMin = 50
const answersMax = 40
const idleMsMax = 3000
const killWithinMs = 100
const repeatedMax = 200
const linesMax = 40
const begun = performance.now()

const record = emptyRecord()
const stage = await makeStage()
const { settings, instances } = await instancesOn(stage, 2, (what) => record.strange.push(what))
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => clear().finally(() => process.exit(1)))
try {
  process.exitCode = (await run()) ? 0 : 1
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await clear()
}
process.exit()

async function clear() {
  for (const instance of instances) await instance.close()
  await stage.remove()
}

async function run(): Promise<boolean> {
  const account = await makeAccount(settings)
  await Promise.all(instances.map((instance) => instance.start()))
  const [first] = instances as [Instance]
  const spaces = [await makeSpace(first, account), await makeSpace(first, account)]
  const send = senderTo(instances, account.token, record)
  const early = newProof(stage, record)
  const desk = openDesk(record, spaces)
  let isOver = false
  const isEnough = () => isOver && (record.acknowledged.size >= batchesMin || record.strange.length > 0)
  const writing = Promise.all(Array.from({ length: writers }, () => writeUntil(isEnough, desk, send)))
  const killing = killAll(early, send).finally(() => {
    isOver = true
  })
  const [cutOff] = await Promise.all([killing, writing])
  tellOfLoad(cutOff)
  // From the beginning again, so that what was read before and damaged later is not taken for whole.
  const proof = newProof(stage, record)
  await repeatSome(proof, send, repeatedMax)
  const { rows, unanswered } = await verifyAll(proof)
  const read = await readAll(proof, rows, send)
  console.log(
    `verified: ${proof.proven.size} revisions in the database, ${read.revisions} over the API, ` +
      `${read.files} files; ${unanswered} effects had been cut off from their answers`,
  )
  for (const instance of instances) await instance.kill()
  const isClean = tellOfFindings([early, proof])
  const isNoticed = isClean && (await control(stage, proof, rows))
  console.log(`took: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  const counts = kinds.map((kind) => `${countOf([early, proof], kind)} ${kind}`)
  const done = record.acknowledged.size + record.changeRequests.size
  console.log(`faults: ${cutOff.length} kills, ${done} acknowledged, ${counts.join(', ')}`)
  return isNoticed
}

/** Each server is killed at instants of its own, so that now and then none is left. */
async function killAll(proof: Proof, send: Send): Promise<readonly number[]> {
  const cutOff: number[] = []
  let [left, checked] = [kills, Promise.resolve()]
  const latest = Date.now() + killingMsMax
  const killing = async (instance: Instance) => {
    while (left > 0 && Date.now() < latest) {
      left -= 1
      await untilBusy(instance)
      cutOff.push(await instance.kill())
      checked = checked.then(() => verify(proof))
      await Promise.all([instance.start(), checked])
      await readSome(proof, send, 2)
    }
  }
  await Promise.all(instances.map(killing))
  if (cutOff.length < kills) console.log(`The machine is busy: there was time for ${cutOff.length} kills.`)
  return cutOff
}

/** A while that is never the same, in which a slow machine does as much as a quick one. */
async function untilBusy(instance: Instance) {
  const [answers, latest] = [between(1, answersMax), Date.now() + idleMsMax]
  while (instance.answered < answers && Date.now() < latest) await pause(5)
  await pause(Math.random() * killWithinMs)
}

function tellOfLoad(cutOff: readonly number[]) {
  const { acknowledged, changeRequests, refused, repeats } = record
  const total = cutOff.reduce((sum, one) => sum + one, 0)
  const seconds = instances.flatMap(({ startsMs }) => startsMs).map((ms) => ms / 1000)
  console.log(
    `load: ${acknowledged.size} batches and ${changeRequests.size} change requests acknowledged, ` +
      `${refused.size} batches refused, ${repeats} requests repeated`,
  )
  console.log(
    `kills: ${total} requests in flight, ${median(cutOff)} at a kill (median), ` +
      `${cutOff.filter((one) => one === 0).length} kills with none`,
  )
  console.log(
    `restarts: ${median(seconds).toFixed(2)} s (median), ${Math.max(...seconds).toFixed(2)} s (most)`,
  )
}

/** Answers whether there are none. */
function tellOfFindings(proofs: readonly Proof[]): boolean {
  const lines = new Set(proofs.flatMap(({ findings }) => findings.all()))
  for (const line of [...lines].slice(0, linesMax)) console.log(line)
  return lines.size === 0
}

function countOf(proofs: readonly Proof[], kind: Kind): number {
  return Math.max(...proofs.map(({ findings }) => findings.count(kind)))
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
