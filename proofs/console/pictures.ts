import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { givenOrganization, type Organization } from '../../packages/server/src/test/harness.ts'
import { page as pageNamed } from '../../packages/server/src/test/writing.ts'
import { launchBrowser } from '../../packages/site/src/test/browser.ts'
import { fillComments } from './comment-stage.ts'
import { fillOrganization } from './organization-stage.ts'
import { fillPeople } from './people-stage.ts'
import { fillReviews, named } from './review-stage.ts'
import { serveConsole } from './serve.ts'
import { fillSites } from './site-stage.ts'

/** Takes the screenshots of the console for README.md and docs/: a real server, with people at work. */
const folder = fileURLToPath(new URL('../../docs/pictures/', import.meta.url))
/** Smaller than PNG by two thirds, and Git hosts show it. */
const format = { format: 'webp', quality: 85 } as const
const settleMs = 3000

const install = `Run the server on your own machine. It needs **Node 24** and PostgreSQL.

\`\`\`sh
npm ci
npm run dev
\`\`\`

{% hint style="info" %}
Without a database, \`npm run dev\` brings its own.
{% endhint %}

# Limits

Each plan has its own limits.

| Plan | Pages | People |
| --- | --- | --- |
| Free | 100 | 3 |
| Team | 10,000 | 50 |
`

const { server, origin, cookieOf } = await serveConsole()
const browser = await launchBrowser()
try {
  const { person, pictures } = await fill()
  const cookie = await cookieOf(person)
  for (const { name, url, awaits, prepare, colorScheme = 'light' } of pictures) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme })
    await context.addCookies([cookie])
    const page = await context.newPage()
    await page.goto(url)
    await page.locator(awaits).first().waitFor()
    // Now the fonts are there.
    await page.reload()
    await page.locator(awaits).first().waitFor()
    await prepare?.(page)
    // What comes after the first lines: checks, the source, the mark of saving.
    await page.waitForTimeout(settleMs)
    const { data } = await (await context.newCDPSession(page)).send('Page.captureScreenshot', format)
    writeFileSync(`${folder}${name}.webp`, data, 'base64')
    await context.close()
  }
  console.log(`pictures: ${pictures.length} in docs/pictures`)
} finally {
  await browser.close()
  await server.stop()
}

interface Picture {
  readonly name: string
  readonly url: string
  /** What must be there. */
  readonly awaits: string
  readonly prepare?: (page: Page) => Promise<void>
  readonly colorScheme?: 'light' | 'dark'
}

async function fill() {
  const organization = await givenOrganization(server, 'Example Docs')
  const admin = await named(server, organization.admin, 'Ada Lindqvist')
  const api = server.as(admin)
  const params = { organizationId: organization.id }
  const body = { title: 'Handbook', emoji: '1f4d6', editMode: 'live', empty: true } as const
  const { id: handbook } = await api.createSpace({ params, body })
  const titles = ['Welcome', 'Upgrade', 'Back up and restore', 'Move to another machine']
  const others = titles.map((one) => pageNamed(one))
  const changes = [pageNamed('Install', { document: { markdown: install } }), ...others]
  await api.updateSpaceContent({ params: { spaceId: handbook }, body: { changes } })
  const reviewed = await fillReviews(server, organization)
  await fillComments(server, organization, reviewed)
  const base = `${origin}/app/o/${organization.id}`
  const review = `${base}/s/${reviewed.spaceId}/~/review`
  const page = `${base}/s/${handbook}/install`
  const writing = { url: `${page}?view=both`, awaits: '[data-editing="open"] .visual' }
  const pictures: readonly Picture[] = [
    { name: 'console-writing-dark', ...writing, prepare: untilSource, colorScheme: 'dark' },
    { name: 'console-writing', ...writing, url: `${page}?view=visual`, prepare: openBlocks },
    {
      name: 'console-review',
      url: `${review}/${reviewed.tokens.number}`,
      awaits: '.thread',
      prepare: untilChecked,
    },
    {
      name: 'console-conflicts',
      url: `${review}/${reviewed.conflicting.number}/conflicts`,
      awaits: '.conflict-option',
      prepare: nextConflict,
      colorScheme: 'dark',
    },
  ]
  return { person: admin, pictures: [...pictures, ...(await fillAdministration(organization, base))] }
}

/** What an admin looks after: the people, how they sign in, what they may do, and a site. */
async function fillAdministration(organization: Organization, base: string): Promise<readonly Picture[]> {
  const { spaceId } = await fillPeople(server, organization, base)
  await fillOrganization(server, organization, base)
  const { siteId, fleet } = await fillSites(server, organization)
  await giveAddresses()
  const settings = `${base}/settings`
  const site = `${base}/sites/${siteId}`
  return [
    { name: 'console-members', url: `${settings}/members`, awaits: '.people-list li' },
    { name: 'console-permissions', url: `${base}/s/${spaceId}/~/permissions`, awaits: '.people > li' },
    { name: 'console-sign-in', url: `${settings}/sign-in`, awaits: '.email-domains > li' },
    { name: 'console-audit', url: `${settings}/audit`, awaits: '.audit-item' },
    { name: 'console-site', url: `${site}?part=${fleet}`, awaits: '.explained' },
    { name: 'console-look', url: `${site}/look`, awaits: '.preview', colorScheme: 'dark' },
    { name: 'console-domains', url: `${site}/domains`, awaits: '.domain' },
    { name: 'console-audience', url: `${site}/audience`, awaits: '.claims > li' },
  ]
}

/** Those that people of a company have. */
async function giveAddresses() {
  const people = await server.db.selectFrom('users').select(['id', 'display_name']).execute()
  for (const { id, display_name: name } of people) {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}@docs.example`
    await server.db.updateTable('users').set({ email }).where('id', '=', id).execute()
  }
}

async function untilSource(page: Page) {
  await page.locator('.cm-line', { hasText: 'Each plan' }).waitFor()
}

async function untilChecked(page: Page) {
  await page.locator('.checks > li').nth(3).waitFor()
}

/** The second conflict: a paragraph. */
async function nextConflict(page: Page) {
  await page.keyboard.press('j')
  await page.getByRole('heading', { name: 'Conflict 2 of 2' }).waitFor()
  await page.locator('.conflict-option ins').first().waitFor()
}

/** The slash menu below the last line. */
async function openBlocks(page: Page) {
  await page.locator('.visual').getByText('Each plan has its own limits.').click()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await page.keyboard.type('/')
  await page.getByRole('option').first().waitFor()
}
