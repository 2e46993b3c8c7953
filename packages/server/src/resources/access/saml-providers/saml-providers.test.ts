import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { openSAMLKey } from '../../../auth/saml-key.ts'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenOrganization, givenTeam, givenToken, startServer } from '../../../test/harness.ts'
import { givenProvider } from '../../../test/identity-provider.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const [idp, next] = [await givenProvider(), await givenProvider()]
const past = await givenProvider(idp.entityID, '2010-01-01T00:00:00.000Z')
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const whole = { ssoURL: 'https://idp.example.com/sso', entityID: idp.entityID, certificate: idp.certificate }

test('a provider is pending until all of its settings are known, and then active', async () => {
  const { organization, params, api } = await given()
  server.time.now = '2026-11-15T12:00:00.000Z'
  const created = await api.request('createOrganizationSAMLProvider', { params, body: { label: 'Company' } })
  server.time.now = undefined
  const { id: samlProviderId, service, urls, ...shown } = created.data
  assert.deepEqual(
    [created.status, shown],
    [
      201,
      {
        object: 'saml-provider',
        label: 'Company',
        ssoURL: '',
        entityID: '',
        certificate: '',
        defaultRole: 'read',
        groupClaim: 'groups',
        groupTeams: [],
        createdAt: '2026-11-15T12:00:00.000Z',
        status: 'pending',
      },
    ],
  )
  const at = `/saml/${organization.id}/${samlProviderId}`
  for (const [name, address] of Object.entries(service)) assert.ok(address.includes(at), name)
  assert.ok(urls.location.endsWith(`/v1/orgs/${organization.id}/saml/${samlProviderId}`))
  assert.deepEqual(await recorded(server, organization.id, created), [
    { type: 'saml_provider.created', actor: organization.admin.id, samlProviderId, label: 'Company' },
  ])

  const one = { params: { ...params, samlProviderId } }
  const { ssoURL, entityID, certificate } = whole
  for (const body of [{ ssoURL }, { entityID }]) {
    assert.equal((await api.updateOrganizationSAMLProvider({ ...one, body })).status, 'pending')
  }
  const active = await api.request('updateOrganizationSAMLProvider', { ...one, body: { certificate } })
  assert.deepEqual([active.data.status, active.data.certificate], ['active', certificate.trim()])
  assert.deepEqual(await api.getOrganizationSAMLProviderById(one), active.data)
  const [event] = await recorded(server, organization.id, active)
  assert.equal(event?.type, 'saml_provider.updated')

  const same = await api.request('updateOrganizationSAMLProvider', { ...one, body: { label: 'Company' } })
  assert.deepEqual(await recorded(server, organization.id, same), [])
  const without = await api.updateOrganizationSAMLProvider({ ...one, body: { certificate: '' } })
  assert.deepEqual([without.status, without.certificate], ['pending', ''])
})

test('deleting is on record, can be repeated, and leaves nothing', async () => {
  const { organization, params, api } = await given()
  const { id: samlProviderId } = await api.createOrganizationSAMLProvider({ params, body: { label: 'One' } })
  const one = { params: { ...params, samlProviderId } }
  const deleted = await api.request('deleteOrganizationSAMLProvider', one)
  assert.equal(deleted.status, 204)
  assert.deepEqual(await recorded(server, organization.id, deleted), [
    { type: 'saml_provider.deleted', actor: organization.admin.id, samlProviderId, label: 'One' },
  ])
  const again = await api.request('deleteOrganizationSAMLProvider', one)
  assert.deepEqual([again.status, await recorded(server, organization.id, again)], [204, []])
  await assert.rejects(api.getOrganizationSAMLProviderById(one), notFound)
  await assert.rejects(api.updateOrganizationSAMLProvider({ ...one, body: { label: 'Two' } }), notFound)
})

test('certificates are taken in PEM, several of them, or as bare base64', async () => {
  const { params, api } = await given()
  const bare = idp.certificate.replaceAll(/-----[A-Z ]+-----|\s/g, '')
  const several = `${past.certificate}\n${idp.certificate}${next.certificate}`
  for (const certificate of [idp.certificate, bare, several, idp.certificate.replaceAll('\n', '\r\n')]) {
    const created = await api.createOrganizationSAMLProvider({ params, body: { label: 'One', certificate } })
    assert.equal(created.certificate, certificate.trim())
  }
})

test('a certificate that could never be used is refused, and which one', async () => {
  const { organization, params, api } = await given()
  const broken = idp.certificate.replace('MII', 'MIJ')
  const wrong = {
    'not a certificate': /certificate cannot be read/,
    [broken]: /certificate cannot be read/,
    [`${idp.certificate}${broken}`]: /certificate 2 of 2 cannot be read/,
    [`${idp.certificate}and more`]: /something other/,
    [idp.privateKey]: /something other/,
    [past.certificate]: /is expired/,
    [`${past.certificate}${past.certificate}`]: /is expired/,
    [ellipticCertificate]: /no RSA key/,
  }
  for (const [certificate, expected] of Object.entries(wrong)) {
    const refused = api.createOrganizationSAMLProvider({ params, body: { label: 'One', certificate } })
    const error = (await refused.catch((one: unknown) => one)) as {
      details: [{ pointer: string; message: string }]
    }
    assert.deepEqual(error.details[0].pointer, '/body/certificate', certificate)
    assert.match(error.details[0].message, expected)
  }
  const long = { label: 'One', certificate: 'A'.repeat(10_001) }
  await assertRefused(
    server,
    organization.id,
    api.createOrganizationSAMLProvider({ params, body: long }),
    'invalid_request',
  )
  const scripted = { label: 'One', ssoURL: 'javascript:alert(1)' }
  await assertRefused(
    server,
    organization.id,
    api.createOrganizationSAMLProvider({ params, body: scripted }),
    'invalid_request',
  )
})

test('the default team is one of the organization, and goes when the team goes', async () => {
  const { organization, params, api } = await given()
  const team = await givenTeam(server, organization, 'Everybody')
  const foreign = await givenTeam(server, await givenOrganization(server))
  const created = await api.createOrganizationSAMLProvider({
    params,
    body: { label: 'One', defaultTeam: team.id, defaultRole: null },
  })
  assert.deepEqual([created.defaultTeam, created.defaultRole], [team, null])
  for (const defaultTeam of [foreign.id, newId()]) {
    const body = { label: 'Two', defaultTeam }
    await assertRefused(
      server,
      organization.id,
      api.createOrganizationSAMLProvider({ params, body }),
      'invalid_request',
    )
  }
  await api.removeTeamFromOrganizationById({ params: { ...params, teamId: team.id } })
  const one = { params: { ...params, samlProviderId: created.id } }
  assert.ok(!('defaultTeam' in (await api.getOrganizationSAMLProviderById(one))))
})

test('the list is by age, in pages, and of one organization only', async () => {
  const [{ params, api }, theirs] = [await given(), await given()]
  await theirs.api.createOrganizationSAMLProvider({ params: theirs.params, body: { label: 'Theirs' } })
  const all = []
  for (const label of ['Z', 'A', 'M'])
    all.push(await api.createOrganizationSAMLProvider({ params, body: { label } }))
  const seen = []
  for await (const one of each(api.listSAMLProvidersInOrganizationById, { params, query: { limit: 1 } }))
    seen.push(one)
  assert.deepEqual(seen, all)
})

test('only admins see providers, and only with a token without scopes', async () => {
  const { organization, params } = await given()
  const member = server.as(await givenMember(server, organization, 'create'))
  await assert.rejects(member.listSAMLProvidersInOrganizationById({ params }), forbidden)
  const { admin } = organization
  const scoped = server.as(
    await givenToken(server, admin.id, { scopes: ['organization:write', 'user:read'] }),
  )
  await assert.rejects(scoped.listSAMLProvidersInOrganizationById({ params }), {
    reason: 'insufficient_scope',
  })
  assert.deepEqual(await scoped.listSSOProviderLoginsInOrganization({ params }), { items: [] })
  const stranger = server.as((await givenOrganization(server)).admin)
  await assert.rejects(stranger.listSAMLProvidersInOrganizationById({ params }), notFound)
})

test('everybody sees where to sign in, three fields of providers that are active', async () => {
  const { params, api } = await given()
  await api.createOrganizationSAMLProvider({ params, body: { label: 'Pending' } })
  const { id, service } = await api.createOrganizationSAMLProvider({
    params,
    body: { label: 'Company', ...whole },
  })
  const stranger = server.as((await givenOrganization(server)).admin)
  const expected = { items: [{ id, label: 'Company', startURL: service.startURL }] }
  assert.deepEqual(await stranger.listSSOProviderLoginsInOrganization({ params }), expected)
  const nobody = { params: { organizationId: newId() } }
  assert.deepEqual(await stranger.listSSOProviderLoginsInOrganization(nobody), { items: [] })
})

test('an organization has one key, made with its first provider, sealed and told to nobody', async () => {
  const { organization, params, api } = await given()
  const creating = Array.from({ length: 4 }, () =>
    api.createOrganizationSAMLProvider({ params, body: { label: 'One', ...whole } }),
  )
  const created = await Promise.all(creating)
  const keys = await server.db
    .selectFrom('saml_keys')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .execute()
  assert.equal(keys.length, 1)
  const sealed = keys[0]?.private_key ?? ''
  const secret = openSAMLKey(server.seals, organization.id, sealed)
  assert.match(secret, /BEGIN PRIVATE KEY/)
  assert.throws(() => openSAMLKey(server.seals, newId(), sealed), 'it opens for no other organization')
  const events = await server.db
    .selectFrom('events')
    .selectAll()
    .where('organization_id', '=', organization.id)
    .execute()
  const told = JSON.stringify([created, events, sealed])
  assert.ok(!told.includes('PRIVATE') && !told.includes(secret.slice(100, 150)))
})

test('of many who change a provider with one ETag, one succeeds', async () => {
  const { params, api } = await given()
  const { id: samlProviderId } = await api.createOrganizationSAMLProvider({ params, body: { label: 'One' } })
  const one = { params: { ...params, samlProviderId } }
  const { headers } = await api.request('getOrganizationSAMLProviderById', one)
  const ifMatch = headers.get('etag') ?? ''
  const attempts = Array.from({ length: 6 }, (_, index) =>
    api.updateOrganizationSAMLProvider({ ...one, body: { label: `Label ${index}` } }, { ifMatch }),
  )
  const done = await Promise.allSettled(attempts)
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1)
})

async function given() {
  const organization = await givenOrganization(server)
  await server.db
    .updateTable('organizations')
    .set({ default_role: 'read' })
    .where('id', '=', organization.id)
    .execute()
  return { organization, params: { organizationId: organization.id }, api: server.as(organization.admin) }
}

/** On the curve P-256, valid until 2036. */
const ellipticCertificate = [
  'MIIBbzCCARWgAwIBAgIUCVynJDu0gyS0NnKySUuCqH7xi/EwCgYIKoZIzj0EAwIwDTELMAkGA1UEAwwCZWMwHhcNMj',
  'YxMTE1MTI1NzE4WhcNMzYxMTEyMTI1NzE4WjANMQswCQYDVQQDDAJlYzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  'BDWq0dXkFF2JbJWnqtQYduhz6WjGZsGcGQsI9PgwTeNvAHq1HS0uLdnvyUUTGL7G/11Kvxlfcg5uIjgMCg8rwxCjUz',
  'BRMB0GA1UdDgQWBBSdLMXwKcUEjyxRj4FVIXeJJoNbujAfBgNVHSMEGDAWgBSdLMXwKcUEjyxRj4FVIXeJJoNbujAP',
  'BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0gAMEUCIC6/ZTr0z32T7QyXqGI1Hw2gX8Njl6HlcHml3CnlGH+BAi',
  'EA3fw0L06944U2ty64Ngu0c8ZdNJueCYXwTrHOxxFAVT4=',
].join('')
