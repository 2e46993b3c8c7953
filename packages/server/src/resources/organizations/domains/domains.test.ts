import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startDnsServer } from '../../../test/dns-server.ts'
import { checkNow } from '../../../test/domains.ts'
import { givenMember, givenOrganization, givenUser, startServer } from '../../../test/harness.ts'
import { stemmaServer } from '../../../test/process.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { assertRefused } from '../../../test/recorded.ts'
import { outcomeOf } from './rules.ts'
import { isVerifiedDomain } from './store.ts'

const dns = await startDnsServer()
const server = await startServer({ dnsServers: [dns.address] })
after(() => dns.stop())
const dayMs = 24 * 60 * 60 * 1000

test('a domain counts only once its owner has put the record of this organization there', async () => {
  const { organization, params, domain, row } = await givenDomain()
  const employee = await givenUser(server, { email: `ada@${domain}` })
  const lookUp = async () =>
    (await server.as(employee).getOrganizationsForEmailDomain({ params: { emailDomain: domain } }))
      .organizations.length
  assert.equal(row.status, 'pending')
  assert.deepEqual(row.record, {
    type: 'TXT',
    name: `_stemma-challenge.${domain}`,
    value: row.record.value,
  })
  assert.match(row.record.value, /^stemma-verification=[0-9a-f]{32}$/)
  assert.equal(await lookUp(), 0)
  await assertRefused(server, organization.id, server.as(employee).joinOrganization({ params }), 'not_found')
  const invitation = { emails: [`bo@${domain}`], sso: true }
  const refused = await server.as(organization.admin).inviteUsersToOrganization({ params, body: invitation })
  assert.deepEqual(refused.failedSSOEmails, [`bo@${domain}`])

  for (const wrong of [[], ['stemma-verification='], [`${row.record.value}0`], [`x ${row.record.value}`]]) {
    dns.texts.set(row.record.name, wrong)
    await checkNow(server, organization.id, domain)
    assert.equal(await isVerifiedDomain(server.db, organization.id, domain), false, String(wrong))
  }
  dns.texts.set(row.record.name, ['v=spf1 -all', row.record.value])
  await checkNow(server, organization.id, domain)
  const [now] = (await server.as(organization.admin).listEmailDomains({ params })).items
  assert.equal(now?.status, 'verified')
  assert.equal(await isVerifiedDomain(server.db, organization.id, domain.toUpperCase()), true)
  assert.equal(await lookUp(), 1)
  await server.as(employee).joinOrganization({ params })
  const invited = await server.as(organization.admin).inviteUsersToOrganization({ params, body: invitation })
  assert.deepEqual(invited.failedSSOEmails, [])
  assert.deepEqual(await events(organization.id), ['domain.verified'])
})

test('a record verifies nothing for another organization, and one domain can be of two', async () => {
  const first = await givenDomain()
  const second = await givenDomain(first.domain)
  dns.texts.set(first.row.record.name, [first.row.record.value])
  for (const { organization } of [first, second]) await checkNow(server, organization.id, first.domain)
  const verified = () =>
    Promise.all([first, second].map((one) => isVerifiedDomain(server.db, one.organization.id, one.domain)))
  assert.deepEqual(await verified(), [true, false])
  dns.texts.set(first.row.record.name, [first.row.record.value, second.row.record.value])
  await checkNow(server, second.organization.id, first.domain)
  assert.deepEqual(await verified(), [true, true])
})

test('who takes a domain away and names it again begins anew', async () => {
  const { organization, params, domain, row } = await givenDomain()
  dns.texts.set(row.record.name, [row.record.value])
  await checkNow(server, organization.id, domain)
  const api = server.as(organization.admin)
  await api.updateOrganizationById({ params, body: { emailDomains: [domain], title: 'Same' } })
  assert.equal(await isVerifiedDomain(server.db, organization.id, domain), true, 'naming it again is nothing')
  await api.updateOrganizationById({ params, body: { emailDomains: [] } })
  assert.equal(await isVerifiedDomain(server.db, organization.id, domain), false)
  await api.updateOrganizationById({ params, body: { emailDomains: [domain] } })
  const [again] = (await api.listEmailDomains({ params })).items
  assert.equal(again?.status, 'pending')
  assert.notEqual(again?.record.value, row.record.value)
})

test('a worker checks what was asked for, and a record that went missing is told, then lost', async (t) => {
  const { organization, params, domain, row } = await givenDomain()
  const api = server.as(organization.admin)
  const worker = await startQuietWorker(server, server.config)
  t.after(() => worker.stop())
  const one = { params: { ...params, emailDomain: domain } }
  dns.texts.set(row.record.name, [row.record.value])
  assert.equal((await api.checkEmailDomain(one)).domain, domain)
  await until(async () => isVerifiedDomain(server.db, organization.id, domain))

  dns.state.failing = true
  await checkNow(server, organization.id, domain)
  dns.state.failing = false
  assert.equal(
    (await api.listEmailDomains({ params })).items[0]?.missingSince,
    undefined,
    'no answer says nothing',
  )
  dns.texts.delete(row.record.name)
  await checkNow(server, organization.id, domain)
  const [missing] = (await api.listEmailDomains({ params })).items
  assert.equal(missing?.status, 'verified', 'there is some time to put it back')
  assert.ok(missing?.missingSince)
  const since = new Date(Date.now() - 7 * dayMs - 1000).toISOString()
  await server.db
    .updateTable('email_domains')
    .set({ missing_since: since })
    .where('organization_id', '=', organization.id)
    .execute()
  await checkNow(server, organization.id, domain)
  assert.equal(await isVerifiedDomain(server.db, organization.id, domain), false)
  assert.deepEqual(await events(organization.id), [
    'domain.check_requested',
    'domain.verified',
    'domain.missing',
    'domain.lost',
  ])
})

test('a record is looked for hourly at first, weekly once it was found, daily while it is missing', () => {
  const now = '2026-11-15T12:00:00.000Z'
  const ago = (days: number) => new Date(Date.parse(now) - days * dayMs).toISOString()
  const fresh = { askedAt: ago(1), verifiedAt: null, missingSince: null }
  const hours = (state: Parameters<typeof outcomeOf>[0], seen: boolean | undefined) => {
    const sight = seen === undefined ? 'dns_unreachable' : seen ? 'found' : 'record_missing'
    const { nextMs } = outcomeOf(state, sight, now)
    return nextMs === undefined ? undefined : nextMs / (60 * 60 * 1000)
  }
  assert.equal(hours(fresh, false), 1)
  assert.equal(hours(fresh, undefined), 1)
  assert.equal(hours({ ...fresh, askedAt: now }, false), 1 / 60, 'soon after somebody asked')
  assert.equal(hours({ ...fresh, askedAt: ago(1 / 24) }, false), 1 / 2)
  assert.equal(hours({ ...fresh, askedAt: ago(7) }, false), undefined)
  assert.equal(hours(fresh, true), 168)
  const verified = { ...fresh, verifiedAt: ago(3) }
  assert.equal(hours(verified, true), 168)
  assert.equal(hours(verified, false), 24)
  assert.equal(hours(verified, undefined), 24)
  assert.equal(hours({ ...verified, missingSince: ago(6) }, false), 24)
  assert.equal(outcomeOf({ ...verified, missingSince: ago(6) }, 'found', now).missingSince, null)
  assert.equal(hours({ ...verified, missingSince: ago(8) }, false), undefined)
})

test('only admins see the domains and ask for checks, and only of domains of the organization', async () => {
  const { organization, params, domain } = await givenDomain()
  const member = server.as(await givenMember(server, organization, 'create'))
  await assert.rejects(member.listEmailDomains({ params }), { status: 403 })
  const one = { params: { ...params, emailDomain: domain } }
  await assertRefused(server, organization.id, member.checkEmailDomain(one), 'forbidden')
  const other = { params: { ...params, emailDomain: 'other.example' } }
  const asked = server.as(organization.admin).checkEmailDomain(other)
  await assertRefused(server, organization.id, asked, 'not_found')
})

test('the operator can vouch for a domain that is named, and no job takes that back', async () => {
  const { organization, domain } = await givenDomain()
  const verify = (name: string) =>
    stemmaServer(['domain', 'verify', '--organization', organization.id, '--domain', name], {
      DATABASE_URL: server.url,
    })
  const done = await verify(domain.toUpperCase())
  assert.deepEqual([done.code, done.stdout], [0, `${domain} is verified.\n`], done.stderr)
  await checkNow(server, organization.id, domain)
  assert.equal(await isVerifiedDomain(server.db, organization.id, domain), true)
  const unknown = await verify('unknown.example')
  assert.equal(unknown.code, 1)
  assert.match(
    unknown.stderr,
    /^The organization does not use this domain\. Add it to its emailDomains first, or use it/,
  )
})

async function givenDomain(domain = `${randomUUID()}.example`) {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  await api.updateOrganizationById({ params, body: { emailDomains: [domain] } })
  const [row] = (await api.listEmailDomains({ params })).items
  if (row === undefined) throw new Error('The domain is not listed.')
  return { organization, params, domain, row }
}

async function until(holds: () => Promise<boolean>) {
  while (!(await holds())) await sleep(50)
}

async function events(organizationId: string) {
  const rows = await server.db
    .selectFrom('events')
    .select('type')
    .where('organization_id', '=', organizationId)
    .where('type', 'like', 'domain.%')
    .orderBy('id')
    .execute()
  return rows.map(({ type }) => type)
}
