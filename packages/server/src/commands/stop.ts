import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../jobs/shifts.ts'

const stopMaxMs = 30_000

/**
 * Resolves when the process is told to stop. From then on it has a bounded time to finish
 * what it does; a second signal ends it at once.
 */
export function stopSignal(log: Log): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => {
      log.error({ afterMs: stopMaxMs }, 'stopped before everything was finished')
      process.exit(1)
    }, stopMaxMs).unref()
    resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  return promise
}

/** Counts the requests from now on; the result waits until none of them runs. */
export function countRequests(app: FastifyInstance): () => Promise<void> {
  let running = 0
  let onQuiet = () => {}
  app.addHook('onRequest', async () => {
    running++
  })
  app.addHook('onResponse', async () => {
    running--
    if (running === 0) onQuiet()
  })
  return () =>
    new Promise((resolve) => {
      onQuiet = resolve
      if (running === 0) resolve()
    })
}

/**
 * Takes no more requests and lets those that run finish. A connection that is open but
 * says nothing is closed then, too: the server alone would wait for it.
 */
export async function closeServer(app: FastifyInstance, quiet: () => Promise<void>) {
  const closed = app.close()
  await quiet()
  const server: Server = app.server
  server.closeIdleConnections()
  await Promise.race([closed, sleep(lastBytesMs, undefined, { ref: false })])
  server.closeAllConnections()
  await closed
}

/** How long the last answers may take to leave. */
const lastBytesMs = 500
