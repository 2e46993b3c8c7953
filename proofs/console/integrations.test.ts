import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { newId } from '../../packages/server/src/common/ids.ts'
import {
  givenMember,
  givenOrganization,
  type Organization,
  type Person,
} from '../../packages/server/src/test/harness.ts'
import { givenPublished, type Manifest, manifestFor } from '../../packages/server/src/test/integrating.ts'
import { assertAccessible, assertNoSideways } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('an integration is published from a form, again as a new version, and unpublished', async (t) => {
  const { page, api } = await given(t)
  const name = `chat-${newId()}`
  await page.getByText('Nothing is installed yet.').waitFor()
  await page.getByRole('link', { name: 'Publish an integration' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('textbox', { name: 'Title' }).fill('Team chat')
  await page.getByRole('textbox', { name: 'Description' }).fill('Tells a channel what happens')
  await page.getByRole('checkbox', { name: 'Collaboration' }).check()
  await page.getByLabel('Script', { exact: true }).setInputFiles(script('export default {}'))
  const rest = page.getByRole('textbox', { name: 'Rest of the manifest' })
  await rest.fill('{')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('The rest of the manifest is not a JSON object.').waitFor()
  await assertAccessible(page)
  await rest.fill('{"externalLinks":[{"url":"https://chat.example.com","label":"Help"}]}')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Team chat', level: 1 }).waitFor()
  await page.getByRole('link', { name: /^Help/ }).waitFor()
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Publish a new version' }).click()
  await page.getByRole('heading', { name: 'Publish Team chat again', level: 1 }).waitFor()
  assert.match(await page.getByRole('textbox', { name: 'Rest of the manifest' }).inputValue(), /"Help"/)
  await page.getByRole('textbox', { name: 'Title' }).fill('Chat')
  await page.getByLabel('Script', { exact: true }).setInputFiles(script('export default 2'))
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Chat', level: 1, exact: true }).waitFor()
  const { version, categories } = await api.getIntegrationByName({ params: { integrationName: name } })
  assert.deepEqual([version, categories], [2, ['collaboration']])
  await page.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click()
  await page.getByRole('heading', { name: 'Integrations', level: 1 }).waitFor()
  await assert.rejects(api.getIntegrationByName({ params: { integrationName: name } }), { status: 404 })
})

test('an integration of others is found, installed with what it requires, and uninstalled', async (t) => {
  const title = `Chat ${newId().slice(0, 8)}`
  const { integrationName } = await givenPublished(served.server, { title, ...withForm })
  const { page, api, params } = await given(t)
  await page.getByRole('searchbox', { name: 'Find integrations' }).fill(title)
  await page.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Install' }).click()
  await page.getByText('Needs settings').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Unpublish' }).count(), 0)
  await page.getByRole('textbox', { name: 'Channel' }).fill('#docs')
  await page.getByRole('checkbox', { name: 'Only on weekdays' }).check()
  await page.getByRole('button', { name: 'Save settings' }).click()
  await page.getByText('Installed', { exact: true }).waitFor()
  await assertAccessible(page)
  const [one] = (await api.listOrganizationInstallations({ params })).items
  assert.deepEqual(one?.installation.configuration, { channel: '#docs', quiet: true })
  await page.getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Uninstall' }).click()
  await page.getByRole('button', { name: 'Install', exact: true }).waitFor()
  assert.equal((await api.listOrganizationInstallations({ params })).count, 0)
  assert.equal((await api.getIntegrationByName({ params: { integrationName } })).title, title)
})

test('an installation is limited to a space and has settings there', async (t) => {
  const { page, api, params, home, organization } = await given(t)
  await api.createSpace({ params, body: { title: 'Handbook', empty: true } })
  const { key } = await givenOwn(organization, withForm)
  await page.goto(`${home}/settings/integrations/${key.integrationName}`)
  const spaces = page.getByRole('region', { name: 'Spaces' })
  await spaces.getByRole('checkbox', { name: /all spaces/ }).click()
  await spaces.getByRole('button', { name: 'Add a space' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Space' }).fill('Hand')
  await page.getByRole('option', { name: 'Handbook' }).click()
  await dialog.getByRole('button', { name: 'Install on the space' }).click()
  await spaces.getByText('Handbook').waitFor()
  await spaces.getByRole('button', { name: 'Settings for Handbook' }).click()
  await assertAccessible(page)
  await dialog.getByRole('textbox', { name: 'Room' }).fill('docs')
  await dialog.getByRole('button', { name: 'Save settings' }).click()
  await dialog.waitFor({ state: 'detached' })
  const installed = await api.getIntegrationInstallationById({ params: key })
  assert.equal(installed.space_selection, 'selected')
  const [on] = (await api.listIntegrationInstallationSpaces({ params: key })).items
  assert.deepEqual(on?.configuration, { room: 'docs' })
  await page.setViewportSize({ width: 320, height: 640 })
  await assertNoSideways(page)
  await spaces.getByRole('button', { name: 'Uninstall from Handbook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Uninstall' }).click()
  await spaces.getByText('It has no settings for a single space yet.').waitFor()
  assert.equal((await api.listIntegrationInstallationSpaces({ params: key })).count, 0)
})

test('members see integrations without a way to change them', async (t) => {
  const { home, organization } = await given(t)
  const { key } = await givenOwn(organization, {})
  const reader = await givenMember(served.server, organization, 'read')
  const page = await open(t, reader, `${home}/settings/integrations`)
  await page
    .getByRole('region', { name: /^Installed here/ })
    .getByRole('link', { name: 'One' })
    .waitFor()
  assert.equal(await page.getByRole('link', { name: 'Publish an integration' }).count(), 0)
  await page.goto(`${home}/settings/integrations/${key.integrationName}`)
  await page.getByRole('heading', { name: 'One', level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: /nstall/ }).count(), 0)
  await page.goto(`${home}/settings/publish-integration`)
  await page.getByText('Only admins of the organization publish integrations.').waitFor()
  await assertAccessible(page)
})

const withForm: Partial<Manifest> = {
  configurations: {
    account: {
      properties: {
        channel: { type: 'string', title: 'Channel' },
        quiet: { type: 'boolean', title: 'Only on weekdays' },
      },
      required: ['channel'],
    },
    space: { properties: { room: { type: 'string', title: 'Room' } } },
  },
}

function script(text: string) {
  return { name: 'script.js', mimeType: 'text/javascript', buffer: Buffer.from(text) }
}

/** An integration that is installed in the organization that published it. */
async function givenOwn(organization: Organization, more: Partial<Manifest>) {
  const api = served.server.as(organization.admin)
  const params = { integrationName: `one-${newId()}` }
  await api.publishIntegration({ params, body: manifestFor(organization, more) })
  const { id } = await api.installIntegration({ params, body: { organization: organization.id } })
  return { key: { ...params, installationId: id } }
}

async function given(t: TestContext) {
  const organization = await givenOrganization(served.server)
  const home = `${served.origin}/app/o/${organization.id}`
  const page = await open(t, organization.admin, `${home}/settings/integrations`)
  const params = { organizationId: organization.id }
  return { page, home, organization, params, api: served.server.as(organization.admin) }
}

async function open(t: TestContext, person: Person, url: string): Promise<Page> {
  return openScreen(t, browser, { url, cookie: await served.cookieOf(person) })
}
