import type { Server } from '../../packages/server/src/test/harness.ts'
import { inputFor, type Mounted, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenTenant } from '../../packages/server/src/test/world.ts'

/** Calls every operation once on each of two servers, with equal content. */
export async function compareOperations(cluster: Server, plain: Server) {
  const differing: string[] = []
  const refused: string[] = []
  const all = mountedOperations().filter(({ id }) => only === undefined || only.includes(id))
  for (const mounted of all) {
    const [there, here] = [await callOn(cluster, mounted), await callOn(plain, mounted)]
    if (there.status !== here.status)
      refused.push(`${mounted.id}: ${there.status}, not ${here.status}: ${there.text}`)
    else if (there.text !== here.text)
      differing.push(`${mounted.id}: ${firstDifference(there.text, here.text)}`)
  }
  return { operations: all.length, differing, refused }
}

/** For a try with a few operations. */
const only = process.env.CLUSTER_OPERATIONS?.split(',')

async function callOn(server: Server, mounted: Mounted) {
  const ours = await givenTenant(server)
  const input = inputFor(mounted, ours, ours.admin)
  const { statusCode, body } = await sendTo(server, mounted.operation, ours.admin.secret, input)
  return { status: statusCode, text: comparable(body) }
}

/** Two runs have their own IDs, secrets, hashes and times: the same ones must be at the same places. */
function comparable(body: string): string {
  const names = new Map<string, string>()
  return body
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/(?<="displayName":"Person |"prefix":"stm_)[\w-]{4}/g, 'some')
    .replaceAll(/(?<="(?:key|node)":")[\w-]{12}(?=")/g, 'key')
    .replaceAll(/[A-Za-z0-9_+/=.-]{16,}/g, (long) => {
      if (!/\d/.test(long)) return long
      const name = names.get(long) ?? `#${names.size}`
      names.set(long, name)
      return name
    })
}

function firstDifference(there: string, here: string): string {
  const length = Math.min(there.length, here.length)
  const at = Array.from({ length }).findIndex((_, index) => there[index] !== here[index])
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 60)
  return `${near(there)} ← cluster · plain → ${near(here)}`
}
