import { Worker } from 'node:worker_threads'

/**
 * Starts a thread for untrusted input. It inherits nothing from the process: no environment variables, and no
 * command-line options, because modules loaded with `--import` (such as a tracer) may not work in a thread.
 */
export function startThread(program: URL): Worker {
  const thread = new Worker(program, { resourceLimits, env: {}, execArgv: [] })
  // Without a listener, a thread that fails while it is idle ends the process.
  thread.on('error', () => {})
  return thread
}

const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
