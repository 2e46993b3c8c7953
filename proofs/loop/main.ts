import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { serve } from '../../packages/server/src/test/harness.ts'
import { mountedOperations } from '../../packages/server/src/test/samples.ts'
import { givenTenant } from '../../packages/server/src/test/world.ts'
import { holdOf } from './hold.ts'
import { parserInputs } from './parsers.ts'
import { headerRequests, type LoopRequest, requestsOf } from './requests.ts'
import type { Sent } from './sender.ts'

/**
 * Calls every operation with the largest input that its schema allows, and every parser at its limit, and
 * measures for how long each blocks the event loop, in processor time of its thread.
 */
const isShort = process.env.LOOP_SHORT === '1'
const only = process.env.LOOP_ONLY
/** The limit for the short run, in CI, is one that only a real defect reaches. */
const barMs = isShort ? 600 : 200
const everyTenth = 10

const server = await serve({ rateLimitPerMinute: 10_000_000 })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const sender = new Worker(new URL('./sender.ts', import.meta.url))
const found: { readonly name: string; readonly ms: number }[] = []
const statuses = new Map<number, number>()
try {
  for (const [at, { name, run }] of parserInputs().entries()) {
    if (isChosen(name, at)) await measure(name, run)
  }
  for (const [at, mounted] of mountedOperations().entries()) {
    if (!isChosen(mounted.id, at)) continue
    // Some operations delete what others need, the token included.
    const tenant = await givenTenant(server)
    for (const request of requestsOf(mounted, tenant, server.config.bodyBytesMax)) {
      await measureRequest(request)
    }
  }
  const tenant = await givenTenant(server)
  for (const [at, request] of [...headerRequests(tenant)].entries()) {
    if (isChosen(request.name, at)) await measureRequest(request)
  }
} finally {
  await sender.terminate()
  await server.stop()
}

const slowest = found.toSorted((a, b) => b.ms - a.ms)
for (const { name, ms } of slowest.slice(0, 12)) console.log(`${ms.toFixed(0)} ms  ${name}`)
const answers = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
console.log(`answers: ${answers.join(', ')}`)
const longest = slowest[0]?.ms ?? Number.POSITIVE_INFINITY
console.log(`loop: ${found.length} inputs, longest hold ${longest.toFixed(0)} ms`)
process.exit(longest <= barMs && !statuses.has(500) && !statuses.has(-1) ? 0 : 1)

function isChosen(name: string, at: number): boolean {
  if (only !== undefined) return name.includes(only)
  return !isShort || at % everyTenth === 0
}

/** The fastest of three runs counts: the first one compiles code that the others use. */
async function measure(name: string, run: () => Promise<unknown>) {
  let ms = Number.POSITIVE_INFINITY
  for (let attempt = 0; attempt < 3 && ms > barMs / 2; attempt++) ms = Math.min(ms, await holdOf(run))
  found.push({ name, ms })
  // Results go to stdout at the end; this is early feedback.
  if (ms > barMs) console.error(`above the bar: ${ms.toFixed(0)} ms  ${name}`)
}

async function measureRequest({ name, ...request }: LoopRequest) {
  const sent: Sent = { address, ...request }
  sender.postMessage(sent)
  await once(sender, 'message')
  let status = 0
  await measure(name, async () => {
    sender.postMessage('go')
    status = ((await once(sender, 'message')) as [number])[0]
  })
  statuses.set(status, (statuses.get(status) ?? 0) + 1)
  if (status === 500 || status === -1) console.log(`${status}: ${name}`)
}
