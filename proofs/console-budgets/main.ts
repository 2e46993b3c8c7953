import type { Page } from 'playwright-core'
import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { serveConsole } from '../console/serve.ts'
import { margin } from '../kit/margin.ts'
import { longText } from './long-text.ts'
import { type MainThread, watchMainThread } from './main-thread.ts'

/**
 * How much of the main thread's processor time the editor takes on a page of 2,000 blocks: to open it, for a
 * key, and for a save. What a worker does meanwhile, and what other programs do, doesn't count.
 * CONSOLE_BUDGETS_KEYS is the number of keys, CONSOLE_BUDGETS_ROUNDS how often the page is opened.
 */
const keys = Number(process.env.CONSOLE_BUDGETS_KEYS ?? 100)
const rounds = Number(process.env.CONSOLE_BUDGETS_ROUNDS ?? 5)
const blocks = 2000
const patienceMs = 120_000
/** In milliseconds: the median of what was measured, or what 95 of 100 keys take. */
const budgets = { open: 400, key: 8, slowKey: 16, save: 16 }

/** Runs in the browser, and asks nothing again and again. */
const untilSaved = `new Promise((resolve) => {
  const mark = document.querySelector('.save-mark')
  const look = () => mark.dataset.state === 'saved' && resolve()
  new MutationObserver(look).observe(mark, { attributes: true })
  look()
})`

const browser = await launchBrowser()
const { server, origin, cookieOf } = await serveConsole()
try {
  const { page, url } = await openBrowser()
  const opens: number[] = []
  for (let round = 0; round < rounds; round++) opens.push(await open(page, url))
  report({ opens, ...(await typeKeys(page)) })
} finally {
  await browser.close()
  await server.stop()
}

async function openBrowser() {
  const markdown = longText(blocks)
  const written = await givenWrittenSpace(server, pageNamed('Long', { document: { markdown } }))
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  context.setDefaultTimeout(patienceMs)
  await context.addCookies([await cookieOf(written.admin)])
  const page = await context.newPage()
  return { page, url: `${origin}/app/o/${written.organization.id}/s/${written.spaceId}` }
}

/** From the page as readers see it until it can be written. */
async function open(page: Page, url: string): Promise<number> {
  await page.goto(url)
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.waitFor()
  const thread = await watchMainThread(page)
  await thread.untilIdle()
  return thread.measure(async () => {
    await edit.click()
    await page.locator('[data-editing="open"] .visual').waitFor()
  })
}

async function typeKeys(page: Page) {
  const thread = await watchMainThread(page)
  await page.getByText('Paragraph 1 of').click()
  await page.keyboard.press('End')
  const [typed, saves]: [number[], number[]] = [[], []]
  // What two frames and the questions themselves cost.
  const nothing = at(await repeated(() => thread.measure(async () => undefined)), 0.5)
  for (let at = 0; at < keys; at++) {
    typed.push((await thread.measure(() => page.keyboard.press('x'))) - nothing)
    saves.push((await save(page, thread)) - nothing)
  }
  return { keys: typed, saves }
}

async function repeated(measure: () => Promise<number>): Promise<readonly number[]> {
  const figures: number[] = []
  for (let at = 0; at < 9; at++) figures.push(await measure())
  return figures
}

/** Everything after a key: the journal, the request, and what the screen says about it. */
function save(page: Page, thread: MainThread): Promise<number> {
  return thread.measure(() => page.evaluate(untilSaved))
}

interface Figures {
  readonly opens: readonly number[]
  readonly keys: readonly number[]
  readonly saves: readonly number[]
}

function report({ opens, keys: typed, saves }: Figures) {
  const figures = [
    { words: 'open', ms: at(opens, 0.5), most: budgets.open },
    { words: 'key', ms: at(typed, 0.5), most: budgets.key },
    { words: 'key p95', ms: at(typed, 0.95), most: budgets.slowKey },
    { words: 'save', ms: at(saves, 0.5), most: budgets.save },
  ]
  const said = figures.map(({ words, ms, most }) => `${words} ${ms.toFixed(1)} ms (≤ ${most})`)
  console.log(`console:budgets: ${blocks} blocks, processor time of the main thread: ${said.join(', ')}`)
  process.exitCode = figures.every(({ ms, most }) => ms <= most * margin) ? 0 : 1
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
