import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encodeContent } from './content.ts'
import { setRecords } from './files.ts'
import { type Hash, hashOf } from './objects.ts'
import { givenContent, page } from './test/writing.ts'
import { type ReadObjects, walkContents } from './walk.ts'

test('a walk names every text and file of all revisions once, and reads no object twice', async () => {
  const space = await givenContentWithFiles()
  const { roots, read, reads } = space
  const walked = await walk(read, roots)
  assert.equal(new Set(walked.texts).size, 301)
  assert.deepEqual([...new Set(walked.files.map(({ name }) => name))].sort(), ['a.txt', 'b.txt'])
  assert.deepEqual([walked.missing, walked.broken], [[], []])
  assert.equal(new Set(reads).size, reads.length)
  assert.deepEqual((await walk(read, roots, ['files'])).texts, [])
})

test('what is missing or no chunk is told, and the rest is walked through', async () => {
  const { roots, read, content } = await givenContentWithFiles()
  const whole = await walk(read, roots)
  const without = await walk(async (hashes) => {
    const found = new Map(await read(hashes))
    found.delete(content.files)
    if (found.has(content.variables)) found.set(content.variables, Buffer.from('no chunk'))
    if (found.has(content.paths)) found.set(content.paths, Buffer.from('no chunk'))
    return found
  }, roots)
  assert.deepEqual(without.missing, [content.files])
  assert.deepEqual(without.broken, [content.paths])
  assert.deepEqual(without.texts, whole.texts)
})

async function givenContentWithFiles() {
  const space = await givenContent(...Array.from({ length: 300 }, (_, index) => page(`Page ${index}`)))
  const first = await put(space, { a: 'a.txt' })
  await space.write(page('Another'))
  const content = await put(space, { a: 'a.txt', b: 'b.txt' })
  const roots: Hash[] = []
  for (const one of [first, content]) {
    const root = encodeContent(one)
    await space.store.put([root])
    roots.push(root.hash)
  }
  const reads: Hash[] = []
  const read: ReadObjects = async (hashes) => {
    reads.push(...hashes)
    const bytes = await space.store.get(hashes)
    return new Map(hashes.map((hash, index) => [hash, bytes[index] ?? new Uint8Array()]))
  }
  return { roots, read, reads, content }
}

async function put(space: Awaited<ReturnType<typeof givenContent>>, names: Readonly<Record<string, string>>) {
  const records = Object.entries(names).map(
    ([id, name]) => [id, { name, contentType: 'text/plain', size: 1, hash: hashOf(name) }] as const,
  )
  return setRecords(space.store, space.content, 'files', new Map(records))
}

async function walk(read: ReadObjects, roots: readonly Hash[], maps?: readonly 'files'[]) {
  const all = {
    texts: [] as Hash[],
    files: [] as { name: string }[],
    missing: [] as Hash[],
    broken: [] as Hash[],
  }
  for await (const walked of walkContents(read, roots, maps && { maps })) {
    all.texts.push(...walked.texts)
    all.files.push(...walked.files)
    all.missing.push(...walked.missing)
    all.broken.push(...walked.broken)
  }
  return { ...all, texts: all.texts.sort() }
}
