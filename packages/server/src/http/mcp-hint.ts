import type { FastifyReply } from 'fastify'

/** For people who open the URL. Programs learn that there is no stream to read. */
export function sendMcpHint(reply: FastifyReply, text: string) {
  return reply
    .code(405)
    .headers({ allow: 'POST', 'cache-control': 'no-store' })
    .type('text/plain; charset=utf-8')
    .send(text)
}
