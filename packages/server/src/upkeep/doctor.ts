import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { SealingKey } from '../auth/sealing.ts'
import { connectionAdvice } from '../db/connection-advice.ts'
import { codeOf, isConnectionLost, isPoolExhausted } from '../db/driver.ts'
import { missingMigrations, pendingMigrations } from '../db/migrate.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { gitStarter, usableGit } from '../git/process.ts'
import type { Diagnosis } from './diagnosis.ts'
import { mail } from './doctor-mail.ts'
import { deletedOrganizations } from './doctor-organizations.ts'
import { sampleFiles, sampleObjects } from './doctor-samples.ts'
import { type HasAddress, sharedHost, siteHosts } from './doctor-sites.ts'
import { newFindings } from './findings.ts'
import { openSecrets } from './keys.ts'
import { withSession } from './session.ts'

export interface Patient {
  readonly url: string
  readonly publicUrl: string
  readonly sitesUrl: string
  readonly hasAddress: HasAddress
  /** The SMTP server; undefined if none is set up. */
  readonly smtpServer: string | undefined
  /** Undefined with a bucket. */
  readonly filesFolder: string | undefined
  readonly keys: () => Promise<readonly SealingKey[]>
  readonly blobs: () => Promise<BlobStore>
}

/** Checks an installation without changing anything, starting with what everything else depends on. */
export async function* examine(patient: Patient): AsyncGenerator<Diagnosis> {
  yield address(patient.publicUrl)
  const isWritable = await folder(patient.filesFolder)
  yield isWritable
  yield await git()
  const migrations = await pendingMigrations(patient.url).then(
    (pending) => ({ pending }),
    (error: unknown) => ({ error }),
  )
  if ('error' in migrations && isUnanswered(migrations.error)) {
    const code = codeOf(migrations.error) ?? 'timeout'
    const unreachable = `It can't be reached (${code}). Check DATABASE_URL, and that PostgreSQL is running.`
    yield fault('database', connectionAdvice[code] ?? unreachable)
    return
  }
  yield* withDatabase(patient, migrations, isWritable.verdict !== 'fault')
}

/** Messages of the migrator itself have no code. */
function isUnanswered(error: unknown): boolean {
  return codeOf(error) !== undefined || isConnectionLost(error) || isPoolExhausted(error)
}

const fine = (check: string, says: string): Diagnosis => ({ check, verdict: 'fine', says })
const notice = (check: string, says: string): Diagnosis => ({ check, verdict: 'notice', says })
const fault = (check: string, says: string): Diagnosis => ({ check, verdict: 'fault', says })

function address(publicUrl: string): Diagnosis {
  const { hostname } = new URL(publicUrl)
  if (/^(?:localhost|127\..*|\[::1\])$/.test(hostname))
    return notice('public URL', `${publicUrl} can't be reached from other machines. Set STEMMA_PUBLIC_URL.`)
  if (publicUrl.startsWith('http:'))
    return notice(
      'public URL',
      `${publicUrl} is not encrypted. Use a proxy with https, and set STEMMA_PUBLIC_URL to its URL.`,
    )
  return fine('public URL', publicUrl)
}

async function folder(path: string | undefined): Promise<Diagnosis> {
  if (path === undefined) return fine('files', 'Stored in a bucket.')
  try {
    const made = await mkdtemp(join(path, 'doctor-'))
    await rm(made, { recursive: true })
    return fine('files', `The folder ${path} is writable.`)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT')
      return fault('files', `The folder ${path} does not exist. Create it, or correct STEMMA_FILES_FOLDER.`)
    const advice = 'Check STEMMA_FILES_FOLDER, and that the user of the server owns the folder'
    return fault('files', `The folder ${path} is not writable (${code}). ${advice}.`)
  }
}

async function git(): Promise<Diagnosis> {
  const version = await usableGit(gitStarter())
  if (version !== undefined) return fine('git', `Spaces can be cloned, with git ${version}.`)
  return notice('git', "Spaces can't be cloned. Install git 2.39 or later, and prlimit of util-linux.")
}

type Migrations = { readonly pending: readonly string[] } | { readonly error: unknown }

async function* withDatabase(patient: Patient, migrations: Migrations, hasFiles: boolean) {
  const all = await withSession(patient.url, async (client) => {
    const found = [
      await version(client),
      await clock(client),
      ...(await durability(client)),
      applied(migrations),
    ]
    // The checks below know only the tables of this version.
    if ('error' in migrations || migrations.pending.length > 0) return found
    const data = [
      await queue(client),
      await mail(client, patient.smtpServer),
      await deletedOrganizations(client),
      await secrets(client, patient),
      await contents(client),
    ]
    const sites = [...(await sharedHost(client, patient)), ...(await siteHosts(client, patient.hasAddress))]
    return [...found, ...data, ...sites, ...(hasFiles ? [await files(client, patient)] : [])]
  })
  yield* all
}

function applied(migrations: Migrations): Diagnosis {
  if ('error' in migrations) return fault('migrations', (migrations.error as Error).message)
  const { pending } = migrations
  if (pending.length === 0) return fine('migrations', 'All migrations are applied.')
  return fault(
    'migrations',
    `The database is not up to date: ${missingMigrations(pending)}. Run stemma-server migrate.`,
  )
}

async function version(client: pg.Client): Promise<Diagnosis> {
  const { number, name, standby } = await one<{ number: number; name: string; standby: boolean }>(
    client,
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as name,
      pg_is_in_recovery() as standby`,
  )
  if (number < 150_000)
    return fault('database', `PostgreSQL ${name} is too old. Upgrade it to version 15 or later.`)
  if (standby)
    return fault('database', 'This is a standby, which accepts no writes. Set DATABASE_URL to the primary.')
  return fine('database', `PostgreSQL ${name} is reachable.`)
}

/** Compares the database clock with the middle of the round trip. */
async function clock(client: pg.Client): Promise<Diagnosis> {
  const before = Date.now()
  const { at } = await one<{ at: number }>(
    client,
    'select (extract(epoch from clock_timestamp()) * 1000)::float8 as at',
  )
  const apart = Math.abs(at - (before + Date.now()) / 2)
  const seconds = (apart / 1000).toFixed(1)
  if (apart <= apartMaxMs) return fine('clocks', `The clock of the database differs by ${seconds} s.`)
  return fault(
    'clocks',
    `The clock of the database differs by ${seconds} s. Synchronize both machines with NTP.`,
  )
}

const apartMaxMs = 2_000

/** The settings that make a commit survive a crash. */
async function durability(client: pg.Client): Promise<Diagnosis[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit') order by name`,
  )
  return rows.map(({ name, setting }) =>
    setting === 'off'
      ? fault(name, `It is off, so a crash can lose confirmed changes. Set ${name} = on in PostgreSQL.`)
      : fine(name, `It is ${setting}.`),
  )
}

async function queue(client: pg.Client): Promise<Diagnosis> {
  const jobs = await one<{
    failed: number
    names: string | null
    late: number
    oldest: number
    stuck: number
  }>(
    client,
    `select count(*) filter (where attempts >= max_attempts and locked_at is null)::int as failed,
      string_agg(distinct task_identifier, ', ')
        filter (where attempts >= max_attempts and locked_at is null) as names,
      count(*) filter (where ${due})::int as late,
      coalesce(extract(epoch from now() - min(run_at) filter (where ${due})) / 60, 0)::int as oldest,
      count(*) filter (where locked_at < now() - interval '1 hour')::int as stuck
    from graphile_worker.jobs`,
  )
  if (jobs.late > 0)
    return fault(
      'jobs',
      `${jobs.late} due and not started, the oldest for ${jobs.oldest} minutes. ` +
        'Start stemma-server work, or serve with STEMMA_JOBS=on.',
    )
  if (jobs.failed > 0)
    return fault(
      'jobs',
      `${jobs.failed} failed permanently (${jobs.names}). See last_error in graphile_worker.jobs, fix the ` +
        'cause, then run: select graphile_worker.reschedule_jobs(array[…], run_at => now(), attempts => 0).',
    )
  if (jobs.stuck > 0)
    return notice('jobs', `${jobs.stuck} running for more than an hour. Check the log of the worker.`)
  return fine('jobs', 'No job is late or has failed permanently.')
}

const due = "run_at < now() - interval '5 minutes' and locked_at is null and attempts < max_attempts"

async function secrets(client: pg.Client, patient: Patient): Promise<Diagnosis> {
  const findings = newFindings()
  await openSecrets(client, await patient.keys(), { findings, limit: secretsMax })
  const count = findings.count('missing') + findings.count('damaged')
  if (count === 0) return fine('secrets', 'All secrets in the sample can be decrypted.')
  return fault('secrets', `${count} of the sample can't be decrypted. First: ${findings.told[0]}.`)
}

const secretsMax = 50

async function contents(client: pg.Client): Promise<Diagnosis> {
  const findings = newFindings()
  const tried = await sampleObjects(client, findings)
  if (findings.told.length === 0) return fine('contents', `${tried} sampled objects match their hashes.`)
  return fault('contents', damage(tried, 'objects', findings.told))
}

async function files(client: pg.Client, patient: Patient): Promise<Diagnosis> {
  const findings = newFindings()
  try {
    const tried = await sampleFiles(client, await patient.blobs(), findings)
    if (findings.told.length === 0) return fine('stored files', `All ${tried} sampled files exist.`)
    return fault('stored files', damage(tried, 'files', findings.told))
  } catch (error) {
    const advice = 'Check the settings STEMMA_FILES_BUCKET…, or STEMMA_FILES_FOLDER'
    return fault(
      'stored files',
      `The files can't be read (${codeOf(error) ?? (error as Error).name}). ${advice}.`,
    )
  }
}

function damage(tried: number, what: string, told: readonly string[]) {
  const advice = 'Run stemma-server restore --verify to list all, and restore them from a backup'
  return `${told.length} of ${tried} sampled ${what} are missing or damaged. First: ${told[0]}. ${advice}.`
}

async function one<T extends pg.QueryResultRow>(client: pg.Client, sql: string): Promise<T> {
  const { rows } = await client.query<T>(sql)
  return rows[0] as T
}
