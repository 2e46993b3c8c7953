import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenOrganization, givenUser, type Person } from '../../packages/server/src/test/harness.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { fillPeople } from './people-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('an admin changes a role and removes a member, after a question that names them', async (t) => {
  const { page, editor, api, params } = await given(t, 'settings/members')
  const row = page.getByRole('listitem').filter({ hasText: 'Ines Moreau' })
  await row.getByRole('button', { name: /^Edit Role of/ }).click()
  await page.getByRole('option', { name: 'Review' }).click()
  await row.getByRole('button', { name: /^Review Role of/ }).waitFor()
  const member = { ...params, userId: editor.id }
  assert.equal((await api.getMemberInOrganizationById({ params: member })).role, 'review')
  await row.getByRole('button', { name: 'Remove Ines Moreau' }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove “Ines Moreau” from' })
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Remove member' }).click()
  await row.waitFor({ state: 'detached' })
  await assert.rejects(api.getMemberInOrganizationById({ params: member }), { status: 404 })
  const own = page.getByRole('listitem').filter({ hasText: 'the only admin' })
  assert.equal(await own.getByRole('button').count(), 0)
})

test('an invited address gets a link to pass on, and its owner joins with it', async (t) => {
  const { page, home } = await given(t, 'settings/members')
  const person = await givenUser(served.server)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.keyboard.type(`${person.email}, nobody`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('“nobody” is not an e-mail address.').waitFor()
  await page.getByRole('textbox', { name: 'E-mail addresses' }).fill(person.email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '1 person is invited' })
  const link = await dialog.getByRole('textbox', { name: 'Link for invited people' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('listitem').filter({ hasText: person.email }).getByText('Edit').waitFor()
  const theirs = await open(t, link, person)
  await theirs.getByRole('button', { name: /^Join / }).click()
  await theirs.waitForURL(home)
  await theirs.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
})

test('permissions say why somebody has a level, and a person gets one', async (t) => {
  const { page, base, spaceId, guest } = await given(t, '')
  await page.goto(`${base}/s/${spaceId}/~/permissions`)
  const row = page.getByRole('listitem').filter({ hasText: 'Ines Moreau' }).first()
  await row.getByRole('button', { name: 'Why does Ines Moreau' }).click()
  await row.getByText('Ines Moreau has the level Review').waitFor()
  await row.getByText('Writers has Review').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Give access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ines Moreau' }).click()
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByRole('button', { name: /^Edit Level of/ }).waitFor()
  const theirs = await open(t, `${base}/s/${spaceId}/~/permissions`, guest)
  await theirs.getByText('Only admins of “Runbooks” see who has access to it.').waitFor()
  assert.equal(await theirs.getByRole('button', { name: 'Give access' }).count(), 0)
})

test('a token is shown once and revoked by its name; a team takes members', async (t) => {
  const { page, base, team } = await given(t, 'settings/account')
  await page.getByRole('button', { name: 'New token' }).click()
  await page.keyboard.type('Nightly')
  await page.getByRole('button', { name: 'Create token' }).click()
  const secret = page.getByRole('dialog').getByRole('textbox', { name: 'Token' })
  assert.match(await secret.inputValue(), /^\S{20,}$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke the token Nightly' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('Nightly', { exact: true }).waitFor({ state: 'detached' })
  await page.goto(`${base}/settings/teams/${team.id}`)
  await page.getByRole('listitem').filter({ hasText: 'Ines Moreau' }).waitFor()
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('searchbox', { name: 'Find members' }).fill('Eun-ji Park')
  await page.getByRole('dialog').getByRole('button', { name: 'Eun-ji Park' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Eun-ji Park' }).waitFor()
})

async function given(t: TestContext, path: string) {
  const { server, origin } = served
  const organization = await givenOrganization(server)
  const home = `${origin}/app/o/${organization.id}`
  const filled = await fillPeople(server, organization, home)
  const page = await open(t, path === '' ? home : `${home}/${path}`, organization.admin)
  return {
    ...filled,
    page,
    home,
    base: home,
    api: server.as(organization.admin),
    params: { organizationId: organization.id },
  }
}

async function open(t: TestContext, url: string, person: Person): Promise<Page> {
  return openScreen(t, browser, { url, cookie: await served.cookieOf(person) })
}
