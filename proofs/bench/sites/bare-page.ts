import Fastify from 'fastify'
import type pg from 'pg'

/** What the bare handler sends: the bytes of our own responses, by path. */
export const barePagesTable =
  'create table bare_site_pages (path text primary key, space_id text, etag text, bytes bytea)'

interface BarePage {
  readonly path: string
  readonly space_id: string
  readonly etag: string
  readonly bytes: Buffer
}

/** Sends each page from memory, packed, after one query for what a page would depend on. */
export async function barePageServer(pool: pg.Pool) {
  const app = Fastify()
  const { rows } = await pool.query<BarePage>('select * from bare_site_pages')
  const pages = new Map(rows.map((page) => [page.path, page]))
  app.get('/*', async (request, reply) => {
    const page = pages.get(request.url)
    const { rows: spaces } = await pool.query({
      name: 'revision',
      text: 'select revision_id from spaces where id = $1',
      values: [page?.space_id],
    })
    if (page === undefined || spaces.length === 0) return reply.code(404).send()
    if (request.headers['if-none-match'] === page.etag) return reply.code(304).send()
    return reply
      .headers({ etag: page.etag, 'content-encoding': 'gzip', 'cache-control': 'max-age=0' })
      .type('text/html; charset=utf-8')
      .send(page.bytes)
  })
  return app
}
