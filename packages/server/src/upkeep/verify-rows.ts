import type { ClientBase } from 'pg'
import { quoted } from './catalogue.ts'
import type { Findings } from './findings.ts'

/** PostgreSQL enforces foreign keys, but triggers may have been disabled. */
export async function checkForeignKeys(client: ClientBase, findings: Findings) {
  const { rows: keys } = await client.query<ForeignKey>(foreignKeysSql)
  for (const { name, table, columns, target, targetColumns } of keys) {
    const named = columns.map((column) => `a.${quoted(column)}`)
    const pairs = columns.map((_, index) => `b.${quoted(targetColumns[index] ?? '')} = ${named[index]}`)
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table} a
      where ${named.map((column) => `${column} is not null`).join(' and ')}
      and not exists (select from ${target} b where ${pairs.join(' and ')})`)
    tell(findings, Number(rows[0]?.count), `rows of ${table} refer to nothing in ${target} (${name})`)
  }
}

interface ForeignKey {
  readonly name: string
  readonly table: string
  readonly columns: readonly string[]
  readonly target: string
  readonly targetColumns: readonly string[]
}

const columnsOf = (relation: string, keys: string) => `array(select a.attname::text
  from unnest(k.${keys}) with ordinality one (attnum, place)
  join pg_attribute a on a.attrelid = k.${relation} and a.attnum = one.attnum order by one.place)`

const foreignKeysSql = `
  select k.conname::text as name, k.conrelid::regclass::text as table, k.confrelid::regclass::text as target,
    ${columnsOf('conrelid', 'conkey')} as columns, ${columnsOf('confrelid', 'confkey')} as "targetColumns"
  from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace`

/** Checks references that have no foreign key. */
export async function checkReferences(client: ClientBase, findings: Findings) {
  for (const [what, sql] of references) tell(findings, await countOf(client, sql), what)
}

const revision = (space: string, id: string) =>
  `exists (select from revisions r where r.space_id = ${space} and r.id = ${id})`

const references: readonly (readonly [string, string])[] = [
  [
    'spaces have a head that is no revision',
    `select count(*) from spaces s where not ${revision('s.id', 's.revision_id')}`,
  ],
  [
    'change requests have a head that is no revision',
    `select count(*) from change_requests c where not ${revision('c.space_id', 'c.revision_id')}`,
  ],
  [
    'revisions have a parent that is no revision',
    `select count(*) from revisions v, unnest(v.parents) parent
      where not ${revision('v.space_id', 'parent')}`,
  ],
  [
    'texts are known by an id and not there',
    `select count(*) from documents d join spaces s on s.id = d.space_id where not exists
      (select from content_objects o where o.space_id = s.content_id and o.hash = d.hash)`,
  ],
]

/** Checks that stored counters match the rows that they count. */
export async function checkCounters(client: ClientBase, findings: Findings) {
  for (const [what, sql] of counters) {
    const count = await countOf(client, sql)
    if (count > 0) findings.add('damaged', `${what} is wrong in ${count} rows`)
  }
}

const changeRequests = (where: string) =>
  `(select count(*) from change_requests c where c.space_id = s.id and ${where})`
const openComments = 'reply_to is null and resolved_at is null'
const grants = (kind: 'user' | 'team', organization: string, principal: string) =>
  `(select count(*) from space_${kind}_grants g join spaces s on s.id = g.space_id
    where g.${kind}_id = ${principal} and s.organization_id = ${organization} and s.deleted_at is null)`

const counters: readonly (readonly [string, string])[] = [
  [
    'the number of change requests of a space',
    `select count(*) from spaces s where change_requests <> ${changeRequests('true')}
      or change_requests_open <> ${changeRequests("c.status = 'open'")}
      or change_requests_draft <> ${changeRequests("c.status = 'draft'")}`,
  ],
  [
    'the number of open comments of a space',
    `select count(*) from spaces s where comments <> (select count(*) from comments c
      where c.space_id = s.id and c.change_request_id is null and ${openComments})`,
  ],
  [
    'the number of open comments of a change request',
    `select count(*) from change_requests r where comments <> (select count(*) from comments c
      where c.space_id = r.space_id and c.change_request_id = r.id and ${openComments})`,
  ],
  [
    'the number of replies of a comment',
    `select count(*) from comments c where replies <> (select count(*) from comments r
      where r.space_id = c.space_id and r.reply_to = c.id)`,
  ],
  [
    'the number of spaces of a member',
    `select count(*) from members m where spaces <> ${grants('user', 'm.organization_id', 'm.user_id')}`,
  ],
  [
    'the number of spaces of a team',
    `select count(*) from teams t where spaces <> ${grants('team', 't.organization_id', 't.id')}`,
  ],
]

async function countOf(client: ClientBase, sql: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(sql)
  return Number(rows[0]?.count)
}

function tell(findings: Findings, count: number, what: string) {
  if (count > 0) findings.add('missing', `${count} ${what}`)
}
