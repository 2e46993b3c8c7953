import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser, violationsIn } from '../../packages/site/src/test/browser.ts'
import { type Mode, newFindings, openTab, type Tab } from '../sites/visit.ts'
import { menuStates, showMenus } from './menus.ts'
import { type Reached, reachOperations } from './reach.ts'
import { editorKB, firstScreenKB, sourceKB } from './sizes.ts'
import { openStage, type Stage } from './stage.ts'
import { showTree, treeStates } from './tree.ts'

/**
 * Opens every screen of the console in Chromium, on a real server, and looks for what people must never
 * meet. CONSOLE_PICTURES is the folder of the screenshots.
 */
const folder = process.env.CONSOLE_PICTURES ?? 'node_modules/.cache/console'
const firstScreenMax = 240
const editorMax = 130
const sourceMax = 155
const modes: readonly Mode[] = [
  { name: 'light', options: {} },
  { name: 'dark', options: { colorScheme: 'dark' } },
  { name: '320 px', options: { viewport: { width: 320, height: 640 } } },
]

const findings = newFindings()
const browser = await launchBrowser()
const stage = await openStage()
try {
  await mkdir(folder, { recursive: true })
  for (const mode of modes) await showAll(stage, mode)
  await report(await reachOperations(browser))
} finally {
  await browser.close()
  await stage.stop()
}

async function showAll({ screens, cookie }: Stage, mode: Mode) {
  const tab = await openTab(browser, stage, mode, findings)
  await tab.page.context().addCookies([cookie])
  for (const screen of screens) {
    await tab.visit({ awaits: 'h1', ...screen })
    await picture(tab, `${screen.name} ${mode.name}`)
  }
  await usePalette(tab)
  const look = async (name: string) => {
    const where = `${name} (${mode.name})`
    findings.axe.push(...(await violationsIn(tab.page)).map((one) => `${where}: ${one}`))
    await picture(tab, `${name} ${mode.name}`)
  }
  await showMenus(tab, screens[0]?.url ?? '', look)
  await showTree(tab, stage.tree, look)
  // The browser reports every request that is made without a network.
  const isOffline = (report: string) => report.endsWith('net::ERR_INTERNET_DISCONNECTED')
  findings.console.splice(0, Infinity, ...findings.console.filter((report) => !isOffline(report)))
  await tab.close()
}

/** Opens the palette by keyboard, and goes to the first thing it finds. */
async function usePalette({ page }: Tab) {
  await page.goto(stage.screens[0]?.url ?? '')
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Search or run' }).waitFor()
  await page.keyboard.type('hand')
  await page.getByRole('menuitem', { name: /^Handbook/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Welcome' }).waitFor()
}

async function picture({ page }: Tab, name: string) {
  await page.screenshot({ path: join(folder, `${name.replaceAll(' ', '-')}.png`) })
}

async function report({ count, seen, done, wrong }: Reached) {
  const { others, elsewhere, ...counted } = findings
  for (const [kind, lines] of Object.entries(findings))
    for (const line of lines) console.log(`${kind}: ${line}`)
  for (const line of wrong) console.log(`operation: ${line}`)
  const [kilobytes, editor, source] = [await firstScreenKB(), await editorKB(), await sourceKB()]
  const counts = [
    `${stage.screens.length + menuStates.length + treeStates.length} screens`,
    `${counted.axe.length} axe violations (light, dark, 320 px)`,
    `${counted.policy.length} CSP reports`,
    `${counted.console.length} console errors`,
    `${counted.shifts.length} layout shifts`,
    `first screen ${kilobytes} KB (≤ ${firstScreenMax})`,
    `editor ${editor} KB (≤ ${editorMax})`,
    `source ${source} KB (≤ ${sourceMax})`,
    `${seen} of ${count} operations sent from the browser, ${done} done`,
    `${Math.floor((100 * seen) / count)} % of operations reachable`,
  ]
  console.log(`console: ${counts.join(', ')}`)
  const isClean = Object.values(findings).every(({ length }) => length === 0)
  const isSmall = kilobytes <= firstScreenMax && editor <= editorMax && source <= sourceMax
  process.exitCode = isClean && isSmall && wrong.length === 0 ? 0 : 1
}
