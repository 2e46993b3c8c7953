import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { newId } from '../../../common/ids.ts'
import type { Worker } from '../../../jobs/shifts.ts'
import { givenMember, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { readPDF } from '../../../test/pdf-reading.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'
import { deletePDF } from './jobs.ts'
import { prefersPage } from './waiting-page.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
let worker: Worker
before(async () => {
  worker = await startQuietWorker(server)
})
after(() => worker.stop())

const guide = '# Guide\n\nHow it works: see [the reference](./reference.md).\n\n```js\nstart()\n```\n'

test('a space as PDF has its title, its contents and its pages in their order', async () => {
  const { reader, spaceId } = await givenGuide()
  const { bytes, headers } = await opened(reader, spaceId)
  assert.equal(headers['content-type'], 'application/pdf')
  assert.match(String(headers['content-disposition']), /^attachment; filename="Handbook\.pdf"/)
  const { text } = await readPDF(bytes)
  const places = ['Handbook', 'Contents', 'Guide', 'How it works', 'start()', 'Reference', 'Every setting']
  let at = 0
  for (const words of places) {
    const next = text.indexOf(words, at)
    assert.ok(next >= at, `${words} after ${at} in ${text}`)
    at = next + words.length
  }
  assert.equal(text.includes('Hidden words'), false)
})

test('`page` is that page with those below it, `only` the page alone; hidden ones are named', async () => {
  const { reader, spaceId, pages } = await givenGuide()
  const below = await readPDF((await opened(reader, spaceId, { page: pages.Guide })).bytes)
  assert.match(below.text, /How it works.*Every setting/s)
  const alone = await readPDF((await opened(reader, spaceId, { page: pages.Guide, only: true })).bytes)
  assert.match(alone.text, /How it works/)
  assert.doesNotMatch(alone.text, /Every setting/)
  const hidden = await readPDF((await opened(reader, spaceId, { page: pages.Hidden })).bytes)
  assert.match(hidden.text, /Hidden words/)
})

test('a change request has a PDF of its own content, and one without changes that of its space', async () => {
  const { editor, commenter, spaceId, pages } = await givenGuide()
  const draft = await givenChangeRequest(server, spaceId, editor)
  const api = server.as(commenter)
  const first = await open((await api.getChangeRequestPDF({ params: draft.params, query: {} })).url)
  assert.deepEqual(first.rawPayload, (await opened(commenter, spaceId)).bytes)
  assert.equal(await countOf(spaceId), 1)
  const document = { markdown: '# Guide\n\nRewritten.\n' }
  await draft.write({ operation: 'update_page', page: pages.Guide ?? '', document })
  const second = await open((await api.getChangeRequestPDF({ params: draft.params, query: {} })).url)
  assert.match((await readPDF(second.rawPayload)).text, /Rewritten/)
})

test('who opens it at the same time, or later, gets the same bytes of one making', async () => {
  const { reader, admin, spaceId } = await givenGuide()
  const all = await Promise.all([reader, admin, reader, admin].map((person) => opened(person, spaceId)))
  for (const { bytes } of all) assert.deepEqual(bytes, all[0]?.bytes)
  assert.equal(await countOf(spaceId), 1)
  const { url } = await server.as(reader).getSpacePDF({ params: { spaceId }, query: {} })
  const etag = String((await open(url)).headers.etag)
  assert.equal((await open(url, { 'if-none-match': etag })).statusCode, 304)
  assert.equal((await open(url, { range: 'bytes=0-4' })).payload, '%PDF-')
})

test('an address shows the revision that it was given for, whatever is written later', async () => {
  const { reader, spaceId, pages, write } = await givenGuide()
  const { url } = await server.as(reader).getSpacePDF({ params: { spaceId }, query: {} })
  await write({ operation: 'update_page', page: pages.Guide ?? '', document: { markdown: 'Another text\n' } })
  const { text } = await readPDF((await open(url)).rawPayload)
  assert.match(text, /How it works/)
  assert.doesNotMatch(text, /Another text/)
})

test('an address ends with its hour, with the token, and with the right to read', async () => {
  const { organization, admin, spaceId } = await givenGuide()
  const api = server.as(admin)
  const member = await givenMember(server, organization, 'comment')
  const { url } = await server.as(member).getSpacePDF({ params: { spaceId }, query: {} })
  assert.equal((await open(url)).statusCode, 200)
  server.time.now = new Date(Date.now() + 62 * 60_000).toISOString()
  assert.equal((await open(url)).statusCode, 404)
  server.time.now = undefined
  assert.equal((await open(url)).statusCode, 200)

  const draft = await givenChangeRequest(server, spaceId, admin)
  const asked = await server.as(member).getChangeRequestPDF({ params: draft.params, query: {} })
  const at = { organizationId: organization.id, userId: member.id }
  await api.updateMemberInOrganizationById({ params: at, body: { role: 'read' } })
  assert.equal((await open(asked.url)).statusCode, 403)
  assert.equal((await open(url)).statusCode, 200)
  await api.removeMemberFromOrganizationById({ params: at })
  assert.equal((await open(url)).statusCode, 404)

  const other = await givenMember(server, organization, 'read')
  const theirs = await server.as(other).getSpacePDF({ params: { spaceId }, query: {} })
  assert.equal((await open(theirs.url)).statusCode, 200)
  await sql`delete from tokens where user_id = ${other.id}`.execute(server.db)
  assert.equal((await open(theirs.url)).statusCode, 404)
})

test('a deleted space takes its addresses along', async () => {
  const { admin, spaceId } = await givenGuide()
  const { url } = await server.as(admin).getSpacePDF({ params: { spaceId }, query: {} })
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  assert.equal((await open(url)).statusCode, 404)
})

test('no address opens anything once a letter of it is changed', async () => {
  const { admin, spaceId } = await givenGuide()
  const { url } = await server.as(admin).getSpacePDF({ params: { spaceId }, query: {} })
  const path = new URL(url).pathname
  const [, , token = ''] = path.split('/')
  for (const wrong of [token.slice(1), `${token}a`, token.replace('.', ''), token.replace(/.$/, '.')]) {
    assert.equal((await open(url.replace(token, wrong))).statusCode, 404)
  }
  assert.equal((await open(url.replace('Handbook', 'Other'))).statusCode, 404)
})

test('only what is there can be asked for: a page that is not is 404, and `only` needs one', async () => {
  const { reader, spaceId, editor } = await givenGuide()
  const api = server.as(reader)
  const params = { spaceId }
  assert.equal((await refusalOf(api.getSpacePDF({ params, query: { page: newId() } }))).status, 404)
  assert.equal((await refusalOf(api.getSpacePDF({ params, query: { only: true } }))).status, 400)
  const draft = await givenChangeRequest(server, spaceId, editor)
  const refused = await refusalOf(api.getChangeRequestPDF({ params: draft.params, query: {} }))
  assert.equal(refused.status, 403)
})

test('images of the space are shown, those of others and missing ones are named', async () => {
  const { reader, spaceId, write } = await givenWrittenSpace(server)
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
  const file = { name: 'a.svg', base64: Buffer.from(svg).toString('base64'), contentType: 'image/svg+xml' }
  const { insertedFiles } = await write({ operation: 'insert_files', files: [file] })
  const id = insertedFiles?.[0]?.file.id
  const markdown = `![Own](/files/${id})\n\n![Gone](/files/nothing)\n\n![Theirs](http://127.0.0.1:1/x.png)\n`
  await write(page('Pictures', { document: { markdown } }))
  const { bytes } = await opened(reader, spaceId)
  const { text } = await readPDF(bytes)
  assert.match(text, /Gone.*Theirs/s)
  assert.doesNotMatch(text, /Own/)
})

test('people of the organization are shown by name, others stay strangers', async () => {
  const { organization, reader, spaceId, pages, write } = await givenGuide()
  const [member, stranger] = [await givenMember(server, organization, 'read'), await givenUser(server)]
  for (const [person, displayName] of [
    [member, 'Mary Member'],
    [stranger, 'Susan Stranger'],
  ] as const)
    await server.as(person).updateUserById({ params: { userId: person.id }, body: { displayName } })
  const markdown = `Ask [her](/users/${member.id}) or [her](/users/${stranger.id}).\n`
  await write({ operation: 'update_page', page: pages.Guide ?? '', document: { markdown } })
  const { text } = await readPDF((await opened(reader, spaceId)).bytes)
  assert.match(text, /@Mary Member/)
  assert.doesNotMatch(text, /Susan/)
})

test('what is too large is refused with a sentence, and can be asked for again later', async () => {
  const { admin, spaceId } = await givenGuide()
  const { url } = await server.as(admin).getSpacePDF({ params: { spaceId }, query: {} })
  await opened(admin, spaceId)
  const fault = 'This has more than 2000 pages.'
  await sql`update pdfs set state = 'failed', fault = ${fault}, blob_id = null, hash = null, size = null
    where space_id = ${spaceId}`.execute(server.db)
  const refused = await open(url)
  assert.deepEqual([refused.statusCode, refused.json().error.message], [409, fault])
  assert.equal(refused.headers['cache-control'], 'no-store')
  await sql`update pdfs set asked_at = now() - interval '11 minutes' where space_id = ${spaceId}`.execute(
    server.db,
  )
  assert.equal((await open(url)).statusCode, 200)
})

test('a browser gets a page that reloads until the PDF is ready, and then the PDF', async () => {
  const { admin, spaceId } = await givenGuide()
  await opened(admin, spaceId)
  const { url } = await server.as(admin).getSpacePDF({ params: { spaceId }, query: {} })
  const browser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const { blob_id, hash, size } = await server.db
    .updateTable('pdfs as made')
    .from('pdfs')
    .whereRef('made.key', '=', 'pdfs.key')
    .where('made.space_id', '=', spaceId)
    .where('pdfs.space_id', '=', spaceId)
    .set({ state: 'waiting', blob_id: null, hash: null, size: null })
    .returning(['pdfs.blob_id', 'pdfs.hash', 'pdfs.size'])
    .executeTakeFirstOrThrow()
  const waiting = await server.app.inject({ url: new URL(url).pathname, headers: browser })
  assert.deepEqual([waiting.statusCode, waiting.headers['retry-after']], [503, '5'])
  assert.equal(waiting.headers['content-type'], 'text/html; charset=utf-8')
  assert.equal(waiting.headers['cache-control'], 'no-store')
  assert.match(waiting.payload, /<meta http-equiv="refresh" content="5">/)
  const [, style = ''] = /<style>(.*)<\/style>/s.exec(waiting.payload) ?? []
  const allowed = createHash('sha256').update(style).digest('base64')
  assert.ok(String(waiting.headers['content-security-policy']).includes(`'sha256-${allowed}'`))
  await server.db
    .updateTable('pdfs')
    .set({ state: 'ready', blob_id, hash, size })
    .where('space_id', '=', spaceId)
    .execute()
  const ready = await server.app.inject({ url: new URL(url).pathname, headers: browser })
  assert.deepEqual([ready.statusCode, ready.headers['content-type']], [200, 'application/pdf'])
})

test('only clients that name HTML get a page: programs get JSON', () => {
  for (const accept of ['text/html', 'application/xml, TEXT/HTML;q=0.9'])
    assert.ok(prefersPage(accept), accept)
  for (const accept of [undefined, '', '*/*', 'application/json', 'application/pdf, */*;q=0.1', 'text/htmlx'])
    assert.equal(prefersPage(accept), false, accept)
})

test('a PDF goes when its time has come, and is made again for who asks', async () => {
  const { admin, spaceId } = await givenGuide()
  const before = await opened(admin, spaceId)
  const row = await server.db
    .selectFrom('pdfs')
    .selectAll()
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  const blobId = String(row?.blob_id)
  const context = {
    db: server.db,
    blobs: server.blobs,
    now: '',
    ...jobSettings,
  }
  await deletePDF({ spaceId, blobId }, context)
  await deletePDF({ spaceId, blobId }, context)
  assert.equal(await countOf(spaceId), 0)
  assert.equal(await server.blobs.open({ contentId: blobId, hash: String(row?.hash) }), undefined)
  assert.deepEqual((await opened(admin, spaceId)).bytes.length, before.bytes.length)
  const { rows } = await sql<{ days: number }>`select extract(epoch from run_at - now()) / 86400 as days
    from graphile_worker.jobs where task_identifier = 'delete_pdf'`.execute(server.db)
  assert.ok(rows.some(({ days }) => Number(days) > 6.9))
})

async function givenGuide() {
  const { write, ...space } = await givenWrittenSpace(server)
  const { admin, spaceId } = space
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { title: 'Handbook' } })
  await write(page('Guide', { ref: 'guide', document: { markdown: guide } }))
  const listed = await server.as(admin).listPages({ params: { spaceId } })
  const guideId = listed.pages[0]?.id ?? ''
  const reference = { markdown: '# Reference\n\nEvery setting.\n' }
  await write(
    page('Reference', { document: reference, into: guideId }),
    page('Hidden', { hidden: true, document: { markdown: 'Hidden words\n' } }),
  )
  const { pages } = await server.as(admin).listPages({ params: { spaceId } })
  return { ...space, write, pages: Object.fromEntries(pages.map(({ title, id }) => [title, id])) }
}

async function opened(
  person: Person,
  spaceId: string,
  query: { page?: string | undefined; only?: boolean } = {},
) {
  const { url } = await server.as(person).getSpacePDF({ params: { spaceId }, query: query as never })
  const { statusCode, rawPayload, headers, payload } = await open(url)
  assert.equal(statusCode, 200, payload.slice(0, 500))
  return { bytes: rawPayload, headers }
}

/** Retries while the PDF is being prepared, as clients are asked to. */
async function open(url: string, headers: Record<string, string> = {}) {
  for (let attempt = 1; ; attempt++) {
    const answer = await server.app.inject({ url: new URL(url).pathname, headers })
    if (answer.statusCode !== 503 || attempt === 5) return answer
    assert.equal(answer.headers['retry-after'], '5')
  }
}

async function countOf(spaceId: string): Promise<number> {
  const rows = await server.db.selectFrom('pdfs').select('key').where('space_id', '=', spaceId).execute()
  return rows.length
}
