import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** A worker that is visible to other workers, and releases the jobs of dead ones. */
export interface Presence {
  end(): Promise<void>
}

/**
 * The library waits four hours before it releases the jobs of a killed worker. Here, each worker holds an
 * advisory lock under its ID, which PostgreSQL releases when the session ends for any reason. A worker that
 * finds the lock free releases the jobs.
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
    // Detects a vanished machine after half a minute.
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
 * A new worker has a few seconds after its first job to take its lock. A worker's own lock would look free to
 * it, because a session can take its own lock again, so it is excluded.
 */
const freeing = `select graphile_worker.force_unlock_workers(array(
  select gone.id from (select distinct locked_by as id from graphile_worker.jobs
    where locked_at < now() - interval '5 seconds' and locked_by <> $1) gone
  where pg_try_advisory_xact_lock(${lockOf('gone.id')})))`

function pause(ms: number, ending: AbortSignal) {
  return sleep(ms, undefined, { signal: ending }).catch(() => {})
}
