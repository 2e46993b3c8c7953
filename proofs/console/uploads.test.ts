import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, type Given, givenPage, saved } from './writing.ts'

/** Spelled in a way that no printer would choose: a picture changes no byte but its own. */
const text = 'First paragraph,\nin two lines.\n\n*  star\n\nSecond paragraph.\n'

const { browser, served } = await startConsole()

test('pasted pictures stand below the cursor in their order, and undo takes them away', async (t) => {
  const { page, markdown } = await open(t)
  await clickAfter(page, 'in two lines.')
  await give(page, 'paste', ['a.png', 'b.png'])
  await page.locator('.visual figure img').nth(1).waitFor()
  await page.keyboard.insertText(' More.')
  await saved(page)
  const written = await markdown()
  const [first, second] = [...written.matchAll(/\n\n!\[\]\(\/files\/(\w+)\)/g)].map(([, id]) => id)
  const pictures = `![](/files/${first})\n\n![](/files/${second})`
  assert.equal(written, text.replace('in two lines.', `in two lines. More.\n\n${pictures}`))
  assert.ok(first && second && first !== second, written)
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await page.locator('.visual figure').waitFor({ state: 'detached' })
  await saved(page)
  assert.equal(await markdown(), text)
})

test('a page whose picture is gone still has its text, for readers and for writers', async (t) => {
  const { page, revision } = await givenPage(
    t,
    { browser, served },
    { text: 'Before.\n\n![A plan](/files/gone)\n\nAfter.\n' },
  )
  const before = await revision()
  await page.getByText('A plan').waitFor()
  await edit(page)
  await page.getByText('After.').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.getByText('A plan').waitFor()
  await page.getByText('After.').waitFor()
  assert.equal(await revision(), before)
})

test('a picture gets a description and a caption, and a reader sees both', async (t) => {
  const { page, markdown } = await open(t)
  await clickAfter(page, 'Second paragraph.')
  await give(page, 'paste', ['a.png'])
  await page.locator('.visual figure img').hover()
  await page.getByRole('textbox', { name: 'Alt text' }).fill('A red dot')
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'A red dot' }).hover()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Add caption' }).click()
  await page.getByRole('button', { name: 'Add caption' }).waitFor({ state: 'hidden' })
  await page.keyboard.type('The dot.')
  await saved(page)
  assert.match(await markdown(), /Second paragraph\.\n\n!\[A red dot\]\(\/files\/\w+ "The dot\."\)\n$/)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.getByRole('img', { name: 'A red dot' }).waitFor()
  await page.getByText('The dot.').waitFor()
})

test('a dropped file stands where it was dropped; what is no picture is a file to download', async (t) => {
  const { page, markdown } = await open(t)
  await give(page, 'drop', ['notes.txt'], 'Second paragraph.')
  await page.locator('.visual .reference', { hasText: 'notes.txt' }).waitFor()
  await saved(page)
  assert.match(await markdown(), /\* {2}star\n\n\{% file src="\/files\/\w+" %\}\n\nSecond paragraph\.\n$/)
})

test('the slash menu asks for a picture', async (t) => {
  const { page, markdown } = await open(t, { text: '' })
  // Before the keys: the browser takes a moment until it gives the dialog to the test instead of closing it.
  const chooser = page.waitForEvent('filechooser')
  await page.keyboard.type('/pict')
  await page.getByRole('option', { name: 'Picture', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await (await chooser).setFiles([{ name: 'a.png', mimeType: 'image/png', buffer: png }])
  await page.locator('.visual figure img').waitFor()
  await saved(page)
  assert.match(await markdown(), /^!\[\]\(\/files\/\w+\)\n$/)
})

test('while a file is sent, words are saved without it, and the upload can be cancelled', async (t) => {
  const { page, markdown } = await open(t)
  const release = await holdFiles(page)
  await clickAfter(page, 'Second paragraph.')
  await give(page, 'paste', ['a.png'])
  await page.getByRole('progressbar', { name: 'Upload of a.png' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type(' Typed meanwhile.')
  await saved(page)
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. Typed meanwhile.'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('progressbar').waitFor({ state: 'detached' })
  release()
  await page.keyboard.type(' And after.')
  await saved(page)
  assert.match(await markdown(), /Second paragraph\. Typed meanwhile\. And after\.\n$/)
})

test('a window that is lost during an upload loses no words', async (t) => {
  const { page, markdown, reopen } = await open(t)
  const release = await holdFiles(page)
  await clickAfter(page, 'Second paragraph.')
  await give(page, 'paste', ['a.png'])
  await page.getByRole('progressbar').waitFor()
  await page.keyboard.type(' Typed meanwhile.')
  await saved(page)
  const next = await reopen()
  await page.close()
  release()
  await next.getByText('Second paragraph. Typed meanwhile.').waitFor()
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. Typed meanwhile.'))
})

test('without a network the file waits for Retry, and Done waits for the file', async (t) => {
  const { page, markdown } = await open(t)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await give(page, 'paste', ['a.png'])
  await page.locator('.visual').getByText('The server doesn’t answer. Check your network').waitFor()
  await assertAccessible(page)
  await page.context().setOffline(false)
  const release = await holdFiles(page)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.getByRole('progressbar').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  release()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.match(await markdown(), /Second paragraph\.\n\n!\[\]\(\/files\/\w+\)\n$/)
})

test('a large file is uploaded first; after a lost answer its bytes are not sent again', async (t) => {
  const { page, markdown } = await open(t)
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await clickAfter(page, 'Second paragraph.')
  await page.route(isContent, (route) => route.abort('internetdisconnected'))
  await give(page, 'paste', ['large.png'])
  await page.getByRole('button', { name: 'Retry' }).waitFor()
  await page.unroute(isContent)
  await page.getByRole('button', { name: 'Retry' }).click()
  await page.locator('.visual figure img').waitFor()
  await saved(page)
  assert.match(await markdown(), /Second paragraph\.\n\n!\[\]\(\/files\/\w+\)\n$/)
  assert.equal(sent.filter((one) => one.startsWith('PUT /~uploads/')).length, 1)
})

test('a file that is too large, or over the quota, says so and leaves the text alone', async (t) => {
  const { page, revision } = await open(t)
  const before = await revision()
  await clickAfter(page, 'Second paragraph.')
  await give(page, 'paste', ['huge.png'])
  await page.getByText(/^The maximum size of a file in a space is 26214400 bytes/).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText(/^The maximum size/).waitFor({ state: 'detached' })
  const message = 'The files of this organization would exceed its quota.'
  await page.route(isContent, (route) =>
    route.fulfill({ status: 413, json: { error: { code: 413, reason: 'payload_too_large', message } } }),
  )
  await give(page, 'paste', ['a.png'])
  await page.locator('.visual').getByText(message).waitFor()
  await page.unroute(isContent)
  assert.equal(await revision(), before)
})

test('in a locked space, a picture opens the draft that a text would', async (t) => {
  const { page, markdown, drafts } = await open(t, { editMode: 'locked' })
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.type(' More.')
  await give(page, 'paste', ['a.png'])
  await page.locator('.visual figure img').waitFor()
  await saved(page)
  assert.equal((await drafts('draft')).length, 1)
  assert.match(page.url(), /~\/changes\//)
  assert.equal(await markdown(), text)
  await page.reload()
  await page.getByText('Second paragraph. More.').waitFor()
  await page.locator('.visual figure img').waitFor()
})

async function open(t: TestContext, given: Partial<Given> = {}) {
  const opened = await givenPage(t, { browser, served }, { text, ...given })
  await edit(opened.page)
  return opened
}

/** One red dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHx' +
    'gljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==',
  'base64',
)

/** Pastes files, or drops them on the upper edge of some words, as a browser does. */
async function give(page: Page, how: 'paste' | 'drop', names: readonly string[], onto = '') {
  const at = onto === '' ? undefined : await page.getByText(onto).boundingBox()
  await page.evaluate(`(async () => {
    // Until then, the editor may not have heard where the cursor is.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (one) => one.charCodeAt(0))
    const data = new DataTransfer()
    for (const name of ${JSON.stringify(names)}) {
      const more = { 'large.png': 2_100_000, 'huge.png': 27_000_000 }[name] ?? 0
      const parts = [bytes, new Uint8Array(more)]
      data.items.add(new File(parts, name, { type: name.endsWith('.png') ? 'image/png' : 'text/plain' }))
    }
    const options = { bubbles: true, cancelable: true }
    const target = document.querySelector('.visual')
    const place = { clientX: ${at?.x ?? 0} + 5, clientY: ${at?.y ?? 0} + 2 }
    const event = ${how === 'paste'}
      ? new ClipboardEvent('paste', { ...options, clipboardData: data })
      : new DragEvent('drop', { ...options, ...place, dataTransfer: data })
    target.dispatchEvent(event)
  })()`)
}

const isContent = /\/v1\/spaces\/\w+\/content$/

/** Keeps files from arriving, until they are released. Texts pass. */
async function holdFiles(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route(isContent, async (route: Route) => {
    if (route.request().postData()?.includes('insert_files')) await held.promise
    await route.continue().catch(() => undefined)
  })
  return held.resolve
}
