import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Log } from '../jobs/log.ts'

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

/**
 * Counts requests from now on. The returned function waits until none is running. The response to a sender
 * who has left never ends: such a request ends when its handler has answered, or before the handler begins.
 */
export function countRequests(app: FastifyInstance): () => Promise<void> {
  const running = new Set<FastifyReply>()
  const handled = new WeakSet<FastifyReply>()
  let onQuiet = () => {}
  const leave = (reply: FastifyReply) => {
    if (running.delete(reply) && running.size === 0) onQuiet()
  }
  app.addHook('onRequest', async (request, reply) => {
    // The rest of its body will never come.
    if (reply.raw.destroyed && !request.raw.complete) return
    running.add(reply)
    reply.raw.once('close', () => {
      if (!handled.has(reply) || reply.sent) leave(reply)
    })
  })
  app.addHook('preValidation', async (_request, reply) => {
    handled.add(reply)
  })
  app.addHook('onSend', async (_request, reply) => {
    handled.delete(reply)
    if (reply.raw.destroyed) leave(reply)
  })
  app.addHook('onResponse', async (_request, reply) => leave(reply))
  return () =>
    new Promise((resolve) => {
      onQuiet = resolve
      if (running.size === 0) resolve()
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
