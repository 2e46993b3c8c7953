import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCrontab, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Gates } from '../common/gates.ts'
import { openPool } from '../db/database.ts'
import type { Crew } from './crews.ts'
import type { Log } from './log.ts'
import type { Presence } from './presence.ts'
import { takeTurns } from './turns.ts'

/** Runs jobs until it is stopped, and then waits for the running ones. */
export interface Worker {
  stop(): Promise<void>
}

/** A crew and its dependencies. */
export interface Staffed extends Crew {
  readonly url: string
  readonly log: Log
  readonly tasks: TaskList
  /** In crontab format. */
  readonly schedule: string
  /** Shared by all crews of the process. */
  readonly fetching: Gates
  readonly presence: Presence
}

/**
 * The library's runner ends if the database fails at the wrong moment. This starts another one and
 * immediately releases the jobs of the old one.
 */
export async function startCrew(crew: Staffed): Promise<Worker> {
  const stopping = new AbortController()
  let shift = await startShift(crew)
  const ended = (async () => {
    for (;;) {
      await shift.ended
      if (stopping.signal.aborted) return
      crew.log.error({ shift: shift.id }, 'worker ended, starting another')
      const next = await startNext(crew, shift.id, stopping.signal)
      if (next === undefined) return
      shift = next
      if (stopping.signal.aborted) await shift.stop()
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await shift.stop()
      await ended
    },
  }
}

/** One run of the library, with its own pool. */
interface Shift extends Worker {
  /** The ID in the locks of its jobs. */
  readonly id: string
  readonly pool: pg.Pool
  readonly ended: Promise<void>
}

async function startShift(crew: Staffed): Promise<Shift> {
  const { url, log, workers, presence, queueConnectionsMax: connectionsMax } = crew
  const pool = openPool({ url, connectionsMax, statementTimeoutMs: 0, acquireTimeoutMs: queueAcquireMs })
  const events: WorkerEvents = new EventEmitter()
  let [id, isEnding, leave] = ['', false, () => {}]
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    leave = presence.enter(id, () => isEnding || workerPool.nudge(workers))
  })
  const end = () => {
    isEnding = true
  }
  events.on('pool:gracefulShutdown', end)
  events.on('pool:forcefulShutdown', end)
  try {
    const runner = await run({
      pgPool: pool,
      events,
      taskList: crew.tasks,
      parsedCronItems: parseCrontab(crew.schedule),
      forbiddenFlags: takeTurns(events, crew),
      noHandleSignals: true,
      logger: loggerTo(log),
      preset: { worker: { ...unbatched, concurrentJobs: workers, pollInterval: pollMs } },
    })
    const ended = runner.promise
      .catch(() => {})
      .finally(leave)
      .finally(() => pool.end())
    return { id, pool, ended, stop: () => stopRunner(runner, ended) }
  } catch (error) {
    leave()
    await pool.end()
    throw error
  }
}

/**
 * Without batches, the library doesn't wait until the result of a job is written, and a failed write would
 * end the process.
 */
const unbatched = { completeJobBatchDelay: 0, failJobBatchDelay: 0 }

/** How often an idle worker looks for a job by itself. Notices and `presence` wake it before. */
const pollMs = 60_000

/**
 * Workers share these connections. The wait is long, because every result must be recorded, however many jobs
 * end at once.
 */
const queueAcquireMs = 30_000

async function startNext(crew: Staffed, before: string, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const shift = await startShift(crew)
      await shift.pool.query('select graphile_worker.force_unlock_workers(array[$1])', [before])
      return shift
    } catch (error) {
      crew.log.warn({ err: error }, 'worker does not start yet')
      await sleep(restartMs, undefined, { signal: stopping, ref: false }).catch(() => {})
    }
  }
  return undefined
}

const restartMs = 2_000

/** Jobs that don't finish in time are abandoned, and retried later. */
async function stopRunner(runner: Runner, ended: Promise<void>) {
  const timer = setTimeout(() => void runner.kill().catch(() => {}), jobsFinishMs)
  await runner.stop().catch(() => {})
  await ended
  clearTimeout(timer)
}

const jobsFinishMs = 20_000

/** The payload of a job is not logged: it may contain secrets. */
function loggerTo(log: Log) {
  return new Logger(() => (level, message, meta) => {
    // The library recommends a connection per worker, which workers that mostly wait don't need.
    if (message.includes('smaller than concurrency')) return
    const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug
    const job = meta?.job as { id: string; task_identifier: string; attempts: number } | undefined
    write.call(log, job ? { job: job.id, task: job.task_identifier, attempts: job.attempts } : {}, message)
  })
}
