import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { ApiFailure } from '@stemma/client'
import { type Scope, scopes } from '@stemma/contract'
import pg from 'pg'
import { buildApp } from '../../../app.ts'
import { newSecret } from '../../../auth/secrets.ts'
import { recordTokenUse } from '../../../auth/token-use.ts'
import { newId } from '../../../common/ids.ts'
import { readConfig } from '../../../config/config.ts'
import { givenMember, givenOrganization, givenToken, givenUser, startServer } from '../../../test/harness.ts'
import { refusalWhileLeaving } from '../../../test/leaving.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { testSecretKeys } from '../../../test/secret-keys.ts'

const server = await startServer()
const unauthenticated = { status: 401, reason: 'unauthenticated' }
const lackingScope = { status: 403, reason: 'insufficient_scope' }
const notFound = { status: 404, reason: 'not_found' }
const invalid = { status: 400, reason: 'invalid_request' }
const dayMs = 24 * 60 * 60 * 1000

test('a new token works at once, and its secret is shown once', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const created = await api.request('createToken', { body: { label: 'ci' } })
  const { secret = '', ...shown } = created.data
  assert.equal(created.status, 201)
  assert.equal(created.headers.get('cache-control'), 'no-store')
  assert.match(secret, /^stm_[0-9A-Za-z]{36}$/)
  assert.equal(shown.prefix, secret.slice(0, 8))
  assert.equal((await server.as({ secret }).getAuthenticatedUser()).id, person.id)

  const { items, count } = await api.listTokens()
  assert.equal(count, 2)
  assert.deepEqual(
    items.find(({ id }) => id === shown.id),
    shown,
  )
  assert.ok(!items.some((item) => 'secret' in item))
})

test('a repeated request gives the same token, without its secret', async () => {
  const api = server.as(await givenUser(server))
  const body = { label: 'once', scopes: ['space:read'] satisfies Scope[] }
  const { secret, ...shown } = await api.createToken({ body }, { idempotencyKey: 'once' })
  assert.ok(secret)
  assert.deepEqual(await api.createToken({ body }, { idempotencyKey: 'once' }), shown)
  assert.equal((await api.listTokens()).count, 2)
})

test('of 50 requests at once with one key, one creates the token and shows its secret', async () => {
  const api = server.as(await givenUser(server))
  const create = () => api.createToken({ body: { label: 'race' } }, { idempotencyKey: 'race' })
  const results = await Promise.allSettled(Array.from({ length: 50 }, create))
  for (const result of results) {
    if (result.status === 'rejected') assert.equal(result.reason.reason, 'idempotency_key_in_use')
  }
  const given = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  assert.equal(given.filter(({ secret }) => secret !== undefined).length, 1)
  assert.equal(new Set([...given.map(({ id }) => id), (await create()).id]).size, 1)
  assert.equal((await api.listTokens()).count, 2)
})

test('no secret is kept in clear anywhere', async () => {
  const person = await givenUser(server)
  const body = { label: 'hidden' }
  const { secret = '' } = await server.as(person).createToken({ body }, { idempotencyKey: 'hidden' })
  await server.as({ secret }).createOrganization({ body: { title: 'Made with it' } })
  const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  try {
    const { rows: tables } = await client.query(`select format('%I.%I', table_schema, table_name) as name
      from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema !~ '^(pg_|information_)'`)
    assert.ok(tables.length > 15)
    for (const { name } of tables) {
      const places = forms.map((_, index) => `strpos(t::text, $${index + 1}) > 0`).join(' or ')
      const { rows } = await client.query(`select from ${name} t where ${places}`, forms)
      assert.equal(rows.length, 0, `${name} holds the secret`)
    }
  } finally {
    await client.end()
  }
})

test('without a valid token there is no answer but 401', async () => {
  const { secret } = await givenUser(server)
  const mistyped = secret.slice(0, -1) + (secret.endsWith('0') ? '1' : '0')
  for (const token of [undefined, newSecret(), mistyped, 'stm_', 'x'.repeat(300)]) {
    await assert.rejects(server.as(token ? { secret: token } : undefined).getAuthenticatedUser(), (error) => {
      assert.ok(error instanceof ApiFailure)
      assert.equal(error.status, 401)
      return error.headers.get('www-authenticate') === 'Bearer'
    })
  }
  const send = (authorization: string) =>
    server.as(undefined).getAuthenticatedUser({}, { headers: { authorization } })
  await send(`bearer ${secret}`)
  for (const authorization of [secret, `Basic ${secret}`, `Bearer  ${secret}`, `Bearer ${secret} x`]) {
    await assert.rejects(send(authorization), unauthenticated)
  }
})

test('a token does what its scopes name, and nothing else', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const token = await givenToken(server, organization.admin.id, {
    scopes: ['organization:read', 'organization:members:read'],
  })
  const api = server.as(token)
  assert.equal((await api.getOrganizationById({ params })).title, 'Acme')
  await api.listMembersInOrganizationById({ params })
  const refused = api.updateOrganizationById({ params, body: { title: 'Renamed' } })
  await assertRefused(server, organization.id, refused, 'insufficient_scope')
  await assert.rejects(api.getAuthenticatedUser(), { ...lackingScope, details: { scope: 'user:read' } })
  await assert.rejects(api.createOrganizationTeam({ params, body: { title: 'T' } }), lackingScope)
  await assert.rejects(api.createOrganization({ body: { title: 'Other' } }), lackingScope)
})

test('scopes give no right that the person lacks', async () => {
  const organization = await givenOrganization(server)
  const reader = await givenMember(server, organization, 'read')
  const api = server.as(await givenToken(server, reader.id, { scopes }))
  const params = { organizationId: organization.id }
  await assert.rejects(api.updateOrganizationById({ params, body: { title: 'Mine' } }), {
    status: 403,
    reason: 'forbidden',
  })
})

test('a token with scopes manages no tokens, whatever its scopes', async () => {
  const person = await givenUser(server)
  const { tokenId, secret } = await givenToken(server, person.id, { scopes })
  const api = server.as({ secret })
  await assert.rejects(api.listTokens(), lackingScope)
  await assertRefused(server, person.id, api.createToken({ body: { label: 'x' } }), 'insufficient_scope')
  await assertRefused(server, person.id, api.revokeToken({ params: { tokenId } }), 'insufficient_scope')
  assert.equal((await api.getAuthenticatedUser()).id, person.id)
})

test('a token lives a year unless told, and never longer', async () => {
  const api = server.as(await givenUser(server))
  const now = Date.parse('2026-11-15T12:00:00.000Z')
  const at = (ms: number) => new Date(now + ms).toISOString()
  server.time.now = at(0)
  try {
    const create = (expiresAt: string) => api.createToken({ body: { label: 'timed', expiresAt } })
    const { expiresAt, createdAt } = await api.createToken({ body: { label: 'timed' } })
    assert.deepEqual([createdAt, expiresAt], [at(0), at(365 * dayMs)])
    assert.equal((await create(at(365 * dayMs))).expiresAt, at(365 * dayMs))
    assert.equal((await create(at(1))).expiresAt, at(1))
    assert.equal((await create('2026-11-15T14:00:00+01:00')).expiresAt, at(60 * 60 * 1000))
    for (const wrong of [at(365 * dayMs + 1), at(0), at(-dayMs), '2026-12-31T23:59:60Z', 'tomorrow']) {
      await assert.rejects(create(wrong), invalid, wrong)
    }
  } finally {
    server.time.now = undefined
  }
})

test('a token never outlives the one that created it', async () => {
  const person = await givenUser(server)
  const expiresAt = new Date(Date.now() + dayMs).toISOString()
  const api = server.as(await givenToken(server, person.id, { expiresAt }))
  const later = new Date(Date.now() + 2 * dayMs).toISOString()
  await assert.rejects(api.createToken({ body: { label: 'x', expiresAt: later } }), invalid)
  assert.equal((await api.createToken({ body: { label: 'x' } })).expiresAt, expiresAt)
})

test('an expired token is refused from the moment it expires', async () => {
  const person = await givenUser(server)
  const token = await givenToken(server, person.id, { expiresAt: '2027-01-01T00:00:00.000Z' })
  try {
    server.time.now = '2026-12-31T23:59:59.999Z'
    assert.equal((await server.as(token).getAuthenticatedUser()).id, person.id)
    server.time.now = '2027-01-01T00:00:00.000Z'
    await assert.rejects(server.as(token).getAuthenticatedUser(), unauthenticated)
  } finally {
    server.time.now = undefined
  }
})

test('a revoked token is refused at once; revoking it again does nothing', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const { id: tokenId, secret = '' } = await api.createToken({ body: { label: 'lost' } })
  const revoked = await api.request('revokeToken', { params: { tokenId } })
  await assert.rejects(server.as({ secret }).getAuthenticatedUser(), unauthenticated)
  const again = await api.request('revokeToken', { params: { tokenId } })
  assert.deepEqual([revoked.status, again.status], [204, 204])
  assert.equal((await recorded(server, person.id, revoked)).length, 1)
  assert.deepEqual(await recorded(server, person.id, again), [])
})

test('a token can revoke itself, and nobody revokes the token of another', async () => {
  const [person, other] = [await givenUser(server), await givenUser(server)]
  const foreign = await server.as(other).request('revokeToken', { params: { tokenId: person.tokenId } })
  assert.equal(foreign.status, 204)
  assert.deepEqual(await recorded(server, other.id, foreign), [])
  await server.as(person).revokeToken({ params: { tokenId: person.tokenId } })
  await assert.rejects(server.as(person).getAuthenticatedUser(), unauthenticated)
})

test('a bound token is a stranger outside its organization', async () => {
  const [here, there] = [await givenOrganization(server, 'Here'), await givenOrganization(server, 'There')]
  const body = { label: 'here', organization: here.id }
  const { secret = '', organization } = await server.as(here.admin).createToken({ body })
  assert.equal(organization, here.id)
  const founded = await server.as(here.admin).createOrganization({ body: { title: 'Own' } })
  const bound = server.as({ secret })
  assert.deepEqual(
    (await bound.listOrganizationsForAuthenticatedUser()).items.map(({ id }) => id),
    [here.id],
  )
  await bound.updateOrganizationById({ params: { organizationId: here.id }, body: { title: 'Changed' } })
  for (const organizationId of [founded.id, there.id]) {
    await assert.rejects(bound.getOrganizationById({ params: { organizationId } }), notFound)
    await assert.rejects(bound.createOrganizationTeam({ params: { organizationId }, body: { title: 'T' } }), {
      status: 404,
    })
  }
  await assert.rejects(bound.createOrganization({ body: { title: 'Escape' } }), { status: 403 })
})

test('a bound token creates only tokens bound to the same organization', async () => {
  const here = await givenOrganization(server)
  const { id: elsewhere } = await server.as(here.admin).createOrganization({ body: { title: 'Own' } })
  const bound = server.as(await givenToken(server, here.admin.id, { organizationId: here.id }))
  assert.equal((await bound.createToken({ body: { label: 'x' } })).organization, here.id)
  const same = { label: 'x', organization: here.id }
  assert.equal((await bound.createToken({ body: same })).organization, here.id)
  const other = bound.createToken({ body: { label: 'x', organization: elsewhere } })
  await assertRefused(server, here.admin.id, other, 'forbidden')
})

test('nobody binds a token to an organization they are not in', async () => {
  const person = await givenUser(server)
  const organization = await givenOrganization(server)
  for (const id of [organization.id, newId()]) {
    const created = server.as(person).createToken({ body: { label: 'x', organization: id } })
    await assertRefused(server, person.id, created, 'not_found')
  }
})

test('nobody who is leaving an organization gets a token bound to it', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization)
  const body = { label: 'kept', organization: organization.id }
  const create = () => server.as(member).createToken({ body })
  const refusal = await refusalWhileLeaving(server, organization, member, create)
  assert.equal(refusal.reason, 'not_found')
  assert.equal((await server.as(member).listTokens()).count, 1)
})

test('a label has 1 to 50 characters, and scopes are known ones, each once', async () => {
  const api = server.as(await givenUser(server))
  const bodies: { label: string; scopes?: Scope[] }[] = [
    { label: '' },
    { label: 'x'.repeat(51) },
    { label: 'x', scopes: [] },
    { label: 'x', scopes: ['user:read', 'user:read'] },
    { label: 'x', scopes: ['everything' as Scope] },
  ]
  for (const body of bodies) await assert.rejects(api.createToken({ body }), invalid)
  const { label } = await api.createToken({ body: { label: 'x'.repeat(50), scopes: [...scopes] } })
  assert.equal(label.length, 50)
})

test("the list shows one's own tokens, newest first, a page at a time", async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  await givenToken(server, (await givenUser(server)).id)
  for (const label of ['1', '2', '3']) {
    await api.createToken({ body: { label } })
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const first = await api.listTokens({ query: { limit: 2 } })
  const rest = await api.listTokens({ query: { limit: 2, page: first.next?.page } })
  const labels = [...first.items, ...rest.items].map(({ label }) => label)
  assert.deepEqual(labels, ['3', '2', '1', 'test'])
  assert.deepEqual([first.count, rest.count, rest.next], [4, 4, undefined])
  await assert.rejects(api.listTokens({ query: { page: 'made-up' } }), invalid)
})

test('creating and revoking are on record, without the secret', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const body = { label: 'ci', scopes: ['space:read'] satisfies Scope[] }
  const created = await api.request('createToken', { body })
  const tokenId = created.data.id
  assert.deepEqual(await recorded(server, person.id, created), [
    { type: 'token.created', actor: person.id, tokenId, label: 'ci', scopes: ['space:read'] },
  ])
  const revoked = await api.request('revokeToken', { params: { tokenId } })
  assert.deepEqual(await recorded(server, person.id, revoked), [
    { type: 'token.revoked', actor: person.id, tokenId, label: 'ci' },
  ])
})

test('the last use of a token is written down now and then, and never set back', async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const use = recordTokenUse(server.db)
  const lastUsed = async () => (await api.listTokens()).items[0]?.lastUsedAt
  assert.equal(await lastUsed(), undefined)
  use.onTokenUsed(person.tokenId, '2026-11-15T12:00:00.000Z')
  await use.flush()
  assert.equal(await lastUsed(), '2026-11-15T12:00:00.000Z')
  use.onTokenUsed(person.tokenId, '2026-11-15T11:00:00.000Z')
  await use.stop()
  assert.equal(await lastUsed(), '2026-11-15T12:00:00.000Z')
})

test('a server that stops writes down which tokens were used, also by reading', async () => {
  const { secret, tokenId } = await givenUser(server)
  const settings = {
    STEMMA_LOG_LEVEL: 'silent',
    STEMMA_FILES_FOLDER: tmpdir(),
    STEMMA_SECRET_KEYS: testSecretKeys,
  }
  const config = readConfig({ DATABASE_URL: server.url, ...settings })
  const clock = () => new Date('2026-11-15T12:00:00.000Z')
  const app = await buildApp({ config, db: server.db, clock })
  const { statusCode } = await app.inject({
    url: '/v1/user',
    headers: { authorization: `Bearer ${secret}` },
  })
  assert.equal(statusCode, 200)
  await app.close()
  const { items } = await server.as({ secret }).listTokens()
  assert.equal(items.find(({ id }) => id === tokenId)?.lastUsedAt, '2026-11-15T12:00:00.000Z')
})

test('a bound token lists and revokes only tokens that are bound to the same organization', async () => {
  const organization = await givenOrganization(server)
  const { id, tokenId } = organization.admin
  const bound = await givenToken(server, id, { organizationId: organization.id })
  const api = server.as(bound)
  const { items, count } = await api.listTokens()
  assert.deepEqual([items.map((token) => token.id), count], [[bound.tokenId], 1])
  const answer = await api.request('revokeToken', { params: { tokenId } })
  assert.equal(answer.status, 204)
  assert.equal((await server.as(organization.admin).getAuthenticatedUser()).id, id)
})

test('a person has a limited number of tokens, also when many are created at once', async () => {
  const strict = await startServer({ tokensMax: 3 })
  const [person, other] = [await givenUser(strict), await givenUser(strict)]
  const past = '2026-01-01T00:00:00.000Z'
  await givenToken(strict, person.id, { expiresAt: past })
  const api = strict.as(person)
  const create = () => api.createToken({ body: { label: 'one more' } })
  const results = await Promise.allSettled(Array.from({ length: 10 }, create))
  assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 2)
  await assert.rejects(create(), { status: 409, reason: 'conflict', message: /Revoke one/ })
  await strict.as(other).createToken({ body: { label: 'theirs' } })
  const [newest] = (await api.listTokens()).items
  await api.revokeToken({ params: { tokenId: newest?.id ?? '' } })
  await create()
})
