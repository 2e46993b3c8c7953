import { execFile } from 'node:child_process'
import { appendFile, chown, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from '../../tools/dev/port.ts'
import { unprivilegedUser } from '../../tools/dev/postgres.ts'
import { findBinaries } from '../../tools/dev/postgres-binaries.ts'

/** A separate PostgreSQL that archives its WAL, in a folder that is removed with it. */
export interface Cluster {
  readonly url: string
  /** The current time of the database. */
  now(): Promise<string>
  /** Takes a base backup while it runs. */
  backUp(): Promise<void>
  /** Resolves when everything written is in the archive. */
  archiveAll(): Promise<void>
  /** Stops it, starts another from the backup and the archive at the target time, and returns its URL. */
  recover(target: string): Promise<string>
  remove(): Promise<void>
}

export async function newCluster(): Promise<Cluster> {
  const user = await unprivilegedUser()
  const { folder: binaries } = await findBinaries({ embedded: false })
  const home = await mkdtemp(join(tmpdir(), 'stemma-pitr-'))
  const [data, base, archive] = [join(home, 'data'), join(home, 'base'), join(home, 'archive')]
  if (user) await chown(home, user.uid, user.gid)
  const call = (program: string, ...args: string[]) =>
    execute(join(binaries, program), args, { ...user, cwd: home })
  await execute('/bin/mkdir', [archive], { ...user, cwd: home })
  await call('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C', '-k')
  await appendFile(
    join(data, 'postgresql.conf'),
    `listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nwal_level = replica\narchive_mode = on
archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\n`,
  )
  const start = async (folder: string) => {
    const port = await freePort()
    const log = join(home, 'log')
    await call('pg_ctl', 'start', '-w', '-D', folder, '-l', log, '-o', `-p ${port}`).catch(async (error) => {
      throw new Error(`PostgreSQL does not start: ${(await readFile(log, 'utf8')).slice(-1000)}`, {
        cause: error,
      })
    })
    return { folder, port, url: `postgres://postgres@127.0.0.1:${port}/stemma` }
  }
  let running = await start(data)
  const stop = () => call('pg_ctl', 'stop', '-w', '-m', 'fast', '-D', running.folder)
  const first = running.url
  await ask(first.replace(/stemma$/, 'postgres'), 'create database stemma')
  return {
    url: first,
    now: () => ask(first, `select to_char(clock_timestamp() at time zone 'UTC', '${iso}')`),
    async backUp() {
      const server = ['-h', '127.0.0.1', '-p', String(running.port), '-U', 'postgres']
      await call('pg_basebackup', ...server, '-D', base, '--checkpoint=fast')
    },
    async archiveAll() {
      const last = await ask(first, 'select pg_walfile_name(pg_switch_wal())')
      while ((await ask(first, archivedSql)) < last) await pause(100)
    },
    async recover(target) {
      await stop()
      await appendFile(
        join(base, 'postgresql.conf'),
        `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${target}'
recovery_target_action = 'promote'\narchive_mode = off\n`,
      )
      await execute('/usr/bin/touch', [join(base, 'recovery.signal')], { ...user, cwd: home })
      running = await start(base)
      while ((await ask(running.url, 'select pg_is_in_recovery()::text')) === 'true') await pause(100)
      return running.url
    },
    async remove() {
      await stop().catch(() => {})
      await rm(home, { recursive: true, force: true })
    },
  }
}

const execute = promisify(execFile)
/** With an offset, because recovery settings accept no other time zone names. */
const iso = 'YYYY-MM-DD"T"HH24:MI:SS.US+00:00'
const archivedSql = "select coalesce(last_archived_wal, '') from pg_stat_archiver"

async function ask(url: string, sql: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return String(rows[0]?.[0] ?? '')
  } finally {
    await client.end()
  }
}
