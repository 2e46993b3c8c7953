import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { Person, Server } from '../../packages/server/src/test/harness.ts'
import { indexNow } from '../../packages/server/src/test/indexing.ts'
import { givenReusableContent, givenVariables } from '../../packages/server/src/test/reusable-content.ts'
import { givenSpec } from '../../packages/server/src/test/world-openapi.ts'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { openScreen, type ServedConsole } from './serve.ts'

/** A space with one page, which its admin has open. */
export type GivenPage = Awaited<ReturnType<typeof givenPage>>

export interface Given {
  readonly text: string
  readonly editMode?: 'live' | 'locked' | undefined
}

export async function givenPage(
  t: TestContext,
  { browser, served }: { readonly browser: Browser; readonly served: ServedConsole },
  { text: markdown, editMode = 'live' }: Given,
) {
  const { server } = served
  const space = await givenWrittenSpace(server, pageNamed('Install', { document: { markdown } }))
  const { spaceId, organization, admin, editor, reader } = space
  const api = server.as(admin)
  const params = { spaceId }
  if (editMode === 'locked') await api.updateSpaceById({ params, body: { editMode } })
  const { pages } = await api.listPages({ params })
  const pageId = pages[0]?.id ?? ''
  const key = { ...params, pageId }
  const home = `${served.origin}/app/o/${organization.id}`
  const url = `${home}/s/${spaceId}`
  const open = async (person: Person) =>
    openScreen(t, browser, {
      url,
      cookie: await served.cookieOf(person),
      expected: /ERR_INTERNET_DISCONNECTED|status of (?:401|404|409|413)/,
    })
  const page = await open(admin)
  const { displayName } = await api.getAuthenticatedUser({})
  const read = () => api.getPageById({ params: key, query: { format: 'markdown' } })
  return {
    page,
    home,
    admin: { id: admin.id, name: displayName },
    ...changing(server, space, pageId),
    lock: () => api.updateSpaceById({ params, body: { editMode: 'locked' } }),
    remove: () => space.write({ operation: 'delete_page', page: pageId }),
    reopen: async () => {
      const next = await page.context().newPage()
      await page.context().setOffline(false)
      await next.goto(url)
      return next
    },
    readerPage: () => open(reader),
    /** The browser has nobody's session any more, or that of somebody. */
    signOut: () => server.db.deleteFrom('sessions').where('user_id', '=', admin.id).execute(),
    signInAs: async (who: 'admin' | 'editor') =>
      page.context().addCookies([await served.cookieOf(who === 'admin' ? admin : editor)]),
    markdown: async () => {
      const found = await read()
      return found.type === 'document' ? (found.markdown ?? '') : ''
    },
    title: async () => (await read()).title,
    revision: async () => (await api.getSpaceById({ params })).revision,
    drafts: async (status: 'draft' | 'open') => {
      const { items } = await api.listChangeRequestsForSpace({ params, query: { status } })
      return items.map(({ subject }) => subject)
    },
  }
}

type WrittenSpace = Awaited<ReturnType<typeof givenWrittenSpace>>

/** Changes what the console shows, as others do. */
function changing(server: Server, space: WrittenSpace, pageId: string) {
  const { spaceId, organization, admin } = space
  const author = { spaceId, userId: admin.id }
  const api = server.as(admin)
  return {
    reuse: (title: string) => givenReusableContent(server, author, { title, markdown: `${title}.\n` }),
    setVariables: (variables: Readonly<Record<string, string>>) => givenVariables(server, author, variables),
    describeApi: (document: object) => givenSpec(server, organization.id, document),
    /** Adds a file to the space, and returns its ID. */
    insertFile: async (name: string) => {
      const files = [{ name, contentType: 'text/plain', base64: btoa(name) }]
      const { insertedFiles = [] } = await space.write({ operation: 'insert_files', files })
      return insertedFiles[0]?.file.id ?? ''
    },
    /** Adds pages to the space, and returns the ID of the first. */
    insert: async (...titles: readonly string[]) => {
      const { changes } = await space.write(...titles.map((title) => pageNamed(title)))
      return createdIn(changes)
    },
    /** Adds a page to another space of the organization, where search finds it. */
    insertElsewhere: async (title: string) => {
      const body = { title: 'Elsewhere', editMode: 'live' as const, empty: true }
      const { id: spaceId } = await api.createSpace({ params: { organizationId: organization.id }, body })
      const change = { params: { spaceId }, body: { changes: [pageNamed(title)] } }
      const { changes } = await api.updateSpaceContent(change)
      await indexNow(server, organization.id, spaceId)
      return { spaceId, id: createdIn(changes) }
    },
    writePage: (id: string, next: string) =>
      space.write({ operation: 'update_page', page: id, document: { markdown: next } }),
    write: (next: string) =>
      space.write({ operation: 'update_page', page: pageId, document: { markdown: next } }),
  }
}

function createdIn([first]: readonly { readonly page: string | { readonly id: string } }[]): string {
  return typeof first?.page === 'object' ? first.page.id : ''
}

/** Waits until everything is on the server. */
export async function saved(page: Page) {
  await page
    .getByRole('status')
    .getByText(/^Saved/)
    .waitFor()
}

export async function edit(page: Page) {
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of the page' }).waitFor()
}

/** Sets the cursor behind words. */
export async function clickAfter(page: Page, words: string) {
  await page.getByText(words).click()
  await page.keyboard.press('End')
}

/** Waits until a dialog is closed and the text has the focus again. */
export async function closed(page: Page) {
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.visual:focus').waitFor()
}

/** Waits for a state that a save leads to. */
export async function until(read: () => Promise<string>, expected: string) {
  for (let attempt = 0; attempt < 100 && (await read()) !== expected; attempt++)
    await new Promise((resolve) => setTimeout(resolve, 100))
  assert.equal(await read(), expected)
}
