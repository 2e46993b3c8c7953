import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Log } from '../jobs/shifts.ts'

const stopMaxMs = 30_000

/**
 * Resolves when the process receives a stop signal. It then has a limited time to finish its work; a second
 * signal ends it immediately.
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

/** Counts requests from now on. The returned function waits until none is running. */
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
 * Stops accepting requests and lets running ones finish. Then closes idle connections too, because the server
 * alone would wait for them.
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

/** How long sending the last responses may take. */
const lastBytesMs = 500
