import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { newId } from '../common/ids.ts'
import { folderOf, hashOf, pathOf } from './blob-store.ts'
import { filesystemBlobs } from './filesystem-blobs.ts'

const root = await mkdtemp(join(tmpdir(), 'stemma-blobs-'))
const folder = join(root, 'deep', 'files')
const blobs = await filesystemBlobs({ folder })
after(() => rm(root, { recursive: true }))

test('files and folders are open to nobody else', async () => {
  const { path } = await givenBlob(Buffer.from('secret'))
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  for (const above of [dirname(path), dirname(dirname(path)), folder]) {
    assert.equal((await stat(above)).mode & 0o777, 0o700)
  }
})

test('a put leaves one file and no other', async () => {
  const { path } = await givenBlob(Buffer.from('one'))
  assert.deepEqual(await readdir(dirname(path)), [path.split('/').at(-1)])
})

test('what a crash left half written is never served, hinders nobody and goes with its content', async () => {
  const bytes = randomBytes(1000)
  const key = { contentId: newId(), hash: hashOf(bytes) }
  const path = join(folder, pathOf(key))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.4a7c.part`, bytes.subarray(0, 500))
  assert.equal(await blobs.open(key), undefined)
  await blobs.put(key, bytes)
  const blob = await blobs.open(key)
  assert.ok(blob && bytes.equals(await buffer(blob.stream)))
  await blobs.deleteAll(key.contentId)
  assert.ok(!(await readdir(folder)).includes(folderOf(key.contentId)))
})

test('whenever the process is killed, what is there is whole', async () => {
  const contentId = newId()
  const program = `
    import { randomBytes } from 'node:crypto'
    import { hashOf } from './blob-store.ts'
    import { filesystemBlobs } from './filesystem-blobs.ts'
    const blobs = await filesystemBlobs({ folder: ${JSON.stringify(folder)} })
    for (;;) {
      const bytes = randomBytes(3_000_000)
      await blobs.put({ contentId: ${JSON.stringify(contentId)}, hash: hashOf(bytes) }, bytes)
      console.log(hashOf(bytes))
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (text) => {
    said += text
    if (said.split('\n').length > 4) child.kill('SIGKILL')
  })
  await once(child, 'close')
  for (const hash of said.split('\n').filter((line) => line.length === 43)) {
    assert.equal(hashOf(await readFile(join(folder, pathOf({ contentId, hash })))), hash)
  }
  const content = join(folder, folderOf(contentId))
  for (const name of await readdir(content, { recursive: true })) {
    if (!/^..\/[\da-f]{64}$/.test(name)) continue
    const hash = hashOf(await readFile(join(content, name)))
    assert.equal(Buffer.from(hash, 'base64url').toString('hex'), name.slice(3))
  }
})

test('bytes that changed on the disk fail before their end is read', async () => {
  const bytes = randomBytes(300_000)
  const changed = Buffer.from(bytes)
  changed[299_999] = (changed[299_999] ?? 0) ^ 1
  const longer = Buffer.concat([bytes, Buffer.alloc(1)])
  for (const broken of [changed, bytes.subarray(0, 299_999), longer]) {
    const { key, path } = await givenBlob(bytes)
    await writeFile(path, broken)
    const blob = await blobs.open(key)
    assert.ok(blob)
    let seen = 0
    blob.stream.on('data', (chunk: Buffer) => {
      seen += chunk.length
    })
    await assert.rejects(once(blob.stream, 'end'), /no longer matches its hash/)
    assert.ok(seen < broken.length)
  }
})

test('what was broken is whole again once it is put again', async () => {
  const bytes = randomBytes(100)
  const { key, path } = await givenBlob(bytes)
  await writeFile(path, 'broken')
  await blobs.put(key, bytes)
  const blob = await blobs.open(key)
  assert.ok(blob && bytes.equals(await buffer(blob.stream)))
})

test('a folder that cannot be read is a fault, not an absence', async () => {
  const key = { contentId: newId(), hash: hashOf(Buffer.from('bytes')) }
  await writeFile(join(folder, folderOf(key.contentId)), 'in the way')
  await assert.rejects(blobs.open(key), { code: 'ENOTDIR' })
  await assert.rejects(blobs.deleteAll(key.contentId), { code: 'ENOTDIR' })
})

test('a put that fails leaves nothing behind', async () => {
  const bytes = randomBytes(100)
  const key = { contentId: newId(), hash: hashOf(bytes) }
  const path = join(folder, pathOf(key))
  await mkdir(path, { recursive: true })
  await assert.rejects(blobs.put(key, bytes))
  assert.deepEqual(await readdir(dirname(path)), [path.split('/').at(-1)])
})

test('whoever stops reading leaves no file open', { skip: !existsSync('/proc/self/fd') }, async () => {
  const { key } = await givenBlob(randomBytes(3_000_000))
  const before = await openFiles()
  for (let times = 0; times < 20; times++) {
    const blob = await blobs.open(key)
    assert.ok(blob)
    await once(blob.stream, 'readable')
    blob.stream.destroy()
    await once(blob.stream, 'close')
  }
  await new Promise((resolve) => setTimeout(resolve, 50))
  assert.ok((await openFiles()) <= before + 1)
})

async function givenBlob(bytes: Uint8Array) {
  const key = { contentId: newId(), hash: hashOf(bytes) }
  await blobs.put(key, bytes)
  return { key, path: join(folder, pathOf(key)) }
}

async function openFiles(): Promise<number> {
  return (await readdir('/proc/self/fd')).length
}
