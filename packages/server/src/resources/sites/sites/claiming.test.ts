import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { givenClaimant, newHost, siteAt } from '../../../test/claiming.ts'
import { startDnsServer } from '../../../test/dns-server.ts'
import { checkNow, givenVerifiedDomain } from '../../../test/domains.ts'
import { givenMember, startServer } from '../../../test/harness.ts'
import { stemmaServer } from '../../../test/process.ts'
import { assertRefused } from '../../../test/recorded.ts'

const dns = await startDnsServer()
const hosts = { sitesUrl: 'http://sites.stemma.example/s', filesUrl: 'http://files.stemma.example' }
const server = await startServer({ dnsServers: [dns.address], rateLimitPerMinute: 1_000_000, ...hosts })
after(() => dns.stop())

test('a host of the installation is nobody’s proxy, and its paths lead where they led', async () => {
  const [victim, attacker] = [await givenClaimant(server), await givenClaimant(server)]
  const basename = `acme-${victim.siteId}`
  await victim.claim({ basename })
  const own = [
    'sites.stemma.example',
    'SITES.stemma.example',
    'x.sites.stemma.example',
    'files.stemma.example',
  ]
  for (const host of own) {
    const proxy = `${host}/s/${basename}`
    await assertRefused(server, attacker.organizationId, attacker.claim({ proxy }), 'conflict')
  }
  const kinds = { proxy: `sites.stemma.example/s/${basename}`, hostname: 'sites.stemma.example' }
  const owner = { organization_id: attacker.organizationId, site_id: attacker.siteId, proved: true }
  const rows = Object.entries(kinds).map(([kind, address]) => ({ kind, address, ...owner }))
  await server.db.insertInto('site_addresses').values(rows).execute()
  assert.equal(await siteAt(server, `http://sites.stemma.example/s/${basename}`), victim.siteId)
  assert.equal(await siteAt(server, `http://sites.stemma.example./s/${basename}`), undefined)
  assert.equal(await siteAt(server, 'http://sites.stemma.example/'), undefined)
})

test('a proxy counts once the organization has proved its host, and no longer than that', async () => {
  const { organizationId, api, at, params, siteId, claim } = await givenClaimant(server)
  const [host, path] = [newHost(), `http://sites.stemma.example/s/${siteId}`]
  const proxy = `${host}/help`
  const set = await claim({ proxy: proxy.toUpperCase().replace('/HELP', '/help') })
  assert.deepEqual(set.proxy, { origin: proxy, target: path })
  assert.equal(set.urls.published, path)
  assert.equal(await siteAt(server, `https://${proxy}/a`), undefined)
  const [pending] = (await api.listSiteDomains(at)).items
  const address = { site: siteId, type: 'proxy', address: proxy, status: 'pending' }
  assert.deepEqual([pending?.domain, pending?.status, pending?.addresses], [host, 'pending', [address]])
  assert.equal(pending?.record.name, `_stemma-challenge.${host}`)

  dns.texts.set(pending.record.name, [pending.record.value])
  const checked = await api.checkSiteDomain({ params: { ...at.params, siteDomain: host.toUpperCase() } })
  assert.deepEqual(checked.addresses, [address])
  await checkNow(server, organizationId, host)
  const [verified] = (await api.listSiteDomains(at)).items
  assert.deepEqual([verified?.status, verified?.addresses[0]?.status], ['verified', 'active'])
  assert.equal((await api.getSiteById({ params })).urls.published, `https://${proxy}`)
  assert.equal(await siteAt(server, `https://${host.toUpperCase()}./help/a`), siteId)
  assert.deepEqual((await api.listEmailDomains(at)).items, [], 'it says nothing about e-mail')

  dns.texts.delete(pending.record.name)
  await checkNow(server, organizationId, host)
  assert.equal(await siteAt(server, `https://${proxy}`), siteId, 'there is some time to put it back')
  const long = new Date(Date.now() - 8 * dayMs).toISOString()
  await server.db
    .updateTable('email_domains')
    .set({ missing_since: long })
    .where('domain', '=', host)
    .execute()
  await checkNow(server, organizationId, host)
  assert.equal(await siteAt(server, `https://${proxy}`), undefined)
  assert.equal((await api.getSiteById({ params })).urls.published, path)
})

test('whoever creates sites sees the records of their hosts, as long as a site uses them', async () => {
  const { organizationId, api, at, claim } = await givenClaimant(server)
  const host = newHost()
  await claim({ proxy: `${host}/a` })
  const creator = server.as(await givenMember(server, { id: organizationId }, 'create'))
  assert.equal((await creator.listSiteDomains(at)).items.length, 1)
  const reviewer = server.as(await givenMember(server, { id: organizationId }, 'review'))
  await assert.rejects(reviewer.listSiteDomains(at), { status: 403 })
  await claim({ proxy: null })
  assert.deepEqual((await api.listSiteDomains(at)).items, [])
  const unknown = api.checkSiteDomain({ params: { ...at.params, siteDomain: host } })
  await assertRefused(server, organizationId, unknown, 'not_found')
})

test('the proof of an e-mail domain counts for the same host, and stays for a site alone', async () => {
  const { organizationId, admin, at, siteId, claim } = await givenClaimant(server)
  const host = newHost()
  const api = server.as(admin)
  await api.updateOrganizationById({ ...at, body: { emailDomains: [host] } })
  await givenVerifiedDomain(server, organizationId, host)
  assert.equal((await claim({ proxy: `${host}/a` })).urls.published, `https://${host}/a`)
  await api.updateOrganizationById({ ...at, body: { emailDomains: [] } })
  assert.equal(await siteAt(server, `https://${host}/a`), siteId)
  assert.equal((await api.listSiteDomains(at)).items[0]?.status, 'verified')
  assert.deepEqual((await api.listEmailDomains(at)).items, [])
})

test('what somebody claims without proof keeps nobody from it who has proved it', async () => {
  const [squatter, owner] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  await squatter.claim({ proxy: `${host}/docs` })
  await givenVerifiedDomain(server, owner.organizationId, host)
  await owner.claim({ proxy: `${host}/docs` })
  assert.equal(await siteAt(server, `https://${host}/docs`), owner.siteId)
  await squatter.claim({ proxy: null })
  await owner.claim({ proxy: null })
  await owner.claim({ proxy: `${host}/docs` })
  assert.equal(await siteAt(server, `https://${host}/docs`), owner.siteId)
})

test('no address of one organization is above or below one of another, segment by segment', async () => {
  const [one, other] = [await givenClaimant(server), await givenClaimant(server)]
  const host = newHost()
  for (const { organizationId } of [one, other]) await givenVerifiedDomain(server, organizationId, host)
  await one.claim({ proxy: `${host}/a/b` })
  for (const path of ['a/b', 'a', 'a/b/c', 'a/b/c/d']) {
    const claimed = other.claim({ proxy: `${host.toUpperCase()}/${path}` })
    await assertRefused(server, other.organizationId, claimed, 'conflict')
  }
  for (const path of ['a/bc', 'a/c', 'b', 'A']) await other.claim({ proxy: `${host}/${path}` })
  assert.equal(await siteAt(server, `https://${host}/A/b`), other.siteId)
  assert.equal(await siteAt(server, `https://${host}/a/b/c`), one.siteId)
  const below = { type: 'hostname', organization_id: other.organizationId, site_id: other.siteId }
  await server.db.updateTable('sites').set({ hostname: host }).where('id', '=', other.siteId).execute()
  await checkNow(server, other.organizationId, host)
  const [domain] = (await other.api.listSiteDomains(other.at)).items
  assert.equal(domain?.addresses.find(({ type }) => type === below.type)?.status, 'taken')
})

test('within an organization the longest prefix wins, and no two sites have the same', async () => {
  const { organizationId, addSite, api } = await givenClaimant(server)
  const host = newHost()
  const waiting = await addSite({ proxy: `${host}/a` })
  const twin = await addSite()
  const same = api.updateSiteById({ params: twin, body: { proxy: `${host}/a` } })
  await assertRefused(server, organizationId, same, 'conflict')
  await givenVerifiedDomain(server, organizationId, host)
  await api.updateSiteById({ params: waiting, body: { proxy: `${host}/a` } })
  await api.updateSiteById({ params: twin, body: { proxy: `${host}/a/b` } })
  assert.equal(await siteAt(server, `https://${host}/a/x`), waiting.siteId)
  assert.equal(await siteAt(server, `https://${host}/a/b/x`), twin.siteId)
})

test('of two organizations that claim overlapping addresses at once, one gets its own', async () => {
  for (let round = 0; round < 8; round++) {
    const both = [await givenClaimant(server), await givenClaimant(server)]
    const host = newHost()
    for (const { organizationId } of both) await givenVerifiedDomain(server, organizationId, host)
    const outcomes = await Promise.allSettled(
      both.map(({ claim }, index) => claim({ proxy: index === 0 ? `${host}/a` : `${host}/a/b` })),
    )
    const statuses = outcomes.map(({ status }) => status).sort()
    assert.deepEqual(statuses, ['fulfilled', 'rejected'], `round ${round}`)
  }
})

test('the operator can vouch for the host of a proxy', async () => {
  const { organizationId, siteId, claim } = await givenClaimant(server)
  const host = newHost()
  await claim({ proxy: `${host}/a` })
  const args = ['domain', 'verify', '--organization', organizationId, '--domain', host]
  const done = await stemmaServer(args, { DATABASE_URL: server.url })
  assert.deepEqual([done.code, done.stdout], [0, `${host} is verified.\n`], done.stderr)
  assert.equal(await siteAt(server, `https://${host}/a`), siteId)
})

const dayMs = 24 * 60 * 60 * 1000
