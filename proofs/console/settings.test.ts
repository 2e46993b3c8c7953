import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { startQuietWorker } from '../../packages/server/src/test/quiet-worker.ts'
import { paymentsWith } from './organization-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()
const { server } = served

/** A screen of the settings, as the admin of a new organization sees it. */
async function openSettings(t: TestContext, screen: string) {
  const { origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const cookie = await cookieOf(organization.admin)
  const url = `${origin}/app/o/${organization.id}/settings/${screen}`
  return { page: await openScreen(t, browser, { url, cookie }), organization }
}

test('an operator sees the state of the server, and others have no such screen', async (t) => {
  const { origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const cookie = await cookieOf(organization.admin)
  const settings = `${origin}/app/o/${organization.id}/settings`
  const page = await openScreen(t, browser, { url: `${settings}/members`, cookie })
  assert.equal(await page.getByRole('link', { name: 'Server' }).count(), 0)
  server.operators.push(organization.admin.email)
  await page.reload()
  await page.getByRole('link', { name: 'Server' }).click()
  await page.getByText('All migrations are applied.').waitFor()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByText('The server was checked again').waitFor({ state: 'attached' })
})

test('a provider is set up with values to copy, and is active once all its values are saved', async (t) => {
  const { page, organization } = await openSettings(t, 'sign-in')
  await page.getByRole('button', { name: 'Add a provider' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const redirect = page.getByRole('textbox', { name: 'Redirect URL' })
  assert.match(await redirect.inputValue(), new RegExp(`^${served.origin}/oidc/`))
  await page.getByRole('textbox', { name: 'Issuer' }).fill('https://example.okta.com')
  await page.getByRole('textbox', { name: 'Client ID' }).fill('stemma')
  await page.getByRole('textbox', { name: 'Client secret' }).fill('a secret')
  await page.getByRole('button', { name: 'Save provider' }).click()
  await page.getByRole('link', { name: /^Sign in with Okta/ }).waitFor()
  const params = { organizationId: organization.id }
  const { items } = await server.as(organization.admin).listOIDCProvidersInOrganizationById({ params })
  assert.deepEqual(
    items.map(({ label, issuer, status }) => [label, issuer, status]),
    [['Okta', 'https://example.okta.com', 'active']],
  )
})

test('merge rules of the organization and of a space are saved', async (t) => {
  const { origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const api = server.as(organization.admin)
  const params = { organizationId: organization.id }
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Runbooks' } })
  const base = `${origin}/app/o/${organization.id}`
  const cookie = await cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url: `${base}/settings/merge-rules`, cookie })
  await page.getByRole('checkbox', { name: 'It has a subject' }).check()
  await page.getByRole('button', { name: 'Save rules' }).click()
  await page.getByText('The merge rules are saved').waitFor({ state: 'attached' })
  const { mergeRules } = await api.getOrganizationById({ params })
  assert.deepEqual(mergeRules?.type === 'rules' && mergeRules.rules.map(({ type }) => type), [
    'require_change_request_subject',
  ])
  await page.goto(`${base}/s/${spaceId}/~/settings`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Handbook')
  await page.getByRole('button', { name: 'Save name' }).click()
  await page.getByRole('link', { name: 'Handbook' }).first().waitFor()
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByRole('radio', { name: /^Directly/ }).check()
  await saved
  const { title, editMode } = await api.getSpaceById({ params: { spaceId } })
  assert.deepEqual([title, editMode], ['Handbook', 'live'])
})

test('everybody who reads a space sees how to clone it, and editors how to push', async (t) => {
  const { origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const { id } = await server.as(organization.admin).createSpace({ params, body: { title: 'Team runbooks' } })
  const url = `${origin}/app/o/${organization.id}/s/${id}/~/settings`
  const push = 'git push origin HEAD:refs/for/main'
  for (const role of ['read', 'edit'] as const) {
    const cookie = await cookieOf(await givenMember(server, organization, role))
    const page = await openScreen(t, browser, { url, cookie })
    await page.setViewportSize({ width: 320, height: 640 })
    await page.getByText(`git clone ${origin}/git/${organization.id}/${id}/team-runbooks.git`).waitFor()
    assert.equal(await page.getByText(push).count(), role === 'edit' ? 1 : 0)
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 320)
  }
})

test('a spec is added from a file, processed, and shows what its next version breaks', async (t) => {
  const { page } = await openSettings(t, 'openapi')
  const worker = await startQuietWorker(server)
  t.after(() => worker.stop())
  await page.getByRole('button', { name: 'Add a spec' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('payments-api')
  await page.getByRole('radio', { name: 'From a file' }).click()
  await page.getByLabel(/^OpenAPI document/).setInputFiles(documentWith(['get', 'delete']))
  await page.getByRole('button', { name: 'Add spec' }).click()
  await page.getByText('The first version.').waitFor()
  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('radio', { name: 'From a file' }).click()
  await page.getByLabel(/^OpenAPI document/).setInputFiles(documentWith(['get']))
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('heading', { name: 'Breaks clients' }).waitFor()
  await page.getByRole('button', { name: 'Make it public' }).click()
  await page.getByRole('link', { name: /published-openapi/ }).waitFor()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete spec' }).click()
  await page.getByText('There is no spec yet.').waitFor()
})

function documentWith(methods: readonly string[]) {
  const buffer = Buffer.from(paymentsWith(methods))
  return { name: 'payments.json', mimeType: 'application/json', buffer }
}

test('a SCIM token is made with the values that an identity provider asks for, and revoked', async (t) => {
  const { page, organization } = await openSettings(t, 'sign-in')
  await page.getByRole('button', { name: 'New SCIM token' }).click()
  await page.getByRole('textbox', { name: 'Which provider uses it?' }).fill('Okta')
  await page.getByRole('button', { name: 'Create token' }).click()
  assert.match(await page.getByRole('textbox', { name: 'Base URL' }).inputValue(), /\/scim\//)
  const secret = await page.getByRole('textbox', { name: 'Token' }).inputValue()
  const params = { organizationId: organization.id }
  const { items } = await server.as(organization.admin).listSCIMTokensInOrganizationById({ params })
  assert.deepEqual(
    items.map(({ prefix }) => secret.startsWith(prefix)),
    [true],
  )
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke the token Okta' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('Okta', { exact: true }).waitFor({ state: 'detached' })
})

test('a picture is shown beside the name, and initials if it cannot be read', async (t) => {
  const { origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const cookie = await cookieOf(organization.admin)
  const url = `${origin}/app/o/${organization.id}/settings/account`
  const page = await openScreen(t, browser, { url, cookie, expected: /ERR_FAILED/ })
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>'
  await page.route('https://pictures.example/me.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body }),
  )
  await page.route('https://pictures.example/gone.svg', (route) => route.abort())
  const save = async (name: string) => {
    await page.getByRole('textbox', { name: /^Picture/ }).fill(`https://pictures.example/${name}`)
    await page.getByRole('button', { name: 'Save profile' }).click()
  }
  await save('me.svg')
  await page.locator('img.face[src$="/me.svg"]').first().waitFor()
  await save('gone.svg')
  await page.locator('img.photo[src$="/gone.svg"]').waitFor()
  await page.locator('img.face').first().waitFor({ state: 'detached' })
  await page.locator('.face').first().waitFor()
})
