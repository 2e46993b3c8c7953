import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { givenAudienceSite, visitorToken } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { description, givenSpec } from '../../../test/world-openapi.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const open = openerFor(server)

test('a reader opens the URL of a site and reads its first page', async () => {
  const { url } = await givenPublished(server)
  const { status, text, headers } = await open(url)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^text\/html/)
  assert.match(text, /<h1[^>]*>[\s\S]*?Welcome/)
  assert.match(text, /Text of Welcome\./)
  assert.match(text, /href="[^"]+\/install"/)
})

test('the same page has one URL, and others lead there', async () => {
  const { url } = await givenPublished(server)
  const { pathname } = new URL(url)
  for (const [asked, target] of [
    [`${url}/welcome`, pathname],
    [`${url}/install/`, `${pathname}/install`],
    [`${url}//install`, `${pathname}/install`],
  ] as const) {
    const { status, headers } = await open(asked)
    assert.deepEqual([status, headers.location], [308, target], asked)
  }
  assert.match((await open(`${url}/install`)).text, new RegExp(`rel="canonical" href="${url}/install"`))
})

test('a page that is not there is a page of the site with status 404', async () => {
  const { url } = await givenPublished(server)
  const { status, text, headers } = await open(`${url}/nothing`)
  assert.equal(status, 404)
  assert.match(text, /href="[^"]+\/install"/)
  assert.equal(headers['cache-control'], 'no-store')
})

test('where there is no site, a page says so and names nothing', async () => {
  const { status, text, headers } = await open('http://127.0.0.1:3000/sites/nobody-has-this-name')
  assert.equal(status, 404)
  assert.match(String(headers['content-type']), /^text\/html/)
  assert.doesNotMatch(text, /nobody-has-this-name/)
})

test('a browser that has the page gets 304 until a change is merged', async () => {
  const { url, write } = await givenPublished(server)
  const { headers } = await open(url)
  const known = { 'if-none-match': String(headers.etag) }
  assert.equal((await open(url, known)).status, 304)
  await write(page('New'))
  const again = await open(url, known)
  assert.equal(again.status, 200)
  assert.match(again.text, /href="[^"]+\/new"/)
})

test('a change of anything that pages show is visible with the next request', async () => {
  const { url, params, organization, spaceId } = await givenPublished(server)
  const { db } = server
  const [site, space] = [params.siteId, spaceId]
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    title: () => sql`update sites set title = 'Other' where id = ${site}`.execute(db),
    settings: () => sql`update sites set customization = '{"title": "New"}' where id = ${site}`.execute(db),
    visibility: () => sql`update sites set visibility = 'unlisted' where id = ${site}`.execute(db),
    'settings of a space': () =>
      sql`update site_spaces set customization = '{"title": "Own"}' where site_id = ${site}`.execute(db),
    'title of a space': () => sql`update spaces set title = 'Other' where id = ${space}`.execute(db),
    'language of a space': () => sql`update spaces set language = 'de' where id = ${space}`.execute(db),
    'API description': () => givenSpec(server, organization.id, description),
    hostname: () =>
      sql`insert into site_addresses (kind, address, organization_id, site_id, proved)
        values ('hostname', ${`${site.toLowerCase()}.example`}, ${organization.id}, ${site}, true)`.execute(
        db,
      ),
  }
  for (const [name, change] of Object.entries(changes)) {
    const known = { 'if-none-match': String((await open(url)).headers.etag) }
    assert.equal((await open(url, known)).status, 304, name)
    await change()
    assert.equal((await open(url, known)).status, 200, name)
  }
})

test('a page may be kept by shared caches only if everybody sees the same', async () => {
  const { url } = await givenPublished(server)
  assert.equal((await open(url)).headers['cache-control'], 'public, max-age=0, must-revalidate')
  const site = await givenAudienceSite(server)
  const { headers } = await open(site.address)
  assert.deepEqual(
    [headers['cache-control'], headers.vary],
    ['private, no-cache', 'accept, accept-encoding, cookie'],
  )
})

test('a page is sent packed to browsers that can unpack it', async () => {
  const { url } = await givenPublished(server)
  const packed = await server.app.inject({
    url: new URL(url).pathname,
    headers: { 'accept-encoding': 'gzip, br' },
  })
  assert.equal(packed.headers['content-encoding'], 'gzip')
  assert.notEqual(packed.headers.etag, (await open(url)).headers.etag)
})

test('a page allows no script, style or frame but its own', async () => {
  const { url } = await givenPublished(server, [
    page('Hello', { document: { markdown: '<script>alert(1)</script>\n' } }),
  ])
  const { headers, text } = await open(url)
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /unsafe/)
  assert.doesNotMatch(text, /<script>alert/)
})

test('the stylesheet and the script of a page can be loaded and kept forever', async () => {
  const { url } = await givenPublished(server)
  const { text } = await open(url)
  const { origin } = new URL(url)
  const names = [...text.matchAll(/(?:href|src)="([^"]*~site\/assets[^"]*)"/g)].map(([, name]) => name ?? '')
  assert.ok(names.some((name) => name.endsWith('site.css')))
  for (const name of new Set(names)) {
    const { status, headers } = await open(`${origin}${name}`)
    assert.deepEqual([status, headers['cache-control']], [200, 'public, max-age=31536000, immutable'], name)
  }
})

test('stylesheets and scripts are sent packed to browsers that can unpack them', async () => {
  const { url } = await givenPublished(server)
  const { text } = await open(url)
  const names = [...text.matchAll(/(?:href|src)="([^"]*\/site\.(?:css|js))"/g)].map(([, name]) => name ?? '')
  assert.equal(new Set(names).size, 2)
  for (const name of names) {
    const address = `${new URL(url).origin}${name}`
    const { headers } = await open(address, { 'accept-encoding': 'gzip, br' })
    assert.deepEqual([headers['content-encoding'], headers.vary], ['gzip', 'accept-encoding'], name)
    assert.equal((await open(address)).headers['content-encoding'], undefined)
  }
})

test('an unpublished site is gone with the next request', async () => {
  const { url, api, params } = await givenPublished(server)
  assert.equal((await open(url)).status, 200)
  await api.unpublishSite({ params })
  const { status, text } = await open(url)
  assert.equal(status, 404)
  assert.doesNotMatch(text, /Docs|Welcome/)
})

test('a share link opens the site, moves its key out of the URL, and ends with the link', async () => {
  const { url, api, params } = await givenPublished(server, undefined, 'share-link')
  assert.equal((await open(url)).status, 404)
  const link = await api.createSiteShareLink({ params, body: { name: 'Customers' } })
  const first = await open(`${link.urls.published}/install?from=mail`)
  assert.deepEqual(
    [first.status, first.headers.location],
    [303, `${new URL(url).pathname}/install?from=mail`],
  )
  const { cookie } = first
  const opened = await open(`${url}/install`, { cookie })
  assert.equal(opened.status, 200)
  assert.equal(opened.headers['cache-control'], 'private, no-cache')
  await api.updateSiteShareLinkById({ params: { ...params, shareLinkId: link.id }, body: { active: false } })
  assert.equal((await open(`${url}/install`, { cookie })).status, 404)
})

test('a visitor with a token sees the pages of their plan, and a new key ends the visit', async () => {
  const site = await givenAudienceSite(server, 'visitor-auth')
  const api = server.as(site.admin)
  const body = { backend: 'custom', fallbackURL: 'https://login.example.com/in' } as const
  await api.updateSitePublishingAuthById({ params: site.params, body })
  const out = await open(`${site.address}/true`)
  assert.deepEqual([out.status, out.headers.location], [303, 'https://login.example.com/in?location=%2Ftrue'])
  const token = await visitorToken(site.privateKey, { plan: 'pro' })
  const arrived = await open(`${site.address}/true?jwt_token=${token}`)
  assert.equal(arrived.status, 303)
  assert.doesNotMatch(String(arrived.headers.location), /jwt_token/)
  const { cookie } = arrived
  const inside = await open(site.address, { cookie })
  assert.equal(inside.status, 200)
  assert.match(inside.text, /href="[^"]*\/true"/)
  const free = await open(
    `${site.address}?jwt_token=${await visitorToken(site.privateKey, { plan: 'free' })}`,
  )
  assert.doesNotMatch((await open(site.address, { cookie: free.cookie })).text, /href="[^"]*\/true"/)
  await api.regenerateSitePublishingAuthById({ params: site.params })
  assert.equal((await open(site.address, { cookie })).status, 303)
})

test('a page whose condition is false for a visitor is not there, and neither is its name', async () => {
  const site = await givenAudienceSite(server)
  const { status, text } = await open(`${site.address}/true`)
  assert.equal(status, 404)
  assert.doesNotMatch(text, /below true/)
})

test('links lead to the pages of the site, and a link that leads nowhere is no link', async () => {
  const markdown = 'See [how](install.md#first), [other](/pages/none) and [outside](https://example.com/a).\n'
  const { url } = await givenPublished(server, [page('Welcome', { document: { markdown } }), page('Install')])
  const { text } = await open(url)
  assert.match(text, new RegExp(`<a href="${new URL(url).pathname}/install#first"[^>]*>how</a>`))
  assert.match(text, /<span class="link-broken"[^>]*>other<\/span>/)
  assert.match(text, /<a href="https:\/\/example.com\/a" rel="noopener">outside<\/a>/)
})

test('the Markdown of a page is at its URL with .md', async () => {
  const { url } = await givenPublished(server)
  const { status, text, headers } = await open(`${url}/install.md`)
  assert.deepEqual([status, text], [200, '# Install\n\nText of Install.\n'])
  assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  assert.equal((await open(`${url}/nothing.md`)).status, 404)
})

test('search is a page, finds what the visitor sees, and is kept nowhere', async () => {
  const { url, organization, spaceId } = await givenPublished(server)
  await indexNow(server, organization.id, spaceId)
  const { status, text, headers } = await open(`${url}/~site/search?q=operate`)
  assert.deepEqual([status, headers['cache-control']], [200, 'no-store'])
  assert.match(text, new RegExp(`href="${new URL(url).pathname}/operate"`))
  const fragment = await open(`${url}/~site/search?fragment=1&q=operate`)
  assert.doesNotMatch(fragment.text, /<html/)
  assert.match(fragment.text, /role="option"/)
})

test('a path without a page names the nearest pages', async () => {
  const { url, organization, spaceId } = await givenPublished(server)
  await indexNow(server, organization.id, spaceId)
  const { status, text } = await open(`${url}/how-to/instal`)
  assert.equal(status, 404)
  const [main = ''] = /<main[\s\S]*<\/main>/.exec(text) ?? []
  assert.match(main, new RegExp(`href="${new URL(url).pathname}/install"`))
})

test('a page shows the operations of an API description', async () => {
  const { url, write, organization } = await givenPublished(server)
  const paths = { '/pets': { get: { summary: 'List pets', responses: { 200: { description: 'OK' } } } } }
  const { specSlug } = await givenSpec(server, organization.id, { ...description, paths })
  const tag = `{% openapi-operation spec="${specSlug}" path="/pets" method="get" %}\n`
  await write(page('Reference', { document: { markdown: `${tag}[x](y)\n{% endopenapi-operation %}\n` } }))
  const { text } = await open(`${url}/reference`)
  assert.match(text, /<section class="openapi"[\s\S]*List pets/)
})

test('a film of a known website is a card, and the page may load its frame after a click', async () => {
  const markdown = '{% embed url="https://youtu.be/abcdefghijk" %}\n\n{% embed url="https://a.example/" %}\n'
  const { url } = await givenPublished(server, [page('Films', { document: { markdown } })])
  const { text, headers } = await open(url)
  const [, source = ''] = /data-embed="([^"]*)"/.exec(text) ?? []
  assert.equal(source, 'https://www.youtube-nocookie.com/embed/abcdefghijk')
  const [, allowed = ''] = /frame-src ([^;]*)/.exec(String(headers['content-security-policy'])) ?? []
  assert.ok(allowed.split(' ').includes(new URL(source).origin))
  assert.ok(!allowed.includes('a.example'))
  assert.doesNotMatch(text, /<iframe/)
})

test('ending a visit takes the key away', async () => {
  const { url, api, params } = await givenPublished(server, undefined, 'share-link')
  const link = await api.createSiteShareLink({ params, body: { name: 'Customers' } })
  const { cookie } = await open(link.urls.published ?? '')
  assert.match((await open(url, { cookie })).text, /action="[^"]*~site\/leave"/)
  const left = await server.app.inject({
    method: 'POST',
    url: `${new URL(url).pathname}/~site/leave`,
    headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
    payload: '',
  })
  assert.equal(left.statusCode, 303)
  assert.match(String(left.headers['set-cookie']), /Max-Age=0/)
})

test('a file is sent to visitors who see a page with it, and to nobody else', async () => {
  const site = await givenPublished(server, undefined, 'share-link')
  const { api, params, spaceId, url } = site
  const file = {
    name: 'plan.txt',
    contentType: 'text/plain',
    base64: Buffer.from('the plan').toString('base64'),
  }
  const insert = { operation: 'insert_files' as const, files: [file] }
  await api.updateSpaceContent({ params: { spaceId }, body: { changes: [insert] } })
  const { items } = await api.listFiles({ params: { spaceId } })
  await site.write(page('Plan', { document: { markdown: `{% file src="/files/${items[0]?.id}" %}\n` } }))
  const link = await api.createSiteShareLink({ params, body: { name: 'Customers' } })
  const { cookie } = await open(link.urls.published ?? '')
  const { text } = await open(`${url}/plan`, { cookie })
  const href = /href="([^"]*~site\/files[^"]*)"/.exec(text)?.[1] ?? ''
  const target = `${new URL(url).origin}${href}`
  assert.deepEqual([(await open(target, { cookie })).text, (await open(target)).status], ['the plan', 404])
})

test('the sitemap of a public site has the pages that search engines may show', async () => {
  const { url } = await givenPublished(server, [
    page('Welcome'),
    page('Install'),
    page('Draft', { noRobotsIndex: true }),
    page('Hidden', { hidden: true }),
    page('Secret', { condition: 'visitor.claims.plan == "pro"' }),
  ])
  const { status, text, headers } = await open(`${url}/sitemap.xml`)
  assert.deepEqual([status, headers['content-type']], [200, 'application/xml; charset=utf-8'])
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, one]) => one)
  assert.deepEqual(listed, [url, `${url}/install`])
  assert.match((await open(`${url}/robots.txt`)).text, new RegExp(`Sitemap: ${url}/sitemap.xml`))
})

test('a site that is not public has no sitemap, and crawlers are told to stay away', async () => {
  const { url } = await givenPublished(server, undefined, 'unlisted')
  assert.equal((await open(`${url}/sitemap.xml`)).status, 404)
  assert.match((await open(`${url}/robots.txt`)).text, /Disallow: \//)
})
