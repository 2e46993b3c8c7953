import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createClient } from '@stemma/client'
import { readConfig } from '../config/config.ts'
import { givenSession } from '../test/browser.ts'
import { createTestDatabase } from '../test/database.ts'
import { startServe, stemmaServer } from '../test/process.ts'

const { db, url, drop } = await createTestDatabase()
const settings = { DATABASE_URL: url }
const server = await startServe(settings)
after(async () => {
  await server.stop()
  await drop()
})

const init = (email: string, ...more: string[]) =>
  stemmaServer(['init', '--json', '--email', email, '--organization', 'Acme', ...more], settings)
const token = (...args: string[]) => stemmaServer(['token', ...args], settings)
const clientWith = (secret: string) => createClient({ endpoint: server.address, token: secret, retries: 0 })

test('the first user founds an organization and gets a token that works; another is refused', async () => {
  const outcomes = await Promise.all([
    init('Ada@Example.com', '--name', 'Ada Lovelace'),
    init('ada@example.com'),
  ])
  const made = outcomes.find(({ code }) => code === 0)
  const refused = outcomes.find(({ code }) => code === 1)
  assert.equal(
    refused?.stderr,
    'There are users already. Create tokens for them with stemma-server token create, or add --force.\n',
  )
  const { user, organization, token: first } = JSON.parse(made?.stdout ?? '')
  assert.equal(user.email, 'ada@example.com')

  const client = clientWith(first.secret)
  assert.equal((await client.getAuthenticatedUser()).id, user.id)
  const shown = await client.getOrganizationById({ params: { organizationId: organization.id } })
  assert.deepEqual([shown.title, shown.permissions.admin], ['Acme', true])
  assert.equal(Date.parse(first.expiresAt) - Date.parse(first.createdAt), 365 * 24 * 60 * 60 * 1000)

  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  assert.equal(row.email_verified_at, row.created_at, 'the address counts as verified')
})

test('what commands change is in the events, done by nobody who has an account', async () => {
  const events = await db.selectFrom('events').selectAll().execute()
  const types = events.map(({ type }) => type).sort()
  assert.deepEqual(types, ['member.added', 'organization.created', 'token.created', 'user.created'])
  for (const { actor_id, request_id } of events) assert.deepEqual([actor_id, request_id], [null, null])
})

test('another user is created only if it is insisted on, and no address twice', async () => {
  const forced = await init('bob@example.com', '--force')
  assert.equal(forced.code, 0)
  assert.equal(JSON.parse(forced.stdout).user.displayName, 'bob')
  const again = await init('bob@example.com', '--force')
  assert.match(again.stderr, /^bob@example\.com is already a user\./)
  assert.equal(again.code, 1)
  const titles = await db.selectFrom('organizations').select('title').execute()
  assert.equal(titles.length, 2, 'what failed left nothing behind')
})

test('for people it is printed in lines, with the secret once and never again', async () => {
  const { code, stdout } = await stemmaServer(
    ['init', '--email', 'cleo@example.com', '--organization', 'Cleo & Co', '--force'],
    settings,
  )
  assert.equal(code, 0)
  const secret = /^Token +(stm_\w+)$/m.exec(stdout)?.[1] ?? ''
  assert.equal((await clientWith(secret).getAuthenticatedUser()).displayName, 'cleo')
  const listed = await token('list', '--email', 'cleo@example.com')
  assert.match(listed.stdout, /^ID +PREFIX +LABEL.*\n\w+ +stm_\w{4}… +First token +all +all/)
  assert.ok(!listed.stdout.includes(secret))
})

test('a token that is revoked is refused by a running server at the next request', async () => {
  const created = await token('create', '--email', 'Ada@example.com', '--label', 'CI', '--json')
  assert.equal(created.code, 0)
  const { id, secret } = JSON.parse(created.stdout)
  const client = clientWith(secret)
  await client.getAuthenticatedUser()

  const revoked = await token('revoke', '--id', id)
  assert.deepEqual(revoked, { code: 0, stdout: `Revoked ${id}.\n`, stderr: '' })
  await assert.rejects(client.getAuthenticatedUser(), { status: 401 })
  const again = await token('revoke', '--id', id)
  assert.match(again.stderr, /^There is no token with this ID\./)
  assert.equal(again.code, 1)

  const events = await db.selectFrom('events').selectAll().where('type', '=', 'token.revoked').execute()
  assert.deepEqual(
    events.map(({ body, actor_id }) => [body, actor_id]),
    [[{ tokenId: id, label: 'CI' }, null]],
  )
})

test('the operator ends the sessions of a user, on record, and leaves their tokens', async () => {
  const { user, token: kept } = JSON.parse((await init('carol@example.com', '--force')).stdout)
  const config = readConfig({ ...settings, STEMMA_PUBLIC_URL: server.address })
  const { secret } = await givenSession({ db, config }, { userId: user.id })
  const statusOf = async () =>
    (await fetch(`${server.address}/v1/user`, { headers: { cookie: `stemma_session=${secret}` } })).status
  assert.equal(await statusOf(), 200)
  const end = () => stemmaServer(['session', 'end', '--email', 'carol@example.com'], settings)
  assert.deepEqual([(await end()).stdout, await statusOf()], ['Ended 1 session.\n', 401])
  assert.equal((await end()).stdout, 'Ended 0 sessions.\n')
  assert.equal((await clientWith(kept.secret).getAuthenticatedUser()).id, user.id)
  const events = await db.selectFrom('events').select('body').where('type', '=', 'session.ended').execute()
  assert.match(JSON.stringify(events), /ended by the operator/)
})

test('a token can be made for less than all', async () => {
  const ada = JSON.parse((await token('list', '--email', 'ada@example.com', '--json')).stdout)
  assert.equal(ada.length, 1)
  const { id: organizationId } = await db
    .selectFrom('organizations')
    .innerJoin('members', 'members.organization_id', 'organizations.id')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select('organizations.id')
    .where('users.email', '=', 'ada@example.com')
    .executeTakeFirstOrThrow()
  const narrow = ['--label', 'narrow', '--scopes', 'user:read, organization:read', '--expires-in-days', '7']
  const bound = [...narrow, '--organization', organizationId, '--json']
  const { stdout } = await token('create', '--email', 'ada@example.com', ...bound)
  const made = JSON.parse(stdout)
  assert.deepEqual(made.scopes, ['user:read', 'organization:read'])
  assert.equal(made.organization, organizationId)
  assert.equal(Date.parse(made.expiresAt) - Date.parse(made.createdAt), 7 * 24 * 60 * 60 * 1000)
  const client = clientWith(made.secret)
  await client.getAuthenticatedUser()
  const params = { organizationId }
  await assert.rejects(client.updateOrganizationById({ params, body: { title: 'Mine' } }), { status: 403 })

  const stranger = await token('create', '--email', 'bob@example.com', ...bound)
  assert.match(stranger.stderr, /^The user is not in that organization\./)
  assert.equal(stranger.code, 1)
})

test('who is not there is told so, by address and by id', async () => {
  for (const who of [
    ['--email', 'nobody@example.com'],
    ['--user', 'nobody'],
  ]) {
    const { code, stderr } = await token('list', ...who)
    assert.match(stderr, /^There is no user with /)
    assert.equal(code, 1)
  }
  const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  assert.equal((await token('list', '--user', id)).code, 0)
})

test('the operator removes the second factors of a person who lost them', async () => {
  const { user } = JSON.parse((await init('lost@example.com', '--force')).stdout)
  const now = new Date().toISOString()
  const row = { id: 'factor', user_id: user.id, kind: 'authenticator', label: 'Phone', secret: 'sealed' }
  await db
    .insertInto('factors')
    .values({ ...row, created_at: now, confirmed_at: now })
    .execute()
  await givenSession({ db, config: readConfig(settings) }, { userId: user.id })
  const removed = await stemmaServer(['second-factor', 'remove', '--email', 'lost@example.com'], settings)
  assert.equal(removed.stdout, 'Removed 1 second factor.\n')
  const left = await db.selectFrom('factors').selectAll().execute()
  const sessions = await db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
  const events = await db
    .selectFrom('events')
    .select('type')
    .where('type', '=', 'second_factor.removed')
    .execute()
  assert.deepEqual(
    [left.length, sessions.length, events.length],
    [0, 0, 2],
    'for them and their organization',
  )
})

test('the operator deletes an account, but not the last admin of an organization', async () => {
  const { user, organization } = JSON.parse((await init('leaving@example.com', '--force')).stdout)
  const remove = (...args: string[]) => stemmaServer(['user', 'delete', ...args], settings)
  const refused = await remove('--email', 'leaving@example.com')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /last admin of “Acme”\. Make another member an admin there, or delete/)
  await db.deleteFrom('members').where('organization_id', '=', organization.id).execute()
  const { code, stdout } = await remove('--email', 'leaving@example.com', '--anonymous', '--json')
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(stdout), { deleted: { id: user.id, authorship: 'anonymous' } })
  const row = await db.selectFrom('users').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow()
  assert.deepEqual([row.display_name, row.deleted_at !== null], ['Deleted user', true])
  assert.equal((await init('leaving@example.com', '--force')).code, 0, 'the address is free')
})
