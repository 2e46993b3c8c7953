import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { type Config, readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { openMailer } from '../config/open-mailer.ts'
import { openOutside } from '../config/open-outside.ts'
import { openSeals } from '../config/open-seals.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { codeOf } from '../db/driver.ts'
import { startWorker } from '../worker.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { requireMigrated } from './database.ts'
import { closeServer, countRequests, stopSignal } from './stop.ts'

export const serve = defineCommand({
  name: 'serve',
  summary: 'Start the server. Also runs jobs unless STEMMA_JOBS=off. Stops on SIGTERM or SIGINT. Logs JSON.',
  options: {},
  examples: [['Listen on port 8080', 'STEMMA_PORT=8080 stemma-server serve']],

  async run() {
    const config = readConfig()
    await requireMigrated(config)
    const db = openDatabase({
      url: config.databaseUrl,
      connectionsMax: config.databaseConnectionsMax,
      statementTimeoutMs: config.requestTimeoutMs,
    })
    try {
      await serveUntilStopped(config, db)
    } finally {
      await db.destroy()
    }
    return undefined
  },
})

async function serveUntilStopped(config: Config, db: Database) {
  const app = await buildApp({ config, db })
  const quiet = countRequests(app)
  const stopped = stopSignal(app.log)
  try {
    const [blobs, outside, seals] = [await openBlobs(config), openOutside(config), await openSeals(config)]
    const mailer = await openMailer(config)
    const options = { ...config, db, url: config.databaseUrl, log: app.log, blobs, outside, seals, mailer }
    const worker = config.jobs ? await startWorker(options) : undefined
    try {
      await listen(app, config)
      await stopped
    } finally {
      await Promise.all([closeServer(app, quiet), worker?.stop()])
    }
  } finally {
    await app.close()
  }
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const advice = advices[codeOf(error) ?? '']
    if (advice === undefined) throw error
    throw new CommandFailure(`The server can't listen on port ${port} of ${host}: ${advice}.`, {
      cause: error,
    })
  }
}

const advices: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else does. Stop it, or set STEMMA_PORT',
  EACCES: 'this user may not. Set STEMMA_PORT to 1024 or more',
  EADDRNOTAVAIL: 'it is not an address of this machine. Set STEMMA_HOST',
  ENOTFOUND: 'there is no such host. Set STEMMA_HOST',
}
