import Fastify from 'fastify'
import { readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { openMailer } from '../config/open-mailer.ts'
import { openOutside } from '../config/open-outside.ts'
import { openSeals } from '../config/open-seals.ts'
import { useThreads } from '../content/text-threads.ts'
import type { Database } from '../db/database.ts'
import { startWorker } from '../worker.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { stopSignal } from './stop.ts'

export const work = defineCommand({
  name: 'work',
  summary: 'Run jobs without serving requests. Stops on SIGTERM or SIGINT. Logs JSON.',
  options: {},
  examples: [['Run jobs on another machine', 'stemma-server work']],

  async run() {
    const config = readConfig()
    useThreads(config.threads)
    // Gives the worker the same log format as the HTTP server; this server never listens.
    const { log } = Fastify({ logger: { level: config.logLevel, base: null } })
    const work = async (db: Database) => {
      const blobs = await openBlobs(config)
      const stopped = stopSignal(log)
      const worker = await startWorker({
        ...config,
        db,
        url: config.databaseUrl,
        log,
        blobs,
        outside: openOutside(config),
        seals: await openSeals(config),
        mailer: await openMailer(config),
      })
      log.info('working')
      await stopped
      await worker.stop()
    }
    // Ten jobs run concurrently, so the two connections of other commands would not be enough.
    await withDatabase(config, work, config.databaseConnectionsMax)
    return undefined
  },
})
