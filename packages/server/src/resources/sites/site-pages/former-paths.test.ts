import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { indexNow } from '../../../test/indexing.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

/** A site with the default section of its first space and a section `guides`. */
async function givenSections() {
  const site = await givenPublished(server)
  const { api, params, url } = site
  const { organizationId } = params
  const body = { title: 'Guides', editMode: 'live' } as const
  const guides = await api.createSpace({ params: { organizationId }, body })
  const write = (...changes: Parameters<typeof site.write>) =>
    api.updateSpaceContent({ params: { spaceId: guides.id }, body: { changes } })
  await write(page('Start'), page('Deploy'))
  const section = await api.addSectionToSite({ params, body: { spaceId: guides.id, title: 'Guides' } })
  const at = { ...params, siteSectionId: section.id }
  const update = (changes: object) => api.updateSiteSectionById({ params: at, body: changes })
  const noted = () => indexNow(server, organizationId, guides.id)
  const { pathname: base } = new URL(url)
  const leads = async (path: string, to: string) => {
    const { status, headers } = await open(`${url}/${path}?a=b`)
    assert.deepEqual([status, headers.location], [308, `${base}${to}?a=b`], path)
  }
  return { ...site, guides, section, writeGuides: write, update, noted, leads }
}

test('pages of a section are found at all paths that the section had', async () => {
  const { update, leads, url } = await givenSections()
  assert.equal((await open(`${url}/guides/deploy`)).status, 200)
  await update({ path: 'handbook' })
  await update({ path: 'manual' })
  await leads('guides/deploy', '/manual/deploy')
  await leads('handbook/deploy', '/manual/deploy')
  await leads('guides', '/manual')
  assert.equal((await open(`${url}/guides/never`)).status, 404)
})

test('the Markdown of a page is found at its former paths', async () => {
  const { update, leads, noted, writeGuides, api, guides } = await givenSections()
  const params = { spaceId: guides.id, pagePath: 'deploy' }
  const { id } = await api.getPageByPath({ params })
  await writeGuides({ operation: 'update_page', page: id, slug: 'ship' })
  await noted()
  await leads('guides/deploy.md', '/guides/ship.md')
  await update({ path: 'manual' })
  await leads('guides/deploy.md', '/manual/ship.md')
  await leads('guides/ship.md', '/manual/ship.md')
  await leads('guides/index.md', '/manual/index.md')
})

test('when another section becomes the default, pages of the former default are found', async () => {
  const { api, params, section, leads, url } = await givenSections()
  assert.equal((await open(`${url}/install`)).status, 200)
  await api.updateSiteById({ params, body: { defaultSiteSection: section.id } })
  assert.equal((await open(`${url}/deploy`)).status, 200)
  await leads('install', '/docs/install')
  await leads('guides/deploy', '/deploy')
})

test('a default section with the name that another one gave up hides none of its pages', async () => {
  const { api, params, section, update, leads, url } = await givenSections()
  await update({ path: 'manual' })
  const { items } = await api.listSiteSections({ params })
  const siteSectionId = items.find(({ id }) => id !== section.id)?.id ?? ''
  await api.updateSiteSectionById({ params: { ...params, siteSectionId }, body: { path: 'guides' } })
  await leads('guides/deploy', '/manual/deploy')
  await leads('guides/install', '/install')
  await leads('guides/never', '/never')
  assert.equal((await open(`${url}/never`)).status, 404)
})

test('a space that moves to another section takes its paths with it', async () => {
  const { api, params, guides, section, spaceId, leads, url } = await givenSections()
  const { items } = await api.listSiteSpaces({ params })
  const sectionId = items.find(({ space }) => space.id === spaceId)?.section ?? ''
  const { id: siteSpaceId } = await api.addSpaceToSite({ params, body: { spaceId: guides.id, sectionId } })
  await api.updateSiteSpaceById({ params: { ...params, siteSpaceId }, body: { path: 'how-to' } })
  await api.deleteSiteSectionById({ params: { ...params, siteSectionId: section.id } })
  await leads('guides/deploy', '/how-to/deploy')
  assert.equal((await open(`${url}/how-to/deploy`)).status, 200)
})

test('a page is not mistaken for one that came to its path later', async () => {
  const { update, leads, noted, writeGuides, api, guides } = await givenSections()
  const idOf = async (pagePath: string) =>
    (await api.getPageByPath({ params: { spaceId: guides.id, pagePath } })).id
  const deploy = await idOf('deploy')
  await writeGuides({ operation: 'update_page', page: deploy, slug: 'ship' })
  await update({ path: 'manual' })
  await writeGuides(page('Other', { slug: 'deploy' }))
  await noted()
  await leads('guides/deploy', '/manual/ship')
})

test('pages with the same path in two sections are different pages, also in memory', async () => {
  const { url, writeGuides } = await givenSections()
  await writeGuides(page('Install'))
  for (const accept of ['text/html', 'text/markdown']) {
    const own = await open(`${url}/install`, { accept })
    const other = await open(`${url}/guides/install`, { accept })
    assert.notEqual(own.headers.etag, other.headers.etag)
    assert.equal((await open(`${url}/guides/install`, { accept })).text, other.text)
    assert.equal((await open(`${url}/install`, { accept })).text, own.text)
  }
  const { text } = await open(`${url}/guides/install`)
  assert.match(text, /<link rel="canonical" href="[^"]*\/guides\/install">/)
})

test('nobody is led to a section that they do not see', async () => {
  const { update, url } = await givenSections()
  await update({ path: 'manual', condition: 'visitor.claims.plan == "pro"' })
  const { status, text } = await open(`${url}/guides/deploy`)
  assert.equal(status, 404)
  assert.doesNotMatch(text, /manual/)
})

test('a page with the name of its default section is shown at its URL', async () => {
  const { api, params, section, writeGuides, url, leads } = await givenSections()
  await writeGuides(page('Guides', { slug: 'guides' }))
  await api.updateSiteById({ params, body: { defaultSiteSection: section.id } })
  const { status, text } = await open(`${url}/guides`)
  assert.equal(status, 200)
  assert.match(text, /<h1[^>]*>Guides<\/h1>/)
  await leads('guides/deploy', '/deploy')
})

test('a former path leads nowhere rather than to a section that has the path of its page now', async () => {
  const { api, spaceId, write, params, url } = await givenSections()
  const { id } = await api.getPageByPath({ params: { spaceId, pagePath: 'install' } })
  await write({ operation: 'update_page', page: id, slug: 'guides' })
  await indexNow(server, params.organizationId, spaceId)
  assert.equal((await open(`${url}/install`)).status, 404)
})

test('a path that a page had twice is found in each place that its space had meanwhile', async () => {
  const { update, leads, noted, writeGuides, api, guides } = await givenSections()
  const { id } = await api.getPageByPath({ params: { spaceId: guides.id, pagePath: 'deploy' } })
  const rename = (slug: string) => writeGuides({ operation: 'update_page', page: id, slug })
  await rename('ship')
  await update({ path: 'manual' })
  await rename('deploy')
  await rename('launch')
  await noted()
  await leads('guides/deploy', '/manual/launch')
  await leads('manual/deploy', '/manual/launch')
})

test('pages are found at former paths that begin with the path of a new section', async () => {
  const { api, spaceId, write, params, update, leads } = await givenSections()
  const { id } = await api.getPageByPath({ params: { spaceId, pagePath: 'install' } })
  await write(page('Linux', { into: id }))
  await write({ operation: 'update_page', page: id, slug: 'set-up' })
  await indexNow(server, params.organizationId, spaceId)
  await update({ path: 'install' })
  await leads('install/linux', '/set-up/linux')
})

test('a path does not lead to a page that came to it when its space had left', async () => {
  const { api, spaceId, write, writeGuides, params, section, guides, url } = await givenSections()
  const idAt = async (at: string, pagePath: string) =>
    (await api.getPageByPath({ params: { spaceId: at, pagePath } })).id
  await api.updateSiteById({ params, body: { defaultSiteSection: section.id } })
  const install = await idAt(spaceId, 'install')
  await write({ operation: 'update_page', page: install, slug: 'deploy' })
  await writeGuides({ operation: 'delete_page', page: await idAt(guides.id, 'deploy') })
  await write({ operation: 'update_page', page: install, slug: 'install' })
  for (const one of [spaceId, guides.id]) await indexNow(server, params.organizationId, one)
  assert.equal((await open(`${url}/deploy`)).status, 404)
})
