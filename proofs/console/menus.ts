import type { Page } from 'playwright-core'
import type { Tab } from '../sites/visit.ts'
import { showSidebar } from './tree.ts'

/** What opens from the sidebar, over a screen. */
export const menuStates = ['menu of organizations', 'menu of the person', 'palette', 'shortcuts'] as const

type Look = (name: (typeof menuStates)[number]) => Promise<void>

/** Opens everything that the sidebar opens. What another layer covers can't be clicked, and fails. */
export async function showMenus({ page }: Tab, home: string, look: Look) {
  await page.goto(home)
  await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor()
  await press(page, '.switcher')
  await page.getByRole('menuitemradio').first().click({ trial: true })
  await look('menu of organizations')
  await leave(page, 'menu')
  await press(page, '.person')
  await page.getByRole('menuitem', { name: 'Sign out' }).click({ trial: true })
  await look('menu of the person')
  await leave(page, 'menu')
  await press(page, '.find')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  // So many that they scroll.
  await page.keyboard.type('space')
  await page.getByRole('menuitem').nth(10).waitFor()
  await page.getByRole('menuitem').first().click({ trial: true })
  await look('palette')
  await leave(page, 'dialog')
  await press(page, '[aria-label="Keyboard shortcuts"]')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click({ trial: true })
  await look('shortcuts')
  await leave(page, 'dialog')
}

async function press(page: Page, button: string) {
  await showSidebar(page)
  await page.locator(`.sidebar ${button}`).click()
}

async function leave(page: Page, role: 'menu' | 'dialog') {
  await page.keyboard.press('Escape')
  await page.getByRole(role).waitFor({ state: 'detached' })
}
