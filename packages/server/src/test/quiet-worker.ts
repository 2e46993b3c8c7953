import { startWorker, type WorkerOptions } from '../worker.ts'
import type { Server } from './harness.ts'
import { jobSettings } from './job-settings.ts'

/** Performs the jobs of a server, with a log that says nothing. */
export function startQuietWorker(server: Server, settings: Partial<WorkerOptions> = {}) {
  const log = { error() {}, warn() {}, info() {}, debug() {} }
  return startWorker({ ...server, ...jobSettings, ...settings, log })
}
