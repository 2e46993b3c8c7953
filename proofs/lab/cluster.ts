import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Machine, makePlace, type Place, type Plan, releaseDisks } from './files.ts'
import { etcdOn, type Part, patroniOn, postgresPids, proxyOn, receiverPids, signalAll } from './parts.ts'

/** A PostgreSQL with two standbys, one of them synchronous, behind a proxy. */
export interface Lab {
  /** Connects through the proxy. */
  readonly url: string
  readonly folder: string
  readonly proxy: Part
  readonly primary: () => Promise<LabMachine>
  readonly synchronous: () => Promise<LabMachine>
  /** Signals the WAL receiver of every standby, as if its cable were cut. */
  readonly signalReceivers: (signal: NodeJS.Signals) => Promise<void>
  /** Starts everything that isn't running, and waits until every standby follows the primary. */
  readonly heal: () => Promise<void>
  /** Stops everything and removes all files. */
  readonly remove: () => Promise<void>
}

interface LabMachine extends Machine {
  /** Signals Patroni, PostgreSQL and all its sessions, as if the power were cut or the machine froze. */
  readonly signal: (signal: NodeJS.Signals) => Promise<void>
}

/** Nothing runs until the first `heal`. */
export async function makeLab(plan: Plan): Promise<Lab> {
  const place = await makePlace(plan)
  const machines = place.machines.map((machine) => {
    const [etcd, patroni] = [etcdOn(place, machine), patroniOn(place, machine)]
    const signal = async (name: NodeJS.Signals) => {
      const pids = await postgresPids(machine.data)
      signalAll([...[patroni.pid()].filter((pid) => pid !== undefined), ...pids], name)
    }
    return { ...machine, etcd, patroni, signal }
  })
  const proxy = proxyOn(place)
  const url = `postgres://postgres@127.0.0.1:${place.port}/postgres`
  const found = async (sql: string) => {
    const { rows } = await withClient(url, (client) => client.query<{ port: number; name: string }>(sql))
    const machine = machines.find(({ postgresPort, name }) =>
      rows.some((row) => row.port === postgresPort || row.name === name),
    )
    if (machine === undefined) throw new Error('No machine of the lab has that part now.')
    return machine
  }
  return {
    url,
    folder: place.folder,
    proxy,
    primary: () => found('select inet_server_port() as port'),
    synchronous: () =>
      found(`select application_name as name from pg_stat_replication where sync_state = 'sync'`),
    async signalReceivers(name) {
      for (const { data } of machines) signalAll(await receiverPids(data), name)
    },
    async heal() {
      for (const { etcd, patroni } of machines) for (const part of [etcd, patroni]) part.start()
      proxy.start()
      await untilWhole(url, place)
    },
    remove: onceOnly(async () => {
      for (const machine of machines) await machine.signal('SIGCONT')
      await Promise.all(machines.map(({ patroni }) => patroni.stop()))
      // A PostgreSQL whose Patroni was killed is still running.
      for (const { data } of machines) signalAll((await postgresPids(data)).slice(0, 1), 'SIGQUIT')
      for (const { data } of machines) while ((await postgresPids(data)).length > 0) await pause(100)
      await Promise.all([proxy.stop(), ...machines.map(({ etcd }) => etcd.stop())])
      await releaseDisks(place)
      await rm(place.folder, { recursive: true, force: true })
    }),
  }
}

/** Runs `work` once; later calls get the same promise. */
function onceOnly(work: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined
  return () => {
    begun ??= work()
    return begun
  }
}

/** Patroni reports standbys that cannot follow as running, so ask the primary which ones follow it. */
async function untilWhole(url: string, { folder, isSynchronous }: Place) {
  const latest = Date.now() + wholeMsMax
  for (;;) {
    const whole = await withClient(url, (client) => client.query(wholeness, [isSynchronous ? 1 : 0])).catch(
      () => undefined,
    )
    if (whole?.rows[0]?.whole) return
    if (Date.now() > latest) throw new Error(`The lab does not become whole. Its logs are in ${folder}.`)
    await pause(250)
  }
}

const wholeMsMax = 120_000

const wholeness = `select not pg_is_in_recovery() and count(*) filter (where state = 'streaming') = 2
  and count(*) filter (where sync_state = 'sync') = $1 as whole from pg_stat_replication
  where application_name ~ '^n[123]$'`

export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}
