import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gitCache, tipOf } from './cache.ts'
import { printedBy } from './printed.ts'
import { gitStarter } from './process.ts'
import { gatherObjects } from './upkeep.ts'

const start = gitStarter()

test('single objects become a pack, and those that nothing refers to are kept', async (t) => {
  const { main, commit, idsIn, filesIn } = await givenRepository(t)
  await commit(main, 1, 'pack')
  for (const number of [2, 3]) await commit(main, number)
  await printedBy(start, main, ['hash-object', '-w', '--stdin'], { input: 'Nothing refers to this.\n' })
  const before = await idsIn(main)
  assert.equal(await gatherObjects(start, main, { single: -1, packs: 0 }), true)
  assert.deepEqual(await idsIn(main), before)
  assert.deepEqual(await filesIn(main), gathered)
  await printedBy(start, main, ['fsck', '--strict'])
  assert.equal(await gatherObjects(start, main, { single: 0, packs: 1 }), false)
})

test('packs become one, and a repository that borrows from it has no more than its own', async (t) => {
  const { cache, main, commit, idsIn, filesIn } = await givenRepository(t)
  for (let number = 1; number <= 3; number++) await commit(main, number, 'pack')
  const changes = await cache.repository('space', 'changes')
  await commit(changes, 4, 'pack')
  await commit(changes, 5, 'pack')
  const before = await idsIn(changes)
  assert.equal((await filesIn(main)).filter((one) => one === 'pack').length, 3)
  for (const one of [main, changes])
    assert.equal(await gatherObjects(start, one, { single: 0, packs: 1 }), true)
  for (const one of [main, changes]) assert.deepEqual(await filesIn(one), gathered)
  assert.deepEqual(await idsIn(changes), before)
  assert.equal((await packedIn(changes)).length, 6)
})

test('a process that reads a repository finds its objects after they were gathered', async (t) => {
  const { main, commit } = await givenRepository(t)
  await commit(main, 1)
  const reading = await start(main, ['cat-file', '--batch-check'])
  const answers = reading.stdout[Symbol.asyncIterator]()
  const ask = async (name: string) => {
    reading.stdin.write(`${name}\n`)
    return String((await answers.next()).value)
  }
  assert.match(await ask('main:1.md'), / blob /)
  await commit(main, 2)
  await gatherObjects(start, main, { single: -1, packs: 0 })
  assert.match(await ask('main:1.md'), / blob /)
  assert.match(await ask('main:2.md'), / blob /)
  reading.kill()
})

test('what a killed process left of a pack is removed after a day', async (t) => {
  const { main } = await givenRepository(t)
  const packs = join(main, 'objects/pack')
  const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1000)
  for (const name of ['tmp_pack_old', '.tmp-1-pack-old.pack', 'tmp_pack_new', 'pack-1.pack'])
    await writeFile(join(packs, name), '')
  for (const name of ['tmp_pack_old', '.tmp-1-pack-old.pack', 'pack-1.pack'])
    await utimes(join(packs, name), yesterday, yesterday)
  assert.equal(await gatherObjects(start, main), false)
  assert.deepEqual((await readdir(packs)).toSorted(), ['pack-1.pack', 'tmp_pack_new'])
})

/** The bitmap tells clones what to send. */
const gathered = ['bitmap', 'idx', 'pack']

async function givenRepository(t: TestContext) {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-upkeep-'))
  t.after(() => rm(folder, { recursive: true }))
  const cache = gitCache(folder)
  return { cache, main: await cache.repository('space', 'main'), commit, idsIn, filesIn }
}

/** Adds a file to the main branch, with objects as single files or as a pack. */
async function commit(repository: string, number: number, as: 'single' | 'pack' = 'single') {
  const isFirst = (await tipOf(repository, 'main')) === undefined
  const input =
    `commit refs/heads/main\ncommitter Ann <ann@example.com> ${number} +0000\ndata 4\nEdit\n` +
    `${isFirst ? '' : 'from refs/heads/main^0\n'}M 644 inline ${number}.md\ndata 2\n${number}\n`
  const limit = `fastimport.unpackLimit=${as === 'pack' ? 1 : 100}`
  await printedBy(start, repository, ['-c', limit, 'fast-import', '--quiet'], { input })
}

/** Everything that a repository has and borrows. */
async function idsIn(repository: string): Promise<string> {
  const args = ['cat-file', '--batch-check', '--batch-all-objects']
  return (await printedBy(start, repository, args)).toString()
}

async function packedIn(repository: string): Promise<readonly string[]> {
  const names = await readdir(join(repository, 'objects/pack'))
  const index = names.find((one) => one.endsWith('.idx')) ?? ''
  const path = join(repository, 'objects/pack', index)
  const printed = (await printedBy(start, repository, ['verify-pack', '-v', path])).toString()
  return printed.split('\n').filter((line) => /^[\da-f]{40} (?:commit|tree|blob) /.test(line))
}

/** The kinds of the files in the folders of objects. */
async function filesIn(repository: string): Promise<readonly string[]> {
  const all = await readdir(join(repository, 'objects'), { recursive: true, withFileTypes: true })
  const names = all.filter((one) => one.isFile() && !one.parentPath.endsWith('info')).map(({ name }) => name)
  return names.map((name) => /\.(\w+)$/.exec(name)?.[1] ?? 'single').toSorted()
}
