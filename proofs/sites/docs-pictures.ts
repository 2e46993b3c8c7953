import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { named, search } from './pictures.ts'
import { openStage, type Stage } from './stage.ts'

/** Takes the screenshots of published sites for docs/guides, of the sites that `npm run sites` looks at. */
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
/** Smaller than PNG by two thirds, and Git hosts show it. */
const format = { format: 'webp', quality: 85 } as const

interface Picture {
  readonly name: string
  readonly url: string
  readonly prepare?: (page: Page) => Promise<void>
}

const browser = await launchBrowser()
const stage = await openStage(true)
try {
  const pictures = picturesOf(stage)
  for (const { name, url, prepare } of pictures) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    await page.goto(url)
    // Now the fonts are there.
    await page.reload()
    await prepare?.(page)
    await page.waitForTimeout(500)
    const { data } = await (await context.newCDPSession(page)).send('Page.captureScreenshot', format)
    writeFileSync(`${folder}${name}.webp`, data, 'base64')
    await context.close()
  }
  console.log(`pictures: ${pictures.length} in docs/pictures`)
} finally {
  await browser.close()
  await stage.stop()
}

function picturesOf({ docs, showcase }: Stage): readonly Picture[] {
  const guide = named(docs.pages, 'Getting started')
  return [
    { name: 'site-finding', url: guide, prepare: (page) => search(page, 'merge conflict') },
    { name: 'site-operation', url: named(showcase.pages, 'create-organization-team') },
    { name: 'site-changes', url: named(showcase.pages, 'changes') },
    { name: 'site-earlier', url: named(showcase.pages, 'a page of an earlier day') },
    { name: 'site-missing', url: `${docs.url}/guides/merging` },
  ]
}
