import { Worker } from 'node:worker_threads'

/**
 * Starts a thread for work on foreign input. It gets nothing of its process: no environment, and none of the
 * options that the process was started with, because a module that `--import` loads (a tracer, for example)
 * may not work in a thread.
 */
export function startThread(program: URL): Worker {
  const thread = new Worker(program, { resourceLimits, env: {}, execArgv: [] })
  // Without a listener, a thread that fails while it is idle ends the process.
  thread.on('error', () => {})
  return thread
}

const resourceLimits = { maxOldGenerationSizeMb: 512, stackSizeMb: 4 }
