import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Claimant, givenClaimant, newHost, siteAt } from '../../../test/claiming.ts'
import { startDnsServer } from '../../../test/dns-server.ts'
import { checkNow, givenVerifiedDomain } from '../../../test/domains.ts'
import { givenMember, startServer } from '../../../test/harness.ts'
import { openerFor } from '../../../test/published-site.ts'
import { assertRefused } from '../../../test/recorded.ts'

const dns = await startDnsServer()
const hosts = { sitesUrl: 'http://sites.stemma.example/s', filesUrl: 'http://files.stemma.example' }
const server = await startServer({ dnsServers: [dns.address], rateLimitPerMinute: 1_000_000, ...hosts })
after(() => dns.stop())
const open = openerFor(server)

test('a hostname is served once its record is found, and the list says what it waits for', async () => {
  const claimant = await givenClaimant(server)
  const { organizationId, api, siteId, params, claim } = claimant
  const host = newHost()
  const set = await claim({ hostname: host })
  assert.equal(set.hostname, host)
  assert.equal(set.urls.published, `http://sites.stemma.example/s/${siteId}`)
  const waiting = await domainOf(claimant)
  assert.deepEqual([waiting.status, waiting.problem], ['pending', undefined])
  const { name, value } = waiting.record
  const look = async () => {
    await checkNow(server, organizationId, host)
    const { status, problem, nextCheckAt, addresses } = await domainOf(claimant)
    const inMs = nextCheckAt && Date.parse(nextCheckAt) - Date.now()
    return { state: [status, problem?.code, addresses[0]?.status], problem, inMs }
  }

  const first = await look()
  assert.deepEqual(first.state, ['pending', 'record_missing', 'pending'])
  assert.match(first.problem?.message ?? '', new RegExp(`no TXT record at ${name}`))
  assert.ok(first.inMs && first.inMs > 0 && first.inMs <= 60_000, 'it looks again within a minute')
  dns.texts.set(name, ['stemma-verification=other'])
  assert.deepEqual((await look()).state, ['pending', 'record_differs', 'pending'])
  dns.state.failing = true
  assert.deepEqual((await look()).state, ['pending', 'dns_unreachable', 'pending'])
  dns.state.failing = false
  const long = new Date(Date.now() - 8 * dayMs).toISOString()
  await server.db.updateTable('email_domains').set({ asked_at: long }).where('domain', '=', host).execute()
  const last = await look()
  assert.deepEqual([...last.state, last.inMs], ['failed', 'record_differs', 'pending', undefined])
  const asked = await api.checkSiteDomain({ params: { organizationId, siteDomain: host } })
  assert.equal(asked.status, 'pending', 'somebody asked again')

  dns.texts.set(name, [value])
  assert.deepEqual((await look()).state, ['verified', undefined, 'active'])
  assert.equal((await api.getSiteById({ params })).urls.published, `https://${host}`)
  assert.equal(await siteAt(server, `https://${host.toUpperCase()}./a`), siteId)
  assert.match(String((await open(`http://${host}/v1/user`)).headers['content-type']), /^text\/html/)
})

test('a hostname that is removed is served no more, and stays reserved for its organization', async () => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  for (const { organizationId } of [one, other]) await givenVerifiedDomain(server, organizationId, host)
  await one.claim({ hostname: host })
  await one.claim({ hostname: null })
  const { hostname, urls } = await one.api.getSiteById({ params: one.params })
  assert.deepEqual([hostname, urls.published], [undefined, `http://sites.stemma.example/s/${one.siteId}`])
  assert.equal(await siteAt(server, `https://${host}/`), undefined)
  assert.deepEqual((await one.api.listSiteDomains(one.at)).items, [])
  await assertRefused(server, other.organizationId, other.claim({ hostname: host }), 'conflict')
  await one.claim({ hostname: host })
  assert.equal(await siteAt(server, `https://${host}/`), one.siteId)
})

test('hosts of the installation, IP addresses and names that are none are refused', async () => {
  const { organizationId, claim } = await givenClaimant(server)
  for (const hostname of ['sites.stemma.example', 'docs.sites.stemma.example', 'files.stemma.example'])
    await assertRefused(server, organizationId, claim({ hostname }), 'conflict')
  const unfit = ['127.0.0.1', '10.0.0.5', '[::1]', 'fd00::1', 'docs.example.com:443', 'docs.example.com/a']
  const misspelt = ['Docs.example.com', 'docs.example.com.', 'bücher.example.com', 'example.com', '*.a.b.c']
  for (const hostname of [...unfit, ...misspelt, '', `${'a.'.repeat(120)}com`])
    await assertRefused(server, organizationId, claim({ hostname }), 'invalid_request')
})

test('whoever may not create sites sets no hostname', async () => {
  const { organizationId, params } = await givenClaimant(server)
  const hostname = newHost()
  const reviewer = server.as(await givenMember(server, { id: organizationId }, 'review'))
  const refused = reviewer.updateSiteById({ params, body: { hostname } })
  await assertRefused(server, organizationId, refused, 'forbidden')
  const stranger = await givenClaimant(server)
  const unseen = stranger.api.updateSiteById({ params, body: { hostname } })
  await assertRefused(server, organizationId, unseen, 'not_found')
})

test('a hostname has one site: of its organization, and of all that have proved it', async () => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  const twin = await one.addSite()
  await one.claim({ hostname: host })
  const same = one.api.updateSiteById({ params: twin, body: { hostname: host } })
  await assertRefused(server, one.organizationId, same, 'conflict')
  await other.claim({ hostname: host })
  for (const claimant of [one, other]) {
    const { name, value } = (await domainOf(claimant)).record
    dns.texts.set(name, [...(dns.texts.get(name) ?? []), value])
  }
  for (const { organizationId } of [one, other]) await checkNow(server, organizationId, host)
  assert.equal((await domainOf(one)).addresses[0]?.status, 'active')
  assert.deepEqual(
    [(await domainOf(other)).status, (await domainOf(other)).addresses[0]?.status],
    ['verified', 'taken'],
  )
  assert.equal(await siteAt(server, `https://${host}/`), one.siteId)
  const late = await givenClaimant(server)
  await givenVerifiedDomain(server, late.organizationId, host)
  await assertRefused(server, late.organizationId, late.claim({ hostname: host }), 'conflict')
  await assertRefused(server, late.organizationId, late.claim({ proxy: `${host}/a` }), 'conflict')
})

test('of two organizations that claim or prove one hostname at once, one gets it', async () => {
  for (let round = 0; round < 6; round++) {
    const both = [await givenClaimant(server), await givenClaimant(server)]
    const host = newHost()
    const proofs = both.map((one) => () => checkNow(server, one.organizationId, host))
    if (round % 2 === 0) {
      for (const { organizationId } of both) await givenVerifiedDomain(server, organizationId, host)
      const outcomes = await Promise.allSettled(both.map(({ claim }) => claim({ hostname: host })))
      assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      continue
    }
    for (const one of both) await one.claim({ hostname: host })
    const records = await Promise.all(both.map(async (one) => (await domainOf(one)).record))
    dns.texts.set(
      records[0]?.name ?? '',
      records.map(({ value }) => value),
    )
    await Promise.all(proofs.map((prove) => prove()))
    const states = await Promise.all(both.map(async (one) => (await domainOf(one)).addresses[0]?.status))
    assert.deepEqual(states.sort(), ['active', 'taken'])
  }
})

async function domainOf({ api, at }: Pick<Claimant, 'api' | 'at'>) {
  const [domain] = (await api.listSiteDomains(at)).items
  return domain ?? assert.fail('The organization lists no domain.')
}

const dayMs = 24 * 60 * 60 * 1000
