import Fastify, { type FastifyRequest } from 'fastify'
import type pg from 'pg'
import { secretHash } from '../../packages/server/src/auth/secrets.ts'
import { newId } from '../../packages/server/src/common/ids.ts'

/**
 * The server one would write in an afternoon: it looks up the token and runs prepared statements for the same
 * rows, the same for every caller. No permissions, events, idempotency, validation, logs or ETags.
 */
export function bareServer(pool: pg.Pool) {
  const app = Fastify()
  const query = (name: StatementName, values: unknown[], on: pg.Pool | pg.PoolClient = pool) =>
    on.query({ name, text: statements[name], values })
  const authenticate = async ({ headers }: FastifyRequest): Promise<string> => {
    const secret = (headers.authorization ?? '').slice('Bearer '.length)
    const { rows } = await query('token', [secretHash(secret)])
    if (rows.length === 0) throw new Error('no such token')
    return rows[0].user_id
  }
  const inTransaction = async (work: (client: pg.PoolClient) => Promise<unknown>) => {
    const client = await pool.connect()
    try {
      await client.query('begin')
      await work(client)
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  type Ids = { readonly id: string; readonly space: string }

  for (const [path, statement] of Object.entries({ spaces: 'space', comments: 'comment', pages: 'page' })) {
    app.get(`/${path}/:id`, async (request) => {
      await authenticate(request)
      const { rows } = await query(statement as 'space', [(request.params as Ids).id])
      return rows[0]
    })
  }
  app.get('/lists/:kind/:id', async (request) => {
    await authenticate(request)
    const { kind, id } = request.params as { readonly kind: 'spaces' | 'comments'; readonly id: string }
    const [{ rows }, counted] = await Promise.all([
      query(kind, [id]),
      query(kind === 'spaces' ? 'countSpaces' : 'countComments', [id]),
    ])
    return { items: rows, count: Number(counted.rows[0].count) }
  })
  app.post('/comments/:space', async (request) => {
    const userId = await authenticate(request)
    const { space } = request.params as Ids
    const { body } = request.body as { readonly body: string }
    const { rows } = await query('addComment', [space, newId(), body, userId, new Date().toISOString()])
    return rows[0]
  })
  app.post('/edits/:space', async (request) => {
    const userId = await authenticate(request)
    const { space } = request.params as Ids
    const [id, { body }] = [newId(), request.body as { readonly body: string }]
    await inTransaction(async (client) => {
      await query('addText', [newId(), body], client)
      await query('addRevision', [id, space, userId], client)
      await query('setRevision', [space, id], client)
    })
    return { id }
  })
  return app
}

export const statements = {
  token: 'select user_id from tokens where secret_hash = $1',
  space: 'select * from spaces where id = $1',
  comment: 'select * from bare_comments where id = $1',
  page: 'select * from bare_pages where id = $1',
  spaces: `select * from spaces where organization_id = $1 and deleted_at is null
    order by rank, id limit 50`,
  countSpaces: 'select count(*) from spaces where organization_id = $1 and deleted_at is null',
  comments: 'select * from bare_comments where space_id = $1 order by id limit 50',
  countComments: 'select count(*) from bare_comments where space_id = $1',
  addComment: `insert into bare_comments (space_id, id, body, posted_by, posted_at)
    values ($1, $2, $3, $4, $5) returning *`,
  addText: 'insert into bare_pages (id, markdown) values ($1, $2)',
  addRevision: 'insert into bare_revisions (id, space_id, user_id) values ($1, $2, $3)',
  setRevision: `insert into bare_heads (space_id, revision_id) values ($1, $2)
    on conflict (space_id) do update set revision_id = excluded.revision_id`,
}

export type StatementName = keyof typeof statements

/** Separate tables, with the same keys, for data that our server stores in another form. */
export const bareTables = [
  `create table bare_comments (space_id text, id text unique, body text not null, posted_by text not null,
    posted_at timestamptz not null, primary key (space_id, id))`,
  'create table bare_pages (id text primary key, markdown text not null)',
  'create table bare_revisions (id text primary key, space_id text not null, user_id text not null)',
  'create table bare_heads (space_id text primary key, revision_id text not null)',
]
