import type { Client } from '@stemma/client'
import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/db/database.ts'
import { inTransaction } from '../../packages/server/src/db/transaction.ts'
import { emit } from '../../packages/server/src/events/emit.ts'
import * as teamRows from '../../packages/server/src/resources/people/teams/store.ts'
import { givenMember, givenOrganization, type Server } from '../../packages/server/src/test/harness.ts'
import type { Watched } from './receivers.ts'

/** An organization with one webhook. Its events are renames of teams, numbered per team. */
export interface Tenant {
  readonly watched: Watched
  readonly api: Client
  readonly organizationId: string
  readonly webhookId: string
  readonly ownerId: string
  readonly teams: readonly string[]
}

const teamsOfEach = 12

export async function givenTenant(server: Server, watched: Watched): Promise<Tenant> {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin, { retries: 100 })
  const teams = []
  for (let made = 0; made < teamsOfEach; made++) {
    teams.push((await api.createOrganizationTeam({ params, body: { title: `Team ${made}` } })).id)
  }
  const owner = await givenMember(server, organization, 'admin')
  const body = { url: watched.receiver.url, eventTypes: ['team.renamed' as const] }
  const { id: webhookId, secret = '' } = await server.as(owner).createWebhook({ params, body })
  watched.secret = secret
  return { watched, api, organizationId: organization.id, webhookId, ownerId: owner.id, teams }
}

/** Makes `events` events in a tenant, some in parallel, but those of each team in sequence. */
export async function happen({ db }: Server, tenant: Tenant, events: number, from = 0) {
  const { organizationId, teams } = tenant
  const some = Array.from({ length: atOnce }, async (_, first) => {
    for (let event = first; event < events; event += atOnce) {
      const index = event % teams.length
      const title = `${from + Math.floor(event / teams.length) + 1} of ${index}`
      await inTransaction(db, { repeatable: false }, (transaction) =>
        rename(transaction, { organizationId, teamId: teams[index] ?? '' }, title),
      )
    }
  })
  await Promise.all(some)
}

/** Does what the operation does, without authorization. */
async function rename(db: Database, key: teamRows.Key, after: string) {
  const { title: before = '' } = (await teamRows.lock(db, key)) ?? {}
  await teamRows.rename(db, key, after)
  const [now, home] = [new Date().toISOString(), key.organizationId]
  await emit({ db, now, home }, { type: 'team.renamed', teamId: key.teamId, before, after })
}

/** The number of teams is a multiple of it, so that each team is renamed by one loop only. */
const atOnce = 2

/** Makes everything scheduled due now. Retried if it deadlocks with workers. */
export async function letTimePass({ db }: Server) {
  await inTransaction(db, { repeatable: true }, async (transaction) => {
    await sql`update webhooks set resting_until = null where resting_until is not null`.execute(transaction)
    await sql`update webhook_deliveries set next_attempt_at = now() where status = 'pending'`.execute(
      transaction,
    )
    await sql`update graphile_worker._private_jobs set run_at = now()
      where key like 'deliver_webhook %' and locked_at is null and run_at > now()`.execute(transaction)
  })
}

export async function pending({ db }: Server): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from webhook_deliveries
    where status = 'pending'`.execute(db)
  return rows[0]?.count ?? 0
}
