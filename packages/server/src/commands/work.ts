import Fastify from 'fastify'
import { readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
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
    // The same log as that of the HTTP side, of a server that never listens.
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
      })
      log.info('working')
      await stopped
      await worker.stop()
    }
    // Ten jobs run at once: with the two connections of other commands they would wait for each other.
    await withDatabase(config, work, config.databaseConnectionsMax)
    return undefined
  },
})
