import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { givenMember, givenOrganization } from '../../packages/server/src/test/harness.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('all of 205 members are reached, and all of them in a team', async (t) => {
  const { page, home, organization, api, params } = await given(t)
  const ids = await times(205, async () => (await givenMember(served.server, organization, 'read')).id)
  const team = await api.createOrganizationTeam({ params, body: { title: 'Everybody', members: ids } })
  const rows = page.locator('.people-list .people > li')
  await page.goto(`${home}/settings/members`)
  await rows.first().waitFor()
  await continueTo(page, rows, 206)
  await assertAccessible(page)
  await page.goto(`${home}/settings/teams/${team.id}`)
  const inTeam = page.locator('.people > li')
  await inTeam.first().waitFor()
  // Whoever creates a team is in it, too.
  const { count } = await api.listTeamMembersInOrganizationById({ params: { ...params, teamId: team.id } })
  await continueTo(page, inTeam, count)
})

test('all of 105 teams are reached, found by title on the server, and chosen for access', async (t) => {
  const { page, home, api, params } = await given(t)
  await times(105, (at) => api.createOrganizationTeam({ params, body: { title: `Team ${at + 1}` } }))
  const { id: spaceId } = await api.createSpace({ params, body: { title: 'Handbook', empty: true } })
  await page.goto(`${home}/settings/teams`)
  const rows = page.locator('.people > li')
  await rows.first().waitFor()
  assert.equal(await rows.count(), 100)
  await page.getByRole('searchbox', { name: 'Find teams' }).fill('Team 105')
  await page.getByRole('link', { name: 'Team 1', exact: true }).waitFor({ state: 'detached' })
  assert.equal(await rows.count(), 1)
  await page.getByRole('searchbox', { name: 'Find teams' }).fill('nowhere')
  await page.getByText('No team matches “nowhere”.').waitFor()
  await assertAccessible(page)
  await page.getByRole('searchbox', { name: 'Find teams' }).fill('')
  await rows.nth(1).waitFor()
  await continueTo(page, rows, 105)
  await page.goto(`${home}/s/${spaceId}/~/permissions`)
  await page.getByRole('button', { name: 'Give access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'A team' }).click()
  for (const name of ['Team 1', 'Team 105']) {
    await dialog.getByRole('combobox', { name: 'Team' }).fill(name)
    await page.getByRole('option', { name, exact: true }).waitFor()
  }
  await page.getByRole('option', { name: 'Team 105', exact: true }).click()
  await dialog.getByRole('button', { name: 'Give access' }).click()
  await page.getByRole('link', { name: 'Team 105' }).waitFor()
})

test('all of 203 spaces are reached at home and where access is given, and any can be chosen', async (t) => {
  const { page, home, api, params } = await given(t)
  await times(203, (at) => api.createSpace({ params, body: { title: `Space ${at + 1}`, empty: true } }))
  await page.goto(home)
  const cards = page.locator('.space-cards > li')
  await cards.first().waitFor()
  await continueTo(page.locator('main'), cards, 203)
  await page.goto(`${home}/settings/permissions`)
  const rows = page.locator('.people > li')
  await rows.first().waitFor()
  await continueTo(page.locator('main'), rows, 203)
  await page.goto(`${home}/settings/imports`)
  for (const name of ['Space 1', 'Space 203']) {
    await page.getByRole('combobox', { name: 'Space' }).fill(name)
    await page.getByRole('option', { name, exact: true }).waitFor()
  }
})

/** Presses the button below a list until everything is there, which takes away the button. */
async function continueTo(where: Pick<Page, 'getByRole'>, rows: ReturnType<Page['locator']>, count: number) {
  const more = where.getByRole('button', { name: 'Show more' })
  while ((await rows.count()) < count) {
    const before = await rows.count()
    await more.click()
    await rows.nth(before).waitFor()
  }
  assert.equal(await rows.count(), count)
  await more.waitFor({ state: 'detached' })
}

async function times<T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let at = 0; at < count; at++) made.push(await make(at))
  return made
}

async function given(t: TestContext) {
  const organization = await givenOrganization(served.server)
  const home = `${served.origin}/app/o/${organization.id}`
  const cookie = await served.cookieOf(organization.admin)
  const page = await openScreen(t, browser, { url: `${home}/settings/account`, cookie })
  const params = { organizationId: organization.id }
  return { page, home, organization, params, api: served.server.as(organization.admin) }
}
