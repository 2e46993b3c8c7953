import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { type Operation, operations } from '@stemma/contract'
import { openSAMLKey } from '../auth/saml-key.ts'
import { newSecret, secretHash } from '../auth/secrets.ts'
import { newId } from '../common/ids.ts'
import { insertReset } from '../resources/access/sign-in/store.ts'
import { secretsPlace } from '../resources/integrations/integrations/store.ts'
import { postMail } from '../resources/people/mails/index.ts'
import { openAuthenticator } from './authenticator.ts'
import { type Canary, placesOf, watched } from './canaries.ts'
import { givenOrganization, type Organization, type Person, startServer } from './harness.ts'
import { givenInstalled, manifestFor } from './integrating.ts'
import { type SampleInput, sendTo } from './samples.ts'
import { givenPasswordSetter } from './signing-in.ts'
import { givenSite } from './sites.ts'
import { givenBackup, installationOf, textsIn } from './upkeep.ts'
import { codeOf } from './world-logins.ts'

// Sets secrets, shows them where they may be shown, and uses them rightly and wrongly. Then searches
// everything that the server stores, returns or logs for them. Add every new kind of secret to this file.
const lines: string[] = []
const logStream = { write: (line: string) => void lines.push(line) }
const server = await startServer({ rateLimitPerMinute: 1_000_000, logLevel: 'trace' }, { logStream })
const { as, answers } = watched(server)
const canaries: Canary[] = []

const searched = { db: server.db, answers, lines }
const random = () => `canary-${randomBytes(12).toString('hex')}`

function plant(name: string, secret: string | undefined, ...shownBy: string[]): string {
  assert.ok(secret, `There is no ${name}.`)
  canaries.push({ name, secret, shownBy })
  return secret
}

/** Sends a request twice with one idempotency key: secrets shown once are not in the second response. */
async function twice(id: keyof typeof operations, { secret }: Pick<Person, 'secret'>, input: SampleInput) {
  const operation: Operation = operations[id]
  const headers = { 'idempotency-key': randomBytes(6).toString('hex') }
  const first = await sendTo(server, operation, secret, input, headers)
  const second = await sendTo(server, operation, secret, input, headers)
  assert.deepEqual([first.statusCode, second.statusCode], [operation.status, operation.status], first.body)
  for (const field of operation.shownOnce ?? []) assert.ok(!(field in second.json()))
  answers.push({ operation: id, text: first.body }, { operation: `${id}, repeated`, text: second.body })
  return first.json()
}

interface Published {
  readonly published: string
}

test('secrets of integrations are told to nobody, whatever is published, refused or repeated', async () => {
  const { owner, integrationName, host, params } = await givenInstalled(server)
  const api = as(owner.admin)
  const secrets = { key: plant('secret of an integration', random()), other: plant('another', random()) }
  const body = manifestFor(owner, { visibility: 'public', secrets })
  const publish = { params: { integrationName }, body }
  await twice('publishIntegration', owner.admin, publish)
  await assert.rejects(api.publishIntegration({ ...publish, body: { ...body, title: '' } }), { status: 400 })
  const wrong = { ...body, secrets: { ...secrets, number: 1 } } as never
  await assert.rejects(api.publishIntegration({ ...publish, body: wrong }), { status: 400 })
  await assert.rejects(as(host.admin).publishIntegration(publish), { status: 403 })
  const taken = { ...body, organization: host.id }
  await assert.rejects(as(host.admin).publishIntegration({ ...publish, body: taken }), { status: 409 })
  await api.getIntegrationByName({ params })
  await api.listIntegrations()

  const { secrets: sealed } = await server.db
    .selectFrom('integration_scripts')
    .select('secrets')
    .where('integration_name', '=', integrationName)
    .executeTakeFirstOrThrow()
  const place = secretsPlace({ organizationId: owner.id, name: integrationName })
  assert.deepEqual(JSON.parse(server.seals.open(sealed ?? '', place)), secrets)
  for (const moved of [{ organizationId: host.id }, { row: `${integrationName}-2` }, { table: 'sites' }])
    assert.throws(() => server.seals.open(sealed ?? '', { ...place, ...moved }))
  await api.publishIntegration({ params, body: manifestFor(owner, { visibility: 'public' }) })
  const kept = server.db.selectFrom('integration_scripts').select('secrets')
  assert.deepEqual(await kept.where('integration_name', '=', integrationName).execute(), [{ secrets: null }])
})

test('what an installation is configured with is told to who manages it, and its tokens once', async () => {
  const { owner, integrationName, host, params } = await givenInstalled(server)
  const shownBy = [
    'updateIntegrationInstallation',
    'getIntegrationInstallationById',
    'listIntegrationInstallations',
  ]
  const configuration = { apiKey: plant('configuration', random(), ...shownBy) }
  const [api, ownerApi] = [as(host.admin), as(owner.admin)]
  const update = { params, body: { configuration } }
  await twice('updateIntegrationInstallation', host.admin, update)
  await api.getIntegrationInstallationById({ params })
  await ownerApi.listIntegrationInstallations({ params: { integrationName } })
  const tooMuch = { params, body: { configuration: { ...configuration, more: 'x'.repeat(70_000) } } }
  await assert.rejects(api.updateIntegrationInstallation(tooMuch), { status: 400 })
  await configureOn(host, params)
  const create = 'createIntegrationInstallationToken'
  const { token } = await twice(create, owner.admin, { params })
  const secret = plant('token of an installation', token, create)
  await as({ secret }).getIntegrationInstallationById({ params })
  await assert.rejects(as({ secret }).getAuthenticatedUser(), { status: 403 })
  await api.uninstallIntegration({ params })
  await assert.rejects(as({ secret }).getIntegrationInstallationById({ params }), { status: 401 })
})

/** Does the same on a space and a site of the organization. */
async function configureOn({ id: organizationId, admin }: Organization, params: Installed) {
  const api = as(admin)
  const { id: spaceId } = await api.createSpace({ params: { organizationId }, body: { title: 'One' } })
  const { id: siteId } = await api.createSite({ params: { organizationId }, body: { title: 'One' } })
  const [onSpace, onSite] = [
    [
      'updateIntegrationSpaceInstallation',
      'getIntegrationSpaceInstallation',
      'listIntegrationInstallationSpaces',
    ],
    [
      'updateIntegrationSiteInstallation',
      'getIntegrationSiteInstallation',
      'listIntegrationInstallationSites',
    ],
  ] as const
  await twice('installIntegrationOnSpace', admin, { params, body: { space: spaceId } })
  await twice('installIntegrationOnSite', admin, { params, body: { siteId } })
  const space = { apiKey: plant('configuration on a space', random(), ...onSpace) }
  const site = { apiKey: plant('configuration on a site', random(), ...onSite) }
  const [forSpace, forSite] = [
    { ...params, spaceId },
    { ...params, siteId },
  ]
  await twice(onSpace[0], admin, { params: forSpace, body: { configuration: space } })
  await twice(onSite[0], admin, { params: forSite, body: { configuration: site } })
  await api.getIntegrationSpaceInstallation({ params: forSpace })
  await api.getIntegrationSiteInstallation({ params: forSite })
  await api.listIntegrationInstallationSpaces({ params })
  await api.listIntegrationInstallationSites({ params })
}

interface Installed {
  readonly [name: string]: string
  readonly integrationName: string
  readonly installationId: string
}

test('personal tokens are told once', async () => {
  const { admin } = await givenOrganization(server)
  const { secret } = await twice('createToken', admin, { params: {}, body: { label: 'ci' } })
  const token = { secret: plant('personal token', secret, 'createToken') }
  await as(token).listTokens()
  const stranger = { secret: plant('unknown token', newSecret()) }
  await assert.rejects(as(stranger).listTokens(), { status: 401 })
  plant('token of a test', admin.secret)
})

test('share keys and keys of visitors are told to who manages the site', async () => {
  const { creator, params } = await givenSite(server, 'One')
  const api = as(creator)
  const managing = ['createSiteShareLink', 'listSiteShareLinks', 'updateSiteShareLinkById']
  const link = await twice('createSiteShareLink', creator, { params, body: { name: 'Press' } })
  const resolving = ['resolvePublishedContentByUrl', 'getPublishedContentByUrl', 'getPublishedContentSite']
  const shownBy = [...managing, ...resolving]
  const shareKey = plant('share key', (link.urls as Published).published.split('/').at(-1), ...shownBy)
  await api.listSiteShareLinks({ params })
  await api.publishSite({ params })
  await api.updateSiteById({ params, body: { visibility: 'share-link' } })
  const outsider = as((await givenOrganization(server)).admin)
  await outsider.getPublishedContentSite({ params, query: { shareKey } })
  const url = `${(await api.getSiteById({ params })).urls.published}/${shareKey}/`
  const resolved = await outsider.resolvePublishedContentByUrl({ body: { url } })
  const token = plant('content token', 'apiToken' in resolved ? resolved.apiToken : undefined, ...resolving)
  await as({ secret: token }).getSiteStructure({ params })

  const auth = [
    'getSitePublishingAuthById',
    'updateSitePublishingAuthById',
    'regenerateSitePublishingAuthById',
  ]
  for (const read of ['getSitePublishingAuthById', 'regenerateSitePublishingAuthById'] as const) {
    const { privateKey } = await api[read]({ params })
    plant('key of visitors', privateKey, ...auth)
  }
  const body = { backend: 'custom', fallbackURL: 'https://example.com/' }
  await twice('updateSitePublishingAuthById', creator, { params, body })
})

test('secrets of webhooks are told once, and the keys of single sign-on and passwords never', async () => {
  const organization = await givenOrganization(server)
  const { admin } = organization
  const params = { organizationId: organization.id }
  const hook = { url: 'https://example.com/hook', eventTypes: ['space.created'] }
  const { id: webhookId, secret } = await twice('createWebhook', admin, { params, body: hook })
  plant('secret of a webhook', secret, 'createWebhook')
  const one = { params: { ...params, webhookId } }
  const rotated = await twice('rotateWebhookSecret', admin, one)
  plant('next secret of a webhook', rotated.secret, 'rotateWebhookSecret')
  const api = as(admin)
  await api.getWebhook(one)
  await api.listOrganizationAuditEvents({ params })

  await api.createOrganizationSAMLProvider({ params, body: { label: 'Works' } })
  await api.listSAMLProvidersInOrganizationById({ params })
  const { private_key: sealed } = await server.db
    .selectFrom('saml_keys')
    .select('private_key')
    .where('organization_id', '=', organization.id)
    .executeTakeFirstOrThrow()
  const [, middle = ''] = openSAMLKey(server.seals, organization.id, sealed).split('\n')
  plant('key of single sign-on', middle)

  const clientSecret = plant('secret of an OpenID Connect client', random())
  const provider = { label: 'Works', issuer: 'https://idp.example.com', clientID: 'x', clientSecret }
  const made = await api.createOrganizationOIDCProvider({ params, body: provider })
  const ofProvider = { ...params, oidcProviderId: made.id }
  await api.updateOrganizationOIDCProvider({ params: ofProvider, body: { clientSecret } })
  await api.listOIDCProvidersInOrganizationById({ params })

  const { secret: scimSecret } = await twice('createOrganizationSCIMToken', admin, {
    params,
    body: { label: 'D' },
  })
  plant('secret of a SCIM token', scimSecret, 'createOrganizationSCIMToken')
  await api.listSCIMTokensInOrganizationById({ params })

  const password = plant('password', random())
  await (await givenPasswordSetter(server, admin.id))({ password })
  const wrong = plant('wrong password', random())
  await assert.rejects(api.setPassword({ body: { password: random(), oldPassword: wrong } }))
})

test('secrets of authenticator apps and recovery codes are told once', async () => {
  const { admin } = await givenOrganization(server)
  const password = plant('password of a person with a second factor', random())
  await (await givenPasswordSetter(server, admin.id))({ password })
  await as(admin).proveIdentity({ body: { password } })
  const setup = await twice('startAuthenticator', admin, { params: {}, body: { label: 'Phone' } })
  const secret = plant('secret of an authenticator app', setup.secret, 'startAuthenticator')
  const confirmation = { params: { factorId: setup.id }, body: { code: codeOf({ secret }) } }
  const { recoveryCodes } = await twice('confirmAuthenticator', admin, confirmation)
  for (const code of recoveryCodes) plant('recovery code', code, 'confirmAuthenticator')
  const { codes } = await twice('replaceRecoveryCodes', admin, { params: {} })
  for (const code of codes) plant('recovery code', code, 'replaceRecoveryCodes')
  await as(admin).proveIdentity({ body: { password, code: codes[0] } })
  await as(admin).getSecondFactors()
})

test('recovery codes that come with a passkey are told once', async () => {
  const { admin } = await givenOrganization(server)
  const password = plant('password of a person with a passkey', random())
  await (await givenPasswordSetter(server, admin.id))({ password })
  await as(admin).proveIdentity({ body: { password } })
  const { id, options } = await as(admin).startPasskey()
  const credential = openAuthenticator(new URL(server.config.publicUrl).origin).create(options)
  const confirmation = { params: { factorId: id }, body: { label: 'Laptop', credential } }
  const { recoveryCodes } = await twice('confirmPasskey', admin, confirmation)
  for (const code of recoveryCodes) plant('recovery code', code, 'confirmPasskey')
})

test('the secret in the link of a mail is sealed, and codes are kept as hashes', async () => {
  const { admin } = await givenOrganization(server)
  const now = new Date().toISOString()
  const prepared = { seals: server.seals, sendsMail: true }
  const secret = plant('secret in a mail', newSecret())
  const letter = { kind: 'passwordReset', minutes: 30 } as const
  const mail = { home: admin.id, recipient: admin.email, language: 'en', letter, secret }
  await postMail({ ...prepared, db: server.db, now }, mail)
  const codeHash = secretHash(plant('code of a password reset', newSecret()))
  const reset = { requestId: newId(), codeHash, userId: admin.id, now, expiresAt: now }
  assert.equal(await insertReset(server.db, reset), true)
})

test('none of these secrets is in any row, event, answer, log line or backup', async (t) => {
  const events = await server.db.selectFrom('events').select('id').execute()
  assert.ok(events.length > 20 && answers.length > 30 && lines.length > 30)
  const backup = await textsIn(await givenBackup(t, installationOf(server)))
  assert.ok(backup.length > 50)
  assert.deepEqual(await placesOf(canaries, { ...searched, lines: [...lines, ...backup] }), [])
  t.diagnostic(`${canaries.length} secrets, ${answers.length} answers, ${lines.length} log lines: 0 found`)
})

test('a secret that does get out is found, wherever that is', async () => {
  const canary = { name: 'one', secret: random(), shownBy: ['createToken'] }
  const row = { organization_id: newId(), id: newId(), type: 'leak', created_at: new Date().toISOString() }
  await server.db
    .insertInto('events')
    .values({ ...row, body: JSON.stringify({ deep: [{ told: `in ${canary.secret}` }] }) })
    .execute()
  const places = await placesOf([canary], {
    db: server.db,
    answers: ['createToken', 'listTokens'].map((operation) => ({ operation, text: canary.secret })),
    lines: [JSON.stringify({ url: `/?key=${canary.secret}` })],
  })
  assert.deepEqual(places, ['one in table events', 'one in answer of listTokens', 'one in log line'])
  const hidden = { name: 'two', secret: random() }
  await server.db
    .insertInto('signing_keys')
    .values({
      purpose: random(),
      secret: Buffer.from(hidden.secret).toString('base64'),
      created_at: row.created_at,
    })
    .execute()
  assert.deepEqual(await placesOf([hidden], { ...searched, answers: [], lines: [] }), [
    'two in table signing_keys',
  ])
})
