import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { createEmptyDatabase } from '../../packages/server/src/test/database.ts'
import type { Server } from '../../packages/server/src/test/harness.ts'
import { freePort } from '../../tools/dev/port.ts'
import { run } from '../../tools/packages/stage.ts'
import { copySpaces, givenReader } from './directus-rows.ts'
import { connectionsMax } from './server.ts'
import type { Target } from './side.ts'

/** `isolated-vm`, a dependency of Directus, does not build on newer versions of Node. */
const [version, nodeVersion] = ['12.4.0', '22']
const folder = join(tmpdir(), `stemma-bench-directus-${version}`)

/** Starts Directus on the same PostgreSQL and spaces, with a user who has a policy and a static token. */
export async function openDirectus(fixture: Server) {
  const node = await install()
  const database = await createEmptyDatabase()
  const db = openDatabase({ url: database.url, connectionsMax: 2, statementTimeoutMs: 30_000 })
  const admin = randomUUID()
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const env = { ...settings(database.url, admin), PORT: String(port), PUBLIC_URL: address }
  let child: ChildProcess | undefined
  const stop = async () => {
    if (child?.exitCode === null && child.kill()) await once(child, 'exit')
    await db.destroy()
    await database.drop()
  }
  try {
    await run(node, [command, 'bootstrap'], { cwd: folder, env })
    await copySpaces(fixture.db, db)
    child = spawn(node, [command, 'start'], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    await untilReady(child, address)
    const secret = await givenReader(address, admin)
    return { pid: child.pid ?? 0, address, secret, db, stop } satisfies Target & Stoppable
  } catch (error) {
    await stop()
    throw error
  }
}

interface Stoppable {
  readonly stop: () => Promise<void>
}

const command = join(folder, 'node_modules/directus/cli.js')

/** Into a separate folder that is kept: Directus is not our dependency, and installing takes minutes. */
async function install(): Promise<string> {
  const runtime = `node-${process.platform}-${process.arch}`
  const home = join(folder, 'node_modules', runtime)
  const done = join(folder, 'installed')
  const node = join(home, 'bin/node')
  if (await isThere(done)) return node
  console.log(`Installing Directus ${version} into ${folder}, which takes minutes.`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }))
  const npm = (...packages: string[]) =>
    run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
      cwd: folder,
      // Native modules are compiled for that version of Node, whose headers the package includes.
      env: {
        ...process.env,
        PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
        npm_config_nodedir: home,
        npm_config_ignore_scripts: 'false',
      },
    })
  await npm(`${runtime}@${nodeVersion}`)
  await npm(`directus@${version}`)
  await writeFile(done, '')
  return node
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** Defaults, with as many connections as our server and no limits that would throttle the load. */
function settings(url: string, admin: string) {
  return {
    PATH: process.env.PATH,
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: url,
    DB_POOL__MIN: '0',
    DB_POOL__MAX: String(connectionsMax),
    SECRET: randomUUID(),
    ADMIN_EMAIL: 'admin@example.com',
    ADMIN_PASSWORD: randomUUID(),
    ADMIN_TOKEN: admin,
    HOST: '127.0.0.1',
    LOG_STYLE: 'raw',
    RATE_LIMITER_ENABLED: 'false',
    PRESSURE_LIMITER_ENABLED: 'false',
    TELEMETRY: 'false',
  }
}

async function untilReady(child: ChildProcess, address: string) {
  const startedBy = performance.now() + startMsMax
  while (performance.now() < startedBy && child.exitCode === null) {
    const answer = await fetch(`${address}/server/ping`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
  throw new Error('Directus did not start.')
}

const startMsMax = 120_000
