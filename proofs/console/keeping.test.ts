import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Page } from 'playwright-core'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved } from './writing.ts'

const text = 'First paragraph.\n\nSecond paragraph.\n'

const { browser, served } = await startConsole()

test('what is typed while the words of others are merged stays', async (t) => {
  const { page, markdown, write } = await given(t)
  await holdAnswers(page)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await hold(page, 'merge')
  await write(text.replace('First', 'Their'))
  await untilHeld(page)
  await page.keyboard.type(' Mine.')
  await release(page)
  await page.getByText('Their paragraph.').waitFor()
  await page.getByText('Second paragraph. Mine.').waitFor()
  await saved(page)
  assert.equal(await markdown(), 'Their paragraph.\n\nSecond paragraph. Mine.\n')
})

test('if another window takes the page while words of others arrive, everybody’s words stay', async (t) => {
  const { page, markdown, write, reopen } = await given(t)
  await holdAnswers(page)
  await edit(page)
  const other = await reopen()
  await other.getByRole('button', { name: 'Edit' }).click()
  await other.getByRole('button', { name: 'Write here' }).waitFor()
  await page.bringToFront()
  await clickAfter(page, 'Second paragraph.')
  await slowTimers(page)
  await hold(page, 'compare')
  await page.keyboard.type(' Mine.')
  await write(text.replace('First', 'Their'))
  await untilHeld(page)
  await other.getByRole('button', { name: 'Write here' }).click()
  await page.getByRole('button', { name: 'Write here' }).waitFor()
  await release(page)
  await other.getByText('Second paragraph. Mine.').waitFor()
  await other.getByText('Their paragraph.').waitFor()
  await clickAfter(other, 'Second paragraph. Mine.')
  await other.keyboard.type(' More.')
  await saved(other)
  assert.equal(await markdown(), 'Their paragraph.\n\nSecond paragraph. Mine. More.\n')
})

test('unsent words wait for their author, whoever signs in meanwhile', async (t) => {
  const { page, markdown, home, reopen, signOut, signInAs } = await given(t)
  await edit(page)
  await clickAfter(page, 'Second paragraph.')
  await signOut()
  await page.keyboard.type(' Mine.')
  await page.getByRole('button', { name: 'I have signed in' }).waitFor()
  await signInAs('editor')
  await page.getByRole('button', { name: 'I have signed in' }).click()
  await page.getByText('Somebody else has signed in in this browser.').waitFor()
  await assertAccessible(page)
  await page.getByRole('button', { name: 'Leave this screen' }).click()
  await page.waitForURL((url) => !url.href.startsWith(`${home}/s/`))
  await page.goto(home)
  await page.getByText('Somebody else’s changes to a page exist only in this browser.').waitFor()
  await assertAccessible(page)
  assert.equal(await markdown(), text)
  const next = await reopen()
  await edit(next)
  await clickAfter(next, 'First paragraph.')
  await next.keyboard.type(' Theirs.')
  await saved(next)
  assert.equal(await markdown(), text.replace('First paragraph.', 'First paragraph. Theirs.'))
  await signInAs('admin')
  await next.goto(home)
  const both = 'First paragraph. Theirs.\n\nSecond paragraph. Mine.\n'
  while ((await markdown()) !== both) await next.waitForTimeout(50)
})

/** Lets a test hold back what the worker answers, from the first answer of a kind on, in its order. */
async function holdAnswers(page: Page) {
  await page.evaluate(`{
    const kinds = new Map()
    const { postMessage, addEventListener } = Worker.prototype
    globalThis.held = { kind: undefined, answers: [] }
    Worker.prototype.postMessage = function (message) {
      kinds.set(message.id, message.kind)
      postMessage.call(this, message)
    }
    Worker.prototype.addEventListener = function (type, listener) {
      addEventListener.call(this, type, (event) => {
        const isHeld = held.answers.length > 0 || held.kind === kinds.get(event.data?.id)
        if (type === 'message' && isHeld) held.answers.push(() => listener(event))
        else listener(event)
      })
    }
  }`)
}

const hold = (page: Page, kind: string) => page.evaluate(`held.kind = '${kind}'`)

/** As in a window in the background: nothing is kept or sent by itself. */
const slowTimers = (page: Page) =>
  page.evaluate(`{
    const { setTimeout } = globalThis
    globalThis.setTimeout = (work, ms = 0) => setTimeout(work, ms * 1000)
  }`)

async function untilHeld(page: Page) {
  while ((await page.evaluate('held.answers.length')) === 0) await page.waitForTimeout(20)
}

const release = (page: Page) =>
  page.evaluate(`(async () => {
    held.kind = undefined
    for (; held.answers.length > 0; held.answers.shift()) {
      held.answers[0]()
      await new Promise((resolve) => setTimeout(resolve))
    }
  })()`)

const given = (t: TestContext) => givenPage(t, { browser, served }, { text })
