import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import pg from 'pg'
import { readCatalogue } from '../db/catalogue.ts'
import { createEmptyDatabase, createTestDatabase } from './database.ts'
import {
  clearedReferences,
  unclassified,
  unindexedReferences,
  wrongKeys,
  wrongReferences,
  wrongTypes,
} from './plane-rules.ts'
import { planeKeyOf } from './statements.ts'

const { url, drop } = await createTestDatabase()
after(() => drop())
const catalogue = await readCatalogue(url)

test('every table says which kind it is and what it holds', () => {
  assert.deepEqual(unclassified(catalogue), [])
})

test("every primary key and unique index of a plane's table begins with the plane's key", () => {
  assert.deepEqual(wrongKeys(catalogue), [])
})

test('foreign keys stay inside a plane or point to the directory', () => {
  assert.deepEqual(wrongReferences(catalogue), [])
})

test('keys are text in byte order, and of no domain', () => {
  assert.deepEqual(wrongTypes(catalogue), [])
})

test("no reference that contains the plane's key is set to null", () => {
  assert.deepEqual(clearedReferences(catalogue), [])
})

test('every foreign key has an index, so that deletes do not scan', () => {
  assert.deepEqual(unindexedReferences(catalogue), [])
})

test('no table draws its numbers from a sequence', async () => {
  assert.deepEqual(await sequencesIn(url), [])
})

test('each of these rules is seen to fail', async (t) => {
  const broken = await createEmptyDatabase()
  t.after(broken.drop)
  await run(broken.url, [
    `create table users (id text primary key, number serial);
    create table spaces (id text primary key, number int generated always as identity);
    create table organizations (id text primary key, space_id text references spaces);
    create table pages (id text primary key, space_id text references spaces, author text references users);
    create table events (organization_id text, id text unique, space_id text references spaces);
    create index events_of_space on events (space_id) where id is not null;
    create table drafts (space_id text, id text, of_space text references spaces, primary key (space_id, id));
    create domain name as text check (value <> '');
    create table notes (space_id text collate "C", id text collate "C", draft_id text, title name,
      primary key (space_id, id),
      foreign key (space_id, draft_id) references drafts on delete set null (draft_id));
    create index notes_of_draft on notes (space_id, draft_id);
    create index drafts_of on drafts (of_space, id);
    create unique index drafts_by_number on drafts (id, space_id) where id > 'a';
    create table teams (organization_id text, id text primary key, unique (organization_id, id));
    create table good (organization_id text, team_id text primary key,
      foreign key (organization_id, team_id) references teams (organization_id, id));
    create table bad (organization_id text primary key, team_id text,
      foreign key (organization_id, team_id) references teams (organization_id, id));
    create table nothing (id text);
    create table settings (id text);
    comment on table users is 'directory: people';
    comment on table teams is 'directory: groups';
    comment on table good is 'directory: with an index that leads to the team';
    comment on table bad is 'directory: with an index that leads to all teams';
    comment on table organizations is 'directory: who owns';
    comment on table spaces is 'content: where pages live';
    comment on table pages is 'content: pages';
    comment on table drafts is 'content: pages to be';
    comment on table notes is 'content: notes';
    comment on table events is 'workspace: what happened';
    comment on table settings is 'global: settings'`,
  ])
  const wrong = await readCatalogue(broken.url)
  assert.deepEqual(unclassified(wrong).map(tableIn), ['nothing', 'settings'])
  assert.deepEqual(wrongKeys(wrong), [
    'Let drafts_by_number of drafts begin with space_id.',
    'Give events a primary key.',
    'Let events_id_key of events begin with organization_id.',
    'Let pages_pkey of pages begin with space_id.',
  ])
  assert.deepEqual(wrongReferences(wrong), [
    'Let drafts_of_space_fkey of drafts begin with space_id.',
    'events_space_id_fkey leads out of the workspace of events: drop it.',
    'organizations_space_id_fkey leads out of the directory of organizations: drop it.',
  ])
  assert.deepEqual(
    wrongTypes(wrong).filter((sentence) => /notes|domain/.test(sentence)),
    [
      'Replace by text collate "C" with a check: ' +
        `create domain name as text collate "default" CHECK ((VALUE <> ''::text));`,
      'Give draft_id of notes collate "C".',
    ],
  )
  assert.deepEqual(clearedReferences(wrong), [
    'notes_space_id_draft_id_fkey of notes: clear the columns in the statement that deletes.',
  ])
  assert.deepEqual(unindexedReferences(wrong), [
    'Create an index on bad (organization_id, team_id).',
    'Create an index on events (space_id).',
    'Create an index on organizations (space_id).',
    'Create an index on pages (author).',
    'Create an index on pages (space_id).',
  ])
  assert.deepEqual(await sequencesIn(broken.url), ['spaces_number_seq', 'users_number_seq'])
})

test('citus.sql declares every table once, in an order a cluster accepts', async () => {
  const text = await readFile(new URL('../../../../deploy/citus.sql', import.meta.url), 'utf8')
  await run(url, [clusterInMiniature, text])
  const { rows } = await query(
    url,
    'select name, key, colocate_with as "with" from cluster.declared order by name',
  )

  const first = { workspace: 'events', content: 'spaces' }
  const expected = catalogue.tables
    .filter(({ kind }) => kind !== 'local')
    .map((table) => {
      const plane = first[table.kind as keyof typeof first] ?? null
      return { name: table.name, key: planeKeyOf(table) ?? null, with: plane === table.name ? 'none' : plane }
    })
  assert.deepEqual(rows, expected)
  const distributable = catalogue.tables.map((table) => ({ ...table, triggers: [], unlogged: false }))
  assert.deepEqual((await readCatalogue(url)).tables, distributable)
})

/** Mimics the Citus functions with their rules for keys, triggers and logs, and records what was declared. */
const clusterInMiniature = `
  create schema cluster;
  create table cluster.declared (name text primary key, key text, colocate_with text);
  create function cluster.declare(name regclass, key text, colocate_with text) returns void
  language plpgsql as $$
  declare target record;
  begin
    for target in select confrelid::regclass::text as name from pg_constraint
      where conrelid = name and contype = 'f' and confrelid <> conrelid loop
      if not exists (select from cluster.declared d where d.name = target.name and d.key is null) then
        raise '% refers to %, which is not a reference table: declare that first, or add the key afterwards',
          name, target.name;
      end if;
    end loop;
    if exists (select from pg_trigger where tgrelid = name and not tgisinternal) then
      raise '% has triggers: drop them first', name;
    end if;
    if exists (select from pg_class where oid = name and relpersistence = 'u') then
      raise '% is unlogged, so its shards could not move: set it logged first', name;
    end if;
    insert into cluster.declared values (name::text, key, colocate_with);
  end $$;
  create function create_reference_table(name regclass) returns void language sql
    as $$ select cluster.declare(name, null, null) $$;
  create function create_distributed_table(name regclass, key text, colocate_with text) returns void
    language sql as $$ select cluster.declare(name, key, colocate_with) $$`

async function sequencesIn(database: string): Promise<string[]> {
  const { rows } = await query(
    database,
    "select sequencename as name from pg_sequences where schemaname = 'public' order by 1",
  )
  return rows.map(({ name = '' }) => name)
}

function tableIn(sentence: string) {
  return /table (\w+)/.exec(sentence)?.[1]
}

async function run(database: string, texts: readonly string[]) {
  for (const text of texts) await query(database, text)
}

async function query(database: string, text: string) {
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    return await client.query<Record<string, string>>(text)
  } finally {
    await client.end()
  }
}
