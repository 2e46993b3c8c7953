import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { hashOf } from '@stemma/content'
import { inTransaction } from '../../../db/transaction.ts'
import { folderOf } from '../../../files/blob-store.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { refusalOf } from '../../../test/recorded.ts'
import { givenWrittenSpace } from '../../../test/writing.ts'
import { purgeContent } from '../content/jobs.ts'
import { collectFiles } from './jobs.ts'
import { keepFiles, storeFile } from './storing.ts'

const quota = 100_000
const server = await startServer({ filesOrganizationBytesMax: quota })

test('whatever is killed or refused at any step leaves nothing, and no named file is lost', async () => {
  const space = await givenWrittenSpace(server)
  const { organizationId, contentId } = await placeOf(space.spaceId)
  const named = bytes()
  await space.write(inserting(named))
  const before = await storedBytes(space)

  // Killed between claiming and storing the bytes.
  const killed = { ...server.blobs, put: () => Promise.reject(new Error('killed')) }
  await assert.rejects(store(bytes(), { blobs: killed }), /killed/)
  // Killed between storing the bytes and the transaction.
  await store(bytes())
  // Rejected after the bytes were stored. Some of them belong to a file that a revision refers to.
  const refused = space.write(inserting(bytes()), inserting(named), missingPage)
  assert.equal((await refusalOf(refused)).status, 404)
  assert.ok((await storedIn(contentId)).length > 1)

  // A collector that is killed after deleting some files.
  await assert.rejects(
    inTransaction(server.db, { repeatable: false }, async (db) => {
      await collect({ db })
      throw new Error('killed')
    }),
    /killed/,
  )
  await collect()
  assert.deepEqual(await storedIn(contentId), [hashOf(named)])
  assert.equal(await storedBytes(space), before)
  assert.equal(await storedBytes(space), named.length)

  function store(content: Buffer, { blobs = server.blobs } = {}) {
    const file = { contentId, organizationId, hash: hashOf(content), size: content.length }
    const storing = { db: server.db, blobs, organizationBytesMax: 0, now: new Date().toISOString() }
    return storeFile(storing, file, content)
  }
})

test('bytes that are stored again while they are collected are there when they are named', async () => {
  const space = await givenWrittenSpace(server)
  const { contentId } = await placeOf(space.spaceId)
  const wanted = Array.from({ length: 10 }, () => bytes())
  for (const content of wanted) {
    await refusalOf(space.write(inserting(content), missingPage))
  }
  const written = wanted.map((content) => space.write(inserting(content)))
  const outcomes = await Promise.allSettled([...written, collect(), collect()])
  for (const outcome of outcomes.filter(({ status }) => status === 'rejected')) {
    assert.equal((outcome as { reason: { reason?: string } }).reason.reason, 'conflict')
  }
  await collect()
  const { items } = await server.as(space.admin).listFiles({ params: { spaceId: space.spaceId } })
  assert.ok(items.length > 0)
  for (const { downloadURL } of items) {
    assert.equal((await server.app.inject({ url: new URL(downloadURL).pathname })).statusCode, 200)
  }
  assert.equal((await storedIn(contentId)).length, items.length)
})

test('a file that a revision names is kept, whoever stored it and whatever its claim says', async () => {
  const space = await givenWrittenSpace(server)
  const { contentId } = await placeOf(space.spaceId)
  const content = bytes()
  await space.write(inserting(content))
  // The state that a server without support for claims leaves.
  await server.db.deleteFrom('stored_files').where('space_id', '=', contentId).execute()
  await refusalOf(space.write(inserting(content), missingPage))
  await collect()
  assert.deepEqual(await storedIn(contentId), [hashOf(content)])
  await space.write(inserting(content))
})

test('whoever comes after the collector is told to begin again', async () => {
  const { spaceId } = await givenWrittenSpace(server)
  const { contentId, organizationId } = await placeOf(spaceId)
  const content = bytes()
  const file = { contentId, organizationId, hash: hashOf(content), size: content.length }
  const now = new Date().toISOString()
  const storing = { db: server.db, blobs: server.blobs, organizationBytesMax: 0, now }
  await storeFile(storing, file, content)
  await collect()
  const late = () => inTransaction(server.db, { repeatable: false }, (db) => keepFiles(db, [file], now))
  await assert.rejects(late(), { reason: 'conflict' })
  await storeFile(storing, file, content)
  await late()
  await collect()
  assert.deepEqual(await storedIn(contentId), [file.hash])
})

test('a quota refuses what exceeds it, and what is deleted makes room', async () => {
  const space = await givenWrittenSpace(server)
  const { contentId, organizationId } = await placeOf(space.spaceId)
  const half = () => bytes(quota / 2)
  const [one, other] = [half(), half()]
  await space.write(inserting(one))
  await space.write(inserting(other))
  await space.write(inserting(one))
  const refusal = await refusalOf(space.write(inserting(bytes(1))))
  assert.deepEqual([refusal.status, refusal.reason], [413, 'payload_too_large'])
  assert.match(refusal.message, /quota of 100000 bytes/)
  const api = server.as(space.admin)
  const params = { organizationId }
  const shown = await api.getOrganizationStorage({ params })
  assert.deepEqual(shown, { object: 'storage', bytes: quota, bytesMax: quota })
  const upload = api.generateStorageUploadURL({ params, body: uploading(1) })
  assert.equal((await refusalOf(upload)).status, 413)
  await server.db.deleteFrom('spaces').where('content_id', '=', contentId).execute()
  const context = { db: server.db, blobs: server.blobs, now: new Date().toISOString(), ...jobSettings }
  for (let run = 0; run < 3; run++) await purgeContent({ contentId }, context)
  assert.equal((await api.getOrganizationStorage({ params })).bytes, 0)
})

test('of everything that is sent to one upload address, one file at most is stored', async () => {
  const { id, admin } = await givenOrganization(server)
  const api = server.as(admin)
  const size = 64
  const params = { organizationId: id }
  const { url, key } = await api.generateStorageUploadURL({ params, body: uploading(size) })
  const put = (payload: Buffer) => server.app.inject({ method: 'PUT', url: new URL(url).pathname, payload })
  const contents = Array.from({ length: 6 }, () => bytes(size))
  const answers = await Promise.all(contents.map(put))
  assert.deepEqual(answers.map(({ statusCode }) => statusCode).toSorted(), [204, 409, 409, 409, 409, 409])
  assert.equal((await storedIn(key)).length, 1)
  assert.equal((await api.getOrganizationStorage({ params })).bytes, size)
  await collect()
  assert.equal((await storedIn(key)).length, 1, 'it waits for its import')
  await server.db.deleteFrom('uploads').where('id', '=', key).execute()
  assert.equal((await put(contents[0] ?? bytes(size))).statusCode, 404)
})

test('a write whose If-Match is out of date stores nothing', async () => {
  const space = await givenWrittenSpace(server)
  const { contentId } = await placeOf(space.spaceId)
  const params = { spaceId: space.spaceId }
  const write = server
    .as(space.admin)
    .updateSpaceContent({ params, body: { changes: [inserting(bytes())] } }, { ifMatch: '"another"' })
  assert.equal((await refusalOf(write)).status, 412)
  assert.deepEqual(await storedIn(contentId), [])
})

/** Runs the collector at a time when all claims have expired. */
function collect({ db = server.db } = {}) {
  const now = new Date(Date.now() + 8 * 24 * 60 * 60 * 1000).toISOString()
  const context = { blobs: server.blobs, now, ...jobSettings }
  if (db !== server.db) return collectFiles({}, { db, ...context })
  return inTransaction(db, { repeatable: true }, (transaction) =>
    collectFiles({}, { db: transaction, ...context }),
  )
}

/** The hashes of the files stored for a content, including parts of unfinished ones. */
async function storedIn(contentId: string): Promise<string[]> {
  const folder = join(server.config.filesFolder, folderOf(contentId))
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return names
    .filter((one) => one.isFile())
    .map(({ name }) => (name.includes('.') ? name : Buffer.from(name, 'hex').toString('base64url')))
}

async function placeOf(spaceId: string) {
  return server.db
    .selectFrom('spaces')
    .select(['content_id as contentId', 'organization_id as organizationId'])
    .where('id', '=', spaceId)
    .executeTakeFirstOrThrow()
}

async function storedBytes({ spaceId, admin }: Awaited<ReturnType<typeof givenWrittenSpace>>) {
  const { organizationId } = await placeOf(spaceId)
  return (await server.as(admin).getOrganizationStorage({ params: { organizationId } })).bytes
}

const missingPage = { operation: 'delete_page', page: 'nothing' } as const

function inserting(content: Buffer) {
  const file = { name: 'file.bin', base64: content.toString('base64'), contentType: 'text/plain' }
  return { operation: 'insert_files' as const, files: [file] }
}

function bytes(size = 1000): Buffer {
  return Buffer.alloc(size, randomUUID())
}

function uploading(size: number) {
  return { file: { name: 'pages.zip', type: 'application/zip', size }, kind: 'import_file' as const }
}
