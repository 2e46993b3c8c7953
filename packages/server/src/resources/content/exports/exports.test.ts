import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openArchive } from '../../../importing/archive.ts'
import { givenElsewhere } from '../../../test/elsewhere.ts'
import { type Person, startServer } from '../../../test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, outlineOf, page } from '../../../test/writing.ts'
import { zipOf } from '../../../test/zip.ts'

const server = await startServer()

const file = { name: 'hello.txt', ref: 'hello', base64: Buffer.from('Hello').toString('base64') }
const changes = [
  page('First', {
    ref: 'first',
    icon: 'leaf',
    description: 'Words',
    condition: 'visitor.claims.beta == true',
  }),
  page('Second', { document: { markdown: '# Second\r\n\r\n[First](./first.md) ![](./hello)\n' } }),
  { operation: 'insert_files' as const, files: [{ ...file, contentType: 'text/plain' }] },
]

function givenSpace() {
  return givenWrittenSpace(server, ...changes)
}

async function download(url: string) {
  const { pathname } = new URL(url)
  return server.app.inject({ method: 'GET', url: pathname })
}

/** Imports a zip file into a change request of a new space. */
async function importIn(bytes: Uint8Array, person: Person, spaceId: string) {
  const draft = await givenChangeRequest(server, spaceId, person)
  const url = givenElsewhere(`/${draft.id}.zip`, bytes)
  const api = server.as(person)
  const answer = await api.importContentInChangeRequest({
    params: draft.params,
    body: { url, source: 'zip' },
  })
  return { ...draft, answer, api }
}

test('an export that is imported elsewhere is the same content, by its hash', async () => {
  const { spaceId, reader } = await givenSpace()
  const exported = await server.as(reader).exportSpaceContent({ params: { spaceId } })
  const zip = await download(exported.url)
  assert.equal(zip.statusCode, 200)
  assert.equal(zip.headers['content-type'], 'application/zip')
  assert.match(String(zip.headers['content-disposition']), /^attachment; /)
  const archive = await openArchive(zip.rawPayload)
  assert.deepEqual(archive.paths.slice(0, 3), ['stemma.json', 'pages/first.md', 'pages/second.md'])

  const other = await givenWrittenSpace(server)
  const draft = await importIn(zip.rawPayload, other.editor, other.spaceId)
  const again = await draft.api.exportChangeRequestContent({ params: draft.params })
  assert.equal(again.hash, exported.hash)
  assert.equal(again.revision, draft.answer.revision)
  await server.as(other.admin).mergeChangeRequest({ params: draft.params })
  assert.equal(await outlineOf(server, other.admin, other.spaceId), 'First,Second')
  const [shown] = (await server.as(other.reader).listFiles({ params: { spaceId: other.spaceId } })).items
  const bytes = await download(shown?.downloadURL ?? '')
  assert.equal(bytes.body, 'Hello')
})

test('an export goes back into its own space, and not among other pages', async () => {
  const { spaceId, editor, write } = await givenSpace()
  const { url, hash } = await server.as(editor).exportSpaceContent({ params: { spaceId } })
  const { rawPayload } = await download(url)
  const draft = await importIn(rawPayload, editor, spaceId)
  assert.equal((await draft.api.exportChangeRequestContent({ params: draft.params })).hash, hash)
  await write(page('Third'))
  await assert.rejects(importIn(rawPayload, editor, spaceId), /pages here that this does not have/)
})

test('with layout=files, an export has the pages at their paths, relative links and a summary', async () => {
  const { spaceId, reader, write } = await givenSpace()
  await write(page('Below', { slug: 'a:b', document: { markdown: 'See [it](./other.md#top).\n' } }))
  const { url } = await server
    .as(reader)
    .exportSpaceContent({ params: { spaceId }, query: { layout: 'files' } })
  const archive = await openArchive((await download(url)).rawPayload)
  const read = async (path: string) => Buffer.from(await archive.read(path)).toString()
  assert.deepEqual(archive.paths.toSorted(), [
    '.gitbook/assets/hello.txt',
    'SUMMARY.md',
    'a%3Ab.md',
    'first.md',
    'second.md',
  ])
  assert.equal(
    await read('SUMMARY.md'),
    '# Table of contents\n\n* [First](first.md)\n* [Second](second.md)\n* [Below](a%253Ab.md)\n',
  )
  assert.equal(await read('second.md'), '# Second\r\n\r\n[First](first.md) ![](.gitbook/assets/hello.txt)\n')
  assert.equal(await read('.gitbook/assets/hello.txt'), 'Hello')

  const other = await givenWrittenSpace(server)
  const draft = await importIn((await download(url)).rawPayload, other.editor, other.spaceId)
  const again = await draft.api.exportChangeRequestContent({
    params: draft.params,
    query: { layout: 'files' },
  })
  const copy = await openArchive((await download(again.url)).rawPayload)
  assert.deepEqual(copy.paths, archive.paths)
  for (const path of copy.paths)
    assert.equal(Buffer.from(await copy.read(path)).toString(), await read(path), path)
})

test('equal revisions are equal bytes', async () => {
  const { spaceId, reader } = await givenSpace()
  const { url } = await server.as(reader).exportSpaceContent({ params: { spaceId } })
  const [first, second] = [await download(url), await download(url)]
  assert.ok(first.rawPayload.equals(second.rawPayload))
})

test('an export that was changed is refused', async () => {
  const { spaceId, editor } = await givenSpace()
  const { url } = await server.as(editor).exportSpaceContent({ params: { spaceId } })
  const archive = await openArchive((await download(url)).rawPayload)
  const files: Record<string, Uint8Array> = {}
  for (const path of archive.paths) files[path] = await archive.read(path)
  const manifest = Buffer.from(files['stemma.json'] ?? []).toString()
  const changed = async (name: string, body: string) => {
    const target = await givenWrittenSpace(server)
    return importIn(await zipOf({ ...files, [name]: body }), target.editor, target.spaceId)
  }
  const inManifest = (from: RegExp, to: string) => changed('stemma.json', manifest.replace(from, to))
  await assert.rejects(changed('pages/first.md', 'Other words'), /text of .* is missing/)
  await assert.rejects(changed('stemma.json', '{'), /can't be read/)
  await assert.rejects(inManifest(/"title":"First"/, '"title":"Fist"'), /changed since it was made/)
  await assert.rejects(inManifest(/"slug":"first"/, '"slug":"../first"'), /no part of an address/)
  await assert.rejects(inManifest(/"parent":""/, '"parent":"nowhere"'), /stands below nowhere/)
  await assert.rejects(inManifest(/"version":1/, '"version":2'), /not in the format of this version/)
  await assert.rejects(inManifest(/"icon":"leaf"/, '"icon":"leaf","admin":true'), /not in the format/)
  await assert.rejects(inManifest(/beta == true/, 'beta ('), /condition/)
  const hello = archive.paths.find((path) => path.endsWith('hello.txt')) ?? ''
  await assert.rejects(changed(hello, 'Bye'), /does not match the export/)
})

test('an address of an export opens for an hour, unless it was changed or its space is gone', async () => {
  const { spaceId, admin, reader } = await givenSpace()
  const { url } = await server.as(reader).exportSpaceContent({ params: { spaceId } })
  assert.equal((await download(url.replace('~exports/', '~exports/x'))).statusCode, 404)
  assert.equal((await download(url)).statusCode, 200)
  server.time.now = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString()
  const late = await download(url)
  server.time.now = undefined
  assert.deepEqual([late.statusCode, /has expired/.test(late.body)], [404, true])
  await server.as(admin).deleteSpaceById({ params: { spaceId } })
  assert.equal((await download(url)).statusCode, 404)
})
