import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { openBrowser } from '../../packages/server/src/test/browser.ts'
import { signInWith } from '../../packages/server/src/test/signing-in.ts'
import { buildConsole } from './console.ts'
import { showLog } from './log.ts'
import { announcement, migrationsLine } from './messages.ts'
import { freePort } from './port.ts'
import { startPostgres } from './postgres.ts'
import { fillSample, prepareSample, reviewerToken, type Sample } from './sample.ts'
import { publishedSite } from './sample-site.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const main = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
/** Stops the server even if this process is killed and cannot signal it. */
const leash = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel.unref()",
)}`
const { values: options } = parseArgs({
  options: {
    // Start, try everything that is announced, and stop.
    check: { type: 'boolean', default: false },
    // Use the PostgreSQL from npm even if one is installed.
    embedded: { type: 'boolean', default: false },
    // Give the sample admin a new password, which ends their sessions.
    'new-password': { type: 'boolean', default: false },
  },
})

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

try {
  await develop()
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`dev: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  }
}

/** Starts everything and runs until Ctrl-C. */
async function develop() {
  const { DATABASE_URL: given } = process.env
  const { url, stop } = given ? { url: given, stop: async () => {} } : await startPostgres(checkout, options)
  try {
    await serveOn(url)
  } finally {
    await stop()
  }
}

async function serveOn(databaseUrl: string) {
  await buildConsole(checkout)
  const applied = await migrate(databaseUrl)
  if (applied.length > 0) console.log(migrationsLine(applied))
  const sample = await prepareSample(databaseUrl, { newPassword: options['new-password'] })
  const port = Number(process.env.STEMMA_PORT) || (await freePort(3000))
  const address = `http://127.0.0.1:${port}`
  const server = startServer({
    STEMMA_FILES_FOLDER: fileURLToPath(new URL('../../.stemma/files', import.meta.url)),
    DATABASE_URL: databaseUrl,
    STEMMA_PORT: String(port),
  })
  const ended = once(server, 'exit')
  try {
    await untilReady(server, address)
    await fillSample(address, sample)
    const site = sample.token === undefined ? undefined : await publishedSite(address, sample.token)
    console.log(announcement({ ...sample, address, site, reviewerToken: await reviewerToken(databaseUrl) }))
    if (options.check) return await check(address, sample, site)
    await Promise.race([ended, once(stopping.signal, 'abort')])
    if (!isRunning(server)) throw new Error('The server ended by itself.')
  } finally {
    if (isRunning(server)) {
      server.kill('SIGTERM')
      await ended
    }
  }
}

/** Runs the operators' command in its own process group, so that Ctrl-C doesn't stop it out of order. */
function startServer(settings: Readonly<Record<string, string>>): ChildProcess {
  const server = spawn(process.execPath, ['--import', leash, main, 'serve'], {
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    detached: true,
  })
  if (server.stdout) showLog(server.stdout, (line) => console.log(line))
  return server
}

async function untilReady(server: ChildProcess, address: string) {
  for (let attempt = 0; attempt < 600; attempt++) {
    if (!isRunning(server)) throw new Error('The server did not start.')
    stopping.signal.throwIfAborted()
    const answer = await fetch(`${address}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(50)
  }
  throw new Error(`The server does not answer at ${address}.`)
}

/** Tries what the announcement offers; without a new password, the sign-in page is only opened. */
async function check(address: string, { token, email, password }: Sample, site: string | undefined) {
  if (token === undefined) throw new Error('The database already has users. Check with an empty database.')
  const headers = { authorization: `Bearer ${token}` }
  const browser = openBrowser(address)
  const signIn =
    password === undefined
      ? browser.get('/login')
      : signInWith(browser, { email, password }, { origin: address })
  const answers = [
    ['the site', await fetch(site ?? `${address}/sites`)],
    ['/v1/user', await fetch(`${address}/v1/user`, { headers })],
    ['/docs', await fetch(`${address}/docs`)],
    ['/login', await signIn],
  ] as const
  for (const [path, { status }] of answers) {
    console.log(`dev: ${path} returned ${status}`)
    if (status >= 400) throw new Error(`${path} failed with ${status}.`)
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
