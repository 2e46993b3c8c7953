import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Server, serve } from '../../packages/server/src/test/harness.ts'
import { killAll } from '../../packages/server/src/test/process.ts'
import { startReceiver } from '../../packages/server/src/test/receiver.ts'
import { killWorkers } from '../kit/kill-workers.ts'
import { type Behaviour, startReceivers } from './receivers.ts'
import { givenTenant, happen, letTimePass, pending, type Tenant } from './stage.ts'

/**
 * Events happen while receivers are down, slow, failing, gone and redirecting, and while workers are killed.
 * Each must arrive, signed and in order, and none after a webhook's owner lost access. WEBHOOKS_EVENTS sets
 * the number of events, WEBHOOKS_KILLS the number of kills, WEBHOOKS_MINUTES the longest duration.
 */
const events = Number(process.env.WEBHOOKS_EVENTS ?? 10_000)
const kills = Number(process.env.WEBHOOKS_KILLS ?? 40)
const minutes = Number(process.env.WEBHOOKS_MINUTES ?? 20)
const shares: Readonly<Partial<Record<Behaviour, number>>> = {
  steady: 0.5,
  flapping: 0.2,
  slow: 0.15,
  down: 0.08,
  redirecting: 0.07,
}
/** Deliveries in flight when the owner loses access may still arrive. */
const underwayMs = 2_000
const begun = performance.now()
const victim = await startReceiver()
const receivers = await startReceivers(victim)
const allowed = receivers.map(({ receiver }) => receiver.endpoint).join(',')
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const wrong: string[] = []
try {
  await tryAll()
} finally {
  killAll()
  for (const { receiver } of receivers) receiver.close()
  victim.close()
  await server.stop()
}
process.exit(wrong.length > 0 ? 1 : 0)

async function tryAll() {
  const tenants: Tenant[] = []
  for (const watched of receivers) tenants.push(await givenTenant(server, watched))
  const settings = {
    DATABASE_URL: server.url,
    STEMMA_OUTSIDE_ALLOW: allowed,
    STEMMA_LOG_LEVEL: 'info',
    STEMMA_FILES_FOLDER: join(tmpdir(), 'stemma-webhooks-files'),
  }
  const workers = killWorkers(settings, { kills, apart: events / Math.max(kills, 1), arrived })
  const lost = loseRight(tenants)
  await Promise.all(tenants.map((tenant) => happen(server, tenant, sizeOf(tenant))))
  console.log(`happened: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  for (const watched of receivers) watched.heal()
  const end = begun + minutes * 60_000
  while ((await pending(server)) > 0 && performance.now() < end) {
    await letTimePass(server)
    await sleep(1_000)
  }
  await workers.stop()
  await report(tenants, await lost, workers.killed())
}

function arrived(): number {
  return receivers.reduce((sum, { receipts }) => sum + receipts.length, 0)
}

function sizeOf({ watched }: Tenant): number {
  return Math.round(events * (shares[watched.behaviour] ?? 0)) || 24
}

/** Demotes the owner of one webhook while it is in use, and continues with events. */
async function loseRight(tenants: readonly Tenant[]) {
  const tenant = tenants.find(({ watched }) => watched.behaviour === 'demoted')
  if (tenant === undefined) throw new Error('Nobody is demoted.')
  const { api, organizationId, ownerId, watched } = tenant
  while (watched.receipts.length === 0) await sleep(50)
  const params = { organizationId, userId: ownerId }
  await api.updateMemberInOrganizationById({ params, body: { role: 'create' } })
  const at = Date.now()
  await happen(server, tenant, 24, 1_000)
  return at
}

async function report(tenants: readonly Tenant[], lostAt: number, killed: number) {
  const counts = { events: 0, deliveries: 0, missing: 0, unsigned: 0, without: 0, disordered: 0 }
  for (const tenant of tenants) {
    const { behaviour, receipts } = tenant.watched
    counts.deliveries += receipts.length
    counts.unsigned += receipts.filter(({ isSigned }) => !isSigned).length
    if (behaviour === 'gone') await requireOff(tenant, 'gone')
    else if (behaviour === 'demoted') {
      counts.without += receipts.filter(({ at }) => at > lostAt + underwayMs).length
      await requireOff(tenant, 'owner')
    } else {
      const { happened, missing, disordered } = await compare(server, tenant)
      counts.events += happened
      counts.missing += missing
      counts.disordered += disordered
      console.log(`${behaviour}: ${happened} events, ${receipts.length} deliveries, ${missing} missing`)
    }
  }
  counts.without += victim.received.length
  const { missing, unsigned, without, disordered } = counts
  for (const [what, count] of Object.entries({ missing, unsigned, without, disordered }))
    if (count > 0) wrong.push(`${count} ${what}`)
  if (counts.events < events * 0.99) wrong.push('too few events')
  if (killed < kills) wrong.push('too few kills')
  for (const line of wrong) console.log(line)
  console.log(`took: ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  console.log(
    `webhooks: ${counts.events} events, ${counts.deliveries} deliveries, ${missing} missing, ` +
      `${unsigned} unsigned, ${without} without right, ${disordered} out of order, ${killed} kills`,
  )
}

async function requireOff({ api, organizationId, webhookId }: Tenant, reason: string) {
  const { active, disabledReason } = await api.getWebhook({ params: { organizationId, webhookId } })
  if (active || disabledReason !== reason) wrong.push(`the webhook is not off: ${reason}`)
}

/** Compares the events of a tenant with the accepted deliveries: all of them, and in order for each team. */
async function compare({ db }: Server, { organizationId, watched }: Tenant) {
  const happened = await db
    .selectFrom('events')
    .select(['id', 'body'])
    .where('organization_id', '=', organizationId)
    .where('type', '=', 'team.renamed')
    .execute()
  const known = new Map(happened.map(({ id, body }) => [id, body as { teamId: string; after: string }]))
  const accepted = new Set<string>()
  const reached = new Map<string, number>()
  let disordered = 0
  for (const { eventId, isAccepted } of watched.receipts) {
    const event = known.get(eventId)
    if (event === undefined) wrong.push(`${eventId} never happened`)
    if (event === undefined || !isAccepted || accepted.has(eventId)) continue
    accepted.add(eventId)
    const count = Number.parseInt(event.after, 10)
    if (count !== (reached.get(event.teamId) ?? 0) + 1) disordered++
    reached.set(event.teamId, count)
  }
  return { happened: happened.length, missing: happened.length - accepted.size, disordered }
}
