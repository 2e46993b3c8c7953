import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { siteFiles } from './files.ts'
import { renderGate } from './gate.ts'
import { renderMissing } from './missing.ts'
import { renderPage } from './page.ts'
import { renderSearch, renderSearchFragment } from './search-page.ts'
import { assertAccessible, assertNoSideways, launchBrowser, openPage, serveSite } from './test/browser.ts'
import { givenPage, givenSettings, givenSite, givenText, sampleTree } from './test/sample-site.ts'
import type { SearchResultView } from './view.ts'

// What readers get, in the browser that most of them have.

const announcement = { enabled: true, message: 'Version 4 is here.', style: 'info' } as const
const site = givenSite()
const settings = { ...site.settings, announcement }
const announcing = givenSite({ settings })
const results: readonly SearchResultView[] = [
  {
    title: 'Retries',
    href: '/docs/guide',
    place: ['Guides', 'Deliver'],
    excerpt: ['It ', 'retries', ' twice.'],
  },
  { title: 'Schedule', href: '/docs/guide#send-an-event', place: ['Guides', 'Deliver'], excerpt: [] },
]
const wide = { ...givenPage().layout, isWide: true, tableOfContents: false, outline: false }
const bold = givenSettings({ styling: { ...settings.styling, theme: 'bold', icons: 'solid' } })
const search = { site, language: 'en', query: 'retry', results }
const fragment = renderSearchFragment(search)

const documents: Readonly<Record<string, string>> = {
  '/docs/guide': renderPage(givenPage({ site: announcing })),
  '/docs/landing': renderPage(givenPage({ isFirst: true, layout: wide, text: givenText('') })),
  '/docs/arabic': renderPage(
    givenPage({ language: 'ar', title: 'أرسل أول حدث', description: 'أنشئ نقطة نهاية.' }),
  ),
  '/docs/bold': renderPage(givenPage({ site: givenSite({ settings: bold }) })),
  '/docs/notice': renderPage(
    givenPage({ notice: { kind: 'past', title: '2026-09-02', href: '/docs/guide' } }),
  ),
  '/docs/missing': renderMissing({ site, language: 'en', tree: sampleTree, path: 'retry', nearest: results }),
  '/docs/~site/search': renderSearch(search),
  '/docs/gate': renderGate({
    kind: 'sign-in',
    language: 'en',
    asset: site.asset,
    site,
    signIn: '/docs/guide',
  }),
}

let browser: Browser
let served: Awaited<ReturnType<typeof serveSite>>
before(async () => {
  browser = await launchBrowser()
  const alerts = renderPage(givenPage({ title: 'Alerts' }))
  const embed = () => ({ title: 'A film', site: 'Films', src: `${player}/1` })
  const film = givenText('{% embed url="https://films.example/1" %}\n', { embed })
  const other = { '/docs/alerts': alerts, '/docs/film': renderPage(givenPage({ text: film })) }
  served = await serveSite({ ...documents, ...other, '/docs/~site/search?fragment': fragment }, [player])
})
after(async () => {
  await browser.close()
  served.close()
})
const player = 'https://player.example'
const at = (name: string) => `${served.origin}/docs/${name}`

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390, 320]) {
    test(`pages are accessible in ${colorScheme} colours, ${width} px wide`, async (t) => {
      const page = await openPage(t, browser, at('guide'), { colorScheme, viewport: { width, height: 844 } })
      for (const path of Object.keys(documents)) {
        await page.goto(served.origin + path)
        await assertNoSideways(page)
        await assertAccessible(page)
      }
    })
  }
}

test('a page is accessible in forced colours', async (t) => {
  const page = await openPage(t, browser, at('guide'), { forcedColors: 'active' })
  await assertAccessible(page)
})

test('in a right-to-left language, the navigation is on the right', async (t) => {
  const page = await openPage(t, browser, at('arabic'))
  const [tree, text] = [await leftOf(page, '.side'), await leftOf(page, '.article')]
  assert.ok(tree > text, `${tree} and ${text}`)
})

test('without scripts, everything can be reached, and no button does nothing', async (t) => {
  const viewport = { width: 390, height: 844 }
  const page = await openPage(t, browser, at('guide'), { javaScriptEnabled: false, viewport })
  assert.equal(await page.getByRole('button', { name: 'Change theme' }).count(), 0)
  await page.getByRole('button', { name: 'Send your first event' }).click()
  await page.getByRole('link', { name: 'Alerts' }).click()
  assert.equal(new URL(page.url()).pathname, '/docs/alerts')
  await page.goto(at('guide'))
  await page.getByRole('link', { name: 'Search' }).click()
  assert.equal(new URL(page.url()).pathname, '/docs/~site/search')
})

test('the keyboard reaches the text, search and navigation', async (t) => {
  const page = await openPage(t, browser, at('guide'))
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'Skip to content')
  const reached: string[] = []
  for (let round = 0; round < 30; round++) {
    await page.keyboard.press('Tab')
    reached.push(await focused(page))
  }
  for (const name of ['Search', 'Guides', 'Retries and time limits', 'Circuit breaker']) {
    assert.ok(
      reached.some((one) => one.startsWith(name)),
      `${name} in ${reached.join(', ')}`,
    )
  }
})

test('the search dialog opens by keyboard, shows results and follows the arrows', async (t) => {
  const page = await openPage(t, browser, at('guide'))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('retry')
  const options = page.getByRole('option')
  await options.first().waitFor()
  await assertAccessible(page)
  await page.keyboard.press('ArrowDown')
  assert.equal(await options.nth(1).getAttribute('aria-selected'), 'true')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#send-an-event$/)
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('what another website shows is loaded after a click, and has the focus', async (t) => {
  const page = await openPage(t, browser, at('film'))
  const asked: string[] = []
  await page.context().route(`${player}/**`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><title>A film</title><h1>Film</h1>',
    })
  })
  const card = page.getByRole('link', { name: /A film/ })
  await assertAccessible(page)
  assert.deepEqual(asked, [])
  await card.focus()
  await page.keyboard.press('Enter')
  await page.frameLocator('iframe[title="A film"]').getByRole('heading', { name: 'Film' }).waitFor()
  assert.deepEqual(asked, [`${player}/1`])
  assert.equal(await page.locator('iframe:focus').count(), 1)
  await assertNoSideways(page)
})

test('Escape closes the search with its words, and gives the focus back', async (t) => {
  const page = await openPage(t, browser, at('guide'))
  await page.getByRole('link', { name: 'Search' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('retry')
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('dialog').count(), 0)
  assert.match(await focused(page), /^Search/)
})

test('on a phone, the button of the page menu fills its frame', async (t) => {
  const page = await openPage(t, browser, at('guide'), { viewport: { width: 320, height: 640 } })
  const frame = await page.locator('.page-actions').boundingBox()
  const button = await page.locator('.page-actions > [popovertarget]').boundingBox()
  assert.deepEqual([frame?.width, frame?.x], [(button?.width ?? 0) + 2, (button?.x ?? 0) - 1])
})

test('the chosen theme and a closed announcement are remembered', async (t) => {
  const page = await openPage(t, browser, at('guide'), { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Change theme' }).click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.reload()
  assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
  assert.equal(await page.getByText('Version 4 is here.').isVisible(), false)
})

test('printed, a page is its text', async (t) => {
  const page = await openPage(t, browser, at('guide'))
  await page.emulateMedia({ media: 'print' })
  for (const selector of ['.header', '.side', '.outline', '.footer', '.after']) {
    assert.equal(await page.locator(selector).isVisible(), false, selector)
  }
  assert.ok(await page.getByRole('heading', { name: 'Send your first event' }).isVisible())
})

test('styles and scripts stay small', () => {
  const size = (name: string) => gzipSync(siteFiles.get(name)?.bytes ?? '').length
  assert.ok(size('site.css') <= 10_240, `${size('site.css')} bytes of CSS`)
  assert.ok(size('openapi.css') <= 3_072, `${size('openapi.css')} bytes of CSS for APIs`)
  assert.ok(size('site.js') <= 8_192, `${size('site.js')} bytes of scripts`)
})

async function leftOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).boundingBox())?.x ?? Number.NaN
}

async function focused(page: Page): Promise<string> {
  const text = await page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent')
  return String(text).trim()
}
