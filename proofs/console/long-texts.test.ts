import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { startConsole } from './start-console.ts'
import { clickAfter, edit, givenPage, saved } from './writing.ts'

/** Longer than what the page itself sends. */
const rest = Array.from({ length: 30 }, (_, at) => `${at} ${'word '.repeat(400)}.`).join('\n\n')
const text = `First paragraph.\n\n${rest}\n`

const { browser, served } = await startConsole()

test('a long text is sent by a worker, also after the session has ended', async (t) => {
  const { page, markdown, signOut, signInAs } = await given(t)
  await edit(page)
  await clickAfter(page, 'First paragraph.')
  await page.keyboard.type(' More.')
  await saved(page)
  assert.ok(page.workers().some((worker) => worker.url().includes('sending-worker')))
  assert.equal(await markdown(), text.replace('First paragraph.', 'First paragraph. More.'))
  await signOut()
  await page.keyboard.type(' Kept.')
  const signedIn = page.getByRole('button', { name: 'I have signed in' })
  await signedIn.waitFor()
  await signInAs('admin')
  await signedIn.click()
  await saved(page)
  assert.equal(await markdown(), text.replace('First paragraph.', 'First paragraph. More. Kept.'))
})

test('a long text is also sent if the worker cannot start, as after an upgrade', async (t) => {
  const { page, markdown } = await given(t)
  await page.route(/sending-worker/, (route) => route.fulfill({ status: 404 }))
  await edit(page)
  await clickAfter(page, 'First paragraph.')
  await page.keyboard.type(' More.')
  await saved(page)
  assert.equal(await markdown(), text.replace('First paragraph.', 'First paragraph. More.'))
})

function given(t: TestContext) {
  return givenPage(t, { browser, served }, { text })
}
