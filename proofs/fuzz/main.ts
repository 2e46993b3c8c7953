import { fileURLToPath } from 'node:url'
import { mountedOperations } from '../../packages/server/src/test/samples.ts'
import { inProcesses } from '../kit/processes.ts'
import type { Task, Tried } from './process.ts'

/** Sends requests that the contract allows, and requests that it forbids, to every operation. */
const requests = Number(process.env.FUZZ_REQUESTS ?? 5000)
const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const only = process.env.FUZZ_ONLY?.split(',')

const tasks = mountedOperations()
  .filter(({ id }) => only === undefined || only.includes(id))
  .map(({ id }): Task => ({ id, requests, seed }))
console.log(`seed ${seed}`)
const module = fileURLToPath(new URL('process.ts', import.meta.url))
const tried = await inProcesses<Task, Tried>(module, tasks)

const statuses = new Map<number, number>()
for (const [status, count] of tried.flatMap((one) => one.statuses))
  statuses.set(status, (statuses.get(status) ?? 0) + count)
const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
console.log(`answers: ${counts.join(', ')}`)
const all = [...statuses.values()].reduce((sum, count) => sum + count, 0)
const found = (kind: keyof Tried['found']) => tried.reduce((sum, one) => sum + one.found[kind], 0)
const [server, contract, reads, writes] = [
  found('server'),
  found('contract'),
  found('reads'),
  found('writes'),
]
console.log(
  `fuzz: ${all} requests, ${server} server errors, ${contract} outside the contract, ` +
    `${reads} foreign reads, ${writes} foreign writes`,
)
const isWhole = tasks.length > 0 && tried.length === tasks.length
if (!isWhole) console.log(`Only ${tried.length} of ${tasks.length} operations were tried.`)
process.exitCode = isWhole && server + contract + reads + writes === 0 ? 0 : 1
