import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ContentChange } from '@stemma/contract'
import { startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

type Site = Awaited<ReturnType<typeof givenPublished>>

/** Everything that happened to a site so far happened at the beginning of 2020. */
async function longAgo({ params: { siteId }, spaceId }: Site) {
  const since = '2020-01-01T00:00:00Z'
  const { db } = server
  await db.updateTable('sites').set({ audience_since: since }).where('id', '=', siteId).execute()
  await db.updateTable('site_spaces').set({ shown_since: since }).where('site_id', '=', siteId).execute()
  const written = { created_at: '2020-01-02T00:00:00Z' }
  await db.updateTable('revisions').set(written).where('space_id', '=', spaceId).execute()
}

/** A site with one page, which had this text until now. */
async function givenPast(before: string, after: string, visibility?: Parameters<typeof givenPublished>[2]) {
  const welcome = page('Welcome')
  const text = page('Install', { document: { markdown: before } })
  const site = await givenPublished(server, [welcome, text], visibility)
  await longAgo(site)
  const pageId = await idOf(site, 'install')
  await site.write({ operation: 'update_page', page: pageId, document: { markdown: after } })
  return { ...site, pageId, past: `${site.url}/~site/at/2020-06-01/install` }
}

async function idOf({ api, spaceId }: Site, path: string): Promise<string> {
  const { pages } = await api.listPages({ params: { spaceId } })
  return pages.find((one) => 'path' in one && one.path === path)?.id ?? ''
}

const article = (text: string) => /<article[\s\S]*<\/article>/.exec(text)?.[0] ?? ''

test('a reader opens a page as it was on a day, and sees block by block what changed since', async () => {
  const before = 'Stays.\n\nRun the old installer.\n\nIs gone.\n\n```js\none()\ntwo()\n```\n'
  const after = 'Stays.\n\nRun the new installer.\n\n```js\none()\nthree()\n```\n\nCame.\n'
  const { past, url } = await givenPast(before, after)
  const { status, text, headers } = await open(past)
  assert.equal(status, 200)
  const shown = article(text)
  assert.match(shown, /as of 1 June 2020\.<\/b>\s*It has changed in 4 places since then\./)
  assert.match(shown, /Run the <del>old<\/del><ins>new<\/ins> installer\./)
  assert.match(shown, /class="past-then">\s*<p>Run the old installer\.<\/p>/)
  assert.match(shown, /Removed<\/span>\s*<p><del>Is gone\.<\/del><\/p>/)
  assert.match(shown, /Added<\/span>\s*<p>Came\.<\/p>/)
  assert.match(shown, /code-removed"><span class="code-sign">-<\/span><i class="f">two/)
  assert.equal(shown.match(/<p>Stays\./g)?.length, 1)
  assert.match(shown, new RegExp(`class="button" href="${new URL(url).pathname}/install"`))
  assert.match(text, /name="robots" content="noindex/)
  assert.match(text, new RegExp(`rel="canonical" href="${url}/install"`))
  assert.match(String(headers['cache-control']), /public, max-age=0, must-revalidate/)
  assert.doesNotMatch(text, /class="feedback"/)
})

test('the form of a page leads to another day, and what is not shown leads to what is', async () => {
  const { url, past, pageId, write } = await givenPast('Old.\n', 'New.\n')
  const { pathname } = new URL(url)
  const { text } = await open(past)
  assert.match(text, /<input type="date" name="day" value="2020-06-01" min="2020-01-01"/)
  const asked = await open(`${url}/~site/at?day=2020-07-01&path=install`)
  assert.deepEqual([asked.status, asked.headers.location], [303, `${pathname}/~site/at/2020-07-01/install`])
  const tooEarly = await open(`${url}/~site/at/2019-01-01/install`)
  assert.equal(tooEarly.headers.location, `${pathname}/~site/at/2020-01-01T00:00Z/install`)
  const later = await open(`${url}/~site/at/2999-01-01/install`)
  assert.equal(later.headers.location, `${pathname}/install`)
  assert.equal((await open(`${url}/~site/at/2020-06-01/nothing`)).headers.location, `${pathname}/nothing`)
  await write({ operation: 'update_page', page: pageId, slug: 'setup' })
  assert.match(article((await open(`${url}/~site/at/2020-06-01/setup`)).text), /<del>Old<\/del>|<del>Old\./)
  await write(page('Added'))
  const added = await open(`${url}/~site/at/2020-06-01/added`)
  assert.match(article(added.text), /This page was not here on 1 June 2020\./)
})

test('a page leads to the one before its last change, and lists the pages that link to it', async () => {
  const { url, write, api, params } = await givenPast('Old.\n', 'New.\n')
  await write(page('Guide', { document: { markdown: 'See [how](install.md).\n' } }))
  const { text } = await open(`${url}/install`)
  const { pathname } = new URL(url)
  const [, href = ''] = /class="earlier"[^>]*href="([^"]*)"/.exec(text) ?? []
  assert.match(href, new RegExp(`^${pathname}/~site/at/\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\dZ/install$`))
  assert.match(article((await open(`${new URL(url).origin}${href}`)).text), /<del>Old/)
  assert.match(text, new RegExp(`Pages that link here \\(1\\)[\\s\\S]*?href="${pathname}/guide">Guide<`))
  assert.doesNotMatch(text, /Edit this page/)
  const looks = await api.getSiteCustomizationById({ params })
  const items = ['git' as const, ...looks.pageActions.items]
  const body = { ...looks, pageActions: { ...looks.pageActions, items } }
  await api.updateSiteCustomizationById({ params, body })
  assert.match((await open(`${url}/install`)).text, /href="[^"]*\/s\/[^"]*\/install(?:\?view=visual)?">/)
})

test('words that are hidden from a reader now are not shown in any earlier page', async () => {
  const gate = '{% if visitor.claims.plan === "pro" %}'
  const hidden = `First.\n\n${gate}\nThe price is canary.\n{% endif %}\n\nLast.\n`
  const { past, url, api, params, write, pageId } = await givenPast(
    'First.\n\nThe price is canary, canary and gone.\n\nLast.\n',
    hidden,
  )
  const shown = article((await open(past)).text)
  assert.match(shown, /<p>First\./)
  assert.doesNotMatch(shown, /canary|gone/)
  await write({ operation: 'update_page', page: pageId, condition: 'visitor.claims.plan === "pro"' })
  const away = await open(past)
  assert.equal((await open(`${new URL(url).origin}${away.headers.location}`)).status, 404)
  await api.updateSiteById({ params, body: { visibility: 'share-link' } })
  assert.equal((await open(past)).status, 404)
})

test('a part that was hidden in the same words then hides nothing else of the earlier page', async () => {
  const part = '{% if visitor.claims.plan === "pro" %}\nOnly canary.\n{% endif %}\n'
  const { past } = await givenPast(`Old words here.\n\n${part}`, `New words here.\n\n${part}`)
  const shown = article((await open(past)).text)
  assert.match(shown, /<del>Old<\/del><ins>New<\/ins> words here/)
  assert.doesNotMatch(shown, /canary/)
})

test('what was written before a site was open to its readers is not shown', async () => {
  const { past, url, api, params } = await givenPast('Old canary.\n', 'New.\n')
  const { pathname } = new URL(url)
  assert.match((await open(past)).text, /canary/)
  await api.updateSiteById({ params, body: { visibility: 'unlisted' } })
  const { status, headers, text } = await open(past)
  assert.deepEqual([status, headers.location], [303, `${pathname}/install`])
  assert.doesNotMatch(text, /canary/)
  assert.doesNotMatch((await open(`${url}/install`)).text, /class="earlier"/)
})

test('links and pictures of an earlier page lead only to what is there now', async () => {
  const before = 'See [old page](secret.md) and [home](welcome.md).\n'
  const site = await givenPublished(server, [
    page('Welcome'),
    page('Install', { document: { markdown: before } }),
    page('Secret', { document: { markdown: 'Canary.\n' } }),
  ])
  await longAgo(site)
  await site.write({ operation: 'delete_page', page: await idOf(site, 'secret') })
  await site.write({
    operation: 'update_page',
    page: await idOf(site, 'install'),
    document: { markdown: 'Nothing.\n' },
  })
  const shown = article((await open(`${site.url}/~site/at/2020-06-01/install`)).text)
  assert.match(shown, /old page/)
  assert.doesNotMatch(shown, /href="[^"]*secret/)
  assert.match(shown, new RegExp(`href="${new URL(site.url).pathname}">home`))
  const gone = await open(`${site.url}/~site/at/2020-06-01/secret`)
  assert.equal((await open(`${new URL(site.url).origin}${gone.headers.location}`)).status, 404)
})

test('an owner switches the past off: no earlier day, no changes, no feed, no links to them', async () => {
  const { past, url, api, params } = await givenPast('Old canary.\n', 'New.\n')
  const settings = await api.getSiteCustomizationById({ params })
  const links = /class="earlier"|~site\/changes|feed\.xml/
  assert.match((await open(`${url}/install`)).text, links)
  await api.updateSiteCustomizationById({ params, body: { ...settings, history: { enabled: false } } })
  const { text } = await open(`${url}/install`)
  assert.doesNotMatch(text, links)
  const minute = `${url}/~site/at/2020-06-01T10:00Z/install`
  const form = `${url}/~site/at?day=2020-06-01&path=install`
  for (const gone of [past, minute, form, `${url}/~site/changes`, `${url}/feed.xml`]) {
    const answer = await open(gone)
    assert.equal(answer.status, 404, gone)
    assert.doesNotMatch(answer.text, /canary/)
  }
  await api.updateSiteCustomizationById({ params, body: settings })
  assert.match((await open(past)).text, /canary/)
})

test('the past of one space is off, and the changes of the others are told', async () => {
  const site = await givenPast('Old canary.\n', 'New.\n')
  const { api, params, spaceId, organization, url } = site
  const other = await api.createSpace({
    params: { organizationId: organization.id },
    body: { title: 'Blog', editMode: 'live' },
  })
  await merge(api, other.id, 'Announce a bird', page('News'))
  await api.addSectionToSite({ params, body: { spaceId: other.id, title: 'Blog' } })
  await merge(api, spaceId, 'Hide the canary', page('Added'))
  const told = async (path: string) => {
    const { text } = await open(`${url}/${path}`)
    return [text.includes('Hide the canary'), text.includes('Announce a bird')]
  }
  for (const path of ['feed.xml', '~site/changes']) assert.deepEqual(await told(path), [true, true], path)
  const siteSpaces = (await api.listSiteSpaces({ params })).items
  const siteSpaceId = siteSpaces.find((one) => one.space.id === spaceId)?.id ?? ''
  const body = { history: { enabled: false } }
  await api.overrideSiteSpaceCustomizationById({ params: { ...params, siteSpaceId }, body })
  for (const path of ['feed.xml', '~site/changes']) assert.deepEqual(await told(path), [false, true], path)
  assert.equal((await open(site.past)).status, 404)
})

async function merge(
  { createChangeRequest, ...api }: Site['api'],
  spaceId: string,
  subject: string,
  change: ContentChange,
) {
  const { id } = await createChangeRequest({ params: { spaceId }, body: { subject } })
  const params = { spaceId, changeRequestId: id }
  await api.updateChangeRequestContent({ params, body: { changes: [change] } })
  await api.mergeChangeRequest({ params })
}
