import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ImportRun } from '@stemma/contract'
import { addressElsewhere, givenElsewhere } from '../../../test/elsewhere.ts'
import { givenMember, type Person, startServer } from '../../../test/harness.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { close, givenDraft, givenWrittenSpace, outlineOf, page } from '../../../test/writing.ts'
import { zipOf } from '../../../test/zip.ts'

const server = await startServer({ importBytesMax: 100_000 })

interface Ending {
  after(work: () => Promise<void>): void
}

async function givenWorker(t: Ending) {
  const worker = await startQuietWorker(server)
  t.after(() => worker.stop())
}

async function ended(
  person: Person,
  organizationId: string,
  { id }: { readonly id: string },
): Promise<ImportRun> {
  const params = { organizationId, importRunId: id }
  for (let tries = 0; tries < 500; tries++) {
    const run = await server.as(person).getImportRun({ params })
    if (run.status !== 'pending' && run.status !== 'in-progress') return run
    await sleep(50)
  }
  throw new Error('The run never ended.')
}

async function upload(person: Person, organizationId: string, name: string, bytes: Uint8Array) {
  const file = { name, type: 'application/octet-stream', size: bytes.length }
  const body = { file, kind: 'import_file' as const }
  const { url, key } = await server.as(person).generateStorageUploadURL({ params: { organizationId }, body })
  const path = new URL(url).pathname
  const put = (payload: Uint8Array) =>
    server.app.inject({ method: 'PUT', url: path, payload: Buffer.from(payload) })
  return { key, put, answer: await put(bytes) }
}

function html(title: string, body: string, navigation = '') {
  return `<html><head><title>${title}</title></head><body><nav>${navigation}</nav><main><h1>${title}</h1>
    ${body}</main></body></html>`
}

function givenPage(path: string, ...parts: Parameters<typeof html>) {
  return givenElsewhere(path, html(...parts), 'text/html')
}

test('import runs are listed by space, change request and status', async () => {
  const { organization, editor, params } = await givenDraft(server)
  const at = { params: { organizationId: organization.id } }
  const start = (target: { space: string; changeRequest?: string }) =>
    server.as(editor).startImportRun({
      ...at,
      body: { source: { type: 'website', url: addressElsewhere('/site/') }, target },
    })
  const { spaceId: space, changeRequestId: changeRequest } = params
  const first = await start({ space, changeRequest })
  const second = await start({ space })
  const list = async (query: { space?: string; changeRequest?: string; status?: 'active' | 'cancelled' }) =>
    (await server.as(editor).listImportRuns({ ...at, query })).items.map(({ id }) => id)
  assert.deepEqual(await list({ space }), [second.id, first.id])
  assert.deepEqual(await list({ space: organization.id }), [])
  assert.deepEqual(await list({ changeRequest }), [first.id])
  const cancel = { params: { ...at.params, importRunId: first.id } }
  await server.as(editor).cancelImportRun(cancel)
  assert.deepEqual(await list({ status: 'active' }), [second.id])
  assert.deepEqual(await list({ status: 'cancelled', space }), [first.id])
})

test('an uploaded archive is imported into a change request of its own', async (t) => {
  await givenWorker(t)
  const { organization, editor, admin, spaceId } = await givenWrittenSpace(server)
  const archive = await zipOf({ 'a.md': '# A\n\n[B](b.md)', 'b.md': '# B', 'c.html': '<p>' })
  const { key, answer } = await upload(editor, organization.id, 'docs.zip', archive)
  assert.equal(answer.statusCode, 204)
  const started = await server.as(editor).startImportRun({
    params: { organizationId: organization.id },
    body: { source: { type: 'file', files: [key] }, target: { space: spaceId } },
  })
  assert.equal(started.status, 'pending')
  const run = await ended(editor, organization.id, started)
  assert.deepEqual([run.status, run.error, run.pages?.length], ['completed', undefined, 3])
  assert.deepEqual(
    run.pages?.map(({ address }) => address),
    ['a.md', 'b.md', 'c.html'],
  )
  const params = { spaceId, changeRequestId: run.target.changeRequest }
  const change = await server.as(editor).getChangeRequestById({ params })
  assert.deepEqual([change.revision, change.status], [run.revision, 'draft'])
  await server.as(admin).mergeChangeRequest({ params })
  assert.equal(await outlineOf(server, admin, spaceId), 'A,B,C')
  const told = server.db.selectFrom('events').select('type').where('organization_id', '=', organization.id)
  const types = (await told.execute()).map(({ type }) => type)
  assert.ok(types.includes('import_run.started') && types.includes('import_run.completed'))
})

test('a website is brought with its navigation as a tree, each page once', async (t) => {
  await givenWorker(t)
  const picture = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  givenElsewhere('/site/p.svg', picture, 'image/svg+xml')
  givenElsewhere('/robots.txt', 'User-agent: *\nDisallow: /site/secret\n', 'text/plain')
  const urls = ['/site/listed', '/elsewhere'].map((path) => `<url><loc>${addressElsewhere(path)}</loc></url>`)
  givenElsewhere('/sitemap.xml', `<urlset>${urls.join('')}</urlset>`, 'application/xml')
  const navigation = `<ul><li><a href="/site/guide">Guide</a><ul><li><a href="/site/guide/deep.html">Deep</a>
    </li></ul></li><li><a href="/site/last/">Last</a></li></ul>`
  givenPage(
    '/site/',
    'Start',
    '<a href="/site/guide?sort=up#there">g</a> <a href="/site/secret">s</a>',
    navigation,
  )
  givenPage('/site/guide', 'Guide', '<img src="p.svg"><a href="/site/gone">x</a>', navigation)
  givenPage(
    '/site/guide/deep.html',
    'Deep',
    '<a href="../../">home</a><a href="/site/unlisted">u</a>',
    navigation,
  )
  givenPage('/site/last/', 'Last', '<a href="/outside">o</a>', navigation)
  givenPage('/site/listed', 'Listed', 'In the sitemap alone.')
  givenPage('/site/unlisted', 'Unlisted', 'Linked alone.')
  givenPage('/site/secret', 'Secret', 'Not for programs.')
  const { organization, editor, params } = await givenDraft(server)
  const started = await server.as(editor).startImportRun({
    params: { organizationId: organization.id },
    body: {
      source: { type: 'website', url: addressElsewhere('/site/') },
      target: { space: params.spaceId, changeRequest: params.changeRequestId },
    },
  })
  const run = await ended(editor, organization.id, started)
  assert.deepEqual([run.status, run.error], ['completed', undefined])
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['Guide', 'Last', 'Start', 'Listed', 'Unlisted'],
  )
  const [guide, , start] = pages
  assert.equal(guide && 'pages' in guide ? guide.pages[0]?.title : '', 'Deep')
  const shown = await server.as(editor).getPageInChangeRequestById({
    params: { ...params, pageId: start?.id ?? '' },
    query: { format: 'markdown' },
  })
  const text = 'markdown' in shown ? shown.markdown : ''
  assert.ok(text?.includes(`[g](/pages/${guide?.id}#there)`), text)
  assert.deepEqual(run.failures?.map(({ address }) => new URL(address).pathname).sort(), [
    '/site/gone',
    '/site/secret',
  ])
  assert.equal((await server.as(editor).listFilesInChangeRequestById({ params })).count, 1)
  const direct = await givenDraft(server)
  const answer = await server.as(direct.editor).importContentInChangeRequest({
    params: direct.params,
    body: { url: addressElsewhere('/site/'), source: 'website' },
  })
  assert.deepEqual([answer.importedResources, answer.totalResources], [7, 9])
})

test('an import that cannot be made has failed, and says why', async (t) => {
  await givenWorker(t)
  const { organization, editor, admin, reviewer, params: draft } = await givenDraft(server)
  const target = { space: draft.spaceId, changeRequest: draft.changeRequestId }
  const params = { organizationId: organization.id }
  const start = (url: string, more: object = {}) =>
    server.as(editor).startImportRun({
      params,
      body: { source: { type: 'url', url, source: 'markdown' }, target: { ...target, ...more } },
    })
  const missing = await ended(editor, organization.id, await start(addressElsewhere('/not-there.md')))
  assert.deepEqual(
    [missing.status, missing.error],
    ['failed', 'This address answers 404. Check that anybody can read it.'],
  )
  const nowhere = await ended(
    editor,
    organization.id,
    await start(addressElsewhere('/page.md'), { page: 'nowhere' }),
  )
  assert.match(nowhere.error ?? '', /no page nowhere/)
  const refused = await ended(editor, organization.id, await start('http://127.0.0.1:9/x.md'))
  assert.match(refused.error ?? '', /not allowed to call|is not allowed/)
  await server.db.updateTable('members').set({ role: 'read' }).where('user_id', '=', editor.id).execute()
  const lowered = await ended(admin, organization.id, await startAs(editor, reviewer))
  assert.match(lowered.error ?? '', /no longer has edit level/)

  /** A run as if the user had started it while they still had permission. */
  async function startAs(person: Person, other: Person) {
    const { id } = await server.as(other).startImportRun({
      params,
      body: { source: { type: 'url', url: addressElsewhere('/page.md'), source: 'markdown' }, target },
    })
    await server.db.updateTable('import_runs').set({ created_by: person.id }).where('id', '=', id).execute()
    return { id }
  }
})

test('a run is its starter’s and the admins’, and only those who may write start one', async () => {
  const { organization, admin, editor, commenter, reviewer, id, params: draft } = await givenDraft(server)
  const params = { organizationId: organization.id }
  const body = {
    source: { type: 'website' as const, url: addressElsewhere('/site/') },
    target: { space: draft.spaceId, changeRequest: id },
  }
  const run = await server.as(editor).startImportRun({ params, body })
  const one = { params: { ...params, importRunId: run.id } }
  assert.equal((await server.as(admin).getImportRun(one)).id, run.id)
  assert.equal((await server.as(admin).listImportRuns({ params })).count, 1)
  assert.equal((await server.as(reviewer).listImportRuns({ params })).count, 0)
  await assert.rejects(server.as(reviewer).getImportRun(one), { status: 404 })
  await assert.rejects(server.as(reviewer).cancelImportRun(one), { status: 404 })
  await assert.rejects(server.as(commenter).startImportRun({ params, body }), { status: 403 })
  const other = await givenMember(server, organization, 'edit')
  assert.equal((await server.as(other).startImportRun({ params, body })).target.changeRequest, id)
  const cancelled = await server.as(editor).cancelImportRun(one)
  assert.equal(cancelled.status, 'cancelled')
  await assert.rejects(server.as(editor).cancelImportRun(one), { status: 409 })
  await close(server, id, 'merged')
  await assert.rejects(server.as(editor).startImportRun({ params, body }), { status: 409 })
})

test('an upload takes what was announced, once, and is for nobody else', async () => {
  const { organization, editor, reviewer, spaceId } = await givenWrittenSpace(server, page('Here'))
  const params = { organizationId: organization.id }
  const { key, put, answer } = await upload(editor, organization.id, 'a.md', Buffer.from('# A'))
  assert.equal(answer.statusCode, 204)
  assert.equal((await put(Buffer.from('# A'))).statusCode, 204)
  assert.equal((await put(Buffer.from('# B'))).statusCode, 409)
  assert.equal((await put(Buffer.from('# long'))).statusCode, 413)
  assert.equal((await put(Buffer.from('#'))).statusCode, 400)
  const path = '/~uploads/bm90.aGVyZQ'
  assert.equal((await server.app.inject({ method: 'PUT', url: path, payload: 'x' })).statusCode, 404)
  const source = { type: 'file' as const, files: [key] }
  const body = { source, target: { space: spaceId } }
  await assert.rejects(server.as(reviewer).startImportRun({ params, body }), /No file of yours/)
  const file = { name: 'a.zip', type: 'application/zip', size: 100_001 }
  const large = server.as(editor).generateStorageUploadURL({ params, body: { file, kind: 'import_file' } })
  await assert.rejects(large, { status: 413 })
})
