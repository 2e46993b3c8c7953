import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenMember, givenOrganization, givenTeam, givenUser, startServer } from '../harness.ts'
import { refusalOf } from '../recorded.ts'
import { prove } from './stated.ts'

// Organizations, their members, teams and single sign-on, as the specification lists them.
const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const organization = '/v1/orgs/{organizationId}' as const
const member = `${organization}/members/{userId}` as const
const team = `${organization}/teams/{teamId}` as const
const saml = `${organization}/saml` as const

prove(server, [
  {
    test: 'spec 442: organizations are listed',
    operation: 'listOrganizationsForAuthenticatedUser',
    request: 'GET /v1/orgs',
    query: ['page', 'limit'],
    status: 200,
    items: 'organization',
  },
  {
    test: 'spec 443: an organization is read',
    operation: 'getOrganizationById',
    request: `GET ${organization}`,
    status: 200,
    object: 'organization',
  },
  {
    test: 'spec 444: every field of an updated organization is optional',
    operation: 'updateOrganizationById',
    request: `PATCH ${organization}`,
    body: {
      optional: [
        ...['title', 'emailDomains', 'hostname', 'defaultRole', 'defaultContent'],
        ...['logo', 'sso', 'ai', 'inviteLinks'],
      ],
      nullable: ['defaultRole', 'defaultContent', 'logo'],
      lengths: { title: [2, 255], hostname: [3, 32] },
    },
    status: 200,
    object: 'organization',
  },
  {
    test: 'spec 445: an invite link is deleted',
    operation: 'deleteOrganizationInviteById',
    request: `DELETE ${organization}/link-invites/{inviteId}`,
    status: 205,
  },
  {
    test: 'spec 446: the content of an organization is searched',
    operation: 'searchOrganizationContent',
    request: `GET ${organization}/search`,
    query: ['query', 'page', 'limit'],
    status: 200,
    items: null,
  },
  {
    test: 'spec 447: the organizations of an e-mail domain are read',
    operation: 'getOrganizationsForEmailDomain',
    request: 'GET /v1/email-domains/{emailDomain}/orgs',
    status: 200,
    fields: ['organizations'],
  },
  {
    test: 'spec 453: members are listed, with filters and an order',
    operation: 'listMembersInOrganizationById',
    request: `GET ${organization}/members`,
    query: ['page', 'limit', 'order', 'role', 'search', 'sort'],
    status: 200,
    items: 'member',
  },
  {
    test: 'spec 454: a member is read',
    operation: 'getMemberInOrganizationById',
    request: `GET ${member}`,
    status: 200,
    object: 'member',
  },
  {
    test: 'spec 455: a member is removed',
    operation: 'removeMemberFromOrganizationById',
    request: `DELETE ${member}`,
    status: 204,
  },
  {
    test: 'spec 456: the role of a member can be left out, and null makes a guest',
    operation: 'updateMemberInOrganizationById',
    request: `PATCH ${member}`,
    body: { optional: ['role'], nullable: ['role'] },
    status: 200,
    object: 'member',
  },
  {
    test: 'spec 458: a member is marked as one of single sign-on',
    operation: 'setUserAsSSOMemberForOrganization',
    request: `POST ${member}/sso`,
    status: 200,
    object: 'member',
  },
  {
    test: 'spec 459: the spaces of a member are listed',
    operation: 'listSpacesForOrganizationMember',
    request: `GET ${member}/spaces`,
    query: ['page', 'limit', 'order'],
    status: 200,
    items: null,
  },
  {
    test: 'spec 460: the teams of a member are listed',
    operation: 'listTeamsForOrganizationMember',
    request: `GET ${member}/teams`,
    query: ['page', 'limit', 'title'],
    status: 200,
    items: null,
  },
  {
    test: 'spec 466: teams are listed',
    operation: 'listTeamsInOrganizationById',
    request: `GET ${organization}/teams`,
    query: ['page', 'limit', 'owner', 'title'],
    status: 200,
    items: 'team',
  },
  {
    test: 'spec 467: a new team needs a title of 1 to 64 characters and can begin with members',
    operation: 'createOrganizationTeam',
    request: `PUT ${organization}/teams`,
    body: { required: ['title'], optional: ['members'], lengths: { title: [1, 64] } },
    status: 201,
    object: 'team',
  },
  {
    test: 'spec 468: a team is read',
    operation: 'getTeamInOrganizationById',
    request: `GET ${team}`,
    status: 200,
    object: 'team',
  },
  {
    test: 'spec 469: a team is deleted',
    operation: 'removeTeamFromOrganizationById',
    request: `DELETE ${team}`,
    status: 204,
  },
  {
    test: 'spec 470: a team is renamed by a title of 1 to 64 characters',
    operation: 'updateTeamInOrganizationById',
    request: `PATCH ${team}`,
    body: { required: ['title'], lengths: { title: [1, 64] } },
    status: 200,
    object: 'team',
  },
  {
    test: 'spec 471: the members of a team are listed',
    operation: 'listTeamMembersInOrganizationById',
    request: `GET ${team}/members`,
    query: ['page', 'limit'],
    status: 200,
    items: null,
  },
  {
    test: 'spec 472: members of a team are added, removed and given roles at once',
    operation: 'updateMembersInOrganizationTeam',
    request: `PUT ${team}/members`,
    body: { optional: ['add', 'remove', 'memberships'] },
    status: 204,
  },
  {
    test: 'spec 473: one member of a team is added or updated',
    operation: 'addMemberToOrganizationTeamById',
    request: `PUT ${team}/members/{userId}`,
    body: { optional: ['role'] },
    status: 204,
  },
  {
    test: 'spec 474: one member of a team is removed',
    operation: 'deleteMemberFromOrganizationTeamById',
    request: `DELETE ${team}/members/{userId}`,
    status: 204,
  },
  {
    test: 'spec 480: SAML providers are listed',
    operation: 'listSAMLProvidersInOrganizationById',
    request: `GET ${saml}`,
    query: ['page', 'limit'],
    status: 200,
    items: 'saml-provider',
  },
  {
    test: 'spec 481: a new SAML provider needs a label of 1 to 30 characters',
    operation: 'createOrganizationSAMLProvider',
    request: `POST ${saml}`,
    body: {
      required: ['label'],
      optional: ['entityID', 'certificate', 'ssoURL', 'defaultTeam', 'defaultRole'],
      nullable: ['defaultRole'],
      lengths: { label: [1, 30], entityID: [0, 1024] },
    },
    status: 201,
    object: 'saml-provider',
  },
  {
    test: 'spec 482: a SAML provider is read',
    operation: 'getOrganizationSAMLProviderById',
    request: `GET ${saml}/{samlProviderId}`,
    status: 200,
    object: 'saml-provider',
  },
  {
    test: 'spec 483: a SAML provider is deleted',
    operation: 'deleteOrganizationSAMLProvider',
    request: `DELETE ${saml}/{samlProviderId}`,
    status: 204,
  },
  {
    test: 'spec 484: every field of an updated SAML provider is optional',
    operation: 'updateOrganizationSAMLProvider',
    request: `PATCH ${saml}/{samlProviderId}`,
    body: {
      optional: ['label', 'entityID', 'certificate', 'ssoURL', 'defaultTeam', 'defaultRole'],
      nullable: ['defaultRole'],
      lengths: { label: [1, 30], entityID: [0, 1024] },
    },
    status: 200,
    object: 'saml-provider',
  },
])

test('spec 442: only organizations of the caller are listed', async () => {
  const [one, other] = [await givenOrganization(server), await givenOrganization(server)]
  const { items } = await server.as(one.admin).listOrganizationsForAuthenticatedUser()
  assert.deepEqual(
    items.map(({ id }) => id),
    [one.id],
  )
  assert.ok(items.every(({ id }) => id !== other.id))
})

test('spec 444: `defaultContent` is `{type, site}` or null, and `logo` an address (max 2048)', async () => {
  const { id, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const params = { organizationId: id }
  const { id: site } = await api.createSite({ params, body: {} })
  const defaultContent = { type: 'site', site } as const
  const set = await api.updateOrganizationById({ params, body: { defaultContent } })
  assert.deepEqual(set.defaultContent, defaultContent)
  const cleared = await api.updateOrganizationById({ params, body: { defaultContent: null } })
  assert.equal(cleared.defaultContent, undefined)
  const address = (length: number) => `https://a.example/${'x'.repeat(length - 18)}`
  const { urls } = await api.updateOrganizationById({ params, body: { logo: address(2048) } })
  assert.equal(urls.logo, address(2048))
  for (const logo of [address(2049), 'no address'])
    assert.equal((await refusalOf(api.updateOrganizationById({ params, body: { logo } }))).status, 400)
})

test('spec 453: members are listed by join date, newest first; `lastSeenAt` lists active ones', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const editor = await givenMember(server, organization, 'edit')
  const guest = await givenMember(server, organization, null)
  const times = new Map([
    [organization.admin.id, '2026-01-01T00:00:00.000Z'],
    [editor.id, '2026-01-02T00:00:00.000Z'],
    [guest.id, '2026-01-03T00:00:00.000Z'],
  ])
  for (const [userId, joined_at] of times) {
    const rows = server.db.updateTable('members').set({ joined_at, last_seen_at: null })
    await rows.where('organization_id', '=', organization.id).where('user_id', '=', userId).execute()
  }
  const listed = async (query: object) =>
    (await api.listMembersInOrganizationById({ params, query })).items.map(({ id }) => id)
  const oldestFirst = [organization.admin.id, editor.id, guest.id]
  assert.deepEqual(await listed({}), oldestFirst.toReversed())
  assert.deepEqual(await listed({ order: 'asc', sort: 'joinedAt' }), oldestFirst)
  assert.deepEqual(await listed({ role: 'edit' }), [editor.id])
  assert.deepEqual(await listed({ search: editor.email.toUpperCase() }), [editor.id])
  assert.deepEqual(await listed({ search: editor.id.slice(-4) }), [editor.id], 'by display name')
  await server.as(editor).updateOrganizationMemberLastSeenAt({ params })
  assert.deepEqual(await listed({ sort: 'lastSeenAt' }), [editor.id])
})

test('spec 457, 527: a ping updates when the member was last seen', async () => {
  const organization = await givenOrganization(server)
  const editor = await givenMember(server, organization, 'edit')
  const params = { organizationId: organization.id }
  const pinged = await server.as(editor).request('updateOrganizationMemberLastSeenAt', { params })
  assert.equal(pinged.status, 200)
  const { serviceVisitorClaims } = pinged.data
  assert.ok(serviceVisitorClaims === undefined || typeof serviceVisitorClaims === 'string')
  const seen = await server
    .as(editor)
    .getMemberInOrganizationById({ params: { ...params, userId: editor.id } })
  assert.ok(Date.now() - Date.parse(seen.lastSeenAt ?? '') < 60_000)
})

test('spec 459, 460: items are `{permission, space}` and `{team, member: {role}}`', async () => {
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const reader = await givenMember(server, organization, 'read')
  const params = { organizationId: organization.id, userId: reader.id }
  const space = await api.createSpace({ params, body: { title: 'One' } })
  const [found] = (await api.listSpacesForOrganizationMember({ params })).items
  assert.deepEqual([found?.permission, found?.space.object, found?.space.id], ['read', 'space', space.id])
  const writers = await givenTeam(server, organization, 'Writers', { [reader.id]: 'owner' })
  await givenTeam(server, organization, 'Readers', { [reader.id]: 'member' })
  const list = (title?: string) => api.listTeamsForOrganizationMember({ params, query: { title } })
  const [item, ...others] = (await list('WRIT')).items
  assert.deepEqual([item?.team.id, item?.member, others], [writers.id, { role: 'owner' }, []])
  assert.equal((await list()).count, 2)
})

test('spec 466: `owner` lists teams that the member can manage, `title` those that contain it', async () => {
  const organization = await givenOrganization(server)
  const person = await givenMember(server, organization, 'read')
  const own = await givenTeam(server, organization, 'Writers', { [person.id]: 'owner' })
  await givenTeam(server, organization, 'Readers', { [person.id]: 'member' })
  const listed = async (query: object) => {
    const params = { organizationId: organization.id }
    const { items } = await server.as(organization.admin).listTeamsInOrganizationById({ params, query })
    return items.map(({ title }) => title)
  }
  assert.deepEqual(await listed({ owner: person.id }), [own.title])
  assert.deepEqual(await listed({ title: 'rEAD' }), ['Readers'])
})

test('spec 471, 472: users are added by id or e-mail, and a user in both lists is removed', async () => {
  const organization = await givenOrganization(server)
  const [one, two] = [await givenMember(server, organization), await givenMember(server, organization)]
  const { id: teamId } = await givenTeam(server, organization)
  const params = { organizationId: organization.id, teamId }
  const api = server.as(organization.admin)
  const update = (body: object) => api.updateMembersInOrganizationTeam({ params, body })
  const listed = async () => {
    const { items } = await api.listTeamMembersInOrganizationById({ params })
    for (const item of items)
      assert.deepEqual(Object.keys(item).sort(), ['organization', 'permissions', 'team'])
    return Object.fromEntries(items.map((item) => [item.organization.id, item.team.role]))
  }
  await update({ add: [one.id, two.email], memberships: { [one.id]: { role: 'owner' } } })
  assert.deepEqual(await listed(), { [one.id]: 'owner', [two.id]: 'member' })
  await update({ add: [one.id], remove: [one.id, two.email] })
  assert.deepEqual(await listed(), {})
})

test('spec 485: the login list of an organization is `{items: [{id, label, startURL}]}`', async () => {
  const { id: organizationId, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const params = { organizationId }
  const { id } = await api.createOrganizationSAMLProvider({ params, body: { label: 'Pending' } })
  assert.deepEqual(await api.listSSOProviderLoginsInOrganization({ params }), { items: [] })
  await server.db.updateTable('saml_providers').set(active).where('id', '=', id).execute()
  const stranger = server.as(await givenUser(server))
  const { items } = await stranger.listSSOProviderLoginsInOrganization({ params })
  assert.deepEqual(
    items.map((item) => [item.id, item.label, typeof item.startURL]),
    [[id, 'Pending', 'string']],
  )
})

const active = {
  entity_id: 'https://idp.example.com',
  sso_url: 'https://idp.example.com/sso',
  certificate: 'x',
}
