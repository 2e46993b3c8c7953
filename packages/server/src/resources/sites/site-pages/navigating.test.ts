import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)

/** A site with chapters, each with sections, each with parts, and their paths in reading order. */
async function givenLargeSite() {
  const site = await givenPublished(server, [page('Welcome')])
  const { api, spaceId } = site
  const places = ['welcome']
  const idOf = async (pagePath: string) => (await api.getPageByPath({ params: { spaceId, pagePath } })).id
  for (let chapter = 0; chapter < 6; chapter++) {
    const above = `chapter-${chapter}`
    await site.write(page(`Chapter ${chapter}`))
    const sections = Array.from({ length: 9 }, (_, index) => `Section ${index}`)
    const into = await idOf(above)
    await site.write(...sections.map((title) => page(title, { into })))
    places.push(above)
    for (let section = 0; section < sections.length; section++) {
      const below = `${above}/section-${section}`
      const parent = await idOf(below)
      const parts = Array.from({ length: 10 }, (_, index) => page(`Part ${index}`, { into: parent }))
      await site.write(...parts)
      places.push(below, ...parts.map((_, index) => `${below}/part-${index}`))
    }
  }
  return { ...site, places }
}

const { url, places, write, api, spaceId } = await givenLargeSite()
const base = new URL(url).pathname

/** The links of a page: those of the page tree, and the pages before and after. */
async function linksOf(path: string) {
  const { text } = await open(path === 'welcome' ? url : `${url}/${path}`)
  const within = (pattern: RegExp) =>
    [...(pattern.exec(text)?.[0] ?? '').matchAll(/<a[^>]*href="([^"]+)"/g)].map(([, href = '']) =>
      href === base ? 'welcome' : href.slice(base.length + 1),
    )
  return {
    tree: within(/<nav class="side"[\s\S]*?<\/nav>/),
    beside: within(/<nav class="pager"[\s\S]*?<\/nav>/),
  }
}

test('every page of a large space leads to the one before and the one after in reading order', async () => {
  assert.equal(places.length, 601)
  const some = places.map((_, index) => index).filter((index) => index % 23 < 2 || index > 590)
  for (const index of some) {
    const { beside } = await linksOf(places[index] ?? '')
    assert.deepEqual(beside, [places[index - 1], places[index + 1]].filter(Boolean), places[index])
  }
})

test('the tree of a large space shows only the branches that lead to the page', async () => {
  const { tree } = await linksOf('chapter-3/section-2/part-5')
  const expected = places.filter(
    (path) =>
      !path.includes('/') ||
      /^chapter-3\/section-\d$/.test(path) ||
      /^chapter-3\/section-2\/part-\d$/.test(path),
  )
  assert.deepEqual(tree, expected)
  const home = await linksOf('welcome')
  assert.deepEqual(
    home.tree,
    places.filter((path) => !path.includes('/')),
  )
})

test('a closed page looks like one without subpages if the visitor sees none of them', async () => {
  await write(page('Quiet'))
  const { id: into } = await api.getPageByPath({ params: { spaceId, pagePath: 'quiet' } })
  await write(page('Secret', { into, condition: 'visitor.claims.plan == "pro"' }))
  const rowOf = async (path: string) => {
    const { text } = await open(url)
    return new RegExp(`<a href="${base}/${path}">[\\s\\S]*?</a>`).exec(text)?.[0] ?? ''
  }
  assert.match(await rowOf('chapter-0'), /tree-sign turn/)
  assert.match(await rowOf('quiet'), /Quiet/)
  assert.doesNotMatch(await rowOf('quiet'), /tree-sign turn/)
})
