import type { FastifyBaseLogger } from 'fastify'
import type { GitCache } from '../../../git/cache.ts'
import { gitLimits, gitStarter } from '../../../git/process.ts'
import * as commits from '../../../git/store.ts'
import { gatherObjects } from '../../../git/upkeep.ts'
import type { Core } from '../../../http/route.ts'

/** Once an hour, deletes repositories that nobody uses, and gathers the objects of the others. */
export function keepUpHourly(core: Kept, cache: GitCache, log: FastifyBaseLogger): { stop(): void } {
  const stopping = new AbortController()
  let isRunning = false
  const timer = setInterval(async () => {
    if (isRunning) return
    isRunning = true
    await keepUp(core, cache, log, stopping.signal).catch((err) => log.warn({ err }, 'git cache not kept up'))
    isRunning = false
  }, upkeepMs).unref()
  return {
    stop() {
      clearInterval(timer)
      stopping.abort()
    },
  }
}

const upkeepMs = 60 * 60 * 1000

type Kept = Pick<Core, 'db' | 'clock'>

async function keepUp({ db, clock }: Kept, cache: GitCache, log: FastifyBaseLogger, signal: AbortSignal) {
  await cache.prune((spaceIds) => commits.existing(db, spaceIds), clock().getTime())
  for (const repository of await cache.repositories()) {
    if (signal.aborted) return
    await gatherObjects(start, repository).catch((err) =>
      log.warn({ err, repository }, 'git objects not gathered'),
    )
  }
}

/** Beside the processes that people wait for. */
const start = gitStarter({ ...gitLimits, processesMax: 1 })
