import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { newId } from '../../../common/ids.ts'
import { type Browser, openBrowser } from '../../../test/browser.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import {
  givenOrganization,
  givenTeam,
  givenUser,
  type Organization,
  startServer,
} from '../../../test/harness.ts'
import {
  givenProvider,
  responseXml,
  type Statement,
  signXml,
  statementOf,
} from '../../../test/identity-provider.ts'
import { pruneSAMLLogins } from './jobs.ts'

const publicUrl = 'http://docs.test:3000'
const server = await startServer({ publicUrl, appUrl: `${publicUrl}/app` })
const address = await server.app.listen({ host: '127.0.0.1', port: 0 })
const [idp, otherIdp] = [await givenProvider(), await givenProvider('https://other.example.com')]
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'

test('the first login makes the person, the member and their place in the team, all on record', async () => {
  const { organization, company, domain } = await given()
  const team = await givenTeam(server, organization, 'Everybody')
  const params = { organizationId: organization.id, samlProviderId: company.id }
  const api = server.as(organization.admin)
  await api.updateOrganizationSAMLProvider({ params, body: { defaultTeam: team.id, defaultRole: 'edit' } })
  const { browser, location } = await signIn(company, { email: `ada@${domain}` })
  assert.equal(location, `${publicUrl}/app`)

  const me = await whoami(browser)
  assert.deepEqual([me.email, me.displayName], [`ada@${domain}`, 'Ada Lovelace'])
  const member = await api.getMemberInOrganizationById({ params: { ...params, userId: me.id } })
  assert.deepEqual([member.role, member.sso, member.teams], ['edit', true, 1])
  const user = await server.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', me.id)
    .executeTakeFirstOrThrow()
  assert.notEqual(user.email_verified_at, null)
  const events = await eventsOf(organization)
  assert.deepEqual(events.slice(-4), ['user.created', 'member.added', 'team.member_set', 'user.signed_in'])
  const session = await server.db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', me.id)
    .executeTakeFirst()
  assert.equal(session?.sso_organization_id, organization.id)
})

test('from then on the provider knows them by their NameID, whatever address it tells', async () => {
  const { company, domain, organization } = await given()
  const nameId = newId()
  const first = await signIn(company, { nameId, nameIdFormat: persistent, email: `ada@${domain}` })
  const before = await eventsOf(organization)
  const second = await signIn(company, { nameId, nameIdFormat: persistent, email: `married@${domain}` })
  const silent = await signIn(company, { nameId, nameIdFormat: persistent, attributes: {} })
  const people = await Promise.all([first, second, silent].map(({ browser }) => whoami(browser)))
  assert.deepEqual(new Set(people.map(({ id }) => id)).size, 1)
  assert.equal(people[1]?.email, `ada@${domain}`)
  assert.deepEqual((await eventsOf(organization)).slice(before.length), ['user.signed_in', 'user.signed_in'])
})

test('the teams of groups follow the attribute that lists them, and silence changes nothing', async () => {
  const { organization, company, domain } = await given()
  const writers = await givenTeam(server, organization, 'Writers')
  const params = { organizationId: organization.id, samlProviderId: company.id }
  const groupTeams = [{ group: 'w', team: writers.id }]
  const api = server.as(organization.admin)
  await api.updateOrganizationSAMLProvider({ params, body: { groupClaim: 'memberOf', groupTeams } })
  const email = `ada@${domain}`
  const teamsAfter = async (groups: Statement['attributes']) => {
    const { browser } = await signIn(company, { email, attributes: { email: [email], ...groups } })
    const { id: userId } = await whoami(browser)
    return (await api.getMemberInOrganizationById({ params: { ...params, userId } })).teams
  }
  assert.equal(await teamsAfter({ memberOf: ['w', 'else'] }), 1)
  assert.equal(await teamsAfter({}), 1)
  assert.equal(await teamsAfter({ memberOf: ['else'] }), 0)
})

test('signing in through the provider accepts a pending invitation', async () => {
  const { organization, company, domain } = await given()
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  const body = { emails: [`ida@${domain}`], role: 'review' as const }
  await api.inviteUsersToOrganization({ params, body })
  const { browser } = await signIn(company, { email: `ida@${domain}` })
  const { id: userId } = await whoami(browser)
  const member = await api.getMemberInOrganizationById({ params: { ...params, userId } })
  assert.deepEqual([member.role, member.sso], ['review', true])
  assert.deepEqual((await api.listOrganizationInvitations({ params })).items, [])
})

test('an account with an address in a verified domain stays what it is, and keeps its role', async () => {
  const { organization, company, domain } = await given()
  const person = await givenUser(server, { email: `grace@${domain}` })
  const joined_at = new Date().toISOString()
  const row = { organization_id: organization.id, user_id: person.id, role: 'create' as const, joined_at }
  await server.db.insertInto('members').values(row).execute()
  const { browser } = await signIn(company, { email: `Grace@${domain.toUpperCase()}` })
  const me = await whoami(browser)
  assert.equal(me.id, person.id)
  assert.match(me.displayName, /^Person/, 'their name is their own')
  const params = { organizationId: organization.id, userId: me.id }
  const member = await server.as(organization.admin).getMemberInOrganizationById({ params })
  assert.deepEqual([member.role, member.sso], ['create', true])
})

test('a domain that is not verified any more opens no account, not even one that is known', async () => {
  const { organization, company, domain } = await given()
  await signIn(company, { email: `ada@${domain}` })
  await server.db
    .updateTable('email_domains')
    .set({ verified_at: null })
    .where('organization_id', '=', organization.id)
    .execute()
  await assertRefused(company, { email: `ada@${domain}` }, /not verified by the organization/)
})

test('who was removed and signs in again is a member anew, with the default role', async () => {
  const { organization, company, domain } = await given()
  const { browser } = await signIn(company, { email: `ada@${domain}` })
  const { id: userId } = await whoami(browser)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id, userId }
  await api.updateMemberInOrganizationById({ params, body: { role: 'admin' } })
  await api.removeMemberFromOrganizationById({ params })
  await signIn(company, { email: `ada@${domain}` })
  assert.equal((await api.getMemberInOrganizationById({ params })).role, 'read')
})

test('an address that was passed on opens the account only after its former owner was removed', async () => {
  const { organization, company, domain } = await given()
  const email = `support@${domain}`
  const old = { nameId: newId(), nameIdFormat: persistent, email }
  const heir = { nameId: newId(), nameIdFormat: persistent, email }
  const { id: userId } = await whoami((await signIn(company, old)).browser)
  await assertRefused(company, heir, /A different account/)
  await signIn(company, old)
  const params = { organizationId: organization.id, userId }
  await server.as(organization.admin).removeMemberFromOrganizationById({ params })
  assert.equal((await whoami((await signIn(company, heir)).browser)).id, userId)
  await assertRefused(company, old, /A different account/)
})

test('another identity provider in the place of one knows nobody yet', async () => {
  const { organization, company, domain } = await given()
  await givenUser(server, { email: `boss@${domain}` })
  const ada = { nameId: '1', nameIdFormat: persistent, email: `ada@${domain}` }
  await signIn(company, ada)
  const params = { organizationId: organization.id, samlProviderId: company.id }
  const { entityID, certificate } = otherIdp
  await server
    .as(organization.admin)
    .updateOrganizationSAMLProvider({ params, body: { entityID, certificate } })
  await assertRefused(company, ada, /Issuer/)
  const boss = { nameId: '1', nameIdFormat: persistent, email: `boss@${domain}` }
  const { browser } = await signIn(company, boss, otherIdp)
  assert.equal((await whoami(browser)).email, `boss@${domain}`)
})

test('who signs in anew in one browser ends the session that was there', async () => {
  const { company, domain } = await given()
  const browser = openBrowser(address)
  await answer(company, await begin(company, browser), { email: `ada@${domain}` })
  const before = openBrowser(address)
  for (const [name, value] of browser.jar) before.keep(`${name}=${value}`)
  const { id } = await whoami(before)
  await answer(company, await begin(company, browser), { email: `grace@${domain}` })
  assert.notEqual((await whoami(browser)).id, id)
  assert.equal((await before.get('/v1/user')).status, 401)
})

test('two logins of one browser do not disturb each other', async () => {
  const { company, domain } = await given()
  const browser = openBrowser(address)
  const [one, two] = [await begin(company, browser), await begin(company, browser, '/two')]
  const first = await answer(company, one, { email: `ada@${domain}` })
  const second = await answer(company, two, { email: `ada@${domain}` })
  assert.deepEqual([first.location, second.location], [`${publicUrl}/app`, `${publicUrl}/two`])
})

test('a provider that is not set up has metadata, and no logins', async () => {
  const { organization } = await given()
  const params = { organizationId: organization.id }
  const pending = await server
    .as(organization.admin)
    .createOrganizationSAMLProvider({ params, body: { label: 'New' } })
  const metadata = await get(pending.service.entityID)
  assert.equal(metadata.headers.get('content-type'), 'application/samlmetadata+xml')
  assert.ok((await metadata.text()).includes(pending.service.acsURL))
  const started = await get(pending.service.startURL)
  assert.deepEqual(
    [started.status, await messageOf(started)],
    [409, 'This identity provider is not configured yet. Ask an admin of the organization to complete it.'],
  )
  const body = new URLSearchParams({ SAMLResponse: 'PHgvPg==' })
  const sent = await fetch(local(pending.service.acsURL), { method: 'POST', body })
  assert.equal(sent.status, 409)
})

test('what is not there is 404, also where the ids are none', async () => {
  const { company, organization } = await given()
  const elsewhere = await given()
  const paths = [
    `/saml/${organization.id}/${newId()}/metadata`,
    `/saml/${elsewhere.organization.id}/${company.id}/metadata`,
    `/saml/${elsewhere.organization.id}/${company.id}/start`,
    `/saml/${organization.id}/${"x'--"}/start`,
    `/saml/${organization.id}/${'x'.repeat(65)}/metadata`,
  ]
  for (const path of paths)
    assert.equal((await fetch(`${address}${path}`, { redirect: 'manual' })).status, 404, path)
})

test('over https the cookie of a login is bound to its host, for ten minutes', async () => {
  const secure = await startServer({ publicUrl: 'https://docs.test', appUrl: 'https://docs.test' })
  const organization = await givenOrganization(secure)
  const params = { organizationId: organization.id }
  const body = { label: 'Company', ssoURL: 'https://idp.test/sso', ...trusted }
  const { service } = await secure.as(organization.admin).createOrganizationSAMLProvider({ params, body })
  const started = await secure.app.inject({ url: new URL(service.startURL).pathname })
  assert.match(
    String(started.headers['set-cookie']),
    /^__Host-stemma_saml=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Expires=/,
  )
  assert.equal(started.headers['cache-control'], 'no-store')
})

test('what can no longer be used is forgotten, and nothing else', async () => {
  const { company, domain } = await given()
  await begin(company, openBrowser(address))
  await signIn(company, { email: `ada@${domain}` })
  const count = async () => [
    await countOf('saml_requests'),
    await countOf('saml_assertions'),
    await countOf('saml_identities'),
  ]
  const before = await count()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const prune = (now: string) =>
    pruneSAMLLogins({}, { db: server.db, now } as Parameters<typeof pruneSAMLLogins>[1])
  await prune(at(4))
  assert.deepEqual(await count(), before)
  await prune(at(15))
  assert.deepEqual(await count(), [0, 0, before[2]])
})

const trusted = { entityID: idp.entityID, certificate: idp.certificate }

async function given() {
  const organization = await givenOrganization(server)
  const domain = `corp-${newId().toLowerCase()}.example`
  await givenVerifiedDomain(server, organization.id, domain)
  const company = await server.as(organization.admin).createOrganizationSAMLProvider({
    params: { organizationId: organization.id },
    body: { label: 'Company', ssoURL: 'https://idp.test/sso', defaultRole: 'read', ...trusted },
  })
  return { organization, company, domain }
}

type Company = Awaited<ReturnType<typeof given>>['company']
type Said = Partial<Statement> & { readonly email?: string }

async function signIn(company: Company, said: Said, by = idp) {
  const outcome = await answer(company, await begin(company, openBrowser(address)), said, by)
  assert.equal(outcome.status, 303, outcome.text)
  return outcome
}

async function assertRefused(company: Company, said: Said, message: RegExp) {
  const outcome = await answer(company, await begin(company, openBrowser(address)), said)
  assert.ok(outcome.status >= 400 && outcome.status < 500, outcome.text)
  assert.match(outcome.text, message)
  assert.ok(!outcome.browser.jar.has('stemma_session'))
}

async function begin({ service }: Company, browser: Browser, next?: string) {
  const query = next === undefined ? '' : `?next=${encodeURIComponent(next)}`
  const started = await browser.get(`${new URL(service.startURL).pathname}${query}`)
  assert.equal(started.status, 302)
  const { searchParams } = new URL(started.headers.get('location') ?? '')
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return {
    browser,
    requestId: / ID="([^"]+)"/.exec(xml)?.[1] ?? '',
    relayState: searchParams.get('RelayState') ?? '',
  }
}

async function answer(
  { service }: Company,
  { browser, requestId, relayState }: Awaited<ReturnType<typeof begin>>,
  { email, ...said }: Said,
  by = idp,
) {
  const usual = statementOf(by, { ...service, requestId }, email ?? 'nobody@example.com')
  const document = signXml(responseXml({ ...usual, ...said }), by)
  const fields = { SAMLResponse: Buffer.from(document).toString('base64'), RelayState: relayState }
  const { pathname } = new URL(service.acsURL)
  const taken = await browser.submit(pathname, fields)
  const to = taken.headers.get('location') ?? ''
  const done = taken.status === 303 ? await browser.get(new URL(to, new URL(pathname, address)).href) : taken
  return { browser, status: done.status, text: await done.text(), location: done.headers.get('location') }
}

async function whoami(browser: Browser) {
  return (await (await browser.get('/v1/user')).json()) as { id: string; email: string; displayName: string }
}

async function eventsOf({ id }: Organization): Promise<string[]> {
  const rows = await server.db
    .selectFrom('events')
    .select('type')
    .where('organization_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ type }) => type)
}

function local(url: string): string {
  return `${address}${new URL(url).pathname}`
}

function get(url: string) {
  return fetch(local(url), { redirect: 'manual' })
}

async function messageOf(response: Response): Promise<string> {
  return ((await response.json()) as { error: { message: string } }).error.message
}

async function countOf(table: 'saml_requests' | 'saml_assertions' | 'saml_identities'): Promise<number> {
  const rows = await server.db.selectFrom(table).select('provider_id').execute()
  return rows.length
}
