import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, type Given, givenPage, saved } from './writing.ts'

/** Spelled in a way that no printer would choose: only what is edited may change. */
const text = `Setext
======

*  star
*  other

First paragraph,
in two lines.

Second paragraph.
`

const { browser, served } = await startConsole()

test('what is typed is saved by itself, and no other byte changes', async (t) => {
  const { page, markdown } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.type(' More **words** and `code`.')
  await saved(page)
  assert.equal(
    await markdown(),
    text.replace('Second paragraph.', 'Second paragraph. More **words** and `code`.'),
  )
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  await page.getByText('More words and code.').waitFor()
})

test('a page that is opened and left is not written', async (t) => {
  const { page, revision } = await given(t)
  const before = await revision()
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.press('ArrowUp')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.equal(await revision(), before)
})

test('what is typed and undone leaves the same bytes', async (t) => {
  const { page, markdown } = await given(t)
  await edit(page)
  await clickAfter(page, 'First paragraph, in two lines.')
  await page.keyboard.type('x')
  await page.keyboard.press('Control+z')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Edit' }).waitFor()
  assert.equal(await markdown(), text)
})

test('after somebody scrolled away, what is typed goes where the cursor is', async (t) => {
  const lines = Array.from({ length: 100 }, (_, at) => `Line ${at}.`)
  const { page, markdown } = await given(t, { text: lines.join('\n\n') })
  await edit(page)
  await clickAfter(page, 'Line 5.')
  await page.keyboard.press('Enter')
  await page.mouse.wheel(0, 100_000)
  await page.getByText('Line 99.').click({ trial: true })
  await page.keyboard.type('Here.')
  await saved(page)
  assert.equal(await markdown(), lines.toSpliced(6, 0, 'Here.').join('\n\n'))
})

test('Markdown that is typed becomes blocks, and the slash menu inserts others by keyboard', async (t) => {
  const { page, markdown } = await given(t, { text: '' })
  await edit(page)
  await page.keyboard.type('Do this.\n# Steps\n- one\ntwo\n\n/')
  await page.getByRole('option', { name: 'Heading 1' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type('warn')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Mind the gap.')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/table')
  await page.keyboard.press('Enter')
  await page.getByRole('table').waitFor()
  await saved(page)
  const written = await markdown()
  assert.match(written, /^Do this\.\n\n# Steps\n\n- one\n- two\n/)
  assert.match(written, /\{% hint style="warning" %\}\nMind the gap\.\n\{% endhint %\}/)
  assert.match(written, /\| A \| B \| C \|/)
})

test('Tab walks through a table and adds a row, and pasted HTML keeps its marks', async (t) => {
  const { page, markdown } = await given(t, { text: '| A | B |\n| --- | --- |\n| 1 | 2 |\n' })
  await edit(page)
  await page.getByRole('cell', { name: '1', exact: true }).click()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await page.keyboard.type('0')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3')
  await saved(page)
  assert.match(await markdown(), /\| 1 +\| 20 +\|\n\| 3 +\| +\|/)
  await page.keyboard.press('Control+End')
  await pasteHtml(page, '<p>See <b>this</b></p>')
  await page.getByText('See this').waitFor()
  await saved(page)
  assert.match(await markdown(), /See \*\*this\*\*/)
})

test('on a busy machine, keys go to the cell that was clicked before them', async (t) => {
  const { page, markdown } = await given(t, { text: '| A | B |\n| --- | --- |\n| 1 | 2 |\n' })
  await edit(page)
  const { x, y } = (await page.getByRole('cell', { name: '1', exact: true }).boundingBox()) ?? assert.fail()
  const { mouse, keyboard } = page
  const processor = await page.context().newCDPSession(page)
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  await mouse.move(x + 20, y + 20)
  await Promise.all([mouse.down(), mouse.up(), keyboard.press('Tab'), keyboard.type('20')])
  await processor.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await saved(page)
  assert.match(await markdown(), /\| A +\| B +\|\n.*\n\| 1 +\| 20 +\|/)
})

test('in a locked space, typing opens a draft, and a review can be requested from there', async (t) => {
  const { page, markdown, drafts } = await given(t, { editMode: 'locked' })
  await edit(page)
  assert.deepEqual(await drafts('draft'), [])
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.type(' Later.')
  await saved(page)
  assert.equal(await markdown(), text)
  assert.match(page.url(), /~\/changes\//)
  assert.equal((await drafts('draft')).length, 1)
  await page.getByRole('button', { name: 'Request review' }).click()
  await page.getByRole('dialog', { name: 'Request review' }).waitFor()
  await assertAccessible(page)
  await page.keyboard.type('Say when')
  await page.keyboard.press('Enter')
  await page.getByText('Open', { exact: true }).waitFor()
  assert.deepEqual(await drafts('open'), ['Say when'])
})

test('without a network, words are kept through a closed window, and sent from the next one', async (t) => {
  const { page, markdown, reopen } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await page.keyboard.type(' Written offline.')
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  await page.waitForTimeout(500)
  assert.equal(await markdown(), text)
  await page.close()
  const next = await reopen()
  await edit(next)
  await next.getByText('Written offline.').waitFor()
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. Written offline.'))
})

test('when the network is back, words are sent by themselves', async (t) => {
  const { page, markdown } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await page.keyboard.type(' Later.')
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  await page.keyboard.type(' Still.')
  await page.context().setOffline(false)
  await saved(page)
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. Later. Still.'))
})

test('what others write in other blocks appears while somebody types, and both stay', async (t) => {
  const { page, markdown, write } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.type(' Mine.')
  await write(text.replace('First paragraph,', 'Theirs,'))
  await page.getByText('Theirs, in two lines.').waitFor()
  await page.keyboard.type(' More.')
  await saved(page)
  const expected = text
    .replace('First paragraph,', 'Theirs,')
    .replace('Second paragraph.', 'Second paragraph. Mine. More.')
  assert.equal(await markdown(), expected)
})

test('if others changed the same block, the person decides and nothing is lost', async (t) => {
  const { page, markdown, write } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await page.keyboard.type(' Mine.')
  await write(text.replace('Second paragraph.', 'Second paragraph, theirs.'))
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await page.getByText('Somebody else changed the same text').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Keep both' }).click()
  await saved(page)
  const both = 'Second paragraph. Mine.\n\nSecond paragraph, theirs.'
  assert.equal(await markdown(), text.replace('Second paragraph.', both))
})

test('one window writes a page; another one can take it over and has every word', async (t) => {
  const { page, markdown, reopen } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  const other = await reopen()
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByRole('button', { name: 'Write here' }).waitFor()
  await delaySaves(page)
  await page.keyboard.type(' One.')
  await other.getByRole('button', { name: 'Write here' }).click()
  await other.getByText('Second paragraph. One.').waitFor()
  await page.getByRole('button', { name: 'Write here' }).waitFor()
  await clickAfter(other, 'Second paragraph. One.')
  await other.keyboard.type(' Two.')
  await saved(other)
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. One. Two.'))
})

test('if a space is locked while somebody writes, the words go into a draft', async (t) => {
  const { page, markdown, drafts, lock } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.keyboard.type(' One.')
  await saved(page)
  await lock()
  await page.keyboard.type(' Two.')
  await page.waitForURL(/~\/changes\//)
  await saved(page)
  assert.equal(await markdown(), text.replace('Second paragraph.', 'Second paragraph. One.'))
  assert.equal((await drafts('draft')).length, 1)
  await page.getByText('Second paragraph. One. Two.').waitFor()
})

test('words of a closed window are sent when the console opens anywhere', async (t) => {
  const { page, markdown, home } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await page.keyboard.type(' Left behind.')
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  const next = await page.context().newPage()
  await page.close()
  await next.context().setOffline(false)
  await next.goto(home)
  const sent = text.replace('Second paragraph.', 'Second paragraph. Left behind.')
  while ((await markdown()) !== sent) await next.waitForTimeout(50)
})

test('the start page lists what the server does not take, and what to do about it', async (t) => {
  const { page, remove, home } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await page.context().setOffline(true)
  await page.keyboard.type(' Too late.')
  await page.getByText('Kept in this browser', { exact: true }).waitFor()
  const next = await page.context().newPage()
  await page.close()
  await remove()
  await next.context().setOffline(false)
  await next.goto(home)
  const notice = next.getByRole('region', { name: 'Only in this browser' })
  await notice.getByText('Setext has changes that exist only in this browser.').waitFor()
  await next.getByRole('link', { name: 'Home 1 unsent' }).waitFor()
  await assertAccessible(next)
  await notice.getByRole('button', { name: 'Discard' }).click()
  await next.getByRole('button', { name: 'Discard changes' }).click()
  await notice.waitFor({ state: 'detached' })
})

test('the title is written above the text, and people who may not write see no editor', async (t) => {
  const { page, title, readerPage } = await given(t, { text: 'Plain.\n' })
  await edit(page)
  await page.getByRole('textbox', { name: 'Title' }).fill('Install it')
  await saved(page)
  assert.equal(await title(), 'Install it')
  const reader = await readerPage()
  await reader.getByRole('heading', { level: 1, name: 'Install it' }).waitFor()
  assert.equal(await reader.getByRole('button', { name: 'Edit' }).count(), 0)
})

/** Pastes as a word processor would, without the clipboard of the machine. */
async function pasteHtml(page: Page, html: string) {
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(html)})
    clipboardData.setData('text/plain', 'Notes')
    const paste = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.querySelector('.visual').dispatchEvent(paste)
  }`)
}

/** A window that is slow to read its last words must not lose them to a fast one. */
async function delaySaves(page: Page) {
  await page.evaluate(`{
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (message) {
      setTimeout(() => postMessage.call(this, message), message.kind === 'save' ? 3000 : 0)
    }
  }`)
}

function given(t: TestContext, { text: markdown = text, editMode }: Partial<Given> = {}) {
  return givenPage(t, { browser, served }, { text: markdown, editMode })
}
