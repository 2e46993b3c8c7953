import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** The crews of a process: visible to other processes, and told of jobs. */
export interface Presence {
  /** Makes a crew visible under the ID in the locks of its jobs. Call the returned function when it ends. */
  enter(id: string, onReady: () => void): () => void
  end(): Promise<void>
}

/**
 * The library waits four hours before it releases the jobs of a killed worker. Here, a session holds an
 * advisory lock for each crew, which PostgreSQL releases when the session ends for any reason. A process that
 * finds the lock free releases the jobs.
 *
 * The same look finds jobs whose time has come, or whose notice was missed, and calls `onReady`. Otherwise
 * each idle worker would look for itself, which would cost an idle server most of its processor time.
 */
export function bePresent({ url, log }: Present): Presence {
  const crews = new Map<string, () => void>()
  const ending = new AbortController()
  let change = new AbortController()
  const nextLook = () => {
    change = new AbortController()
    return pause(lookMs, AbortSignal.any([ending.signal, change.signal]))
  }
  const ended = (async () => {
    while (!ending.signal.aborted) {
      try {
        await hold({ url, crews, nextLook, ending: ending.signal })
      } catch (error) {
        const workers = [...crews.keys()]
        if (!ending.signal.aborted) log.warn({ err: error, workers }, 'workers are not seen by others')
      }
      await pause(againMs, ending.signal)
    }
  })()
  return {
    enter(id, onReady) {
      crews.set(id, onReady)
      change.abort()
      return () => void crews.delete(id)
    },
    async end() {
      ending.abort()
      await ended
    },
  }
}

export interface Present {
  readonly url: string
  readonly log: { readonly warn: (fields: object, message: string) => void }
}

const againMs = 500
const lookMs = 2_000
/** A frozen machine doesn't respond; after this time the connection, and with it the locks, is given up. */
const answerMs = 10_000

interface Holding {
  readonly url: string
  readonly crews: ReadonlyMap<string, () => void>
  /** Resolves when it is time to look again, or a crew has entered. */
  readonly nextLook: () => Promise<unknown>
  readonly ending: AbortSignal
}

async function hold({ url, crews, nextLook, ending }: Holding) {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: lookMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {})
  const held = new Set<string>()
  try {
    await client.connect()
    // Detects a vanished machine after half a minute.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4',
    )
    while (!ending.aborted) {
      await holdLocks(client, held, crews)
      const { rows } = await client.query<{ readonly ready: boolean }>({ ...looking, values: [[...held]] })
      if (rows[0]?.ready && !ending.aborted) for (const onReady of crews.values()) onReady()
      await nextLook()
    }
  } finally {
    await client.end().catch(() => {})
  }
}

/** Takes the locks of crews that have entered, and releases those of crews that have left. */
async function holdLocks(client: pg.Client, held: Set<string>, crews: ReadonlyMap<string, unknown>) {
  for (const id of crews.keys()) {
    if (held.has(id)) continue
    await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [id])
    held.add(id)
  }
  for (const id of held) {
    if (crews.has(id)) continue
    await client.query(`select pg_advisory_unlock(${lockOf('$1')})`, [id])
    held.delete(id)
  }
}

function lockOf(id: string) {
  return `hashtextextended('stemma worker ' || ${id}, 0)`
}

/**
 * A new crew has a few seconds after its first job to take its lock. The session's own locks would look free
 * to it, because a session can take its own lock again, so they are excluded.
 */
const looking = {
  name: 'look',
  text: `select graphile_worker.force_unlock_workers(array(
      select gone.id from (select distinct locked_by as id from graphile_worker.jobs
        where locked_at < now() - interval '5 seconds' and locked_by <> all($1)) gone
      where pg_try_advisory_xact_lock(${lockOf('gone.id')}))),
    exists (select from graphile_worker._private_jobs where is_available and run_at <= now()) as ready`,
}

function pause(ms: number, ending: AbortSignal) {
  return sleep(ms, undefined, { signal: ending }).catch(() => {})
}
