import { type ParamName, paramNames } from '@stemma/contract'
import { newId } from '../../packages/server/src/common/ids.ts'
import { callers, expectedStatus, givenCaller } from '../../packages/server/src/test/callers.ts'
import { fingerprintOf, forgetEverything } from '../../packages/server/src/test/fingerprint.ts'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { inputFor, type Mounted, mountedOperations, sendTo } from '../../packages/server/src/test/samples.ts'
import { givenWorld, paramsOf, type World } from '../../packages/server/src/test/world.ts'
import { tryGit } from './git.ts'

/** Tries every operation as every kind of caller, then with every ID swapped for a foreign one. */
const servers = 2
/** A short run tries each operation as a third of the callers. */
const parts = process.env.AUTHZ_SHORT ? 3 : 1
/** Large tables slow down every check, and emptying them takes time too: a compromise between the two. */
const forgetAfter = 10
let [cells, swaps] = [0, 0]
const wrong: string[] = []
const operations = chosen().entries()
await Promise.all(Array.from({ length: servers }, tryOperations))
await tryWire()
for (const line of wrong) console.log(line)
console.log(`swaps: ${swaps} tried, ${wrong.filter((line) => line.startsWith('swap')).length} accepted`)
console.log(`authz: ${cells + swaps} cells, ${wrong.length} wrong`)
process.exitCode = wrong.length > 0 ? 1 : 0

/** Selects the operations whose names contain one of the arguments; without arguments, all. */
function chosen() {
  const words = process.argv.slice(2)
  return mountedOperations().filter(({ id }) => words.length === 0 || words.some((word) => id.includes(word)))
}

/** Each server has its own database and takes the next remaining operation. */
async function tryOperations() {
  const server = await serve({ rateLimitPerMinute: 1_000_000 })
  let tried = 0
  try {
    for (const [at, mounted] of operations) {
      await tryCallers(server, mounted, at)
      await trySwaps(server, mounted)
      if (++tried % forgetAfter === 0) await forgetEverything(server)
    }
  } finally {
    await server.stop()
  }
}

/** What git sends has no schema and no sample. */
async function tryWire() {
  const server = await serve({ rateLimitPerMinute: 1_000_000 })
  try {
    const tried = await tryGit(server)
    cells += tried.cells
    wrong.push(...tried.wrong)
  } finally {
    await server.stop()
  }
}

async function tryCallers(server: Server, mounted: Mounted, at: number) {
  const { id, operation } = mounted
  let world: World | undefined
  for (const [index, caller] of callers.entries()) {
    if ((index + at) % parts !== 0) continue
    // A success changes the world, so the next caller gets a new one.
    world ??= await givenWorld(server)
    const person = await givenCaller(server, world, operation, caller)
    const expected = expectedStatus(id, operation, caller)
    const before = await fingerprintOf(server)
    const input = inputFor(mounted, world.ours, person)
    const { statusCode: status } = await sendTo(server, operation, person.secret, input)
    cells++
    if (status !== expected) wrong.push(`${id}, ${caller.name}: ${status} instead of ${expected}`)
    if (status >= 400 && before !== (await fingerprintOf(server)))
      wrong.push(`${id}, ${caller.name}: refused, yet written`)
    if (status < 400 && operation.method !== 'GET') world = undefined
  }
}

/** An admin replaces each ID with another tenant's, with one that never existed, and with a number. */
async function trySwaps(server: Server, mounted: Mounted) {
  const { id, operation, sample } = mounted
  const names = paramNames(operation.path).filter((name) => name !== sample.gives)
  const foreignBodies = sample.foreignBodies !== undefined
  if (names.length < 2 && !foreignBodies && !sample.own) return
  const world = await givenWorld(server)
  const { ours, theirs } = world
  const input = inputFor(mounted, ours, ours.admin)
  const foreign = paramsOf(theirs)
  const swapped = names.flatMap((name) =>
    [foreign[name as ParamName] ?? newId(), newId(), '7'].map((value) => ({
      what: `{${name}}`,
      input: { ...input, params: { ...input.params, [name]: value } },
    })),
  )
  const bodies = (sample.foreignBodies?.(world) ?? []).map((body) => ({
    what: JSON.stringify(body),
    input: { ...input, body },
  }))
  for (const swap of [...swapped, ...bodies]) {
    const before = await fingerprintOf(server)
    const { statusCode: status } = await sendTo(server, operation, ours.admin.secret, swap.input)
    swaps++
    const refused = status >= 400 || (operation.method === 'DELETE' && status === 204)
    if (!refused || before !== (await fingerprintOf(server)))
      wrong.push(`swap ${id}, ${swap.what}: answered ${status}`)
  }
}
