import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('an operator sees the state of the server, and others have no such screen', async (t) => {
  const { server, origin, cookieOf } = served
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
  const { server, origin, cookieOf } = served
  const organization = await givenOrganization(server)
  const cookie = await cookieOf(organization.admin)
  const url = `${origin}/app/o/${organization.id}/settings/sign-in`
  const page = await openScreen(t, browser, { url, cookie })
  await page.getByRole('button', { name: 'Add a provider' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  const redirect = page.getByRole('textbox', { name: 'Redirect URL' })
  assert.match(await redirect.inputValue(), new RegExp(`^${origin}/oidc/`))
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
  const { server, origin, cookieOf } = served
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
