import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { givenReusableContent } from '../../../test/reusable-content.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const pro = 'visitor.claims.plan === "pro"'

type Reader = ReturnType<typeof server.as>

const piece = (site: AudienceSite, markdown: string, id?: string) =>
  givenReusableContent(
    server,
    { spaceId: site.places.none.spaceId, userId: site.admin.id },
    { markdown, ...(id && { id }) },
  )
const include = (id: string) => `{% include "/reusable-contents/${id}" %}`

async function write(site: AudienceSite, title: string, markdown: string, more: object = {}) {
  const params = { spaceId: site.places.none.spaceId }
  const changes = [page(title, { slug: title, document: { markdown }, ...more })]
  const written = await server.as(site.admin).updateSpaceContent({ params, body: { changes } })
  const [change] = written.changes
  return change?.operation === 'created_page' ? change.page.id : ''
}

async function read(reader: Reader, { places }: AudienceSite, pageId: string, query: object) {
  const { spaceId } = places.none
  const { id: revisionId } = await reader.getCurrentRevision({ params: { spaceId } })
  const params = { spaceId, revisionId, pageId }
  const one = await reader.getPageInRevisionById({ params, query: { format: 'markdown', ...query } })
  const { nodes } = await reader.getPageDocumentInRevisionById({ params, query })
  return { markdown: 'markdown' in one ? String(one.markdown) : '', nodes, text: JSON.stringify(nodes) }
}

test('reusable contents are replaced by their text, also in containers and in each other', async () => {
  const site = await givenAudienceSite(server)
  const inner = await piece(site, 'Inner\n')
  const outer = await piece(site, `# Outer\n\n${include(inner)}\n`)
  const markdown =
    `Before\n${include(outer)}\nAfter\n\n> ${include(inner)}\n\n- ${include(inner)}\n\n` +
    `{% hint style="info" %}\n${include(inner)}\n{% endhint %}\n\n\`\`\`\n${include(inner)}\n\`\`\`\n\n` +
    `${include('missing')}\n`
  const pageId = await write(site, 'a', markdown)
  const admin = server.as(site.admin)
  assert.equal((await read(admin, site, pageId, {})).markdown, markdown)
  for (const dereferenced of [true, 'reusable-contents'] as const) {
    const { nodes, text, markdown: whole } = await read(admin, site, pageId, { dereferenced })
    const types = nodes.map((node) => node.type)
    const blocks = ['paragraph', 'heading-1', 'paragraph', 'paragraph', 'blockquote', 'list-unordered']
    assert.deepEqual(types, [...blocks, 'hint', 'code', 'reusable-content'])
    assert.equal(text.match(/"Inner"/g)?.length, 4)
    assert.ok(whole.includes(`\`\`\`\n${include(inner)}\n\`\`\``))
  }
})

test('a piece that contains itself, or would swallow what follows, stays a reference', async () => {
  const site = await givenAudienceSite(server)
  const id = 'A'.repeat(22)
  await piece(site, `Again\n\n${include(id)}\n`, id)
  const open = await piece(site, '```\nopen\n')
  const pageId = await write(site, 'a', `${include(id)}\n\n${include(open)}\n\nAfter\n`)
  const { nodes } = await read(server.as(site.admin), site, pageId, { dereferenced: true })
  assert.deepEqual(
    nodes.map((node) => node.type),
    ['paragraph', 'reusable-content', 'reusable-content', 'paragraph'],
  )
})

test('a heading at the start of a piece is not taken for the title of the page', async () => {
  const site = await givenAudienceSite(server)
  const id = await piece(site, '# Heading\n')
  const pageId = await write(site, 'a', `${include(id)}\n`)
  const { text } = await read(server.as(site.admin), site, pageId, { dereferenced: true })
  assert.ok(text.includes('Heading'))
})

test('a visitor reads of a piece what its conditions show them', async () => {
  const site = await givenAudienceSite(server)
  const id = await piece(site, `Open\n\n{% if ${pro} %}\nAlpha\n{% else %}\nBravo\n{% endif %}\n`)
  const pageId = await write(site, 'a', `${include(id)}\n`)
  const query = { dereferenced: 'reusable-contents', evaluated: 'deterministic-only' }
  const free = await read(await visitorOf(server, site, { plan: 'free' }), site, pageId, query)
  const paying = await read(await visitorOf(server, site, { plan: 'pro' }), site, pageId, query)
  for (const text of [free.text, free.markdown])
    assert.ok(/Open.*Bravo/s.test(text) && !/Alpha|claims/.test(text))
  for (const text of [paying.text, paying.markdown])
    assert.ok(/Alpha/.test(text) && !/Bravo|claims/.test(text))
})

test('deterministic-only leaves expressions that depend on the visitor', async () => {
  const site = await givenAudienceSite(server)
  const markdown = '<code class="expression">visitor.claims.plan</code>\n'
  const pageId = await write(site, 'a', markdown)
  const paying = await visitorOf(server, site, { plan: 'pro' })
  const query = { evaluated: 'deterministic-only' }
  assert.equal((await read(paying, site, pageId, query)).markdown, `# a\n\n${markdown}`)
})

test('other values of evaluated, dereferenced and format.markdown.refs are refused', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const { id } = await server.as(site.admin).getCurrentRevision({ params: { spaceId } })
  const pageId = await write(site, 'a', 'Text\n')
  const base = `/v1/spaces/${spaceId}/revisions/${id}/page/${pageId}`
  const headers = { authorization: `Bearer ${site.admin.secret}` }
  const wrong = ['evaluated=x', 'evaluated=reusable-contents', 'dereferenced=deterministic-only']
  for (const query of [...wrong, 'format.markdown.refs=x']) {
    const { statusCode } = await server.app.inject({ url: `${base}?${query}`, headers })
    assert.equal(statusCode, 400, query)
  }
  const { statusCode } = await server.app.inject({ url: `${base}/document?evaluated=x`, headers })
  assert.equal(statusCode, 400)
})

test('links to pages are written by ID or by path on request, and as they are otherwise', async () => {
  const site = await givenAudienceSite(server)
  const admin = server.as(site.admin)
  const target = await write(site, 'target', 'Text\n')
  const hidden = await write(site, 'hidden', 'Text\n', { condition: pro })
  const below = await write(site, 'inside', 'Text\n', { into: target })
  const markdown =
    `[a](./target.md) [b](/pages/${target}#part) [c](https://example.com/target) [d](#own)\n\n` +
    `[e](target/inside.md) [f](./hidden.md) \`[g](./target.md)\`\n`
  const pageId = await write(site, 'a', markdown)
  const refs = (reader: Reader, id: string, value: string | undefined) =>
    read(reader, site, id, { 'format.markdown.refs': value })
  assert.equal((await refs(admin, pageId, undefined)).markdown, markdown)
  const stable = (hiddenLink: string) =>
    `[a](/pages/${target}) [b](/pages/${target}#part) [c](https://example.com/target) [d](#own)\n\n` +
    `[e](/pages/${below}) [f](${hiddenLink}) \`[g](./target.md)\`\n`
  assert.equal((await refs(admin, pageId, 'stable')).markdown, stable(`/pages/${hidden}`))
  const anybody = await visitorOf(server, site)
  assert.equal((await refs(anybody, pageId, 'stable')).markdown, `# a\n\n${stable('./hidden.md')}`)
  assert.equal(
    (await refs(admin, pageId, 'relative')).markdown,
    `[a](./target.md) [b](./target.md#part) [c](https://example.com/target) [d](#own)\n\n` +
      `[e](./target/inside.md) [f](./hidden.md) \`[g](./target.md)\`\n`,
  )
  const up = await write(site, 'deep', `[a](/pages/${pageId})\n`, { into: target })
  assert.equal((await refs(admin, up, 'relative')).markdown, '[a](../a.md)\n')
})

test('a path is found whether its slashes are encoded or not', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const target = await write(site, 'target', 'Text\n')
  const inside = await write(site, 'inside', 'Text\n', { into: target })
  const { id } = await server.as(site.admin).getCurrentRevision({ params: { spaceId } })
  for (const path of ['target/inside', encodeURIComponent('target/inside')]) {
    for (const base of [`revisions/${id}`, 'content']) {
      const url = `/v1/spaces/${spaceId}/${base}/path/${path}`
      const headers = { authorization: `Bearer ${site.admin.secret}` }
      const answer = await server.app.inject({ url, headers })
      assert.equal(answer.json().id, inside, url)
    }
  }
})
