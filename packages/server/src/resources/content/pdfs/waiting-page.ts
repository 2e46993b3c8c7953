import { html } from '@stemma/site'
import type { FastifyReply } from 'fastify'
import { typesIn } from '../../../http/accept.ts'
import { pageOf, policyFor } from '../../../http/html.ts'

/** Browsers request HTML when they open a link; download programs request PDF, JSON or anything. */
export function prefersPage(accept: string | undefined): boolean {
  return typesIn(accept ?? '').some(({ name }) => name === 'text/html')
}

/** Sends a page that reloads until the PDF is ready. It stays open after the download, and says so. */
export function sendWaitingPage(reply: FastifyReply, retryAfterSeconds: number) {
  const headers = {
    'retry-after': retryAfterSeconds,
    'cache-control': 'no-store',
    'content-security-policy': policyFor([]),
    // The URL grants access to the PDF, so it must not leak.
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  }
  const page = pageOf('Preparing the PDF', message, { refreshSeconds: retryAfterSeconds })
  return reply.code(503).headers(headers).type('text/html; charset=utf-8').send(page)
}

const message = html`<p role="status">The download starts when the PDF is ready. You can close this page after
that.</p>
<p><a href="">Try again now</a></p>`
