import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { hashOf } from '@stemma/content'
import { startServer } from '../../../test/harness.ts'
import { processorMs } from '../../../test/processor-time.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAEklEQVR4nGP4z8DwHxkzoAsAAKuwC/UHvVqkAAAAAElFTkSuQmCC',
  'base64',
)
/** An external web server, which the server may call although it is on this machine. */
const outside = createServer((request, response) => {
  if (request.url === '/image.png') response.setHeader('content-type', 'text/html').end(png)
  else if (request.url === '/endless') {
    response.on('error', () => {})
    const more = () => response.destroyed || response.write(Buffer.alloc(65_536), () => setImmediate(more))
    more()
  } else response.writeHead(404).end()
})
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
after(() => outside.close())
const port = (outside.address() as AddressInfo).port
const server = await startServer({ outsideAllow: [`127.0.0.1:${port}`], filesBytesMax: 1_000_000 })

test('a file by its address is fetched, looked at and kept, and its own address gives it out', async () => {
  const { admin, reader, spaceId, write } = await givenWrittenSpace(server)
  const url = `http://127.0.0.1:${port}/image.png`
  const { insertedFiles } = await write({ operation: 'insert_files', files: [{ name: 'logo.png', url }] })
  const [inserted] = insertedFiles ?? []
  assert.ok(inserted)
  const { id: fileId, downloadURL, ...shown } = inserted.file
  assert.deepEqual(shown, {
    name: 'logo.png',
    contentType: 'image/png',
    size: png.length,
    dimensions: { width: 3, height: 2 },
  })
  const download = await server.app.inject({ url: new URL(downloadURL).pathname })
  assert.equal(download.statusCode, 200)
  assert.equal(hashOf(download.rawPayload), hashOf(png))
  assert.equal(download.headers['content-type'], 'image/png')
  const params = { spaceId }
  assert.deepEqual((await server.as(reader).listFiles({ params })).items, [inserted.file])
  assert.deepEqual(await server.as(admin).getFileById({ params: { spaceId, fileId } }), inserted.file)
  const missing = server.as(admin).getFileById({ params: { spaceId, fileId: 'nothing' } })
  assert.equal((await refusalOf(missing)).status, 404)
})

test('addresses that are private, absent or without end are refused, and nothing is written', async () => {
  const { editor, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const urls = [
    'http://127.0.0.1:1/x',
    'http://localhost:5432/',
    'http://[::1]/x',
    'http://169.254.169.254/latest/meta-data',
    `http://127.0.0.1:${port}/nothing`,
    `http://127.0.0.1:${port}/endless`,
    'file:///etc/passwd',
  ]
  for (const url of urls) {
    const files = [{ name: 'x', url }]
    const refusal = await refusalOf(change.write(page('A'), { operation: 'insert_files', files }))
    assert.equal(refusal.status, 400, url)
  }
  const now = await server.as(editor).getChangeRequestById({ params: change.params })
  assert.equal(now.revision, change.revision)
})

test('a file by the key of its upload is kept, for its uploader and up to the limit', async () => {
  const { organization, editor, admin, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const upload = async (kind: 'content_file' | 'import_file', bytes: Buffer) => {
    const file = { name: 'large.png', type: 'image/png', size: bytes.length }
    const params = { organizationId: organization.id }
    const { url, key } = await server.as(editor).generateStorageUploadURL({ params, body: { file, kind } })
    const put = { method: 'PUT', url: new URL(url).pathname, payload: bytes } as const
    return { key, send: async () => (await server.app.inject(put)).statusCode }
  }
  const insert = (key: string) => ({
    operation: 'insert_files' as const,
    files: [{ name: 'large.png', upload: key }],
  })
  const { key, send } = await upload('content_file', png)
  const early = await refusalOf(change.write(insert(key)))
  assert.match(early.message, /No file of yours/)
  assert.equal(await send(), 204)
  const foreign = await givenChangeRequest(server, spaceId, admin)
  assert.equal((await refusalOf(foreign.write(insert(key)))).status, 400)
  await change.write(insert(key))
  const { items } = await server.as(editor).listFilesInChangeRequestById({ params: change.params })
  const { contentType, size } = items[0] ?? {}
  assert.deepEqual([contentType, size], ['image/png', png.length])
  const large = Buffer.alloc(1_000_001)
  assert.equal((await refusalOf(upload('content_file', large))).status, 413)
  const archive = await upload('import_file', large)
  assert.equal(await archive.send(), 204)
  const refused = await refusalOf(change.write(insert(archive.key)))
  assert.match(refused.message, /maximum size of a file in a space is 1000000 bytes/)
})

test('files come in pages of a list, each once', async () => {
  const { admin, spaceId, write } = await givenWrittenSpace(server)
  const file = (name: string) => ({ name, base64: 'eA==', contentType: 'text/plain' })
  for (const part of [0, 1]) {
    const files = Array.from({ length: 20 }, (_, index) => file(`${part}-${index}.txt`))
    await write({ operation: 'insert_files', files })
  }
  const names: string[] = []
  let next: string | undefined
  do {
    const query = { limit: 7, ...(next !== undefined && { page: next }) }
    const list = await server.as(admin).listFiles({ params: { spaceId }, query })
    assert.equal(list.count, 40)
    names.push(...list.items.map(({ name }) => name))
    next = list.next?.page
  } while (next !== undefined)
  assert.equal(new Set(names).size, 40)
  assert.equal(names.length, 40)
})

test('an address of a file that was tampered with, or is old, gives nothing', async (t) => {
  const { write } = await givenWrittenSpace(server)
  const files = [{ name: 'a.txt', base64: 'eA==', contentType: 'text/plain' }]
  const { insertedFiles } = await write({ operation: 'insert_files', files })
  const { pathname } = new URL(insertedFiles?.[0]?.file.downloadURL ?? '')
  const get = async (url: string) => (await server.app.inject({ url })).statusCode
  assert.equal(await get(pathname), 200)
  assert.equal(await get(pathname.replace(/\.(.)/, (_, first) => `.${first === 'A' ? 'B' : 'A'}`)), 404)
  t.after(() => {
    server.time.now = undefined
  })
  server.time.now = new Date(Date.now() + 3 * 60 * 60 * 1000).toISOString()
  assert.equal(await get(pathname), 404)
})

test('what is not base64 is refused in no time, however many equals signs it has', async () => {
  const { editor, spaceId } = await givenWrittenSpace(server)
  const change = await givenChangeRequest(server, spaceId, editor)
  const files = [{ name: 'a.txt', base64: `${'='.repeat(100_000)}A`, contentType: 'text/plain' }]
  const ms = await processorMs(async () => {
    const refused = await refusalOf(change.write({ operation: 'insert_files', files }))
    assert.equal(refused.status, 400)
    assert.match(refused.message, /not base64/)
  })
  assert.ok(ms < 3_000, `${ms} ms`)
})
