import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, chown, cp, lstat, mkdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { freePort } from './port.ts'
import { findBinaries } from './postgres-binaries.ts'

const execute = promisify(execFile)

export interface Postgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

/**
 * Starts a PostgreSQL for this checkout only, on a free loopback port. Its data is kept for the next start,
 * in a folder per major version.
 */
export async function startPostgres(checkout: string, options: { embedded: boolean }): Promise<Postgres> {
  const user = await unprivilegedUser()
  const home = await homeFor(checkout, user)
  const { folder, version, label } = await findBinaries(options)
  const server: Server = {
    binaries: await reachableBinaries(folder, home, user),
    data: join(home, `postgres-${version}`),
    user,
  }
  const isNew = await prepareData(server)
  const running = isNew ? undefined : await runningPort(server)
  const port = running ?? (await start(server))
  console.log(`dev: PostgreSQL ${label}${running ? ', running already' : ''}, data in ${server.data}`)
  const url = `postgres://postgres@127.0.0.1:${port}/stemma`
  await ensureDatabase(url)
  return { url, stop: () => stop(server, url) }
}

interface Server {
  readonly binaries: string
  readonly data: string
  readonly user: User | undefined
}

/** PostgreSQL refuses to run as root, so it runs as this user. */
export interface User {
  readonly uid: number
  readonly gid: number
}

export async function unprivilegedUser(): Promise<User | undefined> {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    const ids = await Promise.all([execute('id', ['-u', name]), execute('id', ['-g', name])]).catch(() => [])
    const [uid, gid] = ids.map(({ stdout }) => Number(stdout))
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL cannot be run by root, and there is no user postgres or nobody. Set DATABASE_URL.',
  )
}

/** If the other user cannot enter the checkout, the data is kept with the temporary files. */
async function homeFor(checkout: string, user: User | undefined): Promise<string> {
  const inside = join(checkout, '.stemma', 'postgres')
  await mkdir(inside, { recursive: true })
  if (user === undefined) return inside
  if (await mayEnter(inside, user)) {
    await chown(inside, user.uid, user.gid)
    return inside
  }
  const name = createHash('sha256').update(checkout).digest('hex').slice(0, 12)
  const outside = join(tmpdir(), `stemma-dev-${name}`)
  await mkdir(outside, { mode: 0o755 }).then(
    () => chown(outside, user.uid, user.gid),
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    },
  )
  const { uid } = await lstat(outside)
  if (uid !== user.uid)
    throw new Error(`${outside} belongs to somebody else. Remove it, or set DATABASE_URL.`)
  return outside
}

async function reachableBinaries(folder: string, home: string, user: User | undefined): Promise<string> {
  if (user === undefined || (await mayEnter(folder, user))) return folder
  const copy = join(home, 'binaries')
  await cp(join(folder, '..'), copy, { recursive: true, verbatimSymlinks: true })
  return join(copy, 'bin')
}

async function mayEnter(folder: string, user: User): Promise<boolean> {
  return execute('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/** Returns whether the data folder is new. */
async function prepareData(server: Server): Promise<boolean> {
  const { data, user } = server
  if (await isThere(join(data, 'PG_VERSION'))) return false
  await mkdir(data, { recursive: true, mode: 0o700 })
  if (user) await chown(data, user.uid, user.gid)
  const options = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  await call(server, 'initdb', [...options, '--locale', 'C.UTF-8'])
    // Not every system has that locale, but all have this one.
    .catch(() => call(server, 'initdb', [...options, '--locale', 'C']))
  return true
}

async function start(server: Server): Promise<number> {
  const port = await freePort()
  const settings = `-p ${port} -h 127.0.0.1 -k '' -c synchronous_commit=off`
  const log = join(server.data, 'log')
  await call(server, 'pg_ctl', ['start', '-w', '-D', server.data, '-l', log, '-o', settings])
  return port
}

/** The port of a server that another `npm run dev` started, or that outlived one. */
async function runningPort(server: Server): Promise<number | undefined> {
  const isRunning = await call(server, 'pg_ctl', ['status', '-D', server.data]).then(
    () => true,
    () => false,
  )
  if (!isRunning) return undefined
  const lines = (await readFile(join(server.data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(lines[3])
}

async function ensureDatabase(url: string) {
  await asked(url.replace(/stemma$/, 'postgres'), async (client) => {
    const { rows } = await client.query("select 1 from pg_database where datname = 'stemma'")
    if (rows.length === 0) await client.query('create database stemma')
  })
}

/** Leaves it running if it has other clients. */
async function stop(server: Server, url: string) {
  const others = await asked(url, async (client) => {
    const { rows } = await client.query(
      "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows.length
  }).catch(() => 0)
  if (others === 0) await call(server, 'pg_ctl', ['stop', '-w', '-m', 'fast', '-D', server.data])
}

async function asked<T>(url: string, ask: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await ask(client)
  } finally {
    await client.end()
  }
}

async function call({ binaries, data, user }: Server, program: string, args: string[]) {
  try {
    await execute(join(binaries, program), args, { ...user, cwd: data })
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    throw new Error(`${program} failed: ${stderr}${stdout}`.trim(), { cause: error })
  }
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
