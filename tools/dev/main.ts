import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { migrate } from '../../packages/server/src/db/migrate.ts'
import { showLog } from './log.ts'
import { freePort } from './port.ts'
import { startPostgres } from './postgres.ts'
import { fillSample, prepareSample, reviewerToken } from './sample.ts'

const checkout = fileURLToPath(new URL('../..', import.meta.url))
const main = fileURLToPath(new URL('../../packages/server/src/main.ts', import.meta.url))
/** The server stops, too, when this process is killed and can no longer tell it to. */
const leash = `data:text/javascript,${encodeURIComponent(
  "process.on('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel.unref()",
)}`
const { values: options } = parseArgs({
  options: {
    // Start, make the request that is shown, and end.
    check: { type: 'boolean', default: false },
    // Take the PostgreSQL that npm brought along even if one is installed.
    embedded: { type: 'boolean', default: false },
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

/** From nothing to a server that answers, until Ctrl-C. */
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
  for (const name of await migrate(databaseUrl)) console.log(`dev: applied ${name}`)
  const sample = await prepareSample(databaseUrl)
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
    announce(address, sample.token, await reviewerToken(databaseUrl))
    if (options.check) return await check(address, sample.token)
    await Promise.race([ended, once(stopping.signal, 'abort')])
    if (!isRunning(server)) throw new Error('The server ended by itself.')
  } finally {
    if (isRunning(server)) {
      server.kill('SIGTERM')
      await ended
    }
  }
}

/** The command that operators run. Ctrl-C does not reach its group, so that it is stopped in order. */
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

/** The line that begins with `export` is for another terminal: README.md goes on from it. */
function announce(address: string, token: string | undefined, reviewer: string | undefined) {
  if (token === undefined) {
    console.log(`\n  ${address}\n\n  The database has users already: create a token for one of them with`)
    console.log('  npx stemma-server token create --email EMAIL --label dev\n')
    return
  }
  const review = reviewer === undefined ? '' : ` REVIEWER_TOKEN=${reviewer}`
  console.log(`\n  Address  ${address}\n  Token    ${token}\n`)
  console.log(`export STEMMA_ENDPOINT=${address} STEMMA_TOKEN=${token}${review}`)
  console.log('curl -H "Authorization: Bearer $STEMMA_TOKEN" "$STEMMA_ENDPOINT/v1/user"\n')
}

async function check(address: string, token: string | undefined) {
  if (token === undefined) throw new Error('The database has users already, so there is no request to check.')
  const answer = await fetch(`${address}/v1/user`, { headers: { authorization: `Bearer ${token}` } })
  console.log(`dev: answered ${answer.status}`)
  if (!answer.ok) throw new Error(`The request that is shown was refused: ${await answer.text()}`)
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}
