import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AudienceSite, givenAudienceSite, visitorOf } from '../../../test/audience-site.ts'
import { startServer } from '../../../test/harness.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenReusableContent } from '../../../test/reusable-content.ts'
import { page } from '../../../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

type Reader = Awaited<ReturnType<typeof visitorOf>>

/** Writes a page. Returns what a reader sees in each way to read its text, each as one string. */
async function givenPage(site: AudienceSite, markdown: string, more: object = {}) {
  const { spaceId } = site.places.none
  const changes = [page('Guide', { slug: 'guide', document: { markdown }, ...more })]
  const written = await server.as(site.admin).updateSpaceContent({ params: { spaceId }, body: { changes } })
  const [change] = written.changes
  const pageId = change?.operation === 'created_page' ? change.page.id : ''
  const params = { spaceId, pageId }
  return async (reader: Reader): Promise<string[]> => {
    const { id: revisionId } = await reader.getCurrentRevision({ params: { spaceId } })
    const inRevision = { params: { ...params, revisionId } }
    const byPath = { params: { spaceId, revisionId, pagePath: 'guide' } }
    const answers: unknown[] = []
    for (const evaluated of [false, true]) {
      for (const format of ['markdown', 'document'] as const) {
        const query = { format, evaluated }
        answers.push(await reader.getPageById({ params, query }))
        answers.push(await reader.getPageByPath({ params: byPath.params, query }))
        answers.push(await reader.getPageInRevisionById({ ...inRevision, query }))
        answers.push(await reader.getPageInRevisionByPath({ ...byPath, query }))
      }
      answers.push(await reader.getPageDocumentInRevisionById({ ...inRevision, query: { evaluated } }))
    }
    return answers.map((answer) => JSON.stringify(answer))
  }
}

async function givenVisitors(site: AudienceSite) {
  return {
    anybody: await visitorOf(server, site),
    free: await visitorOf(server, site, { plan: 'free' }),
    pro: await visitorOf(server, site, { plan: 'pro' }),
    member: server.as(site.admin),
  }
}

const pro = 'visitor.claims.plan === "pro"'

test('a visitor reads the blocks whose conditions they meet, and nothing of the others', async () => {
  const site = await givenAudienceSite(server)
  const read = await givenPage(
    site,
    `Open.\n\n{% if ${pro} %}\n## Alpha\n\nBravo\n{% else %}\nCharlie\n{% endif %}\n\n` +
      '- {% if visitor.claims.lost %}\n  Delta\n  {% else %}\n  Echo\n  {% endif %}\n',
  )
  const { anybody, free, pro: paying, member } = await givenVisitors(site)
  const words = ['Open', 'Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo', 'claims', '{%', 'endif']
  const shown = async (reader: Reader) => {
    const each = (await read(reader)).map((text) => words.filter((word) => text.includes(word)))
    for (const one of each) assert.deepEqual(one, each[0])
    return each[0]
  }
  assert.deepEqual(await shown(anybody), ['Open', 'Charlie'])
  assert.deepEqual(await shown(free), ['Open', 'Charlie'])
  assert.deepEqual(await shown(paying), ['Open', 'Alpha', 'Bravo'])
  for (const text of await read(member)) for (const word of words.slice(0, 7)) assert.ok(text.includes(word))
})

test('after the title, a visitor gets the bytes that were written without those that were cut', async () => {
  const site = await givenAudienceSite(server)
  const markdown = `a\t\u00e9\r\n{% if ${pro} %}\r\n*b*\r\n{% else %}\r\nc\r\n{% endif %}\r\n\\_d`
  const read = await givenPage(site, markdown)
  const { free, pro: paying, member } = await givenVisitors(site)
  const textOf = async (reader: Reader) => JSON.parse((await read(reader))[0] ?? '').markdown
  assert.equal(await textOf(free), '# Guide\n\na\t\u00e9\r\n\r\nc\r\n\r\n\\_d')
  assert.equal(await textOf(paying), '# Guide\n\na\t\u00e9\r\n\r\n*b*\r\n\r\n\\_d')
  assert.equal(await textOf(member), markdown)
})

test('conditions that cost too much or do not pair hide their blocks', async () => {
  const site = await givenAudienceSite(server)
  const tens = '[1,2,3,4,5,6,7,8,9,10]'
  const costly = `${tens}.every(a=>${tens}.every(b=>${tens}.every(c=>${tens}.every(d=>true))))`
  const { pro: paying } = await givenVisitors(site)
  const cases = [
    `Open {% if ${costly} %}Alpha{% else %}Bravo{% endif %}`,
    `Open {% if true`,
    `Open {% if ${pro} %}Alpha`,
    'Alpha {% endif %} Open',
    'Alpha {% else %} Bravo {% endif %} Open',
  ]
  for (const markdown of cases) {
    const read = await givenPage(site, markdown, { slug: 'guide', title: 'Guide' })
    for (const text of await read(paying)) {
      assert.ok(text.includes('Open'), markdown)
      assert.ok(!/Alpha|Bravo|true\b.{0,3}$|\{%/.test(text.replaceAll(/:true/g, '')), `${markdown}: ${text}`)
    }
    await deletePage(site)
  }
})

async function deletePage(site: AudienceSite) {
  const { spaceId } = site.places.none
  const api = server.as(site.admin)
  const { id } = await api.getPageByPath({ params: { spaceId, pagePath: 'guide' } })
  const changes = [{ operation: 'delete_page' as const, page: id }]
  await api.updateSpaceContent({ params: { spaceId }, body: { changes } })
}

test('with adaptive content switched off no branch of a condition is shown', async () => {
  const site = await givenAudienceSite(server)
  const read = await givenPage(site, `Open {% if ${pro} %}Alpha{% else %}Bravo{% endif %}`)
  const { pro: paying } = await givenVisitors(site)
  await server.as(site.admin).updateSiteById({
    params: site.params,
    body: { adaptiveContent: { enabled: false } },
  })
  for (const text of await read(paying)) assert.ok(/Open/.test(text) && !/Alpha|Bravo/.test(text), text)
})

test('a heading behind a condition is not taken for the title of the page', async () => {
  const site = await givenAudienceSite(server)
  const read = await givenPage(site, `{% if ${pro} %}\nAlpha\n{% endif %}\n\n# Bravo\n\nCharlie\n`)
  const { free } = await givenVisitors(site)
  for (const text of await read(free)) assert.ok(/Bravo/.test(text) && !/Alpha/.test(text), text)
})

test('an answer that depends on claims has an ETag that does', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  await givenPage(site, `{% if ${pro} %}Alpha{% endif %}`)
  const { free, pro: paying, anybody } = await givenVisitors(site)
  const input = { params: { spaceId, pagePath: 'guide' }, query: { format: 'markdown' as const } }
  const tags: (string | null)[] = []
  for (const reader of [free, paying, anybody]) {
    tags.push((await reader.request('getPageByPath', input)).headers.get('etag'))
  }
  assert.equal(new Set(tags).size, 3)
})

test('visitors see no conditions of pages, and no conditional parts of their titles', async () => {
  const site = await givenAudienceSite(server)
  const title = `Open {% if ${pro} %}Alpha{% endif %}`
  const read = await givenPage(site, 'Text', { title, description: `Words ${title}`, condition: pro })
  const { pro: paying, member } = await givenVisitors(site)
  const { spaceId } = site.places.none
  const lists = [
    await paying.listPages({ params: { spaceId } }),
    await paying.getCurrentRevision({ params: { spaceId } }),
  ].map((list) => JSON.stringify(list))
  for (const text of [...(await read(paying)), ...lists]) assert.ok(!/Alpha|claims/.test(text), text)
  for (const text of lists) assert.ok(text.includes('"Words Open "'), text)
  assert.ok(JSON.stringify(await member.listPages({ params: { spaceId } })).includes('claims'))
})

test('what only hidden blocks show is hidden too: files and reusable contents', async () => {
  const site = await givenAudienceSite(server)
  const { spaceId } = site.places.none
  const [open, hidden, inPiece] = ['open', 'hidden', 'piece'].map((ref) => ({
    ...{ name: `${ref}.txt`, ref, contentType: 'text/plain' },
    base64: Buffer.from(ref).toString('base64'),
  }))
  const files = [open, hidden, inPiece].filter((file) => file !== undefined)
  const { insertedFiles = [] } = await server.as(site.admin).updateSpaceContent({
    params: { spaceId },
    body: { changes: [{ operation: 'insert_files', files }] },
  })
  const [openId = '', hiddenId = '', inPieceId = ''] = insertedFiles.map(({ file }) => file.id)
  const markdown = `![](/files/${openId})\n\n{% if ${pro} %}\n![](/files/${inPieceId}) Alpha\n{% endif %}\n`
  const shownPiece = await givenReusableContent(server, { spaceId, userId: site.admin.id }, { markdown })
  const hiddenPiece = await givenReusableContent(
    server,
    { spaceId, userId: site.admin.id },
    { markdown: 'Bravo\n' },
  )
  await givenPage(
    site,
    `{% include "/reusable-contents/${shownPiece}" %}\n\n{% if ${pro} %}\n![](/files/${hiddenId})\n\n` +
      `{% include "/reusable-contents/${hiddenPiece}" %}\n{% endif %}\n`,
  )
  const { free, pro: paying } = await givenVisitors(site)
  const { id: revisionId } = await free.getCurrentRevision({ params: { spaceId } })
  const reads = (reader: Reader, fileId: string) => [
    () => reader.getFileById({ params: { spaceId, fileId } }),
    () => reader.getFileInRevisionById({ params: { spaceId, revisionId, fileId } }),
  ]
  for (const id of [openId, hiddenId, inPieceId]) {
    for (const read of reads(paying, id)) await read()
    for (const read of reads(free, id)) await (id === openId ? read() : assertOut(read()))
  }
  const pieces = (reader: Reader, reusableContentId: string) => {
    const inRevision = { params: { spaceId, revisionId, reusableContentId } }
    return [
      () => reader.getReusableContentById({ params: { spaceId, reusableContentId } }),
      () => reader.getReusableContentInRevisionById(inRevision),
      () => reader.getReusableContentDocumentInRevisionById(inRevision),
    ]
  }
  for (const read of pieces(paying, hiddenPiece)) await read()
  for (const read of pieces(free, hiddenPiece)) await assertOut(read())
  const shown = async (reader: Reader) =>
    JSON.stringify(await Promise.all(pieces(reader, shownPiece).map((read) => read())))
  assert.ok(!(await shown(free)).includes('Alpha'))
  assert.ok((await shown(paying)).includes('Alpha'))
})

async function assertOut(answer: Promise<unknown>) {
  assert.equal((await refusalOf(answer)).status, 404)
}
