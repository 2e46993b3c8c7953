import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WebhookDelivery } from '@stemma/contract'
import { sql } from 'kysely'
import { Webhook as Verifier } from 'standardwebhooks'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { givenMember, givenOrganization, type Organization, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { startReceiver } from '../../../test/receiver.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { deliverWebhook, prepareDelivery, pruneWebhookDeliveries, resumeWebhooks } from './jobs.ts'
import { restUntil } from './retrying.ts'

const receiver = await startReceiver()
const server = await startServer({ outsideAllow: [receiver.endpoint], rateLimitPerMinute: 1_000_000 })
after(() => receiver.close())

test('a webhook is told what it asked for, signed so that the standard verifier accepts it', async (t) => {
  await working(t)
  const { organization, params, api } = await givenApi()
  const body = { url: receiver.url, eventTypes: ['space.created' as const], description: 'CI' }
  const created = await api.request('createWebhook', { params, body })
  const { secret = '', id, ...shown } = created.data
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual(
    [created.status, shown.active, shown.owner, shown.description],
    [201, true, organization.admin.id, 'CI'],
  )
  assert.deepEqual(await recorded(server, organization.id, created), [
    { type: 'webhook.created', actor: organization.admin.id, webhookId: id },
  ])
  const space = await api.createSpace({ params, body: { title: 'Guide' } })
  await api.createCollection({ params })
  const [sent] = await untilReceived(organization.id, 1)
  assert.equal(sent?.event.type, 'space.created')
  assert.equal(sent?.event.data.spaceId, space.id)
  assert.equal(sent?.headers['webhook-id'], sent?.event.eventId)
  assert.equal(sent?.headers['content-type'], 'application/json')
  assert.deepEqual(new Verifier(secret).verify(sent?.body ?? '', sent?.headers ?? {}), sent?.event)
  assert.throws(() => new Verifier(secret).verify(`${sent?.body} `, sent?.headers ?? {}))
  const [delivery] = await untilDone(organization, id)
  assert.deepEqual(
    [delivery?.status, delivery?.attempts, delivery?.lastAttempt?.status, delivery?.lastAttempt?.body],
    ['delivered', 1, 200, 'ok'],
  )
  assert.equal((await receivedOf(organization.id)).length, 1)
})

test('the secret is shown once, sealed at rest, and never told again', async () => {
  const { organization, params, api } = await givenApi()
  const { secret = '', id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  const told = [await api.getWebhook(one), await api.listWebhooks({ params })]
  told.push(await api.updateWebhook({ ...one, body: { description: 'x' } }))
  assert.ok(!JSON.stringify(told).includes(secret))
  const row = await server.db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).execute()
  const events = await server.db
    .selectFrom('events')
    .select('body')
    .where('organization_id', '=', organization.id)
    .execute()
  assert.ok(!JSON.stringify([row, events]).includes(secret.slice(6)))
  assert.match(row[0]?.secret ?? '', /^sealed\./)
})

test('for a day after a rotation both secrets verify, and then only the new one', async () => {
  const { organization, params, api } = await givenApi()
  const { secret: old = '', id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  const rotated = await api.rotateWebhookSecret(one)
  assert.notEqual(rotated.secret, old)
  assert.ok((rotated.previousSecretUntil ?? '') > new Date(Date.now() + 23 * hourMs).toISOString())
  await api.testWebhook(one)
  await runAll(organization.id, webhookId)
  const first = (await receivedOf(organization.id)).at(-1)
  for (const secret of [old, rotated.secret ?? ''])
    new Verifier(secret).verify(first?.body ?? '', first?.headers ?? {})

  const past = new Date(Date.now() - 1).toISOString()
  await server.db
    .updateTable('webhooks')
    .set({ secret_before_until: past })
    .where('id', '=', webhookId)
    .execute()
  await api.testWebhook(one)
  await runAll(organization.id, webhookId)
  const second = (await receivedOf(organization.id)).at(-1)
  new Verifier(rotated.secret ?? '').verify(second?.body ?? '', second?.headers ?? {})
  assert.throws(() => new Verifier(old).verify(second?.body ?? '', second?.headers ?? {}))
  assert.equal((await api.getWebhook(one)).previousSecretUntil, undefined)
})

test('a test reaches one webhook alone, whatever it asked for', async () => {
  const { organization, params, api } = await givenApi()
  const body = { url: receiver.url, eventTypes: ['team.created' as const] }
  const { id: webhookId } = await api.createWebhook({ params, body })
  const other = await api.createWebhook({ params, body: everything })
  const delivery = await api.testWebhook({ params: { ...params, webhookId } })
  assert.deepEqual(
    [delivery.eventType, delivery.status, delivery.webhook],
    ['webhook.tested', 'pending', webhookId],
  )
  const others = await api.listWebhookDeliveries({ params: { ...params, webhookId: other.id } })
  assert.ok(others.items.every(({ eventType }) => eventType !== 'webhook.tested'))
  await runAll(organization.id, webhookId)
  assert.deepEqual(
    (await receivedOf(organization.id)).map(({ event }) => event.type),
    ['webhook.tested'],
  )
})

test('events about one thing arrive in their order, and the next waits for the one before', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({
    params,
    body: { url: receiver.url, eventTypes: ['team.created', 'team.renamed'] },
  })
  const [a, b] = [
    await api.createOrganizationTeam({ params, body: { title: 'A' } }),
    await api.createOrganizationTeam({ params, body: { title: 'B' } }),
  ]
  for (const title of ['A2', 'A3']) {
    await api.updateTeamInOrganizationById({ params: { ...params, teamId: a.id }, body: { title } })
  }
  receiver.answer = ({ event }, response) => {
    response.statusCode = event.data.teamId === a.id ? 500 : 200
    response.end()
  }
  await runAll(organization.id, webhookId)
  const teams = async () => (await receivedOf(organization.id)).map(({ event }) => event.data.teamId)
  assert.deepEqual((await teams()).toSorted(), [a.id, b.id].toSorted(), 'one attempt each, B not behind A')
  receiver.answer = (_, response) => void response.end()
  await letTimePass(webhookId)
  await runAll(organization.id, webhookId)
  const aboutA = (await receivedOf(organization.id)).filter(({ event }) => event.data.teamId === a.id)
  assert.deepEqual(
    aboutA.map(({ event }) => event.data.after ?? event.data.title),
    ['A', 'A', 'A2', 'A3'],
  )
  assert.equal(aboutA[0]?.headers['webhook-id'], aboutA[1]?.headers['webhook-id'], 'the id stays')
})

test('what fails is tried again later and later, and given up after eleven attempts', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  await api.testWebhook({ params: { ...params, webhookId } })
  receiver.answer = (_, response) => void response.writeHead(503).end('x'.repeat(5000))
  const waits: number[] = []
  for (let attempt = 1; attempt <= 11; attempt++) {
    await runAll(organization.id, webhookId)
    const [delivery] = await deliveriesOf(organization, webhookId)
    assert.equal(delivery?.attempts, attempt)
    assert.deepEqual([delivery?.lastAttempt?.status, delivery?.lastAttempt?.body?.length], [503, 1024])
    if (attempt < 11) waits.push(Date.parse(delivery?.nextAttemptAt ?? '') - Date.now())
    else assert.equal(delivery?.status, 'failed')
    await letTimePass(webhookId)
  }
  receiver.answer = (_, response) => void response.end()
  assert.ok(
    waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0) * 0.6),
    waits.join(),
  )
  const days = waits.reduce((sum, wait) => sum + wait, 0) / (24 * hourMs)
  assert.ok(days > 2.4 && days < 4.2, `${days} days`)
  await runAll(organization.id, webhookId)
  assert.equal((await receivedOf(organization.id)).length, 11)
})

test('410 switches a webhook off at once, and whoever switches it on again is its owner', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  await api.testWebhook(one)
  receiver.answer = (_, response) => void response.writeHead(410).end()
  await runAll(organization.id, webhookId)
  receiver.answer = (_, response) => void response.end()
  const { active, disabledReason } = await api.getWebhook(one)
  assert.deepEqual([active, disabledReason], [false, 'gone'])
  const { items } = await api.listOrganizationAuditEvents({ params, query: { action: 'webhook.disabled' } })
  assert.deepEqual(items[0]?.details, { webhookId, reason: 'gone' })
  await assertRefused(server, organization.id, api.testWebhook(one), 'conflict')
  await api.createCollection({ params })
  const before = await deliveriesOf(organization, webhookId)
  assert.ok(before.every(({ status }) => status === 'failed' || status === 'canceled'))
  await assertRefused(
    server,
    organization.id,
    api.redeliverWebhookDelivery({ params: { ...one.params, deliveryId: before[0]?.id ?? '' } }),
    'conflict',
  )

  const other = await givenMember(server, organization, 'admin')
  const again = await server.as(other).updateWebhook({ ...one, body: { active: true } })
  assert.deepEqual([again.active, again.owner, again.disabledReason], [true, other.id, undefined])
  await server
    .as(other)
    .redeliverWebhookDelivery({ params: { ...one.params, deliveryId: before[0]?.id ?? '' } })
  await runAll(organization.id, webhookId)
  assert.equal((await deliveriesOf(organization, webhookId)).at(-1)?.status, 'delivered')
})

test('who sends along what a webhook is already takes nothing over, and forgets no reason', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId, url } = await api.createWebhook({ params, body: quiet })
  const other = server.as(await givenMember(server, organization, 'admin'))
  const update = (body: { active: boolean; description: string }) =>
    other.updateWebhook({ params: { ...params, webhookId }, body: { ...body, url } })
  assert.equal((await update({ active: true, description: 'CI' })).owner, organization.admin.id)
  const off = { active: false, disabled_reason: 'failing' }
  await server.db.updateTable('webhooks').set(off).where('id', '=', webhookId).execute()
  const { disabledReason, description } = await update({ active: false, description: 'Old CI' })
  assert.deepEqual([disabledReason, description], ['failing', 'Old CI'])
})

test('three days without a success switch a webhook off', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  await api.testWebhook({ params: { ...params, webhookId } })
  const failing_since = new Date(Date.now() - 73 * hourMs).toISOString()
  await server.db
    .updateTable('webhooks')
    .set({ failing_since, failures: 9 })
    .where('id', '=', webhookId)
    .execute()
  receiver.answer = (_, response) => void response.writeHead(500).end()
  await runAll(organization.id, webhookId)
  receiver.answer = (_, response) => void response.end()
  const { active, disabledReason } = await api.getWebhook({ params: { ...params, webhookId } })
  assert.deepEqual([active, disabledReason], [false, 'failing'])
})

test('a receiver that keeps failing is left alone between attempts, and a success ends that', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({
    params,
    body: { url: receiver.url, eventTypes: ['collection.created'] },
  })
  receiver.answer = (_, response) => void response.writeHead(500).end()
  for (let made = 0; made < 8; made++) await api.createCollection({ params })
  await runAll(organization.id, webhookId)
  assert.equal((await receivedOf(organization.id)).length, 3, 'the others wait')
  receiver.answer = (_, response) => void response.end()
  await letTimePass(webhookId)
  await runAll(organization.id, webhookId)
  const { items } = await api.listWebhookDeliveries({ params: { ...params, webhookId } })
  assert.ok(items.every(({ status }) => status === 'delivered'))
})

test('after a rest one delivery is tried, and the others wait until it is known to succeed', async () => {
  const { organization, params, api } = await givenApi()
  const body = { url: receiver.url, eventTypes: ['collection.created' as const] }
  const { id: webhookId } = await api.createWebhook({ params, body })
  for (let made = 0; made < 3; made++) await api.createCollection({ params })
  const rested = { failures: 5, resting_until: new Date(0).toISOString() }
  await server.db.updateTable('webhooks').set(rested).where('id', '=', webhookId).execute()
  const pending = await server.db
    .selectFrom('webhook_deliveries')
    .select('resource')
    .where('webhook_id', '=', webhookId)
    .execute()
  const tries = pending.map(({ resource }) =>
    prepareDelivery({ organizationId: organization.id, webhookId, resource }, server),
  )
  const kinds = (await Promise.all(tries)).map(({ kind }) => kind)
  assert.deepEqual(kinds.toSorted(), ['attempted', 'early', 'early'])
  await letTimePass(webhookId)
  await runAll(organization.id, webhookId)
  const all = await deliveriesOf(organization, webhookId)
  assert.deepEqual(
    all.map(({ status }) => status),
    ['delivered', 'delivered', 'delivered'],
  )
})

test('a receiver is left alone from its first timeout on, and from its third failure', () => {
  const now = '2026-11-16T00:00:00.000Z'
  assert.equal(restUntil(1, now), null)
  assert.equal(restUntil(1, now, { isTimeout: true }), '2026-11-16T00:00:05.000Z')
  assert.equal(restUntil(3, now), '2026-11-16T00:00:05.000Z')
  assert.equal(restUntil(4, now, { isTimeout: true }), '2026-11-16T00:00:10.000Z')
})

test('nothing is delivered for an owner who lost the right between event and delivery', async () => {
  const losses = [
    (userId: string) =>
      server.db.updateTable('members').set({ role: 'create' }).where('user_id', '=', userId),
    (userId: string) =>
      server.db
        .updateTable('members')
        .set({ disabled_at: new Date().toISOString() })
        .where('user_id', '=', userId),
    (userId: string) => server.db.deleteFrom('members').where('user_id', '=', userId),
  ]
  for (const lose of losses) {
    const { organization, params, api } = await givenApi()
    const owner = await givenMember(server, organization, 'admin')
    const { id: webhookId } = await server.as(owner).createWebhook({ params, body: quiet })
    await server.as(owner).testWebhook({ params: { ...params, webhookId } })
    await lose(owner.id).execute()
    await runAll(organization.id, webhookId)
    assert.deepEqual(await receivedOf(organization.id), [])
    const { active, disabledReason } = await api.getWebhook({ params: { ...params, webhookId } })
    assert.deepEqual([active, disabledReason], [false, 'owner'])
    assert.deepEqual(
      (await deliveriesOf(organization, webhookId)).map(({ status }) => status),
      ['canceled'],
    )
  }
})

test('an event about a space goes only while the owner can read it, and its leaving is told', async () => {
  const { organization, params, api } = await givenApi()
  const elsewhere = await givenOrganization(server)
  const { id: webhookId } = await api.createWebhook({ params, body: everything })
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Secret' } })
  await server.db
    .insertInto('members')
    .values({
      organization_id: elsewhere.id,
      user_id: organization.admin.id,
      role: 'create',
      joined_at: new Date().toISOString(),
    })
    .execute()
  await api.transferSpace({ params: { spaceId }, body: { organization: elsewhere.id } })
  await runAll(organization.id, webhookId)
  const types = (await receivedOf(organization.id)).map(({ event }) => event.type)
  assert.ok(!types.includes('space.created'), types.join())
  assert.ok(types.includes('space.transferred'), types.join())
  const { items } = await api.listWebhookDeliveries({
    params: { ...params, webhookId },
    query: { status: 'withheld' },
  })
  assert.deepEqual(
    items.map(({ eventType }) => eventType),
    ['space.created'],
  )
})

test('an invite link is told of without what opens it', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: everything })
  const invite = await api.createOrganizationInvite({ params, body: { role: 'read' } })
  await runAll(organization.id, webhookId)
  const sent = (await receivedOf(organization.id)).find(({ event }) => event.type === 'invite.created')
  assert.equal(sent?.event.data.inviteId, `${invite.id.slice(0, 4)}…`)
  assert.ok(!JSON.stringify(await api.listOrganizationAuditEvents({ params })).includes(invite.id))
})

test('addresses that are never right are refused, others are checked at each delivery', async (t) => {
  const { organization, params, api } = await givenApi()
  for (const url of ['http://user:pass@example.com/', 'https://example.com:25/', 'ftp://example.com/']) {
    await assertRefused(
      server,
      organization.id,
      api.createWebhook({ params, body: { url } }),
      'invalid_request',
    )
  }
  const victim = await startReceiver()
  t.after(() => victim.close())
  const port = victim.endpoint.split(':')[1]
  const loopback = [
    'localhost',
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '0',
  ]
  const inside = [...loopback.map((host) => `${host}:${port}`), '169.254.169.254', '10.0.0.1', '100.64.0.1']
  for (const host of inside) {
    const { id: webhookId } = await api.createWebhook({ params, body: { ...quiet, url: `http://${host}/` } })
    await api.testWebhook({ params: { ...params, webhookId } })
    await runAll(organization.id, webhookId)
    const [tested] = await deliveriesOf(organization, webhookId)
    assert.deepEqual([tested?.status, tested?.attempts], ['pending', 1])
    assert.match(tested?.lastAttempt?.error ?? '', /not allowed to call/, host)
  }
  assert.deepEqual(victim.received, [])
})

test('redirects are not followed, and an answer without end is a success all the same', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  const { id: first } = await api.testWebhook(one)
  receiver.answer = (_, response) => void response.writeHead(307, { location: `${receiver.url}/other` }).end()
  await runAll(organization.id, webhookId)
  const redirected = (await deliveriesOf(organization, webhookId)).find(({ id }) => id === first)
  assert.match(redirected?.lastAttempt?.error ?? '', /redirects, which is not followed/)
  assert.equal((await receivedOf(organization.id)).length, 1)
  receiver.answer = (_, response) => {
    response.writeHead(200)
    const filling = setInterval(() => response.write('x'.repeat(100)), 1)
    response.on('close', () => clearInterval(filling))
  }
  await letTimePass(webhookId)
  await runAll(organization.id, webhookId)
  receiver.answer = (_, response) => void response.end()
  const delivered = (await deliveriesOf(organization, webhookId)).find(({ id }) => id === first)
  assert.deepEqual([delivered?.status, delivered?.lastAttempt?.body?.length], ['delivered', 1024])
})

test('a delivery whose job was given up is resumed within a minute or two', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  await api.testWebhook({ params: { ...params, webhookId } })
  const jobs = sql`graphile_worker._private_jobs where key like ${`deliver_webhook ${webhookId}%`}`
  const dueJobs = async () => (await sql`select 1 from ${jobs} and run_at <= now()`.execute(server.db)).rows
  const resume = () =>
    inTransaction(server.db, { repeatable: true }, (db) => {
      const now = new Date(Date.now() + 61_000).toISOString()
      return resumeWebhooks({}, { db, now, blobs: server.blobs, ...jobSettings })
    })
  await sql`delete from ${jobs}`.execute(server.db)
  await resume()
  assert.equal((await dueJobs()).length, 1)
  await sql`update graphile_worker._private_jobs set run_at = now() + interval '1 day'
    where key like ${`deliver_webhook ${webhookId}%`}`.execute(server.db)
  await resume()
  assert.equal((await dueJobs()).length, 1, 'one that waits for something else is called')
  await runAll(organization.id, webhookId)
})

test('what came of deliveries is kept as long as the operator says, and what waits is kept', async () => {
  const { organization, params, api } = await givenApi()
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  await api.testWebhook(one)
  await runAll(organization.id, webhookId)
  await api.testWebhook(one)
  const prune = (days: number) =>
    inTransaction(server.db, { repeatable: true }, (db) => {
      const now = new Date(Date.now() + days * 24 * hourMs).toISOString()
      return pruneWebhookDeliveries({}, { db, now, blobs: server.blobs, ...jobSettings })
    })
  const before = (await deliveriesOf(organization, webhookId)).length
  await prune(29)
  assert.equal((await deliveriesOf(organization, webhookId)).length, before)
  await prune(31)
  const left = await deliveriesOf(organization, webhookId)
  assert.deepEqual(
    left.map(({ status }) => status),
    ['pending'],
  )
})

test('webhooks are for admins alone, fifty at most, and of one organization only', async () => {
  const { organization, params, api } = await givenApi()
  const creator = await givenMember(server, organization, 'create')
  const stranger = await givenOrganization(server)
  const { id: webhookId } = await api.createWebhook({ params, body: quiet })
  const one = { params: { ...params, webhookId } }
  await assert.rejects(server.as(creator).getWebhook(one), { status: 403 })
  await assert.rejects(server.as(stranger.admin).getWebhook(one), { status: 404 })
  const foreign = { params: { organizationId: stranger.id, webhookId } }
  await assert.rejects(server.as(stranger.admin).getWebhook(foreign), { status: 404 })
  await assert.rejects(server.as(stranger.admin).testWebhook(foreign), { status: 404 })
  await assert.rejects(api.listWebhookDeliveries({ params: { ...params, webhookId: newId() } }), {
    status: 404,
  })
  for (let made = 1; made < 50; made++) await api.createWebhook({ params, body: quiet })
  await assertRefused(server, organization.id, api.createWebhook({ params, body: quiet }), 'conflict')
  const same = await api.request('updateWebhook', { ...one, body: quiet })
  assert.deepEqual(await recorded(server, organization.id, same), [])
  await api.deleteWebhook(one)
  assert.equal((await api.listWebhooks({ params })).count, 49)
})

/** Subscribes to an event that never happens here, so that only test events arrive. */
const quiet = { url: receiver.url, eventTypes: ['team.deleted' as const] }
const everything = { url: receiver.url }
const hourMs = 60 * 60 * 1000

async function givenApi() {
  const organization = await givenOrganization(server)
  return { organization, params: { organizationId: organization.id }, api: server.as(organization.admin) }
}

/** Runs a real worker until the test ends. */
async function working(t: { after: (work: () => Promise<void>) => void }) {
  const worker = await startQuietWorker(server)
  t.after(() => worker.stop())
}

/** Runs everything that is due for a webhook, like the worker, until only later deliveries remain. */
async function runAll(organizationId: string, webhookId: string) {
  const { db, blobs } = server
  for (let runs = 0; runs < 200; runs++) {
    const lanes = await db
      .selectFrom('webhook_deliveries')
      .select('resource')
      .distinct()
      .where('webhook_id', '=', webhookId)
      .where('status', '=', 'pending')
      .orderBy('resource')
      .execute()
    let idle = true
    for (const { resource } of lanes) {
      const lane = { organizationId, webhookId, resource }
      const prepared = await prepareDelivery(lane, server)
      idle &&= (prepared as { kind: string }).kind === 'early'
      await inTransaction(db, { repeatable: true }, (transaction) =>
        deliverWebhook(lane, {
          db: transaction,
          now: new Date().toISOString(),
          blobs,
          ...jobSettings,
          prepared,
        }),
      )
    }
    if (idle) return
  }
  assert.fail('It does not end.')
}

/** Makes all pending deliveries due. */
async function letTimePass(webhookId: string) {
  const next_attempt_at = new Date(0).toISOString()
  await server.db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at })
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    .execute()
  await server.db.updateTable('webhooks').set({ resting_until: null }).where('id', '=', webhookId).execute()
}

async function deliveriesOf(
  { id, admin }: Organization,
  webhookId: string,
): Promise<readonly WebhookDelivery[]> {
  const params = { organizationId: id, webhookId }
  return (await server.as(admin).listWebhookDeliveries({ params })).items
}

async function untilDone(organization: Organization, webhookId: string) {
  for (;;) {
    const all = await deliveriesOf(organization, webhookId)
    if (all.length > 0 && all.every(({ status }) => status !== 'pending')) return all
    await sleep(20)
  }
}

async function receivedOf(organizationId: string) {
  return receiver.received.filter(({ body }) => JSON.parse(body).organizationId === organizationId)
}

async function untilReceived(organizationId: string, count: number) {
  for (;;) {
    const all = await receivedOf(organizationId)
    if (all.length >= count) return all
    await sleep(20)
  }
}
