import type { TaskList } from 'graphile-worker'
import type { Seals } from './auth/sealing.ts'
import { createGates, type Gates } from './common/gates.ts'
import type { Config } from './config/config.ts'
import type { Database } from './db/database.ts'
import { inTransaction } from './db/transaction.ts'
import type { BlobStore } from './files/blob-store.ts'
import { type CrewName, crews } from './jobs/crews.ts'
import { untilAborted, withDeadline } from './jobs/deadline.ts'
import { type Job, ownJobs } from './jobs/job.ts'
import type { Log } from './jobs/log.ts'
import { bePresent } from './jobs/presence.ts'
import { startCrew, type Worker } from './jobs/shifts.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Outside } from './outside/guarded-fetch.ts'
import { resources } from './resources/index.ts'

/** Every job of the product. */
export const jobs: readonly Job[] = [...ownJobs, ...resources.flatMap(({ jobs }) => jobs ?? [])]

/** When jobs start by themselves, in crontab form. */
const schedule = jobs
  .filter((job) => job.schedule !== undefined)
  .map((job) => `${job.schedule} ${job.name}`)
  .join('\n')

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const started: Worker[] = []
  const { url, log } = options
  const fetching = createGates({ insideMax: 1, waitMs: fetchMs })
  const presence = bePresent({ url, log })
  const stop = async () => {
    await Promise.all(started.map((crew) => crew.stop()))
    await presence.end()
  }
  try {
    for (const name of Object.keys(crews) as CrewName[]) {
      const crew = crews[name]
      const tasks = tasksOf(options, name, createGates({ insideMax: crew.transactionsMax }))
      // One crew starts the scheduled jobs of all.
      const scheduled = name === 'quick' ? schedule : ''
      started.push(await startCrew({ ...crew, url, log, tasks, schedule: scheduled, fetching, presence }))
    }
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** How long a fetch without a response from the database delays the others at most. */
const fetchMs = 5_000

function tasksOf(options: WorkerOptions, crew: CrewName, transactions: Gates): TaskList {
  const { db, outside, seals, mailer, blobs, filesBytesMax, fontsFolder, openapiRefreshHours } = options
  const { deletedSpacesKeptDays, auditKeptDays, deliveriesKeptDays, importsKeptDays } = options
  const { releasedNamesKeptDays, notificationsKeptDays } = options
  const { importPagesMax: pagesMax, importBytesMax: bytesMax, importStepSeconds: stepSeconds } = options
  const kept = {
    deletedSpacesKeptDays,
    releasedNamesKeptDays,
    auditKeptDays,
    deliveriesKeptDays,
    importsKeptDays,
    notificationsKeptDays,
  }
  const imports = { pagesMax, bytesMax, stepSeconds }
  const { filesOrganizationBytesMax } = options
  const files = { blobs, filesBytesMax, filesOrganizationBytesMax }
  const outfit = { db, outside, seals, mailer, ...files, fontsFolder, imports }
  const settings = { blobs, log: options.log, openapiRefreshHours, ...kept }
  const run = async ({ prepare, perform }: Job, payload: unknown, signal: AbortSignal) => {
    const bounded = { ...outfit, outside: boundedBy(outside, signal), signal }
    const prepared = await untilAborted(signal, prepare?.(payload as never, bounded))
    const leave = await transactions.enter('')
    try {
      await inTransaction(db, { repeatable: true }, (transaction) => {
        const context = { ...settings, db: transaction, now: new Date().toISOString(), prepared }
        return untilAborted(signal, perform(payload as never, context))
      })
    } finally {
      leave()
    }
  }
  const own = jobs.filter((job) => job.crew === crew)
  return Object.fromEntries(
    own.map((job) => [
      job.name,
      (payload: unknown) => withDeadline(job.name, job.timeoutMs, (signal) => run(job, payload, signal)),
    ]),
  )
}

/** Aborts calls to other servers when the job times out. */
function boundedBy(outside: Outside, signal: AbortSignal): Outside {
  return { ...outside, fetch: (url, options) => outside.fetch(url, { ...options, signal }) }
}

export interface WorkerOptions extends Settings {
  readonly db: Database
  readonly url: string
  readonly blobs: BlobStore
  readonly log: Log
  readonly outside: Outside
  readonly seals: Seals
  /** Undefined if no SMTP server is set up. */
  readonly mailer?: Mailer | undefined
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
  | 'notificationsKeptDays'
>
