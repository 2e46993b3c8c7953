import type { Browser, Page } from 'playwright-core'
import type { Person } from '../../packages/server/src/test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../packages/server/src/test/writing.ts'
import type { ServedConsole } from '../console/serve.ts'

/** What somebody wrote, and when the server had it. */
export interface Written {
  readonly text: string
  readonly at: number
}

const patienceMs = 120_000

/** The review of a change request in three browsers, and the page that its author writes beside it. */
export async function givenPeople(browser: Browser, { server, origin, cookieOf }: ServedConsole) {
  const { admin, reviewer, editor, organization, spaceId } = await givenWrittenSpace(server, page('Together'))
  const { number, params, write } = await givenChangeRequest(server, spaceId, editor)
  const { pages } = await server.as(admin).listPages({ params: { spaceId } })
  const pageId = pages.find(({ title }) => title === 'Together')?.id ?? ''
  await write({ operation: 'update_page', page: pageId, document: { markdown: 'It begins.\n' } })
  const space = `${origin}/app/o/${organization.id}/s/${spaceId}/~`
  const open = async (person: Person) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(patienceMs)
    await context.addCookies([await cookieOf(person)])
    const review = await context.newPage()
    await review.goto(`${space}/review/${number}?page=${pageId}`)
    await review.locator('.checks').waitFor()
    return review
  }
  const reviews = [await open(admin), await open(reviewer), await open(editor)] as const
  const draft = await reviews[2].context().newPage()
  await draft.goto(`${space}/changes/${number}/together?view=visual`)
  await draft.locator('.visual').waitFor()
  return { reviews, draft, read: () => readAll() }

  /** Every text that the server has. */
  async function readAll(): Promise<string> {
    const api = server.as(admin)
    const query = { format: 'markdown', limit: 1000 } as const
    const { items } = await api.listCommentsInChangeRequest({ params, query })
    const text = await api.getPageById({ params: { spaceId, pageId }, query: { format: 'markdown' } })
    const comments = items.map(({ body }) => body.markdown)
    return JSON.stringify([comments, text.type === 'document' && text.markdown])
  }
}

export async function comment(review: Page, text: string): Promise<Written> {
  await review.getByRole('button', { name: 'Comment on the page' }).click()
  const box = review.getByRole('textbox', { name: 'Comment on the page' })
  await box.pressSequentially(text)
  const answered = review.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/comments'),
  )
  await box.press('Control+Enter')
  await answered
  const at = Date.now()
  await box.waitFor({ state: 'detached' })
  return { text, at }
}

/** Words at the end of the page. */
export async function write(draft: Page, text: string): Promise<Written> {
  await draft.locator('.visual').click()
  await draft.keyboard.press('Control+End')
  await draft.keyboard.type(` ${text}.`)
  await draft.locator('.save-mark[data-state="saved"]').waitFor()
  return { text, at: Date.now() }
}

export async function approve(review: Page) {
  const answered = review.waitForResponse((response) => response.url().endsWith('/reviews'))
  await review.getByRole('button', { name: 'Approve' }).click()
  await answered
}

/** Resolves when the person who merges sees it. */
export async function merge(review: Page): Promise<number> {
  await review.getByRole('button', { name: 'Merge' }).click()
  await review.locator('.review-acts').getByText('Merged').waitFor()
  return Date.now()
}
