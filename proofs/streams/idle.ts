import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Instance, Scene } from './stage.ts'

/** What open streams cost one process while nothing happens. */
export interface Idle {
  readonly open: number
  /** What is alive after a collection. */
  readonly megabytes: number
  /** What Linux counts: also garbage, and the buffers that the process keeps for later. */
  readonly residentMegabytes: number
  readonly percent: number
}

/** Opens streams over real connections, and compares the process before and after. */
export async function measureIdle(instance: Instance, scene: Scene, plan: Plan): Promise<Idle> {
  const pid = instance.pid()
  await warmUp(instance, scene, plan)
  const [live, resident] = [await instance.liveBytes(), await residentBytes(pid)]
  const requests: http.ClientRequest[] = []
  let open = 0
  for (let first = 0; first < plan.streams; first += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, plan.streams - first) }, (_, index) =>
      openStream(instance, scene, first + index),
    )
    for (const request of await Promise.all(some)) {
      requests.push(request)
      open++
    }
  }
  // What opening cost has passed by then, and what it left behind is collected now instead of later.
  await sleep(settleMs)
  await instance.liveBytes()
  const [worked, begun] = [await processorMs(pid), performance.now()]
  await sleep(plan.seconds * 1000)
  const percent = ((await processorMs(pid)) - worked) / ((performance.now() - begun) / 100)
  const residentMegabytes = ((await residentBytes(pid)) - resident) / 2 ** 20
  const megabytes = ((await instance.liveBytes()) - live) / 2 ** 20
  for (const request of requests) request.destroy()
  return { open, megabytes, residentMegabytes, percent }
}

export interface Plan {
  readonly streams: number
  readonly seconds: number
}

const atOnce = 20
const settleMs = 5_000

/** A process grows with its first requests, whatever they are. Only a few streams are open at a time here. */
async function warmUp(instance: Instance, scene: Scene, { streams }: Plan) {
  for (let first = 0; first < streams; first += atOnce) {
    const some = Array.from({ length: atOnce }, (_, index) => openStream(instance, scene, first + index))
    for (const request of await Promise.all(some)) request.destroy()
  }
  await sleep(1_000)
}

function openStream({ address }: Instance, scene: Scene, index: number): Promise<http.ClientRequest> {
  const { people, changeRequests } = scene
  const person = people[index % people.length]
  const one = changeRequests[index % changeRequests.length]
  const url = `${address}/v1/spaces/${one?.spaceId}/change-requests/${one?.changeRequestId}/stream`
  const headers = { authorization: `Bearer ${person?.secret}` }
  return new Promise((resolve, reject) => {
    const request = http.get(url, { headers, agent: false }, (response) => {
      response.once('data', () => resolve(request)).on('error', () => {})
      response.resume()
      if (response.statusCode !== 200) reject(new Error(`A stream got ${response.statusCode}.`))
    })
    request.on('error', reject)
  })
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(/VmRSS:\s+(\d+)/)?.[1]) * 1024
}

/** User and system time. A clock tick is 10 ms on every Linux. */
async function processorMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
