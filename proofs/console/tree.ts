import type { Page } from 'playwright-core'
import type { Tab } from '../sites/visit.ts'
import type { Stage } from './stage.ts'

/** The states of the page tree that have a picture. */
export const treeStates = [
  'tree with a menu',
  'tree with a title',
  'tree with a question',
  'tree with a refusal',
  'tree of a change request',
] as const

type Look = (name: (typeof treeStates)[number]) => Promise<void>

/** Opens the tree in every state. Nothing is written: questions are left, and the write is refused. */
export async function showTree({ page }: Tab, { space, changeRequest }: Stage['tree'], look: Look) {
  await openTree(page, space)
  await page.getByRole('button', { name: 'Actions for Guides' }).click()
  await page.getByRole('menuitem', { name: 'New page inside' }).waitFor()
  await look('tree with a menu')
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog', { name: 'Rename page' }).waitFor()
  await look('tree with a title')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await showSidebar(page)
  await page.getByRole('row', { name: 'Guides' }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').waitFor()
  await look('tree with a question')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await showSidebar(page)
  await refuse(page)
  await look('tree with a refusal')
  await openTree(page, changeRequest)
  await page.getByRole('row', { name: 'Install' }).getByText('changed').waitFor()
  await look('tree of a change request')
}

async function openTree(page: Page, url: string) {
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await showSidebar(page)
  await page.getByRole('row', { name: 'Guides' }).getByRole('button', { name: 'Expand' }).click()
  await page.getByRole('row', { name: 'Guides' }).hover()
}

/** On a phone, the sidebar is behind a button, and Escape closes it too. */
export async function showSidebar(page: Page) {
  if (await page.locator('#sidebar').isHidden())
    await page.getByRole('button', { name: 'Navigation' }).click()
}

async function refuse(page: Page) {
  await page.context().setOffline(true)
  await page.getByRole('row', { name: 'Guides' }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await page.getByRole('alert').waitFor()
  await page.context().setOffline(false)
}
