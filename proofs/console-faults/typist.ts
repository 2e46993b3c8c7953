import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { type Cookie, paragraphs, type Stage } from './stage.ts'

/** Somebody at a keyboard, whose every key is a character that is used once. */
export interface Typist {
  readonly page: () => Page
  /** Opens the page for writing in a new tab, however long servers are away. */
  readonly open: () => Promise<void>
  /** Puts the cursor into a paragraph, and types. Returns what the screen shows of it. */
  readonly type: (count: number, paragraph: number) => Promise<void>
  /** Everything that was seen on the screen. */
  readonly typed: Set<string>
  /** Waits until the last key is in the journal or at the server. */
  readonly untilKept: () => Promise<void>
  /** What the journal and the server have now. */
  readonly found: () => Promise<string>
  readonly untilSaved: () => Promise<void>
  readonly says: () => Promise<string>
  /** From here on, the browser has this session. */
  readonly signIn: (cookie: Cookie) => Promise<void>
}

/** Notes a promise that was broken. */
type Complain = (what: unknown) => void

/** Characters of one key each, that no Markdown means anything by. */
const firstCharacter = 0x4e00
const clickMs = 5000
/** However busy the machine is. */
export const patienceMs = 120_000
/** The journal keeps within 250 ms: even a busy machine needs no minute. */
const keepMs = 60_000

export async function seat(context: BrowserContext, stage: Stage, complain: Complain): Promise<Typist> {
  const typed = new Set<string>()
  const watcher = await context.newPage()
  await watcher.goto(`${stage.origin}/app/icons.svg`)
  let page = watcher
  let [keys, last] = [0, '']
  const journal = async () => String(await watcher.evaluate(readJournal))
  const found = async () => (await journal()) + (await stage.markdown())
  return {
    page: () => page,
    typed,
    found,
    async open() {
      page = await context.newPage()
      await untilTrue('the page can be loaded', async () => (await page.goto(stage.url))?.ok() === true)
      await untilWritable(page, stage)
    },
    async type(count, paragraph) {
      if (count === 0) return
      // A dialog can open between the two: then the click has to wait for the person to sign in.
      await untilTrue('the cursor is in the text', async () => {
        await untilWritable(page, stage)
        const words = page.locator('.visual').getByText(paragraphs[paragraph] ?? '')
        await words.first().click({ timeout: clickMs })
        return true
      })
      await page.keyboard.press('End')
      for (let at = 0; at < count; at++) {
        last = String.fromCodePoint(firstCharacter + keys)
        keys += 1
        await press(page, stage, last)
        typed.add(last)
      }
    },
    async untilKept() {
      const isKept = async () => (await found()).includes(last)
      await untilTrue('the last key is kept', isKept, keepMs).catch(complain)
    },
    async untilSaved() {
      await untilWritable(page, stage)
      await page.evaluate(`dispatchEvent(new Event('focus'))`)
      await untilTrue('everything is sent', async () => {
        const words = await page.locator('.save-mark').innerText()
        return words.startsWith('Saved') && (await journal()) === ''
      })
    },
    signIn: (cookie) => context.addCookies([cookie]),
    says: () => page.locator('.save-mark').innerText(),
  }
}

/** A key that arrived is never pressed again; one that a dialog swallowed is. */
async function press(page: Page, stage: Stage, character: string) {
  const shown = page.locator('.visual').getByText(character)
  await untilTrue('a key arrives', async () => {
    if ((await shown.count()) > 0) return true
    await untilWritable(page, stage)
    if ((await page.locator('.visual:focus').count()) === 0) await page.locator('.visual').focus()
    await page.keyboard.insertText(character)
    return false
  })
}

/** Waits until the editor has the page: takes it over, and signs in again, as a person would. */
async function untilWritable(page: Page, stage: Stage) {
  await untilTrue('the page can be written', async () => {
    const signIn = page.getByRole('button', { name: 'I have signed in' })
    if (await signIn.isVisible()) {
      await page.context().addCookies([await stage.newCookie()])
      await page.evaluate(`dispatchEvent(new Event('focus'))`)
      await signIn.click()
    }
    if (page.url().includes('/login')) {
      await page.context().addCookies([await stage.newCookie()])
      await page.goto(stage.url)
    }
    for (const name of ['Write here', 'Try again']) {
      const button = page.getByRole('button', { name })
      if (await button.isVisible()) await button.click()
    }
    return page.locator('[data-editing="open"] .visual[contenteditable="true"]').isVisible()
  })
}

/** What happens on the way may fail: only time is up. */
async function untilTrue(what: string, check: () => Promise<boolean>, ms = patienceMs) {
  const end = performance.now() + ms
  let failure: unknown
  while (performance.now() < end) {
    try {
      if (await check()) return
    } catch (error) {
      failure = error
    }
    await sleep(50)
  }
  throw new Error(`Waited too long until ${what}.`, { cause: failure })
}

/** Runs in the browser: the texts of all entries. */
const readJournal = `new Promise((resolve, reject) => {
  const request = indexedDB.open('stemma-journal')
  request.onerror = () => reject(request.error)
  request.onsuccess = () => {
    const database = request.result
    if (!database.objectStoreNames.contains('entries')) {
      database.close()
      return resolve('')
    }
    const all = database.transaction('entries').objectStore('entries').getAll()
    all.onsuccess = () => {
      database.close()
      resolve(all.result.map(({ changes }) => changes.markdown ?? ' ').join())
    }
  }
})`
