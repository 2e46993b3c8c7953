import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { openApiDocument, operations } from '@stemma/contract'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { version } from '../common/version.ts'
import { countStranger } from './allowance.ts'
import { etagOf, matches } from './etag.ts'
import type { Core } from './route.ts'

/** The API reference: a page at `/docs`, and the OpenAPI document at `/openapi.json`. Both are public. */
export function mountReference(app: FastifyInstance, core: Pick<Core, 'limits' | 'addresses'>) {
  app.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => countStranger(core, request, reply))
    serve(scope, '/docs', 'text/html', () => page, { 'content-security-policy': policy })
    serve(scope, '/docs/start.js', 'text/javascript', () => startScript)
    serve(scope, '/docs/scalar.js', 'text/javascript', scalarScript)
    // Only the path, so that the page uses the host name under which it was opened.
    const server = new URL(core.addresses.location('')).pathname
    serve(scope, '/openapi.json', 'application/json', () =>
      JSON.stringify(openApiDocument(operations, { version, server })),
    )
  })
}

/** A constant text, built on first use. */
function serve(app: FastifyInstance, path: string, type: string, make: () => Made, headers: object = {}) {
  let served: Promise<Served> | undefined
  app.get(path, async (request, reply) => {
    served ??= Promise.resolve(make()).then(servedOf)
    return send(request, reply.headers(headers).type(`${type}; charset=utf-8`), await served)
  })
}

type Made = string | Promise<string>

interface Served {
  readonly text: string
  readonly gzipped: Buffer
  readonly etag: string
}

async function servedOf(text: string): Promise<Served> {
  return { text, gzipped: await promisify(gzip)(text), etag: etagOf(text) }
}

/** Public, and revalidated by ETag. */
function send({ headers }: FastifyRequest, reply: FastifyReply, { text, gzipped, etag }: Served) {
  const isGzipped = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
  const own = isGzipped ? `${etag.slice(0, -1)}-gzip"` : etag
  reply.headers({ etag: own, 'cache-control': 'public, no-cache', vary: 'Accept-Encoding, Origin' })
  if (matches(headers['if-none-match'] ?? '', own, { weak: true })) return reply.code(304).send()
  if (isGzipped) reply.header('content-encoding', 'gzip')
  return reply.send(isGzipped ? gzipped : text)
}

/** Allows only this server. The script that renders the page needs inline styles. */
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stemma API</title>
<link rel="icon" href="data:,">
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. <a href="openapi.json">The same as data.</a></noscript>
<script src="docs/scalar.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`

/** Disables all features that call other servers, which the policy also forbids. */
const settings = {
  url: 'openapi.json',
  proxyUrl: '',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'direct',
  agent: { disabled: true },
  mcp: { disabled: true },
  persistAuth: false,
  showOperationId: true,
}

const startScript = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)})\n`

/** The plugin includes the bundle without its dependencies, and exposes it only through its route. */
async function scalarScript(): Promise<string> {
  const { default: plugin } = await import('@scalar/fastify-api-reference')
  const carrier = Fastify()
  await carrier.register(plugin, { routePrefix: '/scalar', configuration: { url: 'openapi.json' } })
  const { body } = await carrier.inject('/scalar/js/scalar.js')
  await carrier.close()
  return body
}
