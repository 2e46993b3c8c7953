import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { newId } from '../common/ids.ts'
import type { Config } from '../config/config.ts'
import { receiveJson, smallBodyBytes } from './body-admission.ts'
import { answerClientError } from './client-errors.ts'
import { answerFrameworkError } from './error-handler.ts'
import { commonHeaders } from './headers.ts'
import { compileSerializer } from './serializing.ts'
import { compileValidator } from './validation.ts'

interface ServerOptions {
  readonly config: Config
  readonly logStream?: { write(line: string): void }
}

/** Creates Fastify with the limits and error handling that all routes share, but without routes. */
export function createServer({ config, logStream }: ServerOptions): FastifyInstance {
  const setCommon = commonHeaders(config)
  const app = Fastify({
    logger: { level: config.logLevel, base: null, ...(logStream && { stream: logStream }) },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: (_address, hop) => hop < config.trustedProxies,
    bodyLimit: Math.min(smallBodyBytes, config.bodyBytesMax),
    requestTimeout: config.requestTimeoutMs,
    // Node swaps the two timeouts if its default for headers is longer, and checks them every 30 seconds.
    http: {
      headersTimeout: config.requestTimeoutMs,
      requestTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: Math.min(5000, config.requestTimeoutMs),
    },
    connectionTimeout: config.requestTimeoutMs * 2,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // During shutdown, `/readyz` reports it, and requests that still arrive are served.
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      setCommon(reply)
      answerFrameworkError(error, request, reply)
    },
    routerOptions: { maxParamLength: 2048 },
    genReqId: () => newId(),
  })
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.decorateRequest('userId', undefined)
  app.decorateRequest('session', undefined)
  app.decorateRequest('refusal', undefined)
  app.decorateRequest('bodyError', undefined)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, receiveJson)
  return app
}
