import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import type { ContentChange } from '@stemma/contract'
import type { Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { pictureOf } from './content-stage.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()
const { server } = served

test('files are found by name and type, which the URL keeps', async (t) => {
  const { page, insert, url } = await given(t)
  await insert('plan.png', 'photo.png', 'notes.txt')
  await page.goto(url)
  const plan = row(page, 'plan.png')
  await plan.getByText('PNG', { exact: true }).waitFor()
  await plan.getByText('30 × 20').waitFor()
  await assertAccessible(page)
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('p png')
  await row(page, 'notes.txt').waitFor({ state: 'detached' })
  assert.equal(await page.locator('.file').count(), 2)
  await page.getByRole('link', { name: /^Documents/ }).click()
  await page.getByText('No file matches.').waitFor()
  await page.reload()
  await page.getByText('No file matches.').waitFor()
  assert.equal(await page.getByRole('searchbox', { name: 'Filter by name' }).inputValue(), 'p png')
  await assertAccessible(page)
  await page.getByRole('link', { name: 'Show all files' }).click()
  await row(page, 'notes.txt').waitFor()
  await page.getByRole('link', { name: 'Name', exact: true }).click()
  await page.waitForURL(/sort=name/)
  assert.deepEqual(await page.locator('.file-name').allTextContents(), ['notes.txt', 'photo.png', 'plan.png'])
})

test('by keyboard, a file opens with links to its pages, and unused files are marked', async (t) => {
  const { page, insert, write, url } = await given(t)
  const [plan = ''] = await insert('plan.png', 'old.png')
  await write(pageNamed('Install', { document: { markdown: `![A plan](/files/${plan})\n` } }))
  await page.goto(url)
  await row(page, 'plan.png').getByText('Used once').waitFor()
  await row(page, 'old.png').getByText('Unused').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'Preview of plan.png' }).waitFor()
  await page.getByText(`![](/files/${plan})`).waitFor()
  await assertAccessible(page)
  const download = page.getByRole('link', { name: 'Download' })
  assert.equal(await download.getAttribute('download'), 'plan.png')
  await page.getByRole('region', { name: 'Used in' }).getByRole('link', { name: 'Install' }).click()
  await page.getByRole('heading', { name: 'Install' }).waitFor()
  await page.goBack()
  await page.getByRole('img', { name: 'Preview of plan.png' }).waitFor()
})

test('the Markdown of a file is copied as a page needs it', async (t) => {
  const { page, insert, url } = await given(t)
  const [, notes = ''] = await insert('plan.png', 'notes.txt')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(url)
  await page.getByRole('button', { name: 'Copy the Markdown of notes.txt' }).click()
  await page.getByRole('button', { name: 'Copy the Markdown of notes.txt' }).getByText('Copied').waitFor()
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), `{% file src="/files/${notes}" %}`)
})

test('files that are chosen together are one revision, and are there at once', async (t) => {
  const { page, api, params, url } = await given(t)
  await page.goto(url)
  await page.getByRole('heading', { name: 'There are no files yet' }).waitFor()
  await assertAccessible(page)
  const before = (await api.listRevisions({ params })).count
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.press('u')
  await (await chooser).setFiles([file('a.png'), file('b.png')])
  await row(page, 'a.png').waitFor()
  await row(page, 'b.png').waitFor()
  assert.equal(await page.getByRole('region', { name: 'Uploads' }).count(), 0)
  assert.equal((await api.listRevisions({ params })).count, before + 1)
})

test('a dropped file shows its progress, and can be cancelled', async (t) => {
  const { page, api, params, url } = await given(t)
  await page.goto(url)
  const release = await holdUploads(page)
  await drop(page, 'late.png')
  await page.getByRole('progressbar', { name: 'Upload of late.png' }).waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Cancel late.png' }).click()
  await page.getByRole('heading', { name: 'There are no files yet' }).waitFor()
  release()
  await drop(page, 'next.png')
  await row(page, 'next.png').waitFor()
  assert.deepEqual(await namesOf(api, params), ['next.png'])
})

test('an upload goes on while another screen is open', async (t) => {
  const { page, url } = await given(t)
  await page.goto(url)
  const release = await holdUploads(page)
  await drop(page, 'late.png')
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('link', { name: 'History' }).click()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('f')
  await page.getByRole('progressbar').waitFor()
  release()
  await row(page, 'late.png').waitFor()
})

test('a file that can’t be added says why, and Retry sends nothing twice', async (t) => {
  const { page, api, params, url } = await given(t)
  await page.goto(url)
  // The server has it, and its answer is lost.
  await page.route(isContent, async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
  })
  await drop(page, 'a.png')
  await page.getByRole('region', { name: 'Uploads' }).getByText('The server doesn’t answer.').waitFor()
  await assertAccessible(page)
  await page.unroute(isContent)
  await page.getByRole('button', { name: 'Retry a.png' }).click()
  await row(page, 'a.png').waitFor()
  assert.deepEqual(await namesOf(api, params), ['a.png'])
})

test('in a locked space, a file opens a draft, which the screen shows from then on', async (t) => {
  const { page, api, params, url } = await given(t)
  await api.updateSpaceById({ params, body: { editMode: 'locked' } })
  await page.goto(url)
  await drop(page, 'a.png')
  await row(page, 'a.png').waitFor()
  await page.waitForURL(/[?&]change=/)
  await page.getByText('Draft', { exact: true }).waitFor()
  await drop(page, 'b.png')
  await row(page, 'b.png').waitFor()
  assert.deepEqual(await namesOf(api, params), [])
  const drafts = await api.listChangeRequestsForSpace({ params, query: { status: 'draft' } })
  assert.equal(drafts.count, 1)
})

test('an earlier revision has its own files, which nobody changes', async (t) => {
  const { page, insert, api, params, url } = await given(t)
  await insert('old.png')
  const { revision } = await api.getSpaceById({ params })
  await insert('new.png')
  await page.goto(`${url}?rev=${revision}`)
  await row(page, 'old.png').waitFor()
  await page.getByText('Earlier revision').waitFor()
  assert.equal(await row(page, 'new.png').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Upload files' }).count(), 0)
  await row(page, 'old.png').getByRole('button', { name: 'old.png', exact: true }).click()
  await page.getByText('Earlier revisions don’t say where a file is used.').waitFor()
  await assertAccessible(page)
})

test('readers see the files, and nothing to upload', async (t) => {
  const space = await given(t)
  await space.insert('plan.png')
  const page = await space.open(space.reader)
  await page.goto(space.url)
  await row(page, 'plan.png').getByText('Unused').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Upload files' }).count(), 0)
  await page.keyboard.press('u')
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('next', { exact: true }).waitFor()
  assert.equal(await page.getByRole('dialog').getByText('upload files').count(), 0)
})

test('all of 1,002 files can be filtered, and only those near the window are drawn', async (t) => {
  const { page, insert, url } = await given(t)
  for (let start = 1; start <= 1002; start += 20)
    await insert(...Array.from({ length: Math.min(20, 1003 - start) }, (_, at) => `file-${start + at}.txt`))
  await page.goto(url)
  await page.getByText('1002 in all.').waitFor()
  assert.ok((await page.locator('.file').count()) < 200)
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('file-1002.')
  await page.getByText('1 of 1002 files.').waitFor()
  await row(page, 'file-1002.txt').waitFor()
  await page.getByRole('searchbox', { name: 'Filter by name' }).fill('file-1.')
  await row(page, 'file-1.txt').waitFor()
})

test('on a phone, the files are in the menu, and a row opens by touch', async (t) => {
  const { page, insert, url } = await given(t)
  await insert('plan.png')
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(url.replace('/~/files', ''))
  await page.getByRole('button', { name: 'Navigation' }).click()
  await page.getByRole('link', { name: 'Files' }).click()
  await row(page, 'plan.png').getByRole('button', { name: 'plan.png', exact: true }).click()
  await page.getByRole('img', { name: 'Preview of plan.png' }).waitFor()
  await assertAccessible(page)
})

type Given = Awaited<ReturnType<typeof given>>

async function given(t: TestContext) {
  const { organization, admin, reader, spaceId, write } = await givenWrittenSpace(server)
  const space = `${served.origin}/app/o/${organization.id}/s/${spaceId}`
  const open = async (person: Person) =>
    openScreen(t, browser, {
      url: `${space}/~/history`,
      cookie: await served.cookieOf(person),
      expected: /ERR_INTERNET_DISCONNECTED/,
    })
  const params = { spaceId }
  return {
    page: await open(admin),
    url: `${space}/~/files`,
    api: server.as(admin),
    params,
    reader,
    write,
    open,
    /** Adds files, and returns their IDs. */
    insert: async (...names: readonly string[]) => {
      const files = names.map((name) => ({ name, contentType: typeOf(name), base64: bytesOf(name) }))
      const change: ContentChange = { operation: 'insert_files', files }
      const { insertedFiles = [] } = await write(change)
      return insertedFiles.map((one) => one.file.id)
    },
  }
}

const picture = pictureOf(30, 20, [200, 40, 40])

function typeOf(name: string): string {
  return name.endsWith('.png') ? 'image/png' : 'text/plain'
}

function bytesOf(name: string): string {
  return (name.endsWith('.png') ? picture : Buffer.from(`Notes of ${name}`)).toString('base64')
}

function file(name: string) {
  return { name, mimeType: typeOf(name), buffer: picture }
}

function row(page: Page, name: string) {
  return page.locator('.file').filter({ has: page.getByText(name, { exact: true }) })
}

async function namesOf(api: Given['api'], params: Given['params']): Promise<readonly string[]> {
  return (await api.listFiles({ params })).items.map(({ name }) => name)
}

/** Drags a file of this machine into the window, and drops it there. */
async function drop(page: Page, name: string) {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-drop-'))
  const path = join(folder, name)
  await writeFile(path, picture)
  const mouse = await page.context().newCDPSession(page)
  await page.locator('.files, .files-empty, .uploads').first().waitFor()
  const data = { items: [], files: [path], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, x: 700, y: 400, data })
}

const isContent = /\/v1\/spaces\/\w+\/content$/

/** Keeps files from arriving, until they are released. */
async function holdUploads(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(/\/~uploads\//, async (route) => {
    await held.promise
    await route.continue().catch(() => undefined)
  })
  return held.resolve
}
