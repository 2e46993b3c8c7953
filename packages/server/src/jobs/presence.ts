import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A worker that is visible to other workers, and releases the jobs of dead ones. */
export interface Presence {
  end(): Promise<void>
}

/**
 * The library waits four hours before it takes a job from a worker that was killed. Here a worker holds an
 * advisory lock under its id: PostgreSQL lets go of it when the session ends, however that came about,
 * and whoever finds it free gives the jobs of that worker to the others.
 */
export function bePresent({ url, id, log }: Present): Presence {
  const ending = new AbortController()
  const ended = (async () => {
    while (!ending.signal.aborted) {
      try {
        await hold(url, id, ending.signal)
      } catch (error) {
        if (!ending.signal.aborted) log.warn({ err: error, worker: id }, 'worker is not seen by others')
      }
      await pause(againMs, ending.signal)
    }
  })()
  return {
    async end() {
      ending.abort()
      await ended
    },
  }
}

export interface Present {
  readonly url: string
  /** The ID in the locks of the worker's jobs. */
  readonly id: string
  readonly log: { readonly warn: (fields: object, message: string) => void }
}

const againMs = 500
const lookMs = 2_000
/** A frozen machine doesn't respond; after this time the connection, and with it the lock, is given up. */
const answerMs = 10_000

async function hold(url: string, id: string, ending: AbortSignal) {
  const client = new pg.Client({
    connectionString: url,
    keepAlive: true,
    connectionTimeoutMillis: lookMs,
    query_timeout: answerMs,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    // A machine that vanished without a word is noticed after half a minute.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4',
    )
    await client.query(`select pg_advisory_lock(${lockOf('$1')})`, [id])
    while (!ending.aborted) {
      await client.query(freeing, [id])
      await pause(lookMs, ending)
    }
  } finally {
    await client.end().catch(() => {})
  }
}

function lockOf(id: string) {
  return `hashtextextended('stemma worker ' || ${id}, 0)`
}

/**
 * A worker takes its lock when it starts: it has some seconds for it after its first job. Its own lock would
 * look free to it, because a session may take a lock that it has.
 */
const freeing = `select graphile_worker.force_unlock_workers(array(
  select gone.id from (select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - interval '5 seconds' and locked_by <> $1) gone
  where pg_try_advisory_xact_lock(${lockOf('gone.id')})))`

function pause(ms: number, ending: AbortSignal) {
  return sleep(ms, undefined, { signal: ending }).catch(() => {})
}
