import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { connectionsOf, type Database } from '../db/database.ts'
import { isFromHere } from './from-here.ts'

/**
 * How often the delay of the event loop is measured. Each time wakes the process. The metric includes this
 * interval, so the alert in `deploy/prometheus/rules.yml` depends on it.
 */
const loopLookMs = 200

/**
 * One log line and one measurement per request. Headers, bodies and queries are left out, because they can
 * contain secrets.
 */
export function observe(app: FastifyInstance, { metrics, db, countJobs }: Observed) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: loopLookMs })
  const seconds = new Histogram({
    name: 'stemma_request_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5],
    registers: [registry],
  })

  app.addHook('onResponse', (request, reply, done) => {
    const operation = request.routeOptions.config.operationId ?? request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    // How long a stream stays open says nothing about the server.
    const isOpenEnded = request.routeOptions.config.streams === true && reply.statusCode === 200
    if (!isOpenEnded)
      seconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    const { userId: caller, refusal: reason } = request
    // IP addresses are personal data, so only those of rejected requests are logged.
    const ip = [401, 403, 429].includes(reply.statusCode) ? request.ip : undefined
    request.log.info({ operation, caller, status: reply.statusCode, reason, ip, ms }, 'request')
    done()
  })

  if (metrics !== 'off') {
    const measureDatabase = databaseGauges(registry, { db, countJobs })
    app.get('/metrics', async (request, reply) => {
      if (metrics === 'loopback' && !isFromHere(request)) return reply.callNotFound()
      await measureDatabase()
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }
}

/** Updated on each scrape. Job figures cover the installation, so every process reports the same ones. */
function databaseGauges(
  registry: Registry,
  { db, countJobs }: Omit<Observed, 'metrics'>,
): () => Promise<void> {
  const registers = [registry]
  const connections = new Gauge({
    name: 'stemma_database_connections',
    help: 'Connections of this process to the database, and requests that wait for one.',
    labelNames: ['state'] as const,
    registers,
  })
  const jobs = new Gauge({
    name: 'stemma_jobs',
    help: 'Jobs of the installation: those that are due, that are running, and that were given up.',
    labelNames: ['state'] as const,
    registers,
  })
  const oldest = new Gauge({
    name: 'stemma_jobs_oldest_due_seconds',
    help: 'For how long the job that waits longest could have been begun.',
    registers,
  })
  return async () => {
    for (const [state, count] of Object.entries(connectionsOf(db))) connections.set({ state }, count)
    // Without a database these figures are omitted; those of the process are still reported.
    const count = await countJobs(db).catch(() => undefined)
    jobs.reset()
    oldest.remove()
    if (count === undefined) return
    for (const state of ['due', 'running', 'failed'] as const) jobs.set({ state }, count[state])
    oldest.set(count.oldestDueSeconds)
  }
}

interface Observed {
  readonly metrics: 'off' | 'loopback' | 'on'
  readonly db: Database
  countJobs(
    db: Database,
  ): Promise<Readonly<Record<'due' | 'running' | 'failed' | 'oldestDueSeconds', number>>>
}
