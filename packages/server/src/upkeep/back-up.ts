import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import type { SealingKey } from '../auth/sealing.ts'
import { newId } from '../common/ids.ts'
import { version } from '../common/version.ts'
import { fileDeletionLock } from '../db/file-deletion.ts'
import type { BlobKey, BlobStore } from '../files/blob-store.ts'
import { archivePathOf, manifestHash } from './archive-reader.ts'
import { type ArchiveWriter, writeArchive } from './archive-writer.ts'
import { copied, migrationsIn, tablesIn } from './catalogue.ts'
import { type NamedFile, namedFiles } from './contents.ts'
import { type Findings, newFindings } from './findings.ts'
import { knownKeysIn } from './keys.ts'
import { linesOf } from './lines.ts'
import {
  filesPath,
  formatVersion,
  jobsPath,
  type Manifest,
  manifestHashPath,
  manifestPath,
  type TablePart,
} from './manifest.ts'
import { atOneMoment, withSession } from './session.ts'
import { UpkeepError } from './upkeep-error.ts'

export interface BackUpOptions {
  readonly url: string
  readonly blobs: BlobStore
  readonly keys: readonly SealingKey[]
  readonly file: string
  readonly onProgress?: Progress
}

/** Reports progress: the phase, how many are done, and the total. */
export type Progress = (what: 'tables' | 'files', done: number, total: number) => void

export interface BackedUp {
  readonly rows: number
  readonly files: number
  readonly findings: Findings
}

/**
 * Writes everything to one file while the installation stays in use: a snapshot of the rows, then the files
 * that they refer to. Files never change, and none is deleted before this has ended.
 */
export function backUp(options: BackUpOptions): Promise<BackedUp> {
  return withSession(options.url, async (client) => {
    await requireOneSnapshot(client)
    await holdFiles(client)
    const archive = await writeArchive(options.file)
    const list = `${options.file}.files.part`
    try {
      const moment = await atOneMoment(client, () => copyRows(client, archive, { ...options, list }))
      const done = await copyFiles(archive, { ...options, list, total: moment.named })
      const files = await archive.add(filesPath, createReadStream(list))
      const { count, findings } = done
      const missing = findings.count('missing') + findings.count('damaged')
      await addManifest(archive, { ...moment.manifest, files: { ...files, count, missing } })
      await archive.end()
      const saved = { rows: rowsIn(moment.manifest), files: count, findings }
      await remember(client, saved)
      return saved
    } catch (error) {
      await archive.abandon()
      throw error
    } finally {
      await rm(list, { force: true })
    }
  })
}

/** Operators see when it was. A database of an older version can be backed up too, and has no such table. */
async function remember(client: pg.Client, { rows, files, findings }: BackedUp) {
  const { rows: tables } = await client.query("select from pg_tables where tablename = 'backups'")
  if (tables.length === 0) return
  const wrong = [findings.count('missing'), findings.count('damaged')]
  await client.query(
    'insert into backups (id, finished_at, rows, files, missing, damaged) values ($1, now(), $2, $3, $4, $5)',
    [newId(), rows, files, ...wrong],
  )
}

/** On a cluster, each node would copy its rows at another moment. */
async function requireOneSnapshot(client: pg.Client) {
  const { rows } = await client.query("select from pg_extension where extname = 'citus'")
  if (rows.length > 0)
    throw new UpkeepError(
      'A cluster has no snapshot of all nodes. Archive their logs and call citus_create_restore_point().',
    )
}

/** Blocks the deletion of files until the session ends. */
async function holdFiles(client: pg.Client) {
  const { rows } = await client.query<{ held: boolean }>(
    `select pg_try_advisory_lock(${fileDeletionLock}) as held`,
  )
  if (!rows[0]?.held)
    throw new UpkeepError('Another backup is being made, or files are being deleted. Try again later.')
}

type Rows = Omit<Manifest, 'files'>

export function rowsIn({ tables, jobs }: Pick<Manifest, 'tables' | 'jobs'>): number {
  return tables.reduce((sum, { rows }) => sum + rows, jobs.rows)
}

async function copyRows(client: pg.Client, archive: ArchiveWriter, options: BackUpOptions & Listed) {
  const { rows } = await client.query<{ now: string }>('select now()')
  const [migrations, all] = [await migrationsIn(client), await tablesIn(client)]
  const tables: TablePart[] = []
  for (const table of all) {
    options.onProgress?.('tables', tables.length, all.length)
    const part = await copyOut(client, archive, `tables/${table.name}.copy`, copied(table))
    tables.push({ ...part, ...table, columns: [...table.columns] })
  }
  const jobs = await copyOut(client, archive, jobsPath, jobsSql)
  options.onProgress?.('tables', all.length, all.length)
  const keys = await knownKeysIn(client, options.keys)
  const named = await listFiles(namedFiles(client), options.list)
  const head = { format: 'stemma-backup', formatVersion, version, createdAt: rows[0]?.now ?? '' } as const
  const manifest: Rows = { ...head, migrations: [...migrations], tables, jobs, keys }
  return { manifest, named }
}

/** Jobs as they were enqueued, independent of the queue's tables and without their locks. */
const jobsSql = `(select t.identifier, j.payload, q.queue_name, j.run_at, j.max_attempts, j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id order by j.id)`

async function copyOut(client: pg.Client, archive: ArchiveWriter, path: string, what: string) {
  const stream = client.query(copyTo(`copy ${what} to stdout`))
  const part = await archive.add(path, stream)
  return { ...part, rows: stream.rowCount }
}

interface Listed {
  /** Holds the list of files while they are copied, so that it needn't be kept in memory. */
  readonly list: string
}

async function listFiles(files: AsyncIterable<NamedFile>, list: string): Promise<number> {
  let count = 0
  const lines = async function* () {
    for await (const { key, isNeeded } of files) {
      count++
      yield `${key.contentId} ${key.hash} ${isNeeded ? needed : optional}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(list, { mode: 0o600 }))
  return count
}

const [needed, optional] = ['needed', 'optional'] as const

/** Parses a line of the file list. */
export function namedIn(line: string): NamedFile {
  const [contentId = '', hash = '', need] = line.split(' ')
  return { key: { contentId, hash }, isNeeded: need === needed }
}

async function copyFiles(
  archive: ArchiveWriter,
  { blobs, list, total, onProgress }: BackUpOptions & Listed & { readonly total: number },
) {
  const findings = newFindings()
  let [count, seen] = [0, 0]
  for await (const line of linesOf(createReadStream(list))) {
    onProgress?.('files', seen++, total)
    const { key, isNeeded } = namedIn(line)
    const bytes = await bytesOf(blobs, key, isNeeded ? findings : undefined)
    if (bytes === undefined) continue
    await archive.addBytes(archivePathOf(key), bytes)
    count++
  }
  onProgress?.('files', total, total)
  return { count, findings }
}

/** Reads the whole file into memory, so that a damaged file is never partly written. */
export async function bytesOf(
  blobs: BlobStore,
  key: BlobKey,
  findings?: Findings,
): Promise<Buffer | undefined> {
  const blob = await blobs.open(key)
  if (blob === undefined) {
    findings?.add('missing', `the file ${key.hash} of the content ${key.contentId}`)
    return undefined
  }
  try {
    return await buffer(blob.stream)
  } catch {
    findings?.add('damaged', `the file ${key.hash} of the content ${key.contentId}`)
    return undefined
  }
}

async function addManifest(archive: ArchiveWriter, manifest: Manifest) {
  const text = `${JSON.stringify(manifest, null, 2)}\n`
  await archive.add(manifestPath, Readable.from([Buffer.from(text)]))
  await archive.add(manifestHashPath, Readable.from([Buffer.from(manifestHash(text))]))
}
