import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { type Client, each } from '@stemma/client'
import { operations, type Role, roles } from '@stemma/contract'
import { allows } from '../../../auth/resolver.ts'
import { newId } from '../../../common/ids.ts'
import { givenVerifiedDomain } from '../../../test/domains.ts'
import {
  givenMember,
  givenOrganization,
  givenTeam,
  givenToken,
  givenUser,
  type Person,
  startServer,
} from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer({ publicUrl: 'https://docs.example.com', appUrl: 'https://app.example.com' })
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('who creates an organization becomes its admin, and both are on record', async () => {
  const founder = await givenUser(server)
  const created = await server.as(founder).request('createOrganization', { body: { title: 'Acme' } })
  const { id, ...shown } = created.data
  assert.equal(created.status, 201)
  assert.equal(created.headers.get('location'), `https://docs.example.com/v1/orgs/${id}`)
  assert.equal(shown.permissions.admin, true)
  assert.equal(shown.defaultRole, 'read')
  assert.deepEqual(await server.as(founder).getOrganizationById({ params: { organizationId: id } }), {
    id,
    ...shown,
  })
  assert.deepEqual(await recorded(server, id, created), [
    { type: 'member.added', actor: founder.id, userId: founder.id, role: 'admin', by: 'founding' },
    { type: 'organization.created', actor: founder.id, organizationId: id, title: 'Acme' },
  ])
})

test('what only a vendor could fill says that nothing is sold and nothing held back', async () => {
  const { id, admin } = await givenOrganization(server)
  const shown = await server.as(admin).getOrganizationById({ params: { organizationId: id } })
  assert.equal(shown.object, 'organization')
  assert.equal(shown.type, 'business')
  assert.equal(shown.plan, 'enterprise_2024')
  assert.deepEqual(shown.trial, { status: 'notapplicable', count: 0 })
  assert.equal(shown.internal_isOnNewTrial, true)
  for (const field of ['billing', 'blocked', 'customHostname', 'internal_billingMigration', 'useCase']) {
    assert.ok(!(field in shown), field)
  }
})

test('a guest sees what an organization is called, and nothing it decided', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id }
  await server.as(admin).updateOrganizationById({
    params,
    body: {
      emailDomains: ['acme.example'],
      hostname: 'guest-sees',
      ai: true,
      mergeRules: {
        type: 'rules',
        rules: [{ rule: 'require_at_least_one_review', type: 'require_at_least_one_review' }],
      },
    },
  })
  const [full, seen] = await Promise.all([
    server.as(admin).getOrganizationById({ params }),
    server.as(await givenMember(server, { id }, null)).getOrganizationById({ params }),
  ])
  const { object, title, createdAt, type, plan, trial, inviteLinks, internal_isOnNewTrial, urls } = full
  assert.deepEqual(seen, {
    ...{ object, id, title, createdAt, type, plan, trial, inviteLinks, internal_isOnNewTrial, urls },
    emailDomains: [],
    mergeRules: { type: 'none' },
    permissions: seen.permissions,
  })
  const reader = await givenMember(server, { id }, 'read')
  const { permissions, ...readerSees } = await server.as(reader).getOrganizationById({ params })
  assert.deepEqual({ ...readerSees, permissions: full.permissions }, full)
})

test("the list holds the caller's organizations, page by page, and no other", async () => {
  const person = await givenUser(server)
  const api = server.as(person)
  const own: string[] = []
  for (const title of ['One', 'Two', 'Three', 'Four', 'Five']) {
    own.push((await api.createOrganization({ body: { title } })).id)
  }
  await givenOrganization(server, 'Of others')
  const first = await api.listOrganizationsForAuthenticatedUser({ query: { limit: 2 } })
  assert.deepEqual([first.items.length, first.count], [2, 5])
  const listed: string[] = []
  for await (const { id } of each(api.listOrganizationsForAuthenticatedUser, { query: { limit: 2 } })) {
    listed.push(id)
  }
  assert.deepEqual(listed.toSorted(), own.toSorted())

  const [bound = '', disabled = ''] = own
  const { secret } = await givenToken(server, person.id, { organizationId: bound })
  const seen = await server.as({ secret }).listOrganizationsForAuthenticatedUser()
  assert.deepEqual([seen.count, seen.items[0]?.id], [1, bound])
  await disable(disabled, person)
  assert.equal((await api.listOrganizationsForAuthenticatedUser()).count, 4)
})

test('the list shows each organization as its own address does', async () => {
  const organization = await givenOrganization(server)
  const owner = await givenMember(server, organization, 'edit')
  await givenTeam(server, organization, 'Writers', { [owner.id]: 'owner' })
  for (const person of [owner, organization.admin, await givenMember(server, organization, null)]) {
    const { items } = await server.as(person).listOrganizationsForAuthenticatedUser()
    const one = await server.as(person).getOrganizationById({ params: { organizationId: organization.id } })
    assert.deepEqual(items, [one])
  }
})

test('an admin changes the settings, and what was and what is are on record', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id }
  const body = {
    title: 'Renamed',
    hostname: 'renamed',
    defaultRole: 'edit',
    logo: 'https://example.com/logo.png',
    sso: true,
    ai: true,
    inviteLinks: false,
    mergeRules: {
      type: 'rules',
      rules: [{ rule: 'require_at_least_one_review', type: 'require_at_least_one_review' }],
    },
  } as const
  const changed = await server.as(admin).request('updateOrganizationById', {
    params,
    body: { ...body, mergeRules: { type: 'rules', rules: [...body.mergeRules.rules] } },
  })
  const { logo, ...settings } = body
  const { urls, ...shown } = changed.data
  assert.deepEqual({ ...shown, ...settings }, shown)
  assert.deepEqual(urls, {
    location: `https://docs.example.com/v1/orgs/${id}`,
    app: `https://app.example.com/o/${id}`,
    logo,
  })
  assert.deepEqual(await server.as(admin).getOrganizationById({ params }), changed.data)

  const [switched, event, ...others] = await recorded(server, id, changed)
  assert.equal(switched?.type, 'organization.sso_switched')
  assert.ok(event?.type === 'organization.updated' && others.length === 0)
  assert.equal(event.actor, admin.id)
  assert.deepEqual([event.before.title, event.before.hostname, event.before.sso], ['Acme', null, false])
  const stored = { type: 'rules', rules: [{ type: 'require_at_least_one_review' }] }
  assert.deepEqual({ ...event.after, ...settings, mergeRules: stored }, event.after)
})

test('null takes back what can be taken back: the default role, the logo, the default site', async () => {
  const { id, admin } = await givenOrganization(server)
  const change = (body: object) =>
    server.as(admin).updateOrganizationById({ params: { organizationId: id }, body })
  await change({ logo: 'https://example.com/logo.png' })
  const changed = await change({ logo: null, defaultRole: null, defaultContent: null })
  assert.deepEqual(
    [changed.urls.logo, changed.defaultRole, changed.defaultContent],
    [undefined, null, undefined],
  )
  await assertRefused(server, id, change({ defaultContent: { type: 'site', site: newId() } }), 'not_found')
})

test('settings outside their limits are refused, and change nothing', async () => {
  const { id, admin } = await givenOrganization(server)
  const params = { organizationId: id }
  const before = await server.as(admin).getOrganizationById({ params })
  const bodies = [
    ...['A', 'x'.repeat(256)].map((title) => ({ title })),
    ...['ab', 'x'.repeat(33), 'Upper', '-dash', 'dash-', 'a.b.c'].map((hostname) => ({ hostname })),
    ...['localhost', 'a b.c', '@acme.example', '.com'].map((domain) => ({ emailDomains: [domain] })),
    { logo: 'no address' },
    { logo: `https://example.com/${'x'.repeat(2048)}` },
    { defaultRole: 'owner' as Role },
    { title: 'Fine', plan: 'free' },
  ]
  for (const body of bodies) {
    const refused = server.as(admin).updateOrganizationById({ params, body })
    await assertRefused(server, id, refused, 'invalid_request')
  }
  for (const body of [{ title: 'A' }, { title: 'x'.repeat(256) }]) {
    await assert.rejects(server.as(admin).createOrganization({ body }), invalid)
  }
  assert.deepEqual(await server.as(admin).getOrganizationById({ params }), before)
})

test('only an admin changes settings; strangers are told there is nothing', async () => {
  const organization = await givenOrganization(server)
  const change = (person: Person, organizationId: string) =>
    server.as(person).updateOrganizationById({ params: { organizationId }, body: { title: 'Taken' } })
  for (const role of [...roles.filter((one) => one !== 'admin'), null]) {
    const member = await givenMember(server, organization, role)
    await assertRefused(server, organization.id, change(member, organization.id), 'forbidden')
  }
  const stranger = await givenUser(server)
  for (const id of [organization.id, newId()]) {
    await assertRefused(server, id, change(stranger, id), 'not_found')
    await assert.rejects(
      server.as(stranger).getOrganizationById({ params: { organizationId: id } }),
      notFound,
    )
  }
})

test('a hostname belongs to one organization, also when two ask at once', async () => {
  const organizations = await Promise.all(Array.from({ length: 4 }, () => givenOrganization(server)))
  const claim = ({ id, admin }: { id: string; admin: Person }) =>
    server.as(admin).updateOrganizationById({ params: { organizationId: id }, body: { hostname: 'wanted' } })
  const results = await Promise.allSettled(organizations.map(claim))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 3)
  for (const error of refused) assert.deepEqual([error.status, error.reason], [409, 'conflict'])

  const loser = organizations[results.findIndex(({ status }) => status === 'rejected')]
  const winner = organizations[results.findIndex(({ status }) => status === 'fulfilled')]
  assert.ok(loser && winner)
  await assertRefused(server, loser.id, claim(loser), 'conflict')
  assert.equal((await claim(winner)).hostname, 'wanted')
})

test('e-mail domains are kept in lower case, each once', async () => {
  const person = await givenUser(server)
  const emailDomains = ['Acme.Example', 'acme.example', 'other.example']
  const created = await server.as(person).createOrganization({ body: { title: 'Acme', emailDomains } })
  assert.deepEqual(created.emailDomains, ['acme.example', 'other.example'])
  const params = { organizationId: created.id }
  const changed = await server
    .as(person)
    .updateOrganizationById({ params, body: { emailDomains: ['B.Example', 'b.EXAMPLE'] } })
  assert.deepEqual(changed.emailDomains, ['b.example'])
  const none = await server.as(person).updateOrganizationById({ params, body: { emailDomains: [] } })
  assert.deepEqual(none.emailDomains, [])
})

test('spec 447: an e-mail domain shows its organizations to members and to people who can join', async () => {
  const domain = `${randomUUID()}.example`
  const founder = await givenUser(server)
  const body = { title: 'Admits', emailDomains: [domain.toUpperCase()] }
  const { id } = await server.as(founder).createOrganization({ body })
  await givenVerifiedDomain(server, id, domain)
  const lookUp = async (person: Person, emailDomain = domain) =>
    (await server.as(person).getOrganizationsForEmailDomain({ params: { emailDomain } })).organizations

  const employee = await givenUser(server, { email: `ada@${domain}` })
  for (const spelling of [domain, domain.toUpperCase()]) {
    const [found, ...others] = await lookUp(employee, spelling)
    assert.deepEqual([found?.id, found?.title, others.length], [id, 'Admits', 0])
    assert.deepEqual(found?.emailDomains, [], 'who could only join sees no settings')
    assert.ok(Object.values(found?.permissions ?? { any: true }).every((allowed) => !allowed))
  }
  const unverified = await givenUser(server, { email: `eve@${domain}`, verified: false })
  const elsewhere = await givenUser(server, { email: `mallory@sub.${domain}` })
  const guest = await givenMember(server, { id }, null)
  for (const person of [unverified, elsewhere, guest]) assert.deepEqual(await lookUp(person), [])
  assert.deepEqual(await lookUp(employee, 'example.com'), [])

  const [own] = await lookUp(founder)
  const api = server.as(founder)
  assert.deepEqual(own, await api.getOrganizationById({ params: { organizationId: id } }))
  const narrow = await givenToken(server, founder.id, { scopes: ['user:read'] })
  const [seen] = await lookUp({ ...founder, ...narrow })
  assert.deepEqual([seen?.id, seen?.emailDomains, seen?.permissions.admin], [id, [], false])
  const { id: elsewhereId } = await api.createOrganization({ body: { title: 'Other' } })
  const bound = await givenToken(server, founder.id, { organizationId: elsewhereId })
  assert.deepEqual(await lookUp({ ...founder, ...bound }), [])

  const pending = `${randomUUID()}.example`
  await api.updateOrganizationById({ params: { organizationId: id }, body: { emailDomains: [pending] } })
  assert.deepEqual(
    (await lookUp(founder, pending)).map((one) => one.id),
    [id],
  )
  const outsider = await givenUser(server, { email: `bo@${pending}` })
  assert.deepEqual(await lookUp(outsider, pending), [], 'the domain is not verified')
})

test('permissions say what each role can really do', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  for (const role of [...roles, null]) {
    const api = server.as(await givenMember(server, organization, role))
    const { permissions } = await api.getOrganizationById({ params })
    const can = {
      view: true,
      admin: await succeeds(api.updateOrganizationById({ params, body: {} })),
      listMembers: await succeeds(api.listMembersInOrganizationById({ params })),
      listTeams: await succeeds(api.listTeamsInOrganizationById({ params })),
    }
    assert.deepEqual({ ...permissions, ...can }, permissions, `as ${role}`)
    // For operations that aren't implemented yet, compare with their declared access.
    const standing = { organization: role ?? 'guest' } as const
    const may = (id: 'createSpace' | 'createOpenAPISpec') =>
      operations[id].access.some((access) => allows(access, standing))
    assert.equal(permissions.createContent, may('createSpace'), `as ${role}`)
    assert.equal(permissions.createOpenAPISpec, may('createOpenAPISpec'), `as ${role}`)
    assert.equal(permissions.viewBilling, role === 'admin')
    assert.equal(permissions.ownTeam, false)
  }
})

test('permissions tell owners of a team, guests among them, and nobody else', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const [owner, member] = [
    await givenMember(server, organization, null),
    await givenMember(server, organization, 'edit'),
  ]
  const team = await givenTeam(server, organization, 'Writers', {
    [owner.id]: 'owner',
    [member.id]: 'member',
  })
  const ownsTeam = async (api: Client) => (await api.getOrganizationById({ params })).permissions.ownTeam
  assert.equal(await ownsTeam(server.as(owner)), true)
  assert.equal(await ownsTeam(server.as(member)), false)
  assert.equal(await ownsTeam(server.as(organization.admin)), false)
  const { id } = await server.as(owner).createOrganization({ body: { title: 'Other' } })
  const elsewhere = await server.as(owner).getOrganizationById({ params: { organizationId: id } })
  assert.equal(elsewhere.permissions.ownTeam, false)
  const { items } = await server.as(owner).listOrganizationsForAuthenticatedUser()
  assert.deepEqual(
    items.map((one) => [one.id, one.permissions.ownTeam]),
    [
      [organization.id, true],
      [id, false],
    ],
  )
  await server
    .as(organization.admin)
    .removeTeamFromOrganizationById({ params: { ...params, teamId: team.id } })
  assert.equal(await ownsTeam(server.as(owner)), false)
})

test('settings that changed since they were read are not overwritten', async () => {
  const { id, admin } = await givenOrganization(server)
  const input = { params: { organizationId: id } }
  const api = server.as(admin)
  const read = await api.request('getOrganizationById', input)
  const ifMatch = read.headers.get('etag') ?? ''
  assert.equal((await api.request('getOrganizationById', input, { ifNoneMatch: ifMatch })).status, 304)
  const rename = (title: string) =>
    api.request('updateOrganizationById', { ...input, body: { title } }, { ifMatch })
  const changed = await rename('First')
  await assertRefused(server, id, rename('Second'), 'precondition_failed')
  const now = await api.request('getOrganizationById', input)
  assert.equal(now.data.title, 'First')
  assert.equal(now.headers.get('etag'), changed.headers.get('etag'))
})

test('50 requests at once with one Idempotency-Key create one organization', async () => {
  const api = server.as(await givenUser(server))
  const create = (title = 'Once') => api.createOrganization({ body: { title } }, { idempotencyKey: 'once' })
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => create()))
  const answers = await Promise.all(
    results.map((result) => {
      if (result.status === 'fulfilled') return result.value
      assert.deepEqual([result.reason.status, result.reason.reason], [409, 'idempotency_key_in_use'])
      assert.equal(result.reason.retryAfterSeconds, 1)
      return retried(create)
    }),
  )
  for (const answer of answers) assert.deepEqual(answer, answers[0])
  assert.equal((await api.listOrganizationsForAuthenticatedUser()).count, 1)
  await assert.rejects(create('Twice'), { status: 422, reason: 'idempotency_key_reused' })
  const other = server.as(await givenUser(server))
  const body = { title: 'Of another person' }
  assert.equal((await other.createOrganization({ body }, { idempotencyKey: 'once' })).title, body.title)
})

test('a disabled member is a stranger at once, whatever their role was', async () => {
  const organization = await givenOrganization(server)
  const member = await givenMember(server, organization, 'admin')
  const input = { params: { organizationId: organization.id } }
  await server.as(member).getOrganizationById(input)
  await disable(organization.id, member)
  await assert.rejects(server.as(member).getOrganizationById(input), notFound)
  await assert.rejects(server.as(member).updateOrganizationById({ ...input, body: {} }), notFound)
})

test('a token that is bound to one organization creates no other', async () => {
  const { id, admin } = await givenOrganization(server)
  const bound = server.as(await givenToken(server, admin.id, { organizationId: id }))
  await assert.rejects(bound.createOrganization({ body: { title: 'Other' } }), forbidden)
})

/** Retries a request while the first one with its idempotency key is still running, as a client does. */
async function retried<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if ((error as { reason?: string }).reason !== 'idempotency_key_in_use') throw error
    }
  }
}

function succeeds(answer: Promise<unknown>): Promise<boolean> {
  return answer.then(
    () => true,
    () => false,
  )
}

async function disable(organizationId: string, { id }: Person) {
  await server.db
    .updateTable('members')
    .set({ disabled_at: new Date().toISOString() })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', id)
    .execute()
}
