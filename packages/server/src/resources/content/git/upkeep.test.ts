import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { gitCache } from '../../../git/cache.ts'
import { printedBy } from '../../../git/printed.ts'
import { gitStarter } from '../../../git/process.ts'
import { startServer } from '../../../test/harness.ts'
import { givenWrittenSpace } from '../../../test/writing.ts'
import { keepUpHourly } from './upkeep.ts'

const server = await startServer()

test('once an hour, repositories of purged spaces go, and those of many files are gathered', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-hourly-'))
  t.after(() => rm(folder, { recursive: true }))
  const cache = gitCache(folder)
  const given = async (files: number) => {
    const repository = await cache.repository((await givenWrittenSpace(server)).spaceId, 'main')
    await commitFiles(repository, files)
    return repository
  }
  const [broken, many, few] = [await given(6000), await given(6000), await given(100)]
  await rm(join(broken, 'HEAD'))
  await cache.repository('purged', 'main')
  const warned: string[] = []
  const log = { warn: (_: unknown, said: string) => warned.push(said) } as unknown as FastifyBaseLogger
  t.mock.timers.enable({ apis: ['setInterval'] })
  const upkeep = keepUpHourly({ db: server.db, clock: () => new Date() }, cache, log)
  t.mock.timers.tick(60 * 60 * 1000)
  // Folders go while they are listed.
  const isDone = async () => warned.length > 0 && (await filesIn(many).catch(() => 0)) === 3
  for (let tries = 0; tries < 400 && !(await isDone()); tries++) await sleep(50)
  upkeep.stop()
  assert.equal(await filesIn(many), 3)
  assert.equal(await filesIn(few), 102)
  assert.deepEqual(warned, ['git objects not gathered'])
  assert.equal((await readdir(folder)).includes('purged'), false)
})

/** Their objects, a tree and a commit are files of their own. */
async function commitFiles(repository: string, count: number) {
  const files = Array.from({ length: count }, (_, at) => {
    const name = String(at).padStart(5, '0')
    return `M 644 inline ${name}.md\ndata 5\n${name}\n`
  })
  const head = 'commit refs/heads/main\ncommitter Ann <ann@example.com> 1 +0000\ndata 4\nMany\n'
  const args = ['-c', `fastimport.unpackLimit=${count + 10}`, 'fast-import', '--quiet']
  await printedBy(gitStarter(), repository, args, { input: head + files.join('') })
}

async function filesIn(repository: string): Promise<number> {
  const all = await readdir(join(repository, 'objects'), { recursive: true, withFileTypes: true })
  return all.filter((one) => one.isFile()).length
}
