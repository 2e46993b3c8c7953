import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, parseCrontab, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import type { Seals } from './auth/sealing.ts'
import type { Config } from './config.ts'
import type { Database } from './db/database.ts'
import { openPool } from './db/database.ts'
import { inTransaction } from './db/transaction.ts'
import type { BlobStore } from './files/blob-store.ts'
import { type JobHandlers, type JobName, type JobPreparations, schedule } from './jobs/jobs.ts'
import { pruneIdempotencyKeys } from './jobs/prune-idempotency-keys.ts'
import type { Outside } from './outside/guarded-fetch.ts'
import { purgeContent } from './resources/content/jobs.ts'
import { continueImport, prepareImport } from './resources/imports/jobs.ts'
import { prepareOpenAPISpec, processOpenAPISpec } from './resources/openapi-specs/jobs.ts'
import { deletePDF, makePDF, preparePDF } from './resources/pdfs/jobs.ts'
import { indexSpace } from './resources/search-index/jobs.ts'
import { purgeSpace } from './resources/spaces/jobs.ts'

/** Every job and who does it. */
export const jobs: JobHandlers = {
  prune_idempotency_keys: pruneIdempotencyKeys,
  purge_space: purgeSpace,
  purge_content: purgeContent,
  process_openapi_spec: processOpenAPISpec,
  make_pdf: makePDF,
  delete_pdf: deletePDF,
  continue_import: continueImport,
  index_space: indexSpace,
}

const preparations: JobPreparations = {
  process_openapi_spec: prepareOpenAPISpec,
  make_pdf: preparePDF,
  continue_import: prepareImport,
}

/** Runs jobs until it is told to stop, and then lets the running ones finish. */
export interface Worker {
  stop(): Promise<void>
}

/**
 * The library ends its runner when the database fails it at the wrong moment; here another
 * one takes its place, and what the old one had locked is free again at once.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const stopping = new AbortController()
  let shift = await startShift(options)
  const ended = (async () => {
    for (;;) {
      await shift.ended
      if (stopping.signal.aborted) return
      options.log.error({ shift: shift.id }, 'worker ended, starting another')
      const next = await startNext(options, shift.id, stopping.signal)
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

/** One run of the library, with a pool of its own. */
interface Shift extends Worker {
  /** What its jobs are locked by. */
  readonly id: string
  readonly pool: pg.Pool
  readonly ended: Promise<void>
}

async function startShift(options: WorkerOptions): Promise<Shift> {
  const { url, log, concurrency = 2 } = options
  const pool = openPool({ url, connectionsMax: concurrency + 3, statementTimeoutMs: 0 })
  // A connection in use that breaks fails its statement; without a listener it would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
  })
  try {
    const runner = await run({
      pgPool: pool,
      events,
      taskList: tasksOn(options),
      parsedCronItems: parseCrontab(schedule),
      noHandleSignals: true,
      logger: loggerTo(log),
      // Without batches the library does not wait until the end of a job is written, and a failure to
      // write it would end the process.
      preset: { worker: { concurrentJobs: concurrency, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const ended = runner.promise.catch(() => {}).finally(() => pool.end())
    return { id, pool, ended, stop: () => stopRunner(runner, ended) }
  } catch (error) {
    await pool.end()
    throw error
  }
}

async function startNext(options: WorkerOptions, before: string, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const shift = await startShift(options)
      await shift.pool.query('select graphile_worker.force_unlock_workers(array[$1])', [before])
      return shift
    } catch (error) {
      options.log.warn({ err: error }, 'worker does not start yet')
      await sleep(restartMs, undefined, { signal: stopping, ref: false }).catch(() => {})
    }
  }
  return undefined
}

const restartMs = 2_000

/** Jobs that do not finish in time are given up; they will be tried again. */
async function stopRunner(runner: Runner, ended: Promise<void>) {
  const timer = setTimeout(() => void runner.kill().catch(() => {}), jobsFinishMs)
  await runner.stop().catch(() => {})
  await ended
  clearTimeout(timer)
}

const jobsFinishMs = 20_000

function tasksOn(options: WorkerOptions): TaskList {
  const { db, outside, blobs, seals, fontsFolder, deletedSpacesKeptDays, openapiRefreshHours } = options
  const settings = { blobs, deletedSpacesKeptDays, openapiRefreshHours }
  const { importPagesMax: pagesMax, importBytesMax: bytesMax, importStepSeconds: stepSeconds } = options
  const imports = { pagesMax, bytesMax, stepSeconds }
  const { filesBytesMax } = options
  const outfit = { db, outside, seals, blobs, filesBytesMax, fontsFolder, imports }
  return Object.fromEntries(
    Object.entries(jobs).map(([name, handle]) => [
      name,
      async (payload: unknown) => {
        const prepared = await preparations[name as JobName]?.(payload as never, outfit)
        await inTransaction(db, { repeatable: true }, (transaction) =>
          handle(payload as never, {
            ...settings,
            db: transaction,
            now: new Date().toISOString(),
            prepared,
          }),
        )
      },
    ]),
  )
}

/** The payload of a job is not logged: it may hold what nobody should read. */
function loggerTo(log: Log) {
  return new Logger(() => (level, message, meta) => {
    const write = level === 'error' ? log.error : level === 'warning' ? log.warn : log.debug
    const job = meta?.job as { id: string; task_identifier: string; attempts: number } | undefined
    write.call(log, job ? { job: job.id, task: job.task_identifier, attempts: job.attempts } : {}, message)
  })
}

export interface WorkerOptions extends Settings {
  readonly db: Database
  readonly url: string
  readonly blobs: BlobStore
  readonly log: Log
  readonly outside: Outside
  readonly seals: Seals
  readonly fontsFolder: string
  readonly deletedSpacesKeptDays: number
  readonly openapiRefreshHours: number
  readonly concurrency?: number
}

/** The settings that jobs go by. */
type Settings = Pick<
  Config,
  | 'deletedSpacesKeptDays'
  | 'openapiRefreshHours'
  | 'filesBytesMax'
  | 'importPagesMax'
  | 'importBytesMax'
  | 'importStepSeconds'
>

type Write = (fields: object, message: string) => void
export interface Log {
  readonly error: Write
  readonly warn: Write
  readonly info: Write
  readonly debug: Write
}
