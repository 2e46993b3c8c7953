import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../../common/ids.ts'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import { givenOrganization, givenTeam, givenUser, startServer } from '../../../test/harness.ts'
import { openIDClient, type Said, startOpenIDProvider } from '../../../test/openid-provider.ts'
import { pruneOIDCLogins } from './jobs.ts'

const publicUrl = 'http://docs.test:3000'
const idp = await startOpenIDProvider()
const otherIdp = await startOpenIDProvider()
const server = await startServer({
  publicUrl,
  appUrl: `${publicUrl}/app`,
  outsideAllow: [idp.host, otherIdp.host],
})
after(() => Promise.all([idp.stop(), otherIdp.stop()]))
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })

test('the first login makes the person and the member, and leads where they wanted to go', async () => {
  const { organization, company, domain } = await given()
  const team = await givenTeam(server, organization, 'Everybody')
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id, oidcProviderId: company.id }
  await api.updateOrganizationOIDCProvider({ params, body: { defaultTeam: team.id, defaultRole: 'edit' } })
  const { browser, location } = await signIn(company, { email: `ada@${domain}` }, '/after?x=1')
  assert.equal(location, `${publicUrl}/after?x=1`)
  const { id: userId, ...me } = await whoami(browser)
  const member = await api.getMemberInOrganizationById({ params: { ...params, userId } })
  assert.deepEqual([member.role, member.sso, member.teams], ['edit', true, 1])
  assert.deepEqual([me.displayName, me.email], ['Ada Lovelace', `ada@${domain}`])
})

test('from then on the provider knows them by their subject, whatever address it tells', async () => {
  const { company, domain } = await given()
  const claims = { sub: newId() }
  const first = await signIn(company, { email: `ada@${domain}`, claims })
  const second = await signIn(company, { email: `married@${domain}`, claims })
  const silent = await signIn(company, { claims })
  const people = await Promise.all([first, second, silent].map(({ browser }) => whoami(browser)))
  assert.equal(new Set(people.map(({ id }) => id)).size, 1)
  assert.equal(people[1]?.email, `ada@${domain}`)
})

test('an address that is missing in the ID token comes from the user info', async () => {
  const { company, domain } = await given()
  const userInfo = { email: `Ida@${domain}`, email_verified: true, name: 'Ida' }
  const { browser } = await signIn(company, { claims: { sub: newId() }, userInfo })
  assert.equal((await whoami(browser)).email, `ida@${domain}`)
  // The address of one source is not verified by another.
  const halves = { claims: { sub: newId(), email: `boss@${domain}` }, userInfo: { email_verified: true } }
  await assertRefused(company, halves, /not say that your e-mail address is verified/)
})

test('an address that is not verified is refused, and the words say what to do', async () => {
  const { company, domain } = await given()
  const unverified = [false, 'false', 'TRUE', 1, null, {}]
  for (const email_verified of unverified) {
    const said = { email: `ada@${domain}`, claims: { email_verified } }
    await assertRefused(company, said, /not say that your e-mail address is verified\. Verify it there/)
  }
  await assertRefused(company, { email: `ada@${domain}`, claims: { email_verified: undefined } }, /verified/)
  const entra = { email: `ada@${domain}`, claims: { email_verified: undefined, xms_edov: true } }
  await signIn(company, { ...entra, userInfo: { email: `ada@${domain}` } })
})

test('an address in a domain that the organization has not verified is refused', async () => {
  const { company } = await given()
  const { domain: foreign } = await given()
  await assertRefused(company, { email: `ada@${foreign}` }, /not verified by the organization. Ask an admin/)
})

test('teams follow the groups of the person, and other teams stay', async () => {
  const { organization, company, domain } = await given()
  const api = server.as(organization.admin)
  const titles = ['Writers', 'Readers', 'Own']
  const [writers, readers, own] = await Promise.all(titles.map((one) => givenTeam(server, organization, one)))
  assert.ok(writers && readers && own)
  const params = { organizationId: organization.id, oidcProviderId: company.id }
  const groupTeams = [
    { group: 'w', team: writers.id },
    { group: 'also-w', team: writers.id },
    { group: 'r', team: readers.id },
  ]
  await api.updateOrganizationOIDCProvider({ params, body: { groupClaim: 'roles', groupTeams } })
  const said = (roles?: unknown) => ({ email: `ada@${domain}`, claims: { roles, groups: ['r'] } })
  const { browser } = await signIn(company, said(['w', 'else']))
  const { id: userId } = await whoami(browser)
  const teamsOf = async () => {
    const { items } = await api.listTeamsForOrganizationMember({ params: { ...params, userId } })
    return items.map(({ team }) => team.title)
  }
  assert.deepEqual(await teamsOf(), ['Writers'])
  const membership = { organizationId: organization.id, teamId: own.id }
  await api.updateMembersInOrganizationTeam({ params: membership, body: { add: [userId] } })
  await signIn(company, said('r'))
  assert.deepEqual(await teamsOf(), ['Own', 'Readers'])
  await signIn(company, said())
  assert.deepEqual(await teamsOf(), ['Own', 'Readers'], 'silence changes nothing')
  await signIn(company, said([]))
  assert.deepEqual(await teamsOf(), ['Own'])
})

test('another provider in the place of one gets neither its secret nor its people', async () => {
  const { organization, company, domain } = await given()
  const api = server.as(organization.admin)
  await signIn(company, { email: `ada@${domain}`, claims: { sub: '1' } })
  const params = { organizationId: organization.id, oidcProviderId: company.id }
  const { issuer } = otherIdp
  const moved = await api.updateOrganizationOIDCProvider({ params, body: { issuer } })
  assert.deepEqual([moved.status, moved.clientSecretSet], ['pending', false])
  const started = await openBrowser(address).get(new URL(company.service.startURL).pathname)
  assert.deepEqual([started.status, otherIdp.asked], [409, []])
  await api.updateOrganizationOIDCProvider({ params, body: openIDClient })
  await givenUser(server, { email: `boss@${domain}` })
  const { browser } = await signIn(company, { email: `boss@${domain}`, claims: { sub: '1' } }, '', otherIdp)
  assert.equal((await whoami(browser)).email, `boss@${domain}`)
})

test('an issuer must be a plain URL', async () => {
  const { organization } = await given()
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  for (const issuer of [
    'https://user:secret@idp.test',
    'https://idp.test/?x=1',
    'https://idp.test/#x',
    'https://idp.test/.well-known/openid-configuration',
  ]) {
    const made = api.createOrganizationOIDCProvider({ params, body: { label: 'New', issuer } })
    await assert.rejects(made, /Give the issuer/)
  }
})

test('the sign-in page and the list of logins offer it as they offer SAML', async () => {
  const { organization, company } = await given()
  const params = { organizationId: organization.id }
  const saml = await server
    .as(organization.admin)
    .createOrganizationSAMLProvider({ params, body: { label: 'Pending' } })
  const { items } = await server.as(organization.admin).listSSOProviderLoginsInOrganization({ params })
  const { id, label, service } = company
  assert.deepEqual(items, [{ id, label, startURL: service.startURL }])
  const page = await (await openBrowser(address).get(`/login?organization=${organization.id}`)).text()
  assert.ok(page.includes(`href="${service.startURL}"`) && !page.includes(saml.service.startURL))
})

test('over https the cookie of a login is bound to its host, and http is refused', async () => {
  const secure = await startServer({ publicUrl: 'https://docs.test', appUrl: 'https://docs.test' })
  const organization = await givenOrganization(secure)
  const params = { organizationId: organization.id }
  const api = secure.as(organization.admin)
  const body = { label: 'Company', issuer: idp.issuer, ...openIDClient }
  await assert.rejects(api.createOrganizationOIDCProvider({ params, body }), /Give the issuer/)
})

test('what can no longer be used is forgotten, and nothing else', async () => {
  const { company } = await given()
  await begin(company, openBrowser(address))
  const prune = (minutes: number) => {
    const now = new Date(Date.now() + minutes * 60_000).toISOString()
    return pruneOIDCLogins({}, { db: server.db, now } as Parameters<typeof pruneOIDCLogins>[1])
  }
  const count = async () => (await server.db.selectFrom('oidc_requests').select('next_url').execute()).length
  const before = await count()
  await prune(9)
  assert.equal(await count(), before)
  await prune(11)
  assert.equal(await count(), 0)
})

async function given() {
  const organization = await givenOrganization(server)
  const domain = `corp-${newId().toLowerCase()}.example`
  await givenVerifiedDomain(server, organization.id, domain)
  const company = await server.as(organization.admin).createOrganizationOIDCProvider({
    params: { organizationId: organization.id },
    body: { label: 'Company', issuer: idp.issuer, defaultRole: 'read', ...openIDClient },
  })
  return { organization, company, domain }
}

type Company = Awaited<ReturnType<typeof given>>['company']

async function begin({ service }: Company, browser: Browser, next = '') {
  const query = next === '' ? '' : `?next=${encodeURIComponent(next)}`
  const started = await browser.get(`${new URL(service.startURL).pathname}${query}`)
  assert.equal(started.status, 302, await started.text())
  return started.headers.get('location') ?? ''
}

async function attempt(company: Company, said: Said, next = '', by = idp) {
  const browser = openBrowser(address)
  const query = by.authorize(await begin(company, browser, next), said)
  const done = await browser.get(`${new URL(company.service.redirectURL).pathname}?${query}`)
  return { browser, status: done.status, text: await done.text(), location: done.headers.get('location') }
}

async function signIn(company: Company, said: Said, next = '', by = idp) {
  const outcome = await attempt(company, said, next, by)
  assert.equal(outcome.status, 303, outcome.text)
  return outcome
}

async function assertRefused(company: Company, said: Said, message: RegExp) {
  const outcome = await attempt(company, said)
  assert.ok(outcome.status >= 400 && outcome.status < 500, outcome.text)
  assert.match(outcome.text, message)
  assert.ok(!outcome.browser.jar.has('stemma_session'))
}

async function whoami(browser: Browser) {
  return (await (await browser.get('/v1/user')).json()) as { id: string; email: string; displayName: string }
}
