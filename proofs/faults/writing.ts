import { median } from '../kit/median.ts'
import { readAll, readSome, repeatSome } from './api.ts'
import { between } from './chance.ts'
import { control } from './control.ts'
import { joined, type Outcome } from './findings.ts'
import { newProof, type Proof } from './proof.ts'
import { type Send, senderTo } from './send.ts'
import { type Instance, makeAccount, makeSpace, type Scene, untilBusy } from './stage.ts'
import { verify, verifyAll } from './verify.ts'
import { openDesk, writeUntil } from './writers.ts'

const writers = 6
/** Enough for the control to find something of every kind to damage. */
const batchesMin = 50
const answersMax = 40
const repeatedMax = 200

interface Plan {
  readonly kills: number
  /** The longest time for kills: restarts are slow on a busy machine. */
  readonly minutes: number
}

/** Clients write to two servers that are killed again and again. Everything must be there exactly once. */
export async function writeThroughKills(scene: Scene, plan: Plan): Promise<Outcome> {
  const { stage, settings, instances, record } = scene
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
  const killing = killAll(scene, plan, early, send).finally(() => {
    isOver = true
  })
  const [cutOff] = await Promise.all([killing, writing])
  tellOfLoad(scene, cutOff)
  // From scratch, so that data read earlier and damaged later is not taken for intact.
  const proof = newProof(stage, record)
  await repeatSome(proof, send, repeatedMax)
  const { rows, unanswered } = await verifyAll(proof)
  const read = await readAll(proof, rows, send)
  console.log(
    `verified: ${proof.proven.size} revisions in the database, ${read.revisions} over the API, ` +
      `${read.files} files; ${unanswered} effects had been cut off from their answers`,
  )
  for (const instance of instances) await instance.kill()
  const findings = joined([early.findings, proof.findings])
  const isNoticed = findings.all().length > 0 || (await control(stage, proof, rows))
  return {
    kills: cutOff.length,
    acknowledged: record.acknowledged.size + record.changeRequests.size,
    findings,
    isNoticed,
  }
}

/** The servers are killed independently, so sometimes none is left. */
async function killAll({ instances }: Scene, { kills, minutes }: Plan, proof: Proof, send: Send) {
  const cutOff: number[] = []
  let [left, checked] = [kills, Promise.resolve()]
  const latest = Date.now() + minutes * 60_000
  const killing = async (instance: Instance) => {
    while (left > 0 && Date.now() < latest) {
      left -= 1
      await untilBusy(instance, between(1, answersMax))
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

function tellOfLoad({ instances, record }: Scene, cutOff: readonly number[]) {
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
