import type { Operation } from '@stemma/contract'
import type { FastifyReply } from 'fastify'

const mediaType = 'application/x-ndjson'

/** Whether the caller wants a list as JSON Lines, one item per line, for stream processing. */
export function wantsLines({ request }: FastifyReply, { returns }: Operation): boolean {
  const isList = 'items' in ((returns as { properties?: object } | undefined)?.properties ?? {})
  return isList && request.method === 'GET' && (request.headers.accept ?? '').includes(mediaType)
}

/** The next page is in the `Link` header, because the lines contain only items. */
export function sendLines(reply: FastifyReply, body: string) {
  const { items, next } = JSON.parse(body) as { items: object[]; next?: { page: string } }
  if (next !== undefined) {
    const url = new URL(reply.request.url, 'http://here')
    url.searchParams.set('page', next.page)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  reply.type(mediaType).send(items.map((item) => `${JSON.stringify(item)}\n`).join(''))
}
