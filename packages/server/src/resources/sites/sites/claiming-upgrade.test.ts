import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { migrate, readMigrations } from '../../../db/migrate.ts'
import { createEmptyDatabase } from '../../../test/database.ts'

test('after the upgrade an address counts if its host was verified and nobody else names it', async (t) => {
  const { url, drop } = await createEmptyDatabase()
  t.after(drop)
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(url, names.slice(0, names.indexOf('0032-site-domains.sql')))
  await query(url, filled)
  await migrate(url)
  assert.deepEqual(await query(url, "select address from site_addresses where kind <> 'path' and proved"), [
    { address: 'verified.example/docs' },
  ])
  const domains = `select organization_id || ' ' || domain as domain, for_email as email,
      length(token) as token from email_domains where for_sites order by domain`
  assert.deepEqual(await query(url, domains), [
    { domain: 'acme docs.pending.example', email: false, token: 32 },
    { domain: 'acme shared.example', email: true, token: 1 },
    { domain: 'acme verified.example', email: true, token: 1 },
    { domain: 'other shared.example', email: false, token: 32 },
  ])
})

const filled = `
  insert into organizations (id, title, created_at, updated_at)
    select id, id, now(), now() from unnest(array['acme', 'other']) as o (id);
  insert into email_domains (organization_id, domain, token, asked_at, verified_at)
    values ('acme', 'verified.example', 't', now(), now()), ('acme', 'shared.example', 't', now(), now());
  insert into sites (organization_id, id, type, title, visibility, proxy, hostname, auth_private_key,
      created_at, updated_at)
    select o, s, 'basic', s, 'public', p, h, 'key', now(), now() from (values
      ('acme', 'one', 'verified.example/docs', 'docs.pending.example'),
      ('acme', 'two', 'shared.example/a', null),
      ('other', 'three', 'shared.example/a/b', null)) v (o, s, p, h);
  insert into site_addresses (kind, address, organization_id, site_id)
    select 'path', id, organization_id, id from sites
    union all select 'proxy', proxy, organization_id, id from sites
    union all select 'hostname', hostname, organization_id, id from sites where hostname is not null`

async function query(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
