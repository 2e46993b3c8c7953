import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Client } from '@stemma/client'
import { givenOrganization } from '../../packages/server/src/test/harness.ts'
import { givenPasswordSetter, password } from '../../packages/server/src/test/signing-in.ts'
import { textsOf } from '../console/conflict-stage.ts'
import { saved } from '../console/writing.ts'
import { button, type Ground, heading, textbox } from './ground.ts'
import type { Means, Walker } from './walker.ts'

/** Somebody signs in for the first time, and writes three pages for others to review. */
export async function firstTime({ served: { server, origin }, means, walkerFor }: Ground) {
  const organization = await givenOrganization(server)
  const { admin } = organization
  await (await givenPasswordSetter(server, admin.id))({ password })
  const walker = await walkerFor()
  const { page } = walker
  await page.goto(origin)
  await signIn(walker, admin.email)
  await createSpace(walker)

  await walker.shortcut('n', button(page, 'Write the first page'))
  await writeTitle(walker, 'Install')
  await walker.type('Run this, then open the console.\n')
  await insertBlock(walker, 'code', 'Code')
  await walker.type('npm ci\nnpm run dev')
  await walker.press('ArrowDown')
  await walker.type('That is all.')
  await newPage(walker, means, 'Limits')
  await writeTable(walker)
  await newPage(walker, means, 'Tour')
  await insertPicture(walker)
  await saved(page)

  await walker.use(button(page, 'Request review'))
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await walker.type('Write the first pages')
  await walker.press('Enter')
  await page.locator('.crumbs').getByText('Open', { exact: true }).waitFor()
  assert.deepEqual(await merged(server.as(admin), organization.id), expected)
}

async function signIn(walker: Walker, email: string) {
  const { page } = walker
  await walker.reach(page.getByLabel('E-mail address'))
  await walker.type(email)
  await walker.reach(page.getByLabel('Password'))
  await walker.type(password)
  await walker.press('Enter')
  await heading(page, 'Create your first space').waitFor()
}

/** The last of the ways to begin: a space without pages. */
async function createSpace(walker: Walker) {
  const { page } = walker
  await walker.reach(page.getByRole('radio', { name: /^Handbook/ }))
  await walker.press('ArrowUp')
  await walker.reach(page.getByRole('textbox', { name: 'Name of the space' }))
  await walker.type('Manual')
  await walker.press('Enter')
  await heading(page, 'This space has no pages yet').waitFor()
}

/** From the text of a page to the title of the next one. */
async function newPage(walker: Walker, means: Means, title: string) {
  const { page } = walker
  await saved(page)
  await walker.use(button(page, 'Done'))
  await button(page, 'Edit').waitFor()
  if (means === 'phone') await walker.use(button(page, 'Navigation'))
  await walker.shortcut('n', button(page, 'New page'))
  await writeTitle(walker, title)
}

/** A new page begins with its title. */
async function writeTitle(walker: Walker, title: string) {
  await walker.page.locator('textarea[aria-label="Title"]:focus').waitFor()
  await walker.type(title)
  await walker.press('Enter')
  await textbox(walker.page).and(walker.page.locator(':focus')).waitFor()
}

async function writeTable(walker: Walker) {
  const { page } = walker
  await walker.type('Each plan has its own.\n')
  await insertBlock(walker, 'table', 'Table')
  await page.getByRole('table').waitFor()
  for (const [at, words] of [
    'Plan',
    'Pages',
    'People',
    'Free',
    '100',
    '3',
    'Team',
    '10,000',
    '50',
  ].entries()) {
    if (at > 0) await walker.press('Tab')
    await walker.type(words)
  }
}

/** Chooses a block by the first letters of its name. People look before they press Enter, too. */
async function insertBlock(walker: Walker, letters: string, name: string) {
  await walker.type(`/${letters}`)
  await walker.page.getByRole('option', { name, selected: true }).waitFor()
  await walker.press('Enter')
}

async function insertPicture(walker: Walker) {
  const { page } = walker
  await walker.type('A site looks like this.\n')
  const chooser = page.waitForEvent('filechooser')
  await insertBlock(walker, 'pict', 'Picture')
  await (await chooser).setFiles(picture)
  await page.locator('.visual figure img').waitFor()
}

const picture = {
  name: 'site.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../docs/pictures/site.png', import.meta.url)),
}

const table = `| Plan | Pages | People |
| --- | --- | --- |
| Free | 100 | 3 |
| Team | 10,000 | 50 |`

const expected = [
  'Install\nRun this, then open the console.\n\n```\nnpm ci\nnpm run dev\n```\n\nThat is all.\n',
  `Limits\nEach plan has its own.\n\n${table}\n`,
  'Tour\nA site looks like this.\n\n![](/files/…)\n',
]

/** Merges the change request, and reads the pages of the space with their titles. */
async function merged(api: Client, organizationId: string): Promise<readonly string[]> {
  const [space] = (await api.listSpacesInOrganizationById({ params: { organizationId } })).items
  const spaceId = space?.id ?? ''
  const query = { status: 'open' } as const
  const [change] = (await api.listChangeRequestsForSpace({ params: { spaceId }, query })).items
  await api.mergeChangeRequest({ params: { spaceId, changeRequestId: change?.id ?? '' } })
  return (await textsOf(api, spaceId)).map((text) => text.replace(/\/files\/\w+/, '/files/…'))
}
