import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageOf } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen, type ServedConsole } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

test('a site is made from a space in a few steps, published, and taken offline again', async (t) => {
  const { page, api, params } = await given(t, 'admin', '/sites')
  await page.getByText('A site shows the pages of one or more spaces').waitFor()
  await assertAccessible(page)
  await page.getByRole('main').getByRole('link', { name: 'New site' }).click()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('textbox', { name: 'Name of the site' }).fill('Product docs')
  await page.getByRole('radio', { name: /^Everyone, unlisted/ }).check()
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.getByRole('heading', { level: 1, name: 'Structure' }).waitFor()
  await page.getByRole('button', { name: 'Publish Product docs' }).click()
  const question = page.getByRole('alertdialog', { name: 'Publish “Product docs”?' })
  await question.getByText('Search engines are asked to leave it out.').waitFor()
  await assertAccessible(page)
  await question.getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Published', { exact: true }).waitFor()
  const [site] = (await api.listSites({ params })).items
  assert.deepEqual([site?.title, site?.visibility, site?.published], ['Product docs', 'unlisted', true])
  await page.getByRole('button', { name: 'Unpublish Product docs' }).click()
  const second = page.getByRole('alertdialog', { name: 'Unpublish “Product docs”?' })
  await second.getByText('you can publish it again').waitFor()
  await second.getByRole('button', { name: 'Unpublish' }).click()
  await page.getByText('Not published').waitFor()
})

test('parts of a site are moved by keyboard, grouped, made the default and removed', async (t) => {
  const { page, outline } = await given(t, 'admin', '', true)
  assert.equal(await outline(), 'Docs(Space),Second(Other)')
  await row(page, 'Second').focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByText('Second moved to position 1 of 2').waitFor()
  assert.equal(await outline(), 'Second(Other),Docs(Space)')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Group of sections' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('More')
  await page.getByRole('button', { name: 'Add group' }).click()
  await row(page, 'More').waitFor()
  await act(page, 'Docs', 'Move down')
  await page.getByText('Docs moved to position 3 of 3').waitFor()
  await row(page, 'Docs').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.getByText('Docs moved into More').waitFor()
  assert.equal(await outline(), 'Second(Other),More(Docs(Space))')
  await act(page, 'Second', 'Make the default')
  await page.getByText('Second is the default').waitFor()
  await row(page, 'More').focus()
  await page.keyboard.press('Delete')
  await page.getByText('Its sections stay in the site').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Ungroup' }).click()
  await page.getByText('More is no longer a group').waitFor()
  await act(page, 'Docs', 'Remove from the site')
  const question = page.getByRole('alertdialog', { name: 'Remove “Docs” from the site?' })
  await question.getByText('Visitors no longer find its pages there').waitFor()
  await question.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Docs removed').waitFor()
  assert.equal(await outline(), 'Second(Other)')
})

test('a refused removal says why, and the settings of a section are saved', async (t) => {
  const { page, api, key } = await given(t, 'admin', '', true, /409/)
  await row(page, 'Second').click()
  const form = page.getByRole('form', { name: 'Settings of Second' })
  await form.getByRole('textbox', { name: 'Path' }).fill('other')
  await form.getByRole('textbox', { name: 'Description' }).fill('Everything else')
  await form.getByRole('button', { name: 'Save' }).click()
  await row(page, 'Second').getByText('/other').waitFor()
  const { items } = await api.listSiteSections({ params: key })
  assert.deepEqual([items[1]?.path, items[1]?.description], ['other', 'Everything else'])
  await act(page, 'Other', 'Remove from the site')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alert').getByText('This is the only space of its section').waitFor()
  await assertAccessible(page)
})

test('the look is seen in the site itself before it is saved', async (t) => {
  const { page, api, key, site } = await givenLook(t)
  await site.getByText('Field guide').first().waitFor()
  assert.equal((await api.getSiteCustomizationById({ params: key })).title, undefined)
  await page.getByRole('link', { name: 'Announcement' }).click()
  await page.getByRole('checkbox', { name: 'Show an announcement above every page' }).check()
  await page.getByRole('textbox', { name: 'Message' }).fill('Version 2 is here')
  await site.getByText('Version 2 is here').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Visitors see it with the next page.').waitFor()
  const { title, announcement } = await api.getSiteCustomizationById({ params: key })
  assert.deepEqual([title, announcement?.message], ['Field guide', 'Version 2 is here'])
})

test('titles are translated, and lead where somebody says', async (t) => {
  const { page, api, key, site } = await givenLook(t)
  await page.getByText('Title in other languages').click()
  await page.getByRole('button', { name: /Translate title$/ }).click()
  await page.getByRole('option', { name: 'German' }).click()
  const german = page.getByRole('textbox', { name: 'Title in German' })
  assert.equal(await german.inputValue(), 'Field guide')
  await german.fill('Handbuch')
  await page.getByRole('button', { name: /Where the title and the logo lead$/ }).click()
  await page.getByRole('option', { name: 'An address' }).click()
  await page.getByRole('textbox', { name: 'Address', exact: true }).first().fill('https://example.com/start')
  await site.locator('a[href="https://example.com/start"]').first().waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Visitors see it with the next page.').waitFor()
  const saved = await api.getSiteCustomizationById({ params: key })
  assert.deepEqual(saved.localizedTitle, { de: 'Handbuch' })
  assert.deepEqual(saved.header.primaryLink, { kind: 'url', url: 'https://example.com/start' })
  await page.getByRole('button', { name: 'Remove Title in German' }).click()
  await page.getByRole('button', { name: /Where the title and the logo lead$/ }).click()
  await page.getByRole('option', { name: 'Not set' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Visitors see it with the next page.').waitFor()
  const removed = await api.getSiteCustomizationById({ params: key })
  assert.deepEqual([removed.localizedTitle ?? {}, removed.header.primaryLink], [{}, undefined])
})

test('the audience changes after a question, and share links are made and revoked', async (t) => {
  const { page, api, key } = await given(t, 'admin', '/audience', true)
  await page.getByRole('radio', { name: /^People with a share link/ }).click()
  const question = page.getByRole('alertdialog', { name: 'Change who can read “Docs”?' })
  await question.getByText('Only people with a share link can read it.').waitFor()
  await question.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('link', { name: 'Make and revoke its share links' }).click()
  await page.getByText('There is no share link yet.').waitFor()
  await page.getByRole('button', { name: 'New share link' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Auditors')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByRole('button', { name: 'Switch off Auditors' }).click()
  await page.getByText('Off', { exact: true }).waitFor()
  const [link] = (await api.listSiteShareLinks({ params: key })).items
  assert.deepEqual([link?.name, link?.active], ['Auditors', false])
  await page.getByRole('button', { name: 'Delete Auditors' }).click()
  await assertAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete link' }).click()
  await page.getByText('There is no share link yet.').waitFor()
})

test('a claim is declared, and a section is seen as a visitor of whom it is true', async (t) => {
  const { page, api, key } = await given(t, 'admin', '/audience', true)
  await page.getByRole('checkbox', { name: /^Decide conditions/ }).check()
  await page.getByRole('button', { name: 'Add a claim' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('plan')
  await page.getByRole('button', { name: 'Save claims' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'See the site as another visitor' }).click()
  await row(page, 'Second').click()
  await page.getByRole('button', { name: /Who sees it/ }).click()
  await page.getByRole('option', { name: /paid/ }).first().click()
  await page.getByRole('button', { name: 'Save' }).click()
  const seen = page.getByRole('region', { name: 'What this visitor sees' })
  await seen.getByText('Nothing is known about the visitor.').waitFor()
  await page.getByRole('button', { name: /plan/ }).first().click()
  await page.getByRole('option', { name: '"paid"' }).click()
  await seen.getByText('2 of 2').waitFor()
  const { items } = await api.listSiteSections({ params: key })
  assert.match(items[1]?.condition ?? '', /plan/)
})

test('redirects are made, imported with wrong lines named, and deleted', async (t) => {
  const { page, api, key } = await given(t, 'admin', '/redirects', true, /400/)
  await page.getByText('There are no redirects.').waitFor()
  await page.getByRole('button', { name: 'New redirect' }).click()
  await page.getByRole('textbox', { name: 'Path', exact: true }).fill('/setup')
  await page.getByRole('textbox', { name: 'Path of the page in the space' }).fill('install')
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Save redirect' }).click()
  await page.getByText('/setup', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const csv = page.getByRole('textbox', { name: 'Or paste it' })
  await csv.fill('source,destination\n/a,https://example.com\nwrong,https://example.com\n')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByRole('alert').getByRole('listitem').first().waitFor()
  await csv.fill('source,destination\n/a,https://example.com\n')
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('https://example.com').first().waitFor()
  await page.getByRole('button', { name: 'Delete /setup' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete redirect' }).click()
  await page.getByText('/setup', { exact: true }).waitFor({ state: 'detached' })
  const { items } = await api.listSiteRedirects({ params: key })
  assert.deepEqual(
    items.map(({ source }) => source),
    ['/a'],
  )
})

test('a host of one’s own waits for its record, and views are counted by day and page', async (t) => {
  const { page, api, key } = await given(t, 'admin', '/domains', true)
  await page.getByRole('textbox', { name: 'Host of your own' }).fill(`docs-${Date.now()}.example.com`)
  await page.getByRole('button', { name: 'Save host' }).click()
  await page.getByText('Waits for the record').waitFor()
  await assertAccessible(page)
  const [first] = (await api.listSiteSpaces({ params: key })).items
  const spaceId = first?.space.id ?? ''
  const { pages } = await api.listPages({ params: { spaceId } })
  const events = pages.map(({ id }) => ({ type: 'page_view', location: { space: spaceId, page: id } }))
  await api.trackEventsInSiteById({ params: key, body: { events } })
  await page.getByRole('link', { name: 'Visits' }).click()
  await page.getByRole('img', { name: /^Views by day.* 1 in all/ }).waitFor()
  await page.getByRole('region', { name: 'Pages' }).getByRole('link', { name: 'Install' }).waitFor()
  await assertAccessible(page)
})

test('people who only read see the structure and nothing to change', async (t) => {
  const { page } = await given(t, 'reader', '', true)
  await row(page, 'Second').waitFor()
  for (const name of [/^Actions for/, /^Unpublish/, 'Add'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
})

const row = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(`^${name}`) })

async function act(page: Page, name: string, action: string) {
  await row(page, name).hover()
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** The look of a published site with another title, which is not saved yet, and its preview. */
async function givenLook(t: TestContext) {
  const shown = await given(t, 'admin', '/look', true)
  const site = shown.page.frameLocator('iframe[title="Preview of Docs"]')
  await site.getByRole('heading', { level: 1 }).waitFor()
  await shown.page.getByRole('textbox', { name: 'Title' }).fill('Field guide')
  return { ...shown, site }
}

/** Somebody at a screen of the organization, or of its published site with two sections. */
async function given(
  t: TestContext,
  who: 'admin' | 'reader',
  path: string,
  hasSite = false,
  expected?: RegExp,
) {
  const { server, origin, cookieOf } = served
  const space = await givenWrittenSpace(server, pageOf('Install'))
  const api = server.as(space.admin)
  const params = { organizationId: space.organization.id }
  await api.updateSpaceById({ params: { spaceId: space.spaceId }, body: { title: 'Space' } })
  const key = hasSite ? await givenSite(server.as(space.admin), params, space.spaceId) : undefined
  const person: Person = space[who]
  const url = `${origin}/app/o/${params.organizationId}${key ? `/sites/${key.siteId}` : ''}${path}`
  const page = await openScreen(t, browser, { url, cookie: await cookieOf(person), expected })
  const outline = async () => outlineOf((await api.getSiteStructure({ params: key ?? missing })).structure)
  return { page, api, params, key: key ?? missing, outline }
}

const missing = { organizationId: '', siteId: '' }

type Api = ReturnType<ServedConsole['server']['as']>

async function givenSite(api: Api, params: { readonly organizationId: string }, spaceId: string) {
  const other = await api.createSpace({ params, body: { title: 'Other', editMode: 'live', empty: true } })
  const changes = [pageOf('Other page')]
  await api.updateSpaceContent({ params: { spaceId: other.id }, body: { changes } })
  const site = await api.createSite({ params, body: { title: 'Docs', spaces: [spaceId] } })
  const key = { ...params, siteId: site.id }
  await api.addSectionToSite({ params: key, body: { spaceId: other.id, title: 'Second' } })
  await api.publishSite({ params: key })
  return key
}

interface Named {
  readonly title: string
  readonly sections?: readonly Named[]
  readonly siteSpaces?: readonly Named[]
}

function outlineOf(parts: readonly Named[]): string {
  return parts
    .map(({ title, sections, siteSpaces }) => {
      const below = outlineOf(sections ?? siteSpaces ?? [])
      return below === '' ? title : `${title}(${below})`
    })
    .join(',')
}
