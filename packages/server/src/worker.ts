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
import { createGates, type Gates } from './gates.ts'
import { type Crew, type CrewName, crews, duties } from './jobs/crews.ts'
import { untilAborted, withDeadline } from './jobs/deadline.ts'
import { forgetReplacedJobs } from './jobs/forget-replaced-jobs.ts'
import { type JobHandlers, type JobName, type JobPreparations, schedule } from './jobs/jobs.ts'
import { bePresent, type Presence } from './jobs/presence.ts'
import { pruneIdempotencyKeys } from './jobs/prune-idempotency-keys.ts'
import { takeTurns } from './jobs/turns.ts'
import type { Outside } from './outside/guarded-fetch.ts'
import { pruneEvents } from './resources/audit-events/jobs.ts'
import { purgeContent } from './resources/content/jobs.ts'
import { checkDomain, prepareDomain } from './resources/domains/jobs.ts'
import { continueImport, prepareImport, pruneImports } from './resources/imports/jobs.ts'
import { purgeIntegrationImages } from './resources/integrations/jobs.ts'
import { pruneInvitations } from './resources/invitations/jobs.ts'
import { prepareOpenAPISpec, processOpenAPISpec } from './resources/openapi-specs/jobs.ts'
import { deletePDF, makePDF, preparePDF } from './resources/pdfs/jobs.ts'
import { pruneReleasedNames } from './resources/released-names/jobs.ts'
import { pruneSAMLLogins } from './resources/saml-logins/jobs.ts'
import { indexSpace, refreshSearchIndex } from './resources/search-index/jobs.ts'
import { pruneSignIns } from './resources/sign-in/jobs.ts'
import { purgeSpace } from './resources/spaces/jobs.ts'
import { collectFiles } from './resources/stored-files/jobs.ts'
import {
  deliverWebhook,
  prepareDelivery,
  pruneWebhookDeliveries,
  resumeWebhooks,
} from './resources/webhooks/jobs.ts'

/** Every job and who does it. */
export const jobs: JobHandlers = {
  prune_idempotency_keys: pruneIdempotencyKeys,
  forget_replaced_jobs: forgetReplacedJobs,
  prune_saml_logins: pruneSAMLLogins,
  purge_space: purgeSpace,
  purge_content: purgeContent,
  purge_integration_images: purgeIntegrationImages,
  process_openapi_spec: processOpenAPISpec,
  make_pdf: makePDF,
  delete_pdf: deletePDF,
  continue_import: continueImport,
  index_space: indexSpace,
  refresh_search_index: refreshSearchIndex,
  check_email_domain: checkDomain,
  prune_sign_ins: pruneSignIns,
  prune_invitations: pruneInvitations,
  prune_released_names: pruneReleasedNames,
  collect_files: collectFiles,
  deliver_webhook: deliverWebhook,
  resume_webhooks: resumeWebhooks,
  prune_webhook_deliveries: pruneWebhookDeliveries,
  prune_events: pruneEvents,
  prune_imports: pruneImports,
}

const preparations: JobPreparations = {
  process_openapi_spec: prepareOpenAPISpec,
  make_pdf: preparePDF,
  check_email_domain: prepareDomain,
  deliver_webhook: prepareDelivery,
  continue_import: prepareImport,
}

/** Runs jobs until it is told to stop, and then lets the running ones finish. */
export interface Worker {
  stop(): Promise<void>
}

/** What a crew does, and what it shares with the others of its process. */
interface Shared {
  readonly fetching: Gates
  readonly transactions: Gates
}

type Assigned = Crew & Shared & { readonly name: CrewName }

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const started: Worker[] = []
  const stop = async () => void (await Promise.all(started.map((crew) => crew.stop())))
  const fetching = createGates({ insideMax: 1, waitMs: fetchMs })
  try {
    for (const [name, crew] of Object.entries(crews) as [CrewName, Crew][]) {
      const transactions = createGates({ insideMax: crew.transactionsMax })
      started.push(await startCrew(options, { name, ...crew, fetching, transactions }))
    }
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** A fetch that the database does not answer holds up the others no longer than this. */
const fetchMs = 5_000

/**
 * The library ends its runner when the database fails it at the wrong moment; here another
 * one takes its place, and what the old one had locked is free again at once.
 */
async function startCrew(options: WorkerOptions, crew: Assigned): Promise<Worker> {
  const stopping = new AbortController()
  let shift = await startShift(options, crew)
  const ended = (async () => {
    for (;;) {
      await shift.ended
      if (stopping.signal.aborted) return
      options.log.error({ shift: shift.id }, 'worker ended, starting another')
      const next = await startNext(options, crew, shift.id, stopping.signal)
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

async function startShift(options: WorkerOptions, crew: Assigned): Promise<Shift> {
  const { url, log } = options
  const { workers, queueConnectionsMax: connectionsMax } = crew
  const pool = openPool({ url, connectionsMax, statementTimeoutMs: 0, acquireTimeoutMs: queueAcquireMs })
  // A connection in use that breaks fails its statement; without a listener it would end the process too.
  pool.on('connect', (client) => void client.on('error', () => {}))
  const events: WorkerEvents = new EventEmitter()
  let id = ''
  let presence: Presence | undefined
  events.on('pool:create', ({ workerPool }) => {
    id = workerPool.id
    presence = bePresent({ url, id, log })
  })
  try {
    const runner = await run({
      pgPool: pool,
      events,
      taskList: tasksOn(options, crew),
      parsedCronItems: parseCrontab(crew.name === 'quick' ? schedule : ''),
      forbiddenFlags: takeTurns(events, crew),
      noHandleSignals: true,
      logger: loggerTo(log),
      // Without batches the library does not wait until the end of a job is written, and a failure to
      // write it would end the process.
      preset: { worker: { concurrentJobs: workers, completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    })
    const ended = runner.promise
      .catch(() => {})
      .then(() => presence?.end())
      .finally(() => pool.end())
    return { id, pool, ended, stop: () => stopRunner(runner, ended) }
  } catch (error) {
    await presence?.end()
    await pool.end()
    throw error
  }
}

/** Workers share these connections: how a job ended must be written down, however many end at once. */
const queueAcquireMs = 30_000

async function startNext(options: WorkerOptions, crew: Assigned, before: string, stopping: AbortSignal) {
  while (!stopping.aborted) {
    try {
      const shift = await startShift(options, crew)
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

function tasksOn(options: WorkerOptions, crew: Assigned): TaskList {
  const { db, outside, seals, blobs, filesBytesMax, fontsFolder, openapiRefreshHours } = options
  const { deletedSpacesKeptDays, auditKeptDays, deliveriesKeptDays, importsKeptDays } = options
  const { releasedNamesKeptDays } = options
  const { importPagesMax: pagesMax, importBytesMax: bytesMax, importStepSeconds: stepSeconds } = options
  const kept = {
    deletedSpacesKeptDays,
    releasedNamesKeptDays,
    auditKeptDays,
    deliveriesKeptDays,
    importsKeptDays,
  }
  const imports = { pagesMax, bytesMax, stepSeconds }
  const { filesOrganizationBytesMax } = options
  const files = { blobs, filesBytesMax, filesOrganizationBytesMax }
  const outfit = { db, outside, seals, ...files, fontsFolder, imports }
  const settings = { blobs, openapiRefreshHours, ...kept }
  const perform = async (name: JobName, payload: unknown, signal: AbortSignal) => {
    const bounded = { ...outfit, outside: boundedBy(outside, signal), signal }
    const prepared = await untilAborted(signal, preparations[name]?.(payload as never, bounded))
    const leave = await crew.transactions.enter('')
    try {
      await inTransaction(db, { repeatable: true }, (transaction) => {
        const context = { ...settings, db: transaction, now: new Date().toISOString(), prepared }
        return untilAborted(signal, jobs[name](payload as never, context))
      })
    } finally {
      leave()
    }
  }
  const names = (Object.keys(jobs) as JobName[]).filter((name) => duties[name].crew === crew.name)
  return Object.fromEntries(
    names.map((name) => [
      name,
      (payload: unknown) =>
        withDeadline(name, duties[name].timeoutMs, (signal) => perform(name, payload, signal)),
    ]),
  )
}

/** Calls to other servers end with the time of the job that makes them. */
function boundedBy(outside: Outside, signal: AbortSignal): Outside {
  return { ...outside, fetch: (url, options) => outside.fetch(url, { ...options, signal }) }
}

/** The payload of a job is not logged: it may hold what nobody should read. */
function loggerTo(log: Log) {
  return new Logger(() => (level, message, meta) => {
    // Its advice of a connection for each worker is not for workers that mostly wait.
    if (message.includes('smaller than concurrency')) return
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
  readonly auditKeptDays: number
  readonly deliveriesKeptDays: number
}

/** The settings that jobs go by. */
type Settings = Pick<
  Config,
  | 'deletedSpacesKeptDays'
  | 'releasedNamesKeptDays'
  | 'openapiRefreshHours'
  | 'filesBytesMax'
  | 'filesOrganizationBytesMax'
  | 'importPagesMax'
  | 'importBytesMax'
  | 'importStepSeconds'
  | 'importsKeptDays'
>

type Write = (fields: object, message: string) => void
export interface Log {
  readonly error: Write
  readonly warn: Write
  readonly info: Write
  readonly debug: Write
}
