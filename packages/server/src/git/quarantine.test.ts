import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { copying, namedDelta, packed, packedCommit, packedTree, packOf, sealed } from '../test/packs.ts'
import { objectId } from './commit.ts'
import { scanPack } from './pack-scan.ts'
import { gitStarter } from './process.ts'
import { PushRefusal } from './push-refusal.ts'
import { openQuarantine } from './quarantine.ts'

const folder = await mkdtemp(join(tmpdir(), 'stemma-quarantine-'))
after(() => rm(folder, { recursive: true }))
const start = gitStarter()
const cache = join(folder, 'cache.git')
const pushes = join(folder, 'pushes')
await mkdir(pushes)

async function git(repository: string, args: readonly string[], input: string | Buffer = '') {
  const process = await start(repository, args)
  process.stdin.end(input)
  const [output] = await Promise.all([buffer(process.stdout), process.ended])
  return output
}

await git(cache, ['init', '--quiet', '--bare'])
const words = Array.from({ length: 300 }, (_, at) => `Line ${at}`).join('\n')
const pages = [...'abcdefgh'].map(
  (name) => `M 644 inline ${name}/page.md\ndata <<END\n${name}\n${words}\nEND\n`,
)
const committed = (message: string) =>
  `commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata <<END\n${message}\nEND\n`
await git(cache, ['fast-import', '--quiet'], committed('First') + pages.join(''))
const main = (await git(cache, ['rev-parse', 'refs/heads/main'])).toString().trim()

/** A clone of the cache with an edit, and the pack that git makes of what is asked for. */
async function givenEdit(from = main, asked = (tip: string) => `${tip}\n^${main}\n`) {
  const work = join(folder, `work-${randomBytes(4).toString('hex')}.git`)
  await git(work, ['init', '--quiet', '--bare'])
  await writeFile(join(work, 'objects/info/alternates'), `${cache}/objects\n`)
  const edit = `from ${from}\nM 644 inline a/page.md\ndata <<END\na\n${words}\nMore\nEND\n`
  await git(work, ['fast-import', '--quiet', '--force'], committed('Second') + edit)
  const tip = (await git(work, ['rev-parse', 'refs/heads/main'])).toString().trim()
  const packing = ['pack-objects', '--revs', '--thin', '--stdout', '--delta-base-offset', '-q']
  return { tip, pack: await git(work, packing, asked(tip)) }
}

async function open(pack: Buffer, tip: string) {
  const file = join(pushes, 'pack')
  await writeFile(file, pack)
  await scanPack(file)
  return openQuarantine({ start, borrowed: [cache], pack: file, tip })
}

async function refuses(tip: string, pack: Buffer, message: RegExp) {
  await assert.rejects(open(pack, tip), { name: 'PushRefusal', message })
  assert.deepEqual(await readdir(pushes), ['pack'])
}

test('a thin pack of git and what it needs are there until the quarantine is closed', async () => {
  const { tip, pack } = await givenEdit()
  const { repository, close } = await open(pack, tip)
  assert.equal((await stat(repository)).mode & 0o777, 0o700)
  const difference = await git(repository, ['diff-tree', '-r', '--name-only', main, tip])
  assert.equal(difference.toString(), 'a/page.md\n')
  await git(repository, ['fsck', '--strict', '--no-dangling', tip])
  await close()
  assert.deepEqual(await readdir(pushes), ['pack'])
  await assert.rejects(git(cache, ['cat-file', '-e', tip]))
})

test('a commit that the cache has needs no object', async () => {
  await (await open(packOf([]), main)).close()
})

test('commits that the space has are not counted, however many a client sends again', async () => {
  const line = Array.from({ length: 250 }, (_, at) => committed(`Change ${at}`))
  await git(cache, ['fast-import', '--quiet'], `reset refs/heads/main\nfrom ${main}\n\n${line.join('')}`)
  const newest = (await git(cache, ['rev-parse', 'refs/heads/main'])).toString().trim()
  const { tip, pack } = await givenEdit(newest, (own) => `${own}\n`)
  await (await open(pack, tip)).close()
})

const secret = packed('blob', 'A draft that nobody else may read')
const file = packed('blob', 'Text')
const tree = packedTree([['100644', 'a.md', file.id]])

test('objects that neither the pack nor the space has cannot be named', async () => {
  const asFile = packedTree([['100644', 'a.md', secret.id]])
  const commits = [
    [packedCommit(asFile.id), asFile.bytes],
    [packedCommit(tree.id, [secret.id]), tree.bytes, file.bytes],
    [packedCommit('1'.repeat(40))],
  ] as const
  for (const [commit, ...rest] of commits)
    await refuses(commit.id, packOf([commit.bytes, ...rest]), /^the object [\da-f]{40} is missing/)
  const delta = namedDelta(secret.id, copying(33, 33, 1))
  const commit = packedCommit(tree.id)
  await refuses(commit.id, packOf([commit.bytes, tree.bytes, file.bytes, delta]), /deltas without their base/)
  await refuses(secret.id, packOf([]), /is not a commit/)
})

test('the tip must be a commit', async () => {
  await refuses(tree.id, packOf([tree.bytes, file.bytes]), /is not a commit/)
  const tag = packed('tag', `object ${main}\ntype commit\ntag x\ntagger A <a@example.com> 1 +0000\n\nx\n`)
  await refuses(tag.id, packOf([tag.bytes]), /is not a commit/)
  await assert.rejects(open(packOf([]), '--output=x'), RangeError)
})

test('names that git itself never accepts are refused with the reason', async () => {
  for (const name of [
    '.git',
    '.GIT',
    'git~1',
    '.git ',
    '.git.',
    '.g\u200cit',
    '.git::$INDEX_ALLOCATION',
    '..',
  ]) {
    const bad = packedTree([['100644', name, file.id]])
    const commit = packedCommit(bad.id)
    const expected = new RegExp(`^git rejects the object ${bad.id}: hasDot`)
    await refuses(commit.id, packOf([commit.bytes, bad.bytes, file.bytes]), expected)
  }
})

test('the same object twice is refused', async () => {
  const commit = packedCommit(tree.id)
  await refuses(commit.id, packOf([commit.bytes, tree.bytes, file.bytes, file.bytes]), /object twice/)
})

test('commits and their messages are limited', async () => {
  const commits = [packedCommit(tree.id)]
  for (let count = 1; count <= 200; count++) commits.push(packedCommit(tree.id, [commits.at(-1)?.id ?? '']))
  const bytes = commits.map((one) => one.bytes)
  const { close } = await open(
    packOf([tree.bytes, file.bytes, ...bytes.slice(0, 200)]),
    commits[199]?.id ?? '',
  )
  await close()
  await refuses(commits[200]?.id ?? '', packOf([tree.bytes, file.bytes, ...bytes]), /more than 200 commits/)
  const long = packedCommit(tree.id, [], `${'A'.repeat(1024 * 1024)} <a@example.com> 1 +0000`)
  await refuses(long.id, packOf([tree.bytes, file.bytes, long.bytes]), /more than 1 MB/)
})

/** Folders in each other, with the same folder several times in each. */
function nested(levels: number, times: number) {
  const all = [tree]
  for (let level = 1; level < levels; level++) {
    const below = all.at(-1)?.id ?? ''
    all.push(packedTree(Array.from({ length: times }, (_, at) => ['40000', `f${at + 100}`, below] as const)))
  }
  const commit = packedCommit(all.at(-1)?.id ?? '')
  return { tip: commit.id, pack: packOf([...all, file, commit].map(({ bytes }) => bytes)) }
}

test('folders are at most 200 levels deep', async () => {
  const [allowed, deep, endless] = [nested(200, 1), nested(201, 1), nested(20_000, 1)]
  await (await open(allowed.pack, allowed.tip)).close()
  await refuses(deep.tip, deep.pack, /deeper than 200 levels/)
  await refuses(endless.tip, endless.pack, /deeper than 200 levels/)
})

test('files count as often as a path leads to them', async () => {
  const [wide, exponential] = [nested(4, 60), nested(30, 9)]
  await (await open(wide.pack, wide.tip)).close()
  await refuses(exponential.tip, exponential.pack, /more than 250000 files/)
  const numbers = Array.from({ length: 250_001 }, (_, at) => ['100644', String(at + 1e6), file.id] as const)
  const flat = packedTree(numbers)
  const commit = packedCommit(flat.id)
  await refuses(commit.id, packOf([commit.bytes, flat.bytes, file.bytes]), /more than 250000 files/)
  const long = packedTree([['100644', 'x'.repeat(1024 * 1024), file.id]])
  const named = packedCommit(long.id)
  await refuses(named.id, packOf([named.bytes, long.bytes, file.bytes]), /a name has more than 4096 bytes/)
})

test('the largest objects that are allowed stay below the limit of memory', async () => {
  const size = 64 * 1024 * 1024
  const [zeros, edited] = [Buffer.alloc(size), Buffer.alloc(size)]
  edited[size - 1] = 1
  const [large, larger] = [packed('blob', zeros), objectId('blob', edited)]
  // Copies all but the last byte, and appends one.
  const end = Buffer.of(0x80 | 0x30, 0xff, 0xff, 1, 1)
  const delta = namedDelta(large.id, Buffer.concat([copying(size, size, 1023), end]))
  const both = packedTree([
    ['100644', 'a', large.id],
    ['100644', 'b', larger],
  ])
  const commit = packedCommit(both.id)
  await (await open(packOf([large.bytes, both.bytes, commit.bytes, delta]), commit.id)).close()
})

test('a pack with any byte changed is refused, or has the same objects', async () => {
  const { tip, pack } = await givenEdit()
  const body = pack.subarray(0, -20)
  let refused = 0
  for (let at = 12; at < body.length; at += Math.ceil(body.length / 60)) {
    const changed = Buffer.from(body)
    changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
    try {
      const { repository, close } = await open(sealed(changed), tip)
      await git(repository, ['fsck', '--strict', '--no-dangling', tip])
      await close()
    } catch (error) {
      assert.ok(error instanceof PushRefusal, String(error))
      refused++
    }
  }
  assert.ok(refused > 40, `${refused} were refused`)
  assert.deepEqual(await readdir(pushes), ['pack'])
})
