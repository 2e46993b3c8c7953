import { givenWrittenSpace, page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { serveConsole } from '../console/serve.ts'
import { margin } from '../kit/margin.ts'
import { type BarePage, openBarePage } from './bare-page.ts'
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
/** In milliseconds: the median of what was measured, or what 95 of 100 keys take. */
const budgets = { open: 400, key: 8, slowKey: 16, save: 16 }

/** Scripts for the browser. They ask nothing again and again, and leave no watcher behind. */
const untilShown = (selector: string, text: string) => `new Promise((resolve) => {
  const look = () => {
    const all = [...document.querySelectorAll('${selector}')]
    const shown = all.find(({ textContent }) => textContent.startsWith('${text}'))
    if (shown === undefined) return
    const { left, top, width, height } = shown.getBoundingClientRect()
    observer.disconnect()
    resolve({ x: left + width / 2, y: top + height / 2 })
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributes: true })
  look()
})`
const untilOpen = `new Promise((resolve) => {
  const look = () => {
    if (document.querySelector('[data-editing="open"]') === null) return
    observer.disconnect()
    resolve()
  }
  const observer = new MutationObserver(look)
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['data-editing'] })
  look()
})`
const untilSaved = `new Promise((resolve) => {
  const mark = document.querySelector('.save-mark')
  const look = () => {
    if (mark.dataset.state !== 'saved') return
    observer.disconnect()
    resolve()
  }
  const observer = new MutationObserver(look)
  observer.observe(mark, { attributes: true })
  look()
})`

/** As long as a text waits before it is sent. */
const untilSent = 'new Promise((resolve) => setTimeout(resolve, 1000))'

const page = await openBarePage()
const { server, origin, cookieOf } = await serveConsole()
try {
  const url = await prepare()
  const opens: number[] = []
  for (let round = 0; round < rounds; round++) opens.push(await open(page, url))
  report({ opens, ...(await typeKeys(page)) })
} finally {
  await page.close()
  await server.stop()
}

async function prepare(): Promise<string> {
  const markdown = longText(blocks)
  const written = await givenWrittenSpace(server, pageNamed('Long', { document: { markdown } }))
  await page.send('Network.setCookie', await cookieOf(written.admin))
  return `${origin}/app/o/${written.organization.id}/s/${written.spaceId}`
}

/** From the page as readers see it until it can be written. */
async function open(page: BarePage, url: string): Promise<number> {
  await page.send('Page.navigate', { url })
  const edit = await page.evaluate<Point>(untilShown('button', 'Edit'))
  const thread = await watchMainThread(page)
  await thread.untilIdle()
  return thread.measure(async () => {
    await click(page, edit)
    await page.evaluate(untilOpen)
  })
}

interface Point {
  readonly x: number
  readonly y: number
}

async function click({ send }: BarePage, at: Point) {
  for (const type of ['mousePressed', 'mouseReleased'])
    await send('Input.dispatchMouseEvent', { type, ...at, button: 'left', clickCount: 1 })
}

async function press({ send }: BarePage, key: string) {
  const text = key.length === 1 ? { text: key } : {}
  await send('Input.dispatchKeyEvent', { type: 'keyDown', key, code: key, ...text })
  await send('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key })
}

async function typeKeys(page: BarePage) {
  const thread = await watchMainThread(page)
  await click(page, await page.evaluate<Point>(untilShown('.visual p', 'Paragraph 1 of')))
  const [typed, saves]: [number[], number[]] = [[], []]
  // What two frames, the questions themselves and the blinking cursor cost.
  const nothing = at(await repeated(() => thread.measure(async () => undefined)), 0.5)
  const waiting = at(await repeated(() => thread.measure(() => page.evaluate(untilSent))), 0.5)
  for (let at = 0; at < keys; at++) {
    typed.push((await thread.measure(() => press(page, 'x'))) - nothing)
    saves.push((await save(page, thread)) - waiting)
  }
  return { keys: typed, saves }
}

async function repeated(measure: () => Promise<number>): Promise<readonly number[]> {
  const figures: number[] = []
  for (let at = 0; at < 9; at++) figures.push(await measure())
  return figures
}

/** Everything after a key: the journal, the request, and what the screen says about it. */
function save(page: BarePage, thread: MainThread): Promise<number> {
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
