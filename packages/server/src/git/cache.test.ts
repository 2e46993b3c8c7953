import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gitCache } from './cache.ts'

test('what a killed process left is removed after a day, and nothing else', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'stemma-git-cache-'))
  t.after(() => rm(folder, { recursive: true }))
  for (const name of ['.push-1/quarantine.git', '.new-1', '.gone-1', '.other', 'space'])
    await mkdir(join(folder, name), { recursive: true })
  const { prune } = gitCache(folder)
  const all = async (ids: readonly string[]) => new Set(ids)
  const hour = 60 * 60 * 1000
  await prune(all, Date.now() + hour)
  assert.equal((await readdir(folder)).length, 5)
  await prune(all, Date.now() + 25 * hour)
  assert.deepEqual((await readdir(folder)).toSorted(), ['.other', 'space'])
})
