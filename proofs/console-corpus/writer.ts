import { schema } from '@stemma/editing'
import type { Browser, Page } from 'playwright-core'
import { Node } from 'prosemirror-model'
import type { Cookie } from '../console/serve.ts'
import { saved } from '../console/writing.ts'

/** Somebody who opens pages for writing, one after the other in the same window. */
export interface Writer {
  /** Goes to a page without loading the console again, and opens it for writing. */
  readonly open: (url: string) => Promise<void>
  readonly openAgain: () => Promise<void>
  /** Types a letter at the end of a text; undefined if the page has none. `turn` chooses the text. */
  readonly type: (turn: number) => Promise<Typed | undefined>
  readonly done: () => Promise<void>
  /** What the browser reported since the last question. */
  readonly reports: () => readonly string[]
  readonly close: () => Promise<void>
}

interface Typed {
  /** The number of the block that has the text. */
  readonly block: number
  /** What the screen shows, once it is saved. */
  readonly document: Node
}

/** Pages of forty thousand rows are in the corpus, and the machine may be busy. */
const patienceMs = 300_000

interface Place {
  readonly url: string
  readonly cookie: Cookie
}

export async function newWriter(browser: Browser, { url: start, cookie }: Place): Promise<Writer> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  // Pictures of other hosts.
  const { origin } = new URL(start)
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  )
  await context.addCookies([cookie])
  const page = await context.newPage()
  const reports: string[] = []
  page.on('pageerror', ({ message }) => reports.push(message))
  page.on('console', (message) => {
    // Files of the corpus are nowhere.
    const isMissing = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isMissing) reports.push(message.text())
  })
  await page.goto(start)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    async open(url) {
      await page.evaluate(`history.pushState(null, '', ${JSON.stringify(`${url}?view=visual`)})`)
      await untilOpen(page)
    },
    async openAgain() {
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await untilOpen(page)
    },
    async type(turn) {
      const block = (await page.evaluate(`(${toEndOfText})(${turn})`)) as number | null
      if (block === null) return undefined
      await page.keyboard.press('x')
      await saved(page)
      // As a text: the deepest document of the corpus is too deep for an object.
      const shown = await page.evaluate(
        `JSON.stringify(document.querySelector('.visual').pmViewDesc.node.toJSON())`,
      )
      return { block, document: Node.fromJSON(schema, JSON.parse(String(shown))) }
    },
    async done() {
      await page.getByRole('button', { name: 'Done', exact: true }).click()
      await page.getByRole('button', { name: 'Edit', exact: true }).waitFor()
    },
    reports: () => reports.splice(0),
    close: () => context.close(),
  }
}

async function untilOpen(page: Page) {
  await page.locator('[data-editing="open"] .visual').waitFor()
}

/**
 * Runs in the browser: sets the cursor at the end of a text, and returns the number of its block. The editor
 * restores its own selection a moment after it gets the focus, and reads a new one in an event.
 */
const toEndOfText = `async (turn) => {
  const sources = new Set(['raw', 'html', 'front_matter', 'math'])
  const visual = document.querySelector('.visual')
  const ends = []
  let block = -1
  visual.pmViewDesc.node.descendants((node, position, parent) => {
    if (parent.type.name === 'group') block++
    if (node.isTextblock && !sources.has(node.type.name))
      ends.push({ block, position: position + 1 + node.content.size })
  })
  const end = ends[(turn * 7) % ends.length]
  if (end === undefined) return null
  const later = () => new Promise((resolve) => setTimeout(resolve, 50))
  visual.focus()
  await later()
  const { node, offset } = visual.pmViewDesc.domFromPos(end.position, -1)
  getSelection().collapse(node, offset)
  await later()
  return end.block
}`
