import { ApiFailure } from '@stemma/client'
import { addressAttacks } from './addresses.ts'
import { untriedKeys } from './names.ts'
import { otherAttacks } from './others.ts'
import { control, races } from './races.ts'
import { type Attempt, openStage } from './stage.ts'

/**
 * One organization claims everything that belongs to another: in every spelling, after its release, and in
 * races. It must get nothing, and the other must keep what it has. CLAIMS_RACES sets the rounds of races.
 */
const rounds = Number(process.env.CLAIMS_RACES ?? 20)
const wrong: string[] = []
let [tried, taken] = [0, 0]
const stage = await openStage()
try {
  const attacks = [...addressAttacks(stage), ...(await otherAttacks(stage))]
  wrong.push(...(await untriedKeys(stage.server.url, attacks)))
  wrong.push(...(await control(stage)).map((line) => `control: ${line}`))
  for (const { attempts, lost } of attacks) {
    wrong.push(...(await lost()).map((one) => `the victim never had ${one}`))
    for (const attempt of attempts) await make(attempt, lost)
  }
  for (const race of races(stage, rounds)) await make(race, async () => [])
} finally {
  await stage.stop()
}
for (const line of wrong.slice(0, 40)) console.log(line)
console.log(`claims: ${tried} tried, ${taken} taken`)
process.exitCode = wrong.length > 0 ? 1 : 0

async function make({ name, run }: Attempt, lost: () => Promise<readonly string[]>) {
  tried++
  const outcome: unknown = await run().catch((error: unknown) => error)
  const isRefusal = outcome instanceof ApiFailure && outcome.status < 500
  if (outcome instanceof Error && !isRefusal) wrong.push(`${name} failed for no known reason: ${outcome}`)
  const gone = [...(typeof outcome === 'string' ? [outcome] : []), ...(await lost())]
  if (gone.length === 0) return
  taken++
  wrong.push(`taken by ${name}: ${gone.join(', ')}`)
}
