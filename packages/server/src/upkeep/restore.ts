import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { migrate, readMigrations } from '../db/migrate.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { type ArchiveReader, archivePathOf, damaged, keyAt } from './archive-reader.ts'
import { namedIn, type Progress, rowsIn } from './back-up.ts'
import { copied, hasTable, quoted, tablesIn } from './catalogue.ts'
import type { Findings } from './findings.ts'
import { linesOf } from './lines.ts'
import type { Manifest, TablePart } from './manifest.ts'
import { withSession } from './session.ts'
import { DamagedBackup, UpkeepError } from './upkeep-error.ts'

export interface RestoreOptions {
  readonly url: string
  readonly blobs: BlobStore
  /** The file name as the operator gave it. */
  readonly file: string
  readonly archive: ArchiveReader
  readonly findings: Findings
  readonly onProgress?: Progress
}

export interface Restored {
  readonly rows: number
  readonly files: number
}

/**
 * Loads a backup into an empty database: first the files, then all rows in one transaction, so that rows
 * never refer to missing files. The schema starts at the version of the backup and is then migrated. A
 * migration may end every other session, so none stays open across it.
 */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { url, archive } = options
  const { manifest } = archive
  await requireKnown(manifest)
  await withSession(url, requireEmpty)
  await migrate(
    url,
    manifest.migrations.map(({ name }) => name),
  )
  const files = await putFiles(options)
  await withSession(url, (client) => loadRows(client, options))
  await migrate(url)
  await withSession(url, (client) => client.query('analyze'))
  return { rows: rowsIn(manifest), files }
}

/** Rejects backups of a newer version, or with migrations that this version doesn't know. */
async function requireKnown({ migrations, version }: Manifest) {
  const known = new Map((await readMigrations()).map(({ name, checksum }) => [name, checksum]))
  const newer = migrations.find(({ name }) => !known.has(name))
  if (newer)
    throw new UpkeepError(
      `The backup was created by a newer Stemma (${version}) with the migration ${newer.name}. ` +
        'Restore it with that version or a later one.',
    )
  const other = migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (other)
    throw new UpkeepError(
      `The migration ${other.name} of the backup is a different one. Restore it with Stemma ${version}.`,
    )
}

/** Never overwrites data. After a failed restore the tables exist, but are empty. */
async function requireEmpty(client: pg.Client) {
  const tables = await tablesIn(client)
  if (tables.length > 0 && !(await hasTable(client, 'migrations'))) throw notEmpty(tables[0]?.name ?? '')
  for (const { name } of tables) {
    const { rows } = await client.query(`select 1 from ${quoted(name)} limit 1`)
    if (rows.length > 0) throw notEmpty(name)
  }
}

function notEmpty(table: string) {
  return new UpkeepError(
    `The database is not empty: the table ${table} has rows. ` +
      'Create an empty database, and set DATABASE_URL to it.',
  )
}

async function putFiles({ archive, blobs, findings, onProgress }: RestoreOptions): Promise<number> {
  const { count } = archive.manifest.files
  let [put, seen] = [0, 0]
  for await (const { path, bytes } of archive.files()) {
    onProgress?.('files', seen++, count)
    if (bytes === undefined) {
      findings.add('damaged', `${path} in the backup`)
      continue
    }
    await blobs.put(keyAt(path), bytes)
    put++
  }
  onProgress?.('files', seen, Math.max(seen, count))
  return put
}

async function loadRows(client: pg.Client, options: RestoreOptions) {
  const { archive, onProgress } = options
  const { tables, jobs } = archive.manifest
  await client.query('begin')
  try {
    for (const [index, table] of tables.entries()) {
      onProgress?.('tables', index, tables.length)
      await copyIn(client, options, table, copied(table))
    }
    await client.query(`create temporary table restored_jobs (identifier text, payload json, queue_name text,
      run_at timestamptz, max_attempts integer, key text, priority integer) on commit drop`)
    await copyIn(client, options, jobs, 'restored_jobs')
    await client.query(`select count(graphile_worker.add_job(identifier, payload, queue_name, run_at,
      max_attempts, key, priority)) from restored_jobs`)
    await client.query('commit')
    onProgress?.('tables', tables.length, tables.length)
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

type Loaded = Pick<TablePart, 'path' | 'bytes' | 'hash' | 'rows'>

async function copyIn(client: pg.Client, { archive, file }: RestoreOptions, part: Loaded, target: string) {
  const source = await archive.part(part)
  let fault: Error | undefined
  source.once('error', (error) => {
    fault = error
  })
  const query = client.query(copyFrom(`copy ${target} from stdin`))
  try {
    await pipeline(source, query)
  } catch (error) {
    // The copy also fails in the database, but the error of the source is the cause.
    throw fault ? damaged(file, `${part.path} is not what was written`, fault) : error
  }
  if (query.rowCount !== part.rows)
    throw damaged(file, `${part.path} has ${query.rowCount} rows instead of ${part.rows}`)
}

/** Checks only the backup: the hash and row count of every part, and every file that rows refer to. */
export async function checkFile({ archive, file, findings, onProgress }: CheckOptions): Promise<Restored> {
  const { manifest } = archive
  await requireKnown(manifest)
  const parts = [...manifest.tables, manifest.jobs]
  for (const [index, part] of parts.entries()) {
    onProgress?.('tables', index, parts.length)
    await checkPart(archive, part, file).catch(noted(findings))
  }
  onProgress?.('tables', parts.length, parts.length)
  const there = new Set<string>()
  for await (const { path, bytes } of archive.files()) {
    onProgress?.('files', there.size, manifest.files.count)
    there.add(path)
    if (bytes === undefined) findings.add('damaged', `${path} in the backup`)
  }
  onProgress?.('files', there.size, Math.max(there.size, manifest.files.count))
  await checkNamed(archive, there, findings).catch(noted(findings, `${manifest.files.path} in the backup`))
  return { rows: rowsIn(manifest), files: there.size }
}

type CheckOptions = Pick<RestoreOptions, 'archive' | 'file' | 'findings' | 'onProgress'>

/** One line is one row: COPY escapes line breaks in values. */
async function checkPart(archive: ArchiveReader, part: Loaded, file: string) {
  let rows = 0
  try {
    for await (const chunk of await archive.part(part)) rows += lineBreaksIn(chunk as Buffer)
  } catch (error) {
    throw damaged(file, `${part.path} is not what was written`, error)
  }
  if (rows !== part.rows) throw damaged(file, `${part.path} has ${rows} rows instead of ${part.rows}`)
}

function lineBreaksIn(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) count++
  return count
}

async function checkNamed(archive: ArchiveReader, there: ReadonlySet<string>, findings: Findings) {
  for await (const line of linesOf(await archive.part(archive.manifest.files))) {
    const { key, isNeeded } = namedIn(line)
    if (isNeeded && !there.has(archivePathOf(key)))
      findings.add('missing', `the file ${key.hash} of the content ${key.contentId}`)
  }
}

function noted(findings: Findings, what?: string) {
  return (error: unknown) => {
    if (what === undefined && !(error instanceof DamagedBackup)) throw error
    findings.add('damaged', what ?? (error as Error).message)
  }
}
