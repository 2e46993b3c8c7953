import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../../../test/harness.ts'
import { givenPublished, openerFor } from '../../../test/published-site.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const open = openerFor(server)
const pro = 'visitor.claims.plan == "pro"'
const kinds = [
  page('Welcome', { description: 'Where to\nbegin' }),
  page('Install [fast]', { slug: 'install' }),
  page('Draft', { noIndex: true }),
  page('Hidden', { hidden: true }),
  page('Secret', { condition: pro }),
]

test('llms.txt lists the Markdown of the pages that programs may find', async () => {
  const { url } = await givenPublished(server, kinds)
  const { status, text, headers } = await open(`${url}/llms.txt`)
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8'])
  const [title, , space, , ...rows] = text.trimEnd().split('\n')
  assert.equal(title, '# Docs')
  assert.match(space ?? '', /^## /)
  assert.deepEqual(rows, [
    `- [Welcome](${url}/index.md): Where to begin`,
    `- [Install \\[fast\\]](${url}/install.md)`,
  ])
  for (const row of rows) {
    const target = /\]\((.+?)\)/.exec(row)?.[1] ?? ''
    assert.match(String((await open(target)).headers['content-type']), /^text\/markdown/, target)
  }
})

test('llms-full.txt has their texts, with the URL of each', async () => {
  const { url } = await givenPublished(server, kinds)
  const { text } = await open(`${url}/llms-full.txt`)
  assert.equal(
    text,
    `Source: ${url}\n\n# Welcome\n\nText of Welcome.\n\n---\n\n` +
      `Source: ${url}/install\n\n# Install \\[fast]\n\nText of Install [fast].\n`,
  )
})

test('a browser gets a page and a program its Markdown, at the same URL', async () => {
  const { url } = await givenPublished(server)
  for (const [address, title] of [
    [url, 'Welcome'],
    [`${url}/install`, 'Install'],
  ] as const) {
    const asked = await open(address, { accept: 'text/markdown, text/html;q=0.9, */*;q=0.1' })
    assert.equal(asked.text, `# ${title}\n\nText of ${title}.\n`)
    assert.match(String(asked.headers.vary), /\baccept,/)
    const browsed = await open(address, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    assert.match(String(browsed.headers['content-type']), /^text\/html/)
    assert.notEqual(asked.headers.etag, browsed.headers.etag)
  }
})

test('where a URL has no Markdown, a program is led on like a browser', async () => {
  const { url } = await givenPublished(server)
  const accept = 'text/markdown'
  assert.equal((await open(`${url}/welcome`, { accept })).text, '# Welcome\n\nText of Welcome.\n')
  assert.equal((await open(`${url}/nothing`, { accept })).status, 404)
  assert.equal((await open(`${url}/nothing.md`)).status, 404)
})

test('the feed tells what was merged, by the pages that the visitor sees', async () => {
  const { url, spaceId, admin } = await givenPublished(server, [
    page('Welcome'),
    page('Secret', { condition: pro }),
  ])
  const params = { spaceId }
  const merge = async (subject: string, ...changes: Parameters<typeof write>) => {
    const request = await givenChangeRequest(server, spaceId, admin)
    await server.as(admin).updateChangeRequestById({ params: request.params, body: { subject } })
    await request.write(...changes)
    await server.as(admin).mergeChangeRequest({ params: request.params })
  }
  const { pages } = await server.as(admin).listPages({ params })
  const [welcome = '', secret = ''] = pages.map(({ id }) => id)
  const edit = (id: string) =>
    ({ operation: 'update_page', page: id, document: { markdown: 'New.\n' } }) as const
  const write = (await givenChangeRequest(server, spaceId, admin)).write
  await merge('Plans for professionals', edit(secret))
  await merge('Say <hello> & more', edit(welcome), page('News'))
  const { text, headers } = await open(`${url}/feed.xml`)
  assert.equal(headers['content-type'], 'application/atom+xml; charset=utf-8')
  assert.doesNotMatch(text, /Plans|Secret/)
  assert.match(text, /<title>Say &#60;hello&#62; &#38; more<\/title>/)
  const listed = text.match(/<content type="html">(.*)<\/content>/)?.[1] ?? ''
  assert.match(listed, new RegExp(`${url}&#34;&#62;Welcome`))
  assert.match(listed, new RegExp(`${url}/news&#34;&#62;News`))
  assert.match(
    (await open(url)).text,
    /<link rel="alternate" type="application\/atom\+xml" href="[^"]+\/feed\.xml">/,
  )
})

test('a feed of a site without merges is a feed', async () => {
  const { url } = await givenPublished(server)
  const { status, text } = await open(`${url}/feed.xml`)
  assert.equal(status, 200)
  assert.doesNotMatch(text, /<entry>/)
})

test('a page names the same page in the other languages of its section', async () => {
  const { url, api, params, organization, spaceId } = await givenPublished(server)
  const made = {
    params: { organizationId: organization.id },
    body: { editMode: 'live' as const, title: 'Deutsch' },
  }
  const { id: german } = await api.createSpace(made)
  await api.updateSpaceContent({
    params: { spaceId: german },
    body: { changes: [page('Willkommen'), page('Install')] },
  })
  await api.addSpaceToSite({ params, body: { spaceId: german } })
  await api.updateSpaceById({ params: { spaceId }, body: { language: 'en' } })
  await api.updateSpaceById({ params: { spaceId: german }, body: { language: 'de' } })
  const alternatesOf = async (address: string) =>
    [...(await open(address)).text.matchAll(/hreflang="(\w+)" href="([^"]+)"/g)].map(([, ...one]) =>
      one.join(' '),
    )
  assert.deepEqual(await alternatesOf(`${url}/install`), [`en ${url}/install`, `de ${url}/deutsch/install`])
  assert.deepEqual(await alternatesOf(url), [`en ${url}`, `de ${url}/deutsch`])
  assert.deepEqual(await alternatesOf(`${url}/operate`), [])
})
