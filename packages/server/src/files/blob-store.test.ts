import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '../common/ids.ts'
import { startS3 } from '../test/s3-server.ts'
import { type BlobKey, type BlobStore, type ByteRange, folderOf, hashOf, pathOf } from './blob-store.ts'
import { filesystemBlobs } from './filesystem-blobs.ts'
import { s3Blobs } from './s3-blobs.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-blobs-'))
after(() => rm(folder, { recursive: true }))
const port = await startS3(join(folder, 's3'))

const stores: Readonly<Record<string, BlobStore>> = {
  'a folder': await filesystemBlobs({ folder: join(folder, 'files') }),
  'a bucket': s3Blobs({
    bucket: 'stemma',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    keyPrefix: 'some/where/',
    listedMax: 3,
  }),
}

for (const [name, blobs] of Object.entries(stores)) {
  test(`in ${name}, what was put is read back byte by byte, with its size`, async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('a'), randomBytes(65_536), randomBytes(1_000_003)]) {
      const key = keyOf(newId(), bytes)
      await blobs.put(key, bytes)
      assert.ok(bytes.equals(await read(blobs, key)))
      assert.equal(await sizeOf(blobs, key), bytes.length)
    }
  })

  test(`in ${name}, what was never put is not there`, async () => {
    assert.equal(await blobs.open(keyOf(newId(), Buffer.from('nothing'))), undefined)
  })

  test(`in ${name}, bytes of another hash are refused, and nothing is stored under it`, async () => {
    const key = keyOf(newId(), Buffer.from('right'))
    await assert.rejects(blobs.put(key, Buffer.from('wrong')), /do not have this hash/)
    assert.equal(await blobs.open(key), undefined)
  })

  test(`in ${name}, to put the same again, and many times at once, does no harm`, async () => {
    const bytes = randomBytes(200_000)
    const key = keyOf(newId(), bytes)
    await Promise.all(Array.from({ length: 8 }, () => blobs.put(key, bytes)))
    await blobs.put(key, bytes)
    assert.ok(bytes.equals(await read(blobs, key)))
  })

  test(`in ${name}, contents share nothing, even when their ids differ by case only`, async () => {
    const bytes = randomBytes(10)
    const id = newId().slice(1)
    await blobs.put(keyOf(`a${id}`, bytes), bytes)
    assert.equal(await blobs.open(keyOf(`A${id}`, bytes)), undefined)
  })

  test(`in ${name}, a part is read alone, and knows the size of the whole`, async () => {
    const bytes = randomBytes(100_000)
    const key = keyOf(newId(), bytes)
    await blobs.put(key, bytes)
    for (const [first, last] of [
      [0, 9],
      [5, 70_000],
      [99_999, 99_999],
      [0, 99_999],
    ] as const) {
      assert.equal(await sizeOf(blobs, key, { first, last }), 100_000)
      assert.ok(bytes.subarray(first, last + 1).equals(await read(blobs, key, { first, last })))
    }
  })

  test(`in ${name}, one content is deleted whole, and not another whose id begins the same`, async () => {
    const content = newId()
    const all = Array.from({ length: 10 }, () => randomBytes(20))
    for (const bytes of all) await blobs.put(keyOf(content, bytes), bytes)
    const [first = Buffer.alloc(0)] = all
    await blobs.put(keyOf(`${content}a`, first), first)
    await blobs.deleteAll(content)
    for (const bytes of all) assert.equal(await blobs.open(keyOf(content, bytes)), undefined)
    assert.ok(first.equals(await read(blobs, keyOf(`${content}a`, first))))
    await blobs.deleteAll(content)
    await blobs.put(keyOf(content, first), first)
    assert.ok(first.equals(await read(blobs, keyOf(content, first))))
  })

  test(`in ${name}, no key leads anywhere else`, async () => {
    const { hash } = keyOf('', Buffer.from('a'))
    const strayIds = ['', '..', '../..', 'a/b', 'a\\b', 'a\0', 'ä', 'a b', 'a.b', 'a\n', 'a'.repeat(65)]
    for (const contentId of strayIds) {
      await assert.rejects(blobs.put({ contentId, hash }, Buffer.from('a')), /must be an id/)
      await assert.rejects(blobs.open({ contentId, hash }), /must be an id/)
      await assert.rejects(blobs.deleteAll(contentId), /must be an id/)
    }
    const strayHashes = [
      '',
      '../../etc/passwd',
      `${hash}a`,
      hash.slice(1),
      `${hash.slice(0, 42)}/`,
      `${hash}=`,
    ]
    for (const stray of strayHashes) {
      await assert.rejects(blobs.open({ contentId: 'a', hash: stray }), /must be a SHA-256/)
    }
  })
}

test('the path of a blob is of its own letters only, and no two keys share one', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/)
  const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base64url(bytes))
  const key = fc.record({ contentId: id, hash })
  fc.assert(
    fc.property(key, key, (one, other) => {
      assert.match(pathOf(one), /^[\da-f]{2,128}\/[\da-f]{2}\/[\da-f]{64}$/)
      assert.ok(pathOf(one).startsWith(`${folderOf(one.contentId)}/`))
      const isSame = one.contentId === other.contentId && one.hash === other.hash
      assert.equal(pathOf(one).toLowerCase() === pathOf(other).toLowerCase(), isSame)
    }),
  )
})

test('a hash that is written in another way than ours is refused', () => {
  const hash = hashOf(Buffer.from('a'))
  const spelled = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'].filter((last) => {
    try {
      return pathOf({ contentId: 'a', hash: hash.slice(0, 42) + last })
    } catch {
      return false
    }
  })
  assert.equal(spelled.length, 16)
})

function keyOf(contentId: string, bytes: Uint8Array): BlobKey {
  return { contentId, hash: hashOf(bytes) }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

async function read(blobs: BlobStore, key: BlobKey, range?: ByteRange): Promise<Buffer> {
  const blob = await blobs.open(key, range)
  assert.ok(blob)
  return buffer(blob.stream)
}

async function sizeOf(blobs: BlobStore, key: BlobKey, range?: ByteRange): Promise<number | undefined> {
  const blob = await blobs.open(key, range)
  blob?.stream.destroy()
  return blob?.size
}
