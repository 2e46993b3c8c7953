import type { Page } from 'playwright-core'
import type { Drawn } from './stage.ts'
import type { Findings, Tab } from './visit.ts'

/** Uses a page with nothing but the keyboard. */
export async function useKeyboard({ page, visit }: Tab, drawn: Drawn, findings: Findings) {
  await visit(drawn)
  const wrong = (text: string) => findings.others.push(`${drawn.name} (keyboard): ${text}`)
  await walkThrough(page, wrong)
  await page.reload()
  await skip(page, wrong)
  await search(page, wrong)
  await openMenus(page, wrong)
}

type Wrong = (text: string) => void

interface Reached {
  readonly name: string
  readonly isBody: boolean
  readonly isMarked: boolean
}

const reached = async (page: Page) => (await page.evaluate('proof.reach()')) as Reached

/** Every control is reached with Tab, and the reader sees where they are. */
async function walkThrough(page: Page, wrong: Wrong) {
  const expected = Number(await page.evaluate('proof.expectControls()'))
  for (let step = 0; step <= expected + 5; step++) {
    await page.keyboard.press('Tab')
    const { name, isBody, isMarked } = await reached(page)
    if (isBody) break
    if (!isMarked) wrong(`nothing shows that ${name} has the focus`)
  }
  const missed = (await page.evaluate('proof.missed()')) as string[]
  for (const name of missed) wrong(`Tab doesn't reach ${name}`)
}

/** The first thing that Tab reaches leads to the text. */
async function skip(page: Page, wrong: Wrong) {
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = await page.evaluate('document.activeElement.id')
  if (focused !== 'main') wrong(`the skip link leads to ${focused || 'nothing'}`)
}

/** From the button in the header, or from a page with a search field of its own by its keys. */
async function search(page: Page, wrong: Wrong) {
  const button = page.locator('.find:visible').first()
  const hasButton = (await button.count()) > 0
  const origin = hasButton ? '.find' : '.ask input'
  await page.locator(origin).first().focus()
  await page.keyboard.press(hasButton ? 'Enter' : 'Control+k')
  const dialog = page.locator('dialog.search')
  if (!(await dialog.isVisible())) return wrong('the keyboard opens no search')
  await page.keyboard.type('the')
  const options = dialog.getByRole('option')
  await options
    .first()
    .waitFor({ timeout: 5000 })
    .catch(() => wrong('a search finds nothing'))
  const selected = () => dialog.locator('[aria-selected=true]').getAttribute('id')
  if ((await options.count()) > 1) {
    const before = await selected()
    await page.keyboard.press('ArrowDown')
    if ((await selected()) === before) wrong('the arrow keys choose no other result')
    await page.keyboard.press('ArrowUp')
    if ((await selected()) !== before) wrong('the arrow keys lead back to no result')
  }
  await page.keyboard.press('Escape')
  if (await dialog.isVisible()) wrong('Escape closes no dialog')
  if (!(await hasFocus(page, origin))) wrong('after the dialog, the focus is elsewhere')
}

/** Menus open with Enter, close with Escape, and give the focus back. */
async function openMenus(page: Page, wrong: Wrong) {
  const buttons = page.locator('button[popovertarget]:visible')
  for (const button of await buttons.all()) {
    const name = (await button.innerText()).trim() || (await button.getAttribute('aria-label'))
    const target = await button.getAttribute('popovertarget')
    await button.focus()
    await page.keyboard.press('Enter')
    const isOpen = () => page.evaluate(`document.getElementById('${target}')?.matches(':popover-open')`)
    if (!(await isOpen())) wrong(`Enter doesn't open the menu ${name}`)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Escape')
    if (await isOpen()) wrong(`Escape doesn't close the menu ${name}`)
    if (!(await hasFocus(page, `[popovertarget="${target}"]`))) wrong(`the menu ${name} loses the focus`)
  }
}

async function hasFocus(page: Page, selector: string): Promise<boolean> {
  return Boolean(await page.evaluate(`document.activeElement.matches('${selector}')`))
}
