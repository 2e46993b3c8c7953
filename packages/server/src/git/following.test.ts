import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openBlobs } from '../config/open-blobs.ts'
import { objectCache } from '../content/object-cache.ts'
import { postgresObjects } from '../content/postgres-objects.ts'
import { startServer } from '../test/harness.ts'
import { givenWrittenSpace, page } from '../test/writing.ts'
import { gitCache, tipOf } from './cache.ts'
import { follow, type Git } from './following.ts'
import { GitFailed, gitStarter } from './process.ts'
import { headOf } from './store.ts'

const server = await startServer()
const folder = await mkdtemp(join(tmpdir(), 'stemma-git-following-'))
after(() => rm(folder, { recursive: true }))

/** What another process has: its own limit of processes, and its own or the same cache. */
function givenProcess(name: string): Git {
  return { start: gitStarter(), cache: gitCache(join(folder, name)) }
}

async function givenSpace() {
  const { spaceId, write } = await givenWrittenSpace(server, page('First'), page('Second'))
  for (const title of ['Third', 'Fourth', 'Fifth']) await write(page(title))
  const { contentId = '' } = (await headOf(server.db, spaceId)) ?? {}
  const store = postgresObjects(server.db, contentId, objectCache(0))
  const space = { db: server.db, store, blobs: await openBlobs(server.config), spaceId, host: 'example.com' }
  const tipIn = async (git: Git) => tipOf((await follow(git, space)) ?? '', 'main')
  return { tipIn, write }
}

test('processes that follow a space at once make the same commits, in one cache or in two', async () => {
  const { tipIn, write } = await givenSpace()
  const processes = ['shared', 'shared', 'other'].map(givenProcess)
  for (const title of ['Sixth', 'Seventh']) {
    const tips = await Promise.all(processes.map(tipIn))
    assert.equal(new Set(tips).size, 1)
    await write(page(title))
  }
  const byRevision = await tipIn(givenProcess('shared'))
  assert.match(byRevision ?? '', /^[\da-f]{40}$/)
  assert.equal(await tipIn(givenProcess('at once')), byRevision)
})

test('a fast-import that is killed moves nothing, and the next one continues', async () => {
  const { tipIn, write } = await givenSpace()
  const git = givenProcess('killed')
  const before = await tipIn(git)
  await write(page('Sixth'))
  const killing: Git = {
    ...git,
    start: async (...args) => {
      const started = await git.start(...args)
      setTimeout(started.kill, 1)
      return started
    },
  }
  await assert.rejects(tipIn(killing), GitFailed)
  const after = await tipIn(git)
  assert.notEqual(after, before)
  assert.equal(await tipIn(givenProcess('untouched')), after)
})
