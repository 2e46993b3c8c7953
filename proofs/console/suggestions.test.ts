import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { DocumentPage } from '@stemma/contract'
import type { Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import {
  givenChangeRequest,
  givenWrittenSpace,
  page as pageNamed,
} from '../../packages/server/src/test/writing.ts'
import { assertAccessible } from '../../packages/site/src/test/browser.ts'
import { openScreen } from './serve.ts'
import { startConsole } from './start-console.ts'

const { browser, served } = await startConsole()

/** Nobody's printer writes a page like this. */
const textWith = (words: string) => `Part
----

*  one
*  two

${words}


Same words.

Same words.
`

const now = 'Tokens are __valid__ for one hour.'

test('what a commenter suggests is applied with one press, and changes only its block', async (t) => {
  const { commenter, editor, openAs, markdown, comments } = await given(t)
  const cleo = await openAs(commenter)
  await suggest(cleo, 'Tokens are __valid__ for `60` minutes.\nThen they expire.')
  assert.equal(await cleo.getByRole('button', { name: 'Apply the suggestion' }).count(), 0)
  await assertAccessible(cleo)

  const ed = await openAs(editor)
  await ed.getByText('Suggests another text').waitFor()
  await ed.locator('.suggestion del').filter({ hasText: now }).waitFor()
  await assertAccessible(ed)
  await ed.getByRole('button', { name: 'Apply the suggestion' }).click()
  await ed.locator('.change ins', { hasText: 'minutes' }).waitFor()
  await cleo.locator('.change ins', { hasText: 'minutes' }).waitFor()
  assert.equal(await markdown(), textWith('Tokens are __valid__ for `60` minutes.\nThen they expire.'))
  const [comment] = await comments()
  assert.deepEqual([comment?.postedBy.id, comment?.status], [commenter.id, 'resolved'])
})

test('if the block has changed since, the suggestion says so and can’t be applied', async (t) => {
  const { commenter, editor, openAs, write, markdown } = await given(t)
  const page = await openAs(commenter)
  await suggest(page, 'Tokens never expire.')
  const ed = await openAs(editor)
  const apply = ed.getByRole('button', { name: 'Apply the suggestion' })
  await apply.waitFor()
  await write('Tokens are valid for two hours.')
  await ed.getByText('The block has changed since').waitFor()
  assert.equal(await apply.count(), 0)
  assert.equal(await markdown(), textWith('Tokens are valid for two hours.'))
})

test('a suggestion that would swallow the blocks after it is refused', async (t) => {
  const { commenter, editor, openAs, markdown } = await given(t)
  await suggest(await openAs(commenter), '```js\nconst never = "ends"')
  const page = await openAs(editor)
  await page.getByRole('button', { name: 'Apply the suggestion' }).click()
  await page.getByRole('alert').getByText('This would change other blocks too.').waitFor()
  assert.equal(await markdown(), textWith(now))
})

async function suggest(page: Page, text: string) {
  await page.getByRole('button', { name: /^Suggest another text for “Tokens/ }).click()
  const field = page.getByRole('textbox', { name: 'Your text for this block, in Markdown' })
  await field.waitFor()
  assert.equal(await field.inputValue(), now)
  await field.fill(text)
  await field.press('Control+Enter')
  await page.getByText('Suggests another text').waitFor()
}

/** A change request that changes one block of a page. */
async function given(t: TestContext) {
  const { server, origin } = served
  const document = { markdown: textWith('Tokens are __valid__ for a day.') }
  const space = await givenWrittenSpace(server, pageNamed('Tokens', { document }))
  const { spaceId, organization, editor } = space
  const api = server.as(editor)
  const { pages } = await api.listPages({ params: { spaceId } })
  const pageId = pages[0]?.id ?? ''
  const { params, number, write: change } = await givenChangeRequest(server, spaceId, editor)
  const write = (words: string) =>
    change({ operation: 'update_page', page: pageId, document: { markdown: textWith(words) } })
  await write(now)
  const url = `${origin}/app/o/${organization.id}/s/${spaceId}/~/review/${number}`
  return {
    ...space,
    write,
    openAs: async (person: Person) => openScreen(t, browser, { url, cookie: await served.cookieOf(person) }),
    comments: async () => (await api.listCommentsInChangeRequest({ params, query: {} })).items,
    async markdown() {
      const page = await api.getPageInChangeRequestById({
        params: { ...params, pageId },
        query: { format: 'markdown' },
      })
      return (page as DocumentPage).markdown
    },
  }
}
