import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { eventTypes } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { givenMember, givenOrganization, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { stemmaServer } from '../../../test/process.ts'
import { pruneEvents } from './jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('the audit log tells what happened, by whom, when and in which request, the newest first', async () => {
  const { organization, params, api } = await givenApi()
  server.time.now = '2026-02-01T00:00:00.000Z'
  const made = await api.request('createOrganizationTeam', { params, body: { title: 'Writers' } })
  server.time.now = undefined
  const [event] = (await api.listOrganizationAuditEvents({ params })).items
  const { id = '', urls, ...told } = event ?? {}
  assert.deepEqual(told, {
    object: 'audit-event',
    action: 'team.created',
    actor: { type: 'user', id: organization.admin.id },
    source: 'api',
    target: { type: 'team', id: made.data.id },
    requestId: made.headers.get('x-request-id'),
    createdAt: '2026-02-01T00:00:00.000Z',
    occurredAt: '2026-02-01T00:00:00.000Z',
    details: { teamId: made.data.id, title: 'Writers' },
    payload: { teamId: made.data.id, title: 'Writers' },
    schemaVersion: 1,
  })
  const one = { params: { ...params, auditEventId: id } }
  assert.deepEqual(await api.getOrganizationAuditEvent(one), event)
  assert.ok(urls?.location.endsWith(`/v1/orgs/${organization.id}/audit-events/${id}`))
  const missing = { params: { ...params, auditEventId: newId() } }
  await assert.rejects(api.getOrganizationAuditEvent(missing), { status: 404 })
})

test('it is narrowed by action, actor, space and time, and read in pages', async () => {
  const { organization, params, api } = await givenApi()
  const colleague = await givenMember(server, organization, 'admin')
  const space = await api.createSpace({ params, body: { title: 'Guide' } })
  await server.as(colleague).createSpace({ params, body: { title: 'Other' } })
  server.time.now = '2031-01-01T00:00:00.000Z'
  await server.as(colleague).createCollection({ params })
  server.time.now = undefined
  const actionsOf = async (query: object) =>
    (await api.listOrganizationAuditEvents({ params, query })).items.map(({ action }) => action)
  assert.deepEqual(await actionsOf({ action: 'space.created' }), ['space.created', 'space.created'])
  assert.deepEqual(await actionsOf({ actor: colleague.id }), ['collection.created', 'space.created'])
  assert.deepEqual(await actionsOf({ space: space.id, action: 'space.created' }), ['space.created'])
  assert.deepEqual(await actionsOf({ from: '2030-12-31T00:00:00Z' }), ['collection.created'])
  assert.deepEqual(await actionsOf({ to: '2020-01-01T00:00:00Z' }), [])
  const all = await api.listOrganizationAuditEvents({ params })
  const seen = []
  for await (const event of each(api.listOrganizationAuditEvents, { params, query: { limit: 2 } }))
    seen.push(event)
  assert.deepEqual(seen, all.items)
  assert.equal(all.count, seen.length)
  assert.equal((await actionsOf({ from: '0000-01-01T00:00:00+23:59', limit: 1 })).length, 1)
  assert.deepEqual(await actionsOf({ from: '9999-12-31T23:59:59-23:59' }), [])
  const leap = { from: '2016-12-31T23:59:60Z' }
  await assert.rejects(api.listOrganizationAuditEvents({ params, query: leap }), { status: 400 })
  const unknown = { action: 'space.exploded' as 'space.created' }
  await assert.rejects(api.listOrganizationAuditEvents({ params, query: unknown }), { status: 400 })
})

test('it is narrowed by target, as each entry names it', async () => {
  const { organization, params, api } = await givenApi()
  const member = await givenMember(server, organization, 'read')
  await api.updateMemberInOrganizationById({
    params: { ...params, userId: member.id },
    body: { role: 'edit' },
  })
  const team = await api.createOrganizationTeam({ params, body: { title: 'Writers' } })
  await api.createSpace({ params, body: { title: 'Guide' } })
  await api.updateOrganizationById({ params, body: { title: 'Renamed' } })
  const { items } = await api.listOrganizationAuditEvents({ params })
  const targets = new Set(items.map(({ target }) => target.id))
  for (const id of [member.id, team.id, organization.id]) assert.ok(targets.has(id), id)
  for (const target of targets) {
    const listed = await api.listOrganizationAuditEvents({ params, query: { target } })
    assert.deepEqual(
      listed.items,
      items.filter((one) => one.target.id === target),
    )
  }
  const none = await api.listOrganizationAuditEvents({ params, query: { target: newId() } })
  assert.deepEqual([none.items, none.count], [[], 0])
})

test('it is for admins, of their own organization', async () => {
  const { organization, params } = await givenApi()
  const other = await givenApi()
  const creator = server.as(await givenMember(server, organization, 'create'))
  await assert.rejects(creator.listOrganizationAuditEvents({ params }), { status: 403 })
  await assert.rejects(other.api.listOrganizationAuditEvents({ params }), { status: 404 })
  const [foreign] = (await other.api.listOrganizationAuditEvents({ params: other.params })).items
  const swapped = { params: { ...params, auditEventId: foreign?.id ?? '' } }
  await assert.rejects(server.as(organization.admin).getOrganizationAuditEvent(swapped), { status: 404 })
})

test('every action is listed', async () => {
  const { params, api } = await givenApi()
  const { items } = await api.listOrganizationAuditEventActions({ params })
  assert.deepEqual(
    items.map(({ action }) => action),
    [...eventTypes],
  )
})

test('any list comes as JSON lines to who asks for them, with the next page in a header', async () => {
  const { organization, params, api } = await givenApi()
  for (const title of ['A1', 'B2', 'C3']) await api.createOrganizationTeam({ params, body: { title } })
  const ask = (url: string) =>
    server.app.inject({
      url,
      headers: { authorization: `Bearer ${organization.admin.secret}`, accept: 'application/x-ndjson' },
    })
  const lines: unknown[] = []
  let url: string | undefined = `/v1/orgs/${organization.id}/audit-events?limit=2&action=team.created`
  while (url !== undefined) {
    const answer = await ask(url)
    assert.match(String(answer.headers['content-type']), /^application\/x-ndjson/)
    lines.push(
      ...answer.body
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    )
    url = /^<(.*)>; rel="next"$/.exec(String(answer.headers.link ?? ''))?.[1]
  }
  const query = { action: 'team.created' as const }
  assert.deepEqual(lines, (await api.listOrganizationAuditEvents({ params, query })).items)
  const one = await ask(`/v1/orgs/${organization.id}`)
  assert.match(String(one.headers['content-type']), /^application\/json/)
})

test('the operator exports it as JSON lines, the oldest first, whole or for some time', async () => {
  const { organization, params, api } = await givenApi()
  const invite = await api.createOrganizationInvite({ params, body: { role: 'read' } })
  const settings = { DATABASE_URL: server.url }
  const run = (...args: string[]) =>
    stemmaServer(['audit', 'export', '--organization', organization.id, ...args], settings)
  const { code, stdout } = await run()
  const events = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { items } = await api.listOrganizationAuditEvents({ params })
  const withoutAddress = ({ urls: _, ...event }: (typeof items)[number]) => event
  assert.deepEqual([code, events.map(withoutAddress)], [0, items.toReversed().map(withoutAddress)])
  assert.ok(!stdout.includes(invite.id))
  assert.deepEqual([(await run('--to', '2020-01-01')).stdout, (await run('--from', 'soon')).code], ['', 2])
  const misspelt = await stemmaServer(['audit', 'export', '--organization', 'nobody'], settings)
  assert.deepEqual([misspelt.code, misspelt.stdout], [1, ''])
  assert.match(misspelt.stderr, /^There is no organization nobody\. /)
})

test('it is kept for ever, or for as many days as the operator says', async () => {
  const { params, api } = await givenApi()
  server.time.now = '2025-01-01T00:00:00.000Z'
  await api.createOrganizationTeam({ params, body: { title: 'Old' } })
  server.time.now = undefined
  const count = async () => (await api.listOrganizationAuditEvents({ params })).count
  const before = await count()
  const prune = (auditKeptDays: number) =>
    inTransaction(server.db, { repeatable: true }, (db) => {
      const now = '2025-02-01T00:00:00.000Z'
      return pruneEvents({}, { db, now, blobs: server.blobs, ...jobSettings, auditKeptDays })
    })
  await prune(0)
  await prune(32)
  assert.equal(await count(), before)
  await prune(30)
  assert.equal(await count(), before - 1)
})

async function givenApi() {
  const organization = await givenOrganization(server)
  return { organization, params: { organizationId: organization.id }, api: server.as(organization.admin) }
}
