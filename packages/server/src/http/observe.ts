import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

/** One log line and one measurement for each request: headers, bodies and queries can hold secrets. */
export function observe(app: FastifyInstance, { metrics }: { readonly metrics: boolean }) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
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
    seconds.observe({ operation, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
    request.log.info({ operation, caller: request.userId, status: reply.statusCode, ms }, 'request')
    done()
  })

  if (metrics) {
    app.get('/metrics', async (_request, reply) =>
      reply.type(registry.contentType).send(await registry.metrics()),
    )
  }
}
