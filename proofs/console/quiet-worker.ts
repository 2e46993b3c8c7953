import type { Server } from '../../packages/server/src/test/harness.ts'
import { jobSettings } from '../../packages/server/src/test/job-settings.ts'
import { startWorker } from '../../packages/server/src/worker.ts'

/** Performs the jobs of a server: imports, deliveries. Its log says nothing. */
export function startQuietWorker(server: Server) {
  const log = { error() {}, warn() {}, info() {}, debug() {} }
  return startWorker({ ...server, ...jobSettings, log })
}
