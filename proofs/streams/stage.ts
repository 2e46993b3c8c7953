import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@stemma/client'
import {
  givenMember,
  givenOrganization,
  type Person,
  type Server,
} from '../../packages/server/src/test/harness.ts'
import { givenSpace } from '../../packages/server/src/test/places.ts'
import { type Settings, startServe } from '../../packages/server/src/test/process.ts'
import type { Live } from './heap.ts'

/** An organization with change requests that people watch and write to. */
export interface Scene {
  readonly organizationId: string
  readonly people: readonly Person[]
  readonly changeRequests: readonly Params[]
}

export interface Params {
  readonly spaceId: string
  readonly changeRequestId: string
}

export async function givenScene(server: Server, { people, changeRequests }: Size): Promise<Scene> {
  const organization = await givenOrganization(server)
  const { id: organizationId, admin } = organization
  const all = [admin]
  while (all.length < people) all.push(await givenMember(server, organization, 'edit'))
  const opened: Params[] = []
  while (opened.length < changeRequests) {
    const spaceId = await givenSpace(server, organization)
    const { id } = await server.as(admin).createChangeRequest({ params: { spaceId }, body: {} })
    opened.push({ spaceId, changeRequestId: id })
  }
  return { organizationId, people: all, changeRequests: opened }
}

interface Size {
  readonly people: number
  readonly changeRequests: number
}

/** A server process at an address of its own. After a kill, the next one has the same address. */
export interface Instance {
  readonly address: string
  readonly pid: () => number
  /** What is alive in the process after a collection. */
  readonly liveBytes: () => Promise<number>
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<void>
}

const heap = new URL('./heap.ts', import.meta.url)

export async function startInstance(settings: Settings, port: number): Promise<Instance> {
  const launch = () =>
    startServe({ NODE_OPTIONS: `--import ${heap}`, ...settings, STEMMA_PORT: String(port) })
  let running = await launch()
  return {
    address: running.address,
    pid: () => running.child.pid ?? 0,
    async liveBytes() {
      const answers = () => [...running.output().matchAll(/^{"liveBytes":\d+}$/gm)]
      const before = answers().length
      running.child.kill('SIGUSR2')
      while (answers().length === before) await sleep(50)
      const { liveBytes }: Live = JSON.parse(answers().at(-1)?.[0] ?? '')
      return liveBytes
    },
    async kill() {
      running.child.kill('SIGKILL')
      await running.ended
      running = await launch()
    },
    async stop() {
      await running.stop()
    },
  }
}

/** A client that tries for ten minutes: on a busy machine, a server needs a minute to start. */
export function clientOf(address: string, { secret }: Person) {
  return createClient({ endpoint: address, token: secret, retries: 6000, sleep: () => sleep(100) })
}
