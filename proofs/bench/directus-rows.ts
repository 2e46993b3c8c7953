import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { newId } from '../../packages/server/src/common/ids.ts'
import type { Database } from '../../packages/server/src/db/database.ts'
import type { Wire } from '../kit/load.ts'
import { inTurn, type Places } from '../kit/works.ts'
import type { Asking } from './side.ts'

/** Copies the spaces with all columns and the same index, and creates a table for comments. */
export async function copySpaces(from: Database, to: Database) {
  const { rows: columns } = await sql<{ name: string; type: string }>`select column_name as name,
      case data_type when 'USER-DEFINED' then 'text' else data_type end as type
    from information_schema.columns where table_name = 'spaces' order by ordinal_position`.execute(from)
  const defined = columns.map(({ name, type }) => sql`${sql.id(name)} ${sql.raw(type)}`)
  await sql`create table spaces (${sql.join(defined)}, primary key (id))`.execute(to)
  await sql`create index on spaces (organization_id, rank, id) where deleted_at is null`.execute(to)
  await sql`create table comments (id text primary key, space_id text not null, body text not null,
    posted_by text not null, posted_at timestamptz not null)`.execute(to)
  await sql`create index on comments (space_id, id)`.execute(to)
  const { rows } = await sql<{ row: object }>`select to_jsonb(spaces) as row from spaces`.execute(from)
  for (let at = 0; at < rows.length; at += 1000) {
    const some = JSON.stringify(rows.slice(at, at + 1000).map(({ row }) => row))
    await sql`insert into spaces select * from jsonb_populate_recordset(null::spaces, ${some})`.execute(to)
  }
  await sql`vacuum analyze spaces`.execute(to)
}

/** Creates a user who can only read spaces and read and create comments. Returns the user's token. */
export async function givenReader(address: string, admin: string): Promise<string> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { authorization: `Bearer ${admin}`, 'content-type': 'application/json' }
    const answer = await fetch(address + path, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return ((await answer.json()) as { readonly data: { readonly id: string } }).data
  }
  for (const collection of ['spaces', 'comments']) {
    await send('PATCH', `/collections/${collection}`, { meta: { hidden: false } })
  }
  const allow = (collection: string, action: string) => {
    return { collection, action, fields: ['*'], permissions: {} }
  }
  const permissions = [allow('spaces', 'read'), allow('comments', 'read'), allow('comments', 'create')]
  const { id: policy } = await send('POST', '/policies', { name: 'Bench', permissions })
  const token = randomUUID()
  const user = { email: 'reader@example.com', token, status: 'active', policies: [{ policy }] }
  await send('POST', '/users', user)
  return token
}

/** The Directus requests for the tasks both products have, and how many times faster we promise to be. */
export function directusWorks({ organizationId, spaceIds, drafts }: Places): Record<string, Peer> {
  const isListed = { organization_id: { _eq: organizationId }, deleted_at: { _null: true } }
  const list = `/items/spaces?limit=50&sort=rank,id&meta=filter_count&filter=${JSON.stringify(isListed)}`
  const comment = (index: number): Wire => ({
    method: 'POST',
    path: '/items/comments',
    body: {
      id: newId(),
      space_id: drafts[index % drafts.length]?.spaceId,
      body: `Comment ${index}`,
      posted_by: 'somebody',
      posted_at: new Date().toISOString(),
    },
  })
  return {
    'get a space': { bar: 20, asking: inTurn(spaceIds.map((id) => ({ path: `/items/spaces/${id}` }))) },
    'list 50 spaces': { bar: 4, asking: inTurn([{ path: encodeURI(list) }]) },
    'post a comment': { bar: 15, asking: (length) => ({ length, at: comment }) },
  }
}

export interface Peer {
  readonly bar: number
  readonly asking: Asking
}
