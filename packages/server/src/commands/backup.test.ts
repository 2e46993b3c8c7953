import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '@stemma/client'
import { type Server, startServer } from '../test/harness.ts'
import { startServe, stemmaServer } from '../test/process.ts'
import { ask, file, givenEverything, givenFolder, givenNothing, installationOf } from '../test/upkeep.ts'
import { page } from '../test/writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })
const source = installationOf(server)
const whole = /^restore: \d+ rows, \d+ files, 0 missing, 0 damaged\n$/

test('what is backed up while others write is whole, with all that was acknowledged before', async (t) => {
  const space = await givenEverything(server)
  const writers = startWriters(server, space, 3)
  while (writers.acknowledged.length < 10) await sleep(20)
  const before = [...writers.acknowledged]
  const backup = join(await givenFolder(t), 'stemma.backup')
  const saved = await stemmaServer(['backup', '--to', backup], source.settings)
  assert.match(saved.stdout, /^backup: \d+ rows, \d+ files, 0 missing, 0 damaged\n$/)
  assert.match(saved.stderr, /^\d+ of \d+ tables\n[\s\S]*of \d+ files\n$/)
  const during = writers.acknowledged.length - before.length
  await writers.stop()
  assert.ok(during > 0, 'others wrote meanwhile')

  const target = await givenNothing(t)
  const { code, stdout } = await stemmaServer(['restore', backup, '--verify'], target.settings)
  assert.match(stdout, whole)
  assert.equal(code, 0)
  const rootsSql = "select id || ' ' || encode(root, 'hex') from revisions"
  const [roots, kept] = [await ask(source.url, rootsSql), await ask(target.url, rootsSql)]
  const restored = new Set(kept.map((line) => line.split(' ')[0]))
  assert.deepEqual(
    before.filter((revision) => !restored.has(revision)),
    [],
  )
  assert.deepEqual(
    kept.filter((line) => !roots.includes(line)),
    [],
    'every root hash is what it was',
  )

  const { address, stop } = await startServe({ ...target.settings, STEMMA_JOBS: 'off' })
  t.after(stop)
  const api = createClient({ endpoint: address, token: space.admin.secret })
  const { items } = await api.listFiles({ params: { spaceId: space.spaceId }, query: { limit: 1000 } })
  const hello = items.find(({ name }) => name === 'hello.txt')
  assert.equal(
    await (await fetch(hello?.downloadURL.replace(/^http:\/\/[^/]+/, address) ?? '')).text(),
    'Hello',
  )
})

test('what cannot be done is refused in a sentence, before anything is read or written', async (t) => {
  const folder = await givenFolder(t)
  await writeFile(join(folder, 'there'), 'not a backup')
  for (const [args, code, says] of [
    [['backup'], 2, /^Name the file to create: --to FILE\.\n$/],
    [['backup', '--to', join(folder, 'there')], 1, /there already exists\. Choose another name\.\n$/],
    [
      ['backup', '--to', join(folder, 'no', 'x')],
      1,
      /x\.part can't be written \(ENOENT\)\. Make room, or name a file/,
    ],
    [
      ['restore'],
      2,
      /^Name the backup \(stemma-server restore FILE\), or check this installation \(--verify\)\.\n$/,
    ],
    [['restore', '--check'], 2, /^--check needs a file/],
    [
      ['restore', 'a', 'b'],
      2,
      /^Only FILE can be given without a name\. See: stemma-server restore --help\n$/,
    ],
    [['restore', join(folder, 'no')], 1, /^The file \S+no does not exist\. Check its name\.\n$/],
    [
      ['restore', join(folder, 'there'), '--check'],
      1,
      /is damaged: it is not a backup, or its end is missing/,
    ],
  ] as const) {
    const { stderr, ...outcome } = await stemmaServer(args, source.settings)
    assert.match(stderr, says)
    assert.deepEqual(outcome, { code, stdout: '' })
  }
})

/**
 * Starts concurrent writers that add pages with a file until stopped, and records the acknowledged writes.
 */
function startWriters(
  { as }: Server,
  { spaceId, admin }: Awaited<ReturnType<typeof givenEverything>>,
  count: number,
) {
  const acknowledged: string[] = []
  let isStopped = false
  const write = async (writer: number) => {
    for (let step = 0; !isStopped; step++) {
      const name = `${writer}-${step}`
      const changes = [page(name), file(`${name}.txt`, `File ${name}`)]
      const { revision } = await as(admin, { retries: 20 }).updateSpaceContent({
        params: { spaceId },
        body: { changes },
      })
      acknowledged.push(revision)
      await sleep(20)
    }
  }
  const writing = Promise.all(Array.from({ length: count }, (_, writer) => write(writer)))
  return {
    acknowledged,
    stop: async () => {
      isStopped = true
      await writing
    },
  }
}
