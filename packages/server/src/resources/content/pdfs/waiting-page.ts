import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'

/** Browsers request HTML when they open a link; download programs request PDF, JSON or anything. */
export function prefersPage(accept: string | undefined): boolean {
  return (accept ?? '').split(',').some((type) => type.split(';')[0]?.trim().toLowerCase() === 'text/html')
}

/** Sends a page that reloads until the PDF is ready. It stays open after the download, and says so. */
export function sendWaitingPage(reply: FastifyReply, retryAfterSeconds: number) {
  const headers = {
    'retry-after': retryAfterSeconds,
    'cache-control': 'no-store',
    'content-security-policy': policy,
    // The URL grants access to the PDF, so it must not leak.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  return reply.code(503).headers(headers).type('text/html; charset=utf-8').send(pageFor(retryAfterSeconds))
}

const style = `body { font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 24rem; margin: 10vh auto; padding: 0 1rem }
a { color: #1a4fa0 }`

const styleHash = createHash('sha256').update(style).digest('base64')
const policy =
  `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'none'; ` +
  "frame-ancestors 'none'; base-uri 'none'"

const pageFor = (seconds: number) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="${seconds}">
<title>Preparing the PDF</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Preparing the PDF</h1>
<p role="status">The download starts when the PDF is ready. You can close this page after that.</p>
<p><a href="">Try again now</a></p>
</main>
</body>
</html>
`
