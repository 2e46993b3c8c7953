import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Described, requirePlaneRules } from './statements.ts'

const tables: readonly Described[] = [
  table('users', 'directory', 'id', 'email'),
  table('migrations', 'local', 'name'),
  table('events', 'workspace', 'organization_id', 'id', 'type'),
  table('idempotency_keys', 'workspace', 'organization_id', 'key', 'created_at'),
  table('spaces', 'content', 'id', 'organization_id', 'title'),
  table('space_user_grants', 'content', 'space_id', 'user_id', 'role'),
]

test('statements that keep to one plane and give its key are accepted', async () => {
  for (const text of [
    'begin',
    'set timezone to $$UTC$$',
    'select 1',
    'select email from users where email = $1',
    'select email from users for update /* rowLock */',
    'select title from spaces s, users u where s.id = $1 for update of s',
    'select title from spaces where id = $1',
    'select title from spaces where $1 = spaces.id for update',
    'select "s"."title" from "public"."spaces" as "s" where "s"."id" = $1::text',
    'select role from space_user_grants where space_id = any($1) and user_id = $2',
    'select role from space_user_grants where space_id in ($1, $2)',
    'select role from space_user_grants where (space_id = $1 and role = $2) or (space_id = $3 and role = $4)',
    'select role from space_user_grants g join spaces on space_id = $1 and id = $1',
    'select u.email, (select g.role from space_user_grants g where g.space_id = $1 limit 1) from users u',
    'select * from users u left join spaces s on s.id = $1 left join space_user_grants g on g.space_id = $1',
    'with s as (select * from spaces where id = $1) select * from s, users where s.id = users.id',
    'select id from spaces where id = $1 union select user_id from space_user_grants where space_id = $1',
    'insert into space_user_grants (space_id, user_id, role) values ($1, $2, $3) on conflict do nothing',
    'insert into events (organization_id, id) select $1, id from users',
    'update spaces set title = $2 where id = $1 returning title',
    'delete from space_user_grants using users u where space_id = $1 and user_id = u.id',
    'select graphile_worker.add_job($1, $2::json)',
    'select * from graphile_worker.events',
  ]) {
    await requirePlaneRules([text], tables)
  }
})

test('a statement that touches both planes is refused', async () => {
  await refused('select * from events e join spaces s on s.id = $1 and e.organization_id = $2', /Rule 3/)
  await refused(
    'select (select id from events where organization_id = $1) from spaces where id = $2',
    /Rule 3/,
  )
  await refused(
    'with e as (insert into events (organization_id) values ($1)) update spaces set title = $2 where id = $3',
    /Rule 3: ask the content and the workspace plane/,
  )
})

test('a plane table without its key as a parameter is refused', async () => {
  for (const text of [
    'select * from space_user_grants',
    'select * from space_user_grants where role = $1',
    'select * from space_user_grants where space_id <> $1',
    'select * from space_user_grants where space_id not in ($1)',
    "select * from space_user_grants where space_id = 'constant'",
    'select * from space_user_grants where space_id = $1 or user_id = $2',
    'select * from space_user_grants where not space_id = $1',
    'select * from space_user_grants where (space_id, user_id) > ($1, $2)',
    'select * from spaces s join space_user_grants g on g.space_id = s.id where s.id = $1',
    'select * from space_user_grants g left join spaces s on g.space_id = $1 and s.id = $1',
    'select * from users where exists (select from space_user_grants g where g.user_id = users.id)',
    'select * from (select * from space_user_grants) g where g.space_id = $1',
    'select * from spaces where id = $1 union all select * from spaces',
    'with s as (select * from spaces) select * from s where s.id = $1',
    'insert into space_user_grants (user_id, role) values ($1, $2)',
    'insert into space_user_grants values ($1, $2, $3)',
    'insert into users (id) select user_id from space_user_grants',
    'update space_user_grants set role = $1 where user_id = $2',
    'update users set email = $1 from space_user_grants g where g.user_id = users.id',
    'delete from events where id = $1',
    'delete from events where type = $1 and organization_id = (select id from users where email = $2)',
  ]) {
    await refused(text, /Rule 4/)
  }
})

test('the message names the table, its key and the statement', async () => {
  const text = 'select * from spaces s join space_user_grants g on g.space_id = s.id where s.id = $1'
  const told = `Rule 4: give the key of space_user_grants, \`g.space_id = $n\`:\n    ${text}`
  await assert.rejects(requirePlaneRules([text], tables), ({ message }: Error) => message.endsWith(told))
})

test('rows are locked only with the key given, even where asking all shards is allowed', async () => {
  await refused('select * from spaces where organization_id = $1 for update', /Rule 5/)
  await refused('select * from space_user_grants where user_id = $1 for share skip locked', /Rule 5/)
  await refused('select * from (select * from events where type = $1 for update) e', /Rule 5/)
})

test('rows of the directory are locked by rowLock, which leaves the copies of a cluster alone', async () => {
  await refused('select email from users where id = $1 for update', /Rule 10: lock rows of users/)
  await refused('select u.email from users as u for key share of u', /Rule 10/)
  await refused('select 1 from (select id from users for no key update) u', /Rule 10/)
  await refused('select title from spaces s, users u where s.id = $1 for update', /Rule 10/)
})

test('a recursion stands in a query of its own beside a table that all shards are asked for', async () => {
  const walk = 'walk as (select id from users union all select u.id from users u join walk on true)'
  const spaces = 'select * from spaces where organization_id = $1'
  await refused(`with recursive ${walk} ${spaces}`, /Rule 8/)
  await requirePlaneRules([`with tree as (with recursive ${walk} select id from walk) ${spaces}`], tables)
  await requirePlaneRules([`with recursive ${walk} select * from spaces where id = $1`], tables)
})

test('an insert does not set the key of a row that exists', async () => {
  const insert =
    'insert into space_user_grants (space_id, user_id) values ($1, $2) on conflict (user_id) do update set'
  await refused(`${insert} space_id = $1`, /Rule 9/)
  await requirePlaneRules([`${insert} role = $3`], tables)
})

test('the known exceptions are accepted, and nothing near them', async () => {
  await requirePlaneRules(['select id from spaces where organization_id = $1 order by id limit $2'], tables)
  await requirePlaneRules(['delete from idempotency_keys where created_at < $1'], tables)
  await requirePlaneRules(['select role from space_user_grants where user_id = $1'], tables)
  await refused('select id from spaces where title = $1', /Rule 4/)
  await refused('delete from spaces where organization_id = $1', /Rule 4/)
  await refused('delete from idempotency_keys where created_at > $1', /Rule 4/)
  await refused('select key from idempotency_keys where created_at < $1', /Rule 4/)
})

test('other commands than select, insert, update and delete are refused', async () => {
  await refused('truncate spaces', /Only select/)
  await refused('lock table users', /Only select/)
  await refused('create temporary table copies (id text)', /Only select/)
})

async function refused(text: string, why: RegExp) {
  await assert.rejects(requirePlaneRules([text], tables), why, `accepted: ${text}`)
}

function table(name: string, kind: string, ...columns: string[]): Described {
  return {
    name,
    kind,
    columns: columns.map((column) => ({
      name: column,
      type: 'text',
      collation: '"C"',
      nullable: false,
      default: null,
    })),
  }
}
