import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { showThatItSees } from './control.ts'
import { useKeyboard } from './keyboard.ts'
import { takePictures } from './pictures.ts'
import { allCustomizations } from './settings.ts'
import { type Drawn, openStage, type Stage } from './stage.ts'
import { type Findings, type Mode, newFindings, openTab } from './visit.ts'

/**
 * Draws every document and every setting of a site in Chromium, and looks for what readers must never meet.
 * SITES_SHORT draws only some of them, for a quick check. SITES_PICTURES is the folder of the screenshots.
 */
const isShort = process.env.SITES_SHORT !== undefined
const folder = process.env.SITES_PICTURES ?? 'node_modules/.cache/sites'
const narrow = { viewport: { width: 320, height: 640 } }
const linesMax = 40
const findings = newFindings()
const browser = await launchBrowser().catch((error) => {
  console.error(`sites: Chromium is missing. Install the Debian package chromium, or set CHROMIUM.\n${error}`)
  process.exit(1)
})
const stage = await openStage(isShort)
const drawnUrls = new Set<string>()
let settings = 0
try {
  await showThatItSees(browser, stage)
  await takePictures(browser, stage, folder)
  await drawPages()
  settings = await drawSettings()
} finally {
  await browser.close()
  await stage.stop()
}
report()

/** All pages in light colours, and some of them, others each time, as other readers see them. */
async function drawPages() {
  const { corpus, docs, showcase, arabic } = stage
  const always = [...showcase.pages, ...arabic.pages, ...standing(stage)]
  const written = [...corpus, ...docs.pages]
  const modes: readonly Mode[] = [
    { name: 'light', options: {} },
    { name: 'dark', options: { colorScheme: 'dark' } },
    { name: '320 px', options: narrow },
    { name: 'forced colours', options: { forcedColors: 'active' } },
    { name: 'no scripts', options: { ...narrow, javaScriptEnabled: false } },
  ]
  for (const [at, mode] of modes.entries()) {
    const isFirst = at === 0
    const every = isFirst ? (isShort ? 30 : 1) : isShort ? 200 : 10
    const some = written.filter((_, index) => index % every === at % every)
    await visitAll(mode, [...always, ...some])
    console.log(`${mode.name}: ${always.length + some.length} of ${always.length + written.length} pages`)
  }
  const { large } = stage
  await visitAll({ name: 'large', options: {}, isWithoutAxe: true }, large)
  if (large.length > 0) console.log(`large: ${large.length} pages, without axe`)
  await useByKeyboard([...showcase.pages, ...arabic.pages.slice(0, 1), ...docs.pages.slice(0, 1)])
}

/** What a site shows besides its pages. */
function standing({ docs }: Stage): readonly Drawn[] {
  return [
    { name: 'search', url: `${docs.url}/~site/search?q=merge` },
    { name: 'search without results', url: `${docs.url}/~site/search?q=xylophone` },
    { name: 'search without words', url: `${docs.url}/~site/search` },
    { name: 'a page that is missing', url: `${docs.url}/guides/merging`, status: 404 },
  ]
}

async function visitAll(mode: Mode, pages: readonly Drawn[]) {
  const waiting = pages.values()
  const work = async () => {
    const tab = await openTab(browser, stage, mode, findings)
    for (const drawn of waiting) {
      await tab.visit(drawn)
      drawnUrls.add(drawn.url)
    }
    await tab.close()
  }
  await Promise.all([work(), work()])
}

async function useByKeyboard(pages: readonly Drawn[]) {
  const tab = await openTab(browser, stage, { name: 'keyboard', options: {} }, findings)
  for (const drawn of pages) await useKeyboard(tab, drawn, findings)
  await tab.close()
  console.log(`keyboard: ${pages.length} pages`)
}

/** Each customization on a page with every block, in both themes. */
async function drawSettings(): Promise<number> {
  const { api, params, pages, ids } = stage.showcase
  const all = allCustomizations(ids)
  const some = isShort ? all.drawings.slice(0, 6) : all.drawings
  const { url = '' } = pages.find(({ name }) => name === 'Every block') ?? {}
  const tabs = await Promise.all(
    (['light', 'dark'] as const).map((colorScheme) =>
      openTab(browser, stage, { name: colorScheme, options: { colorScheme } }, findings),
    ),
  )
  const before = await api.getSiteCustomizationById({ params })
  for (const [at, body] of some.entries()) {
    await api.updateSiteCustomizationById({ params, body })
    const drawn = { name: `customization ${at + 1}`, url }
    for (const tab of tabs) await tab.visit(drawn)
  }
  await api.updateSiteCustomizationById({ params, body: before })
  await Promise.all(tabs.map((tab) => tab.close()))
  const values = [...all.settings.values()].reduce((sum, count) => sum + count, 0)
  const share = `${some.length} of ${all.drawings.length} customizations`
  console.log(`settings: ${values} values in ${share}, in light and dark`)
  return all.settings.size
}

function report() {
  for (const [kind, lines] of Object.entries(findings)) {
    for (const line of lines.slice(0, linesMax)) console.log(`${kind}: ${line}`)
    if (lines.length > linesMax) console.log(`${kind}: ${lines.length - linesMax} more`)
  }
  const { axe, shifts, console: errors, policy, elsewhere, others } = findings
  const counts = [
    `${drawnUrls.size} pages`,
    `${settings} settings`,
    `${axe.length} axe violations`,
    `${shifts.length} layout shift`,
    `${errors.length} console errors`,
    `${policy.length} CSP reports`,
    `${elsewhere.length} requests elsewhere`,
  ]
  if (others.length > 0) console.log(`${others.length} other problems`)
  console.log(`sites: ${counts.join(', ')}`)
  process.exitCode = Object.values(findings satisfies Findings).some(({ length }) => length > 0) ? 1 : 0
}
