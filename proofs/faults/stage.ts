import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@stemma/client'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { administer, testServer } from '../../packages/server/src/test/database.ts'
import { type Settings, startServe, stemmaServer } from '../../packages/server/src/test/process.ts'
import { freePort } from '../../tools/dev/port.ts'
import { ledgerTitle, setupSignature } from './batches.ts'
import { between } from './chance.ts'
import { emptyRecord, type Record } from './record.ts'

/** Two servers on their own stage, and what their clients know. */
export interface Scene {
  readonly stage: Stage
  readonly settings: Settings
  readonly instances: readonly Instance[]
  readonly record: Record
}

/** Cleans up everything, even when interrupted. */
export async function onStage<T>(
  act: (scene: Scene) => Promise<T>,
  { server = testServer, jobs = true, ending = async () => {} }: Ground = {},
): Promise<T> {
  const record = emptyRecord()
  const stage = await makeStage(server)
  const servers = await instancesOn(stage, jobs, (what) => record.strange.push(what))
  const clear = async () => {
    for (const instance of servers.instances) await instance.close()
    await stage.remove().finally(ending)
  }
  const stop = () => clear().finally(() => process.exit(1))
  for (const signal of signals) process.once(signal, stop)
  try {
    return await act({ stage, record, ...servers })
  } finally {
    for (const signal of signals) process.off(signal, stop)
    await clear()
  }
}

export const signals = ['SIGINT', 'SIGTERM'] as const

/** The PostgreSQL server to use, and the cleanup to run afterwards. */
interface Ground {
  readonly server?: string
  /** Whether the servers run jobs, too. */
  readonly jobs?: boolean
  readonly ending?: () => Promise<void>
}

/** A separate database and files folder. */
export interface Stage {
  readonly database: string
  readonly url: string
  readonly folder: string
  readonly remove: () => Promise<void>
}

async function makeStage(server: string): Promise<Stage> {
  return stageOf(server, async ({ database, url }) => {
    await administer(`create database ${database}`, server)
    await migrate(url)
  })
}

/** Makes a copy that can be damaged. There may be no connections to the original. */
export async function copyStage(stage: Stage): Promise<Stage> {
  return stageOf(testServer, async ({ database, folder }) => {
    await administer(`create database ${database} template ${stage.database}`)
    await cp(stage.folder, folder, { recursive: true })
  })
}

async function stageOf(server: string, fill: (stage: Stage) => Promise<void>): Promise<Stage> {
  const database = `stemma_faults_${randomUUID().replaceAll('-', '')}`
  const url = new URL(server)
  url.pathname = `/${database}`
  const folder = await mkdtemp(join(tmpdir(), 'stemma-faults-'))
  const remove = async () => {
    await rm(folder, { recursive: true, force: true })
    await administer(`drop database if exists ${database} with (force)`, server)
  }
  const stage = { database, url: url.href, folder, remove }
  try {
    await fill(stage)
    return stage
  } catch (error) {
    await remove()
    throw error
  }
}

/** A port on which a server process runs, and after a kill the next one. */
export interface Instance {
  readonly address: string
  /** Requests sent to it that have no response yet. */
  inFlight: number
  /** Requests answered since it started. */
  answered: number
  readonly startsMs: number[]
  readonly start: () => Promise<void>
  /** Kills the process and returns how many requests that cut off. */
  readonly kill: () => Promise<number>
  /** Stops it permanently. */
  readonly close: () => Promise<void>
}

async function instancesOn(stage: Stage, jobs: boolean, onFailure: (what: string) => void) {
  const ports = new Set<number>()
  // Outgoing connections get higher ports, so they cannot take a server's port while it is down.
  while (ports.size < 2) ports.add(await freePort(between(20_000, 30_000)))
  const settings = {
    DATABASE_URL: stage.url,
    STEMMA_FILES_FOLDER: stage.folder,
    STEMMA_PUBLIC_URL: `http://127.0.0.1:${[...ports][0]}`,
    STEMMA_RATE_LIMIT_PER_MINUTE: '10000000',
    STEMMA_JOBS: jobs ? 'on' : 'off',
  }
  return { settings, instances: [...ports].map((port) => instanceOn(port, settings, onFailure)) }
}

function instanceOn(port: number, settings: Settings, onFailure: (what: string) => void): Instance {
  let running: Awaited<ReturnType<typeof startServe>> | undefined
  let starting: Promise<void> | undefined
  let isClosed = false
  const launch = async () => {
    const begun = performance.now()
    const started = await startServe({ ...settings, STEMMA_PORT: String(port) })
    instance.startsMs.push(performance.now() - begun)
    instance.answered = 0
    running = started
    started.ended.then(({ stdout, stderr }) => {
      if (running === started) onFailure(`a server ended by itself: ${(stdout + stderr).slice(-500)}`)
    })
  }
  const instance: Instance = {
    address: `http://127.0.0.1:${port}`,
    inFlight: 0,
    answered: 0,
    startsMs: [],
    start() {
      starting = isClosed ? Promise.resolve() : launch()
      return starting
    },
    async kill() {
      const [killed, cutOff] = [running, instance.inFlight]
      running = undefined
      killed?.child.kill('SIGKILL')
      await killed?.ended
      return cutOff
    },
    async close() {
      isClosed = true
      await starting?.catch(() => {})
      await instance.kill()
    },
  }
  return instance
}

/** Waits until the instance has answered this many requests since its start, plus a random delay. */
export async function untilBusy(instance: Instance, answers: number) {
  const latest = Date.now() + idleMsMax
  while (instance.answered < answers && Date.now() < latest) await pause(5)
  await pause(Math.random() * killWithinMs)
}

const idleMsMax = 3000
const killWithinMs = 100

export interface Account {
  readonly userId: string
  readonly organizationId: string
  readonly token: string
}

export async function makeAccount(settings: Settings): Promise<Account> {
  const args = ['init', '--json', '--email', 'ada@example.com', '--organization', 'Acme']
  const { code, stdout, stderr } = await stemmaServer(args, settings)
  if (code !== 0) throw new Error(`stemma-server init failed: ${stderr}`)
  const { user, organization, token } = JSON.parse(stdout)
  return { userId: user.id, organizationId: organization.id, token: token.secret }
}

/** A space in live edit mode, with a page to sign and a parent page for others. */
export interface Space {
  readonly id: string
  readonly ledger: string
  readonly shelf: string
}

export async function makeSpace({ address }: Instance, account: Account): Promise<Space> {
  const api = createClient({ endpoint: address, token: account.token })
  const { organizationId } = account
  const { id } = await api.createSpace({ params: { organizationId }, body: { editMode: 'live' } })
  const document = { markdown: 'It stays.\n' }
  const titles = [ledgerTitle(setupSignature), 'Shelf']
  const changes = titles.map((title) => ({ operation: 'insert_page' as const, title, document }))
  const made = await api.updateSpaceContent({ params: { spaceId: id }, body: { changes } })
  const pages = made.changes.map(({ page }) => (typeof page === 'string' ? page : page.id))
  const [ledger = '', shelf = ''] = pages
  return { id, ledger, shelf }
}
