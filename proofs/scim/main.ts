import { sql } from 'kysely'
import { serve } from '../../packages/server/src/test/harness.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { givenProvisioned, scimClient } from '../../packages/server/src/test/provisioning.ts'
import { entra } from './entra.ts'
import { everybody } from './everybody.ts'
import { okta } from './okta.ts'
import { converse } from './stage.ts'

/**
 * Sends what Okta and Entra ID send, and compares every answer. Then provisions and deprovisions many people
 * while servers are killed, each time from the beginning: whatever was done is done once. SCIM_USERS sets how
 * many there are, SCIM_KILLS how often a server is killed.
 */
const people = Number(process.env.SCIM_USERS ?? 10_000)
const kills = Number(process.env.SCIM_KILLS ?? 4)
/** The admin who created the organization. */
const founders = 1
const server = await serve({ rateLimitPerMinute: 10_000_000 })
const wrong: string[] = []
try {
  await tryAll()
} finally {
  killAll()
  await server.stop()
}
process.exit(wrong.length > 0 ? 1 : 0)

async function tryAll() {
  const settings = { DATABASE_URL: server.url, STEMMA_RATE_LIMIT_PER_MINUTE: '10000000', STEMMA_JOBS: 'off' }
  const { address, stop } = await startServe(settings)
  for (const exchanges of [okta, entra]) {
    const { send, domain } = await givenProvisioned(server, address)
    wrong.push(...(await converse(send, exchanges, { domain })))
  }
  await stop()
  const requests = okta.length + entra.length

  const { organization, domain, token } = await givenProvisioned(server, address)
  const emails = Array.from({ length: people }, (_, number) => `person${number}@${domain}`)
  const open = async () => {
    const running = await startServe(settings)
    const base = `${running.address}/scim/v2/${organization.id}`
    return { ...running, send: scimClient(base, token.secret ?? '') }
  }
  const begunAt = performance.now()
  const { sent, killed } = await everybody(open, emails, kills)
  const seconds = Math.round((performance.now() - begunAt) / 1000)
  await compare(organization.id)
  for (const line of wrong) console.log(line)
  console.log(`scim: ${requests} requests, ${wrong.length} wrong`)
  console.log(
    `scim: ${people} people provisioned and deprovisioned in ${sent} requests and ${seconds} s, ` +
      `${killed} servers killed, ${wrong.length} wrong`,
  )
}

/** Each step of a person is in the audit log once, and nobody is left. */
async function compare(organizationId: string) {
  const { rows } = await sql<{ type: string; events: number; people: number }>`
    select type, count(*)::int as events, count(distinct body ->> 'userId')::int as people
    from events where organization_id = ${organizationId} group by type`.execute(server.db)
  for (const type of ['user.created', 'member.added', 'member.disabled', 'member.removed']) {
    const found = rows.find((row) => row.type === type)
    const extra = type === 'member.added' ? founders : 0
    const isRight = found?.events === people + extra && found.people === people + extra
    if (!isRight) wrong.push(`${type}: ${found?.events} events about ${found?.people} of ${people} people`)
  }
  const inside = await server.db
    .selectFrom('members')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .execute()
  if (inside.length !== 1) wrong.push(`${inside.length - 1} people are left`)
}
