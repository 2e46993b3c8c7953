import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Copy, givenGit } from '../../../test/git-client.ts'
import { givenGitSpace, pushes } from '../../../test/git-space.ts'
import { startServer } from '../../../test/harness.ts'
import { givenChangeRequest, page } from '../../../test/writing.ts'

const server = await startServer()
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const client = await givenGit()
after(() => client.drop())

const givenSpace = () => givenGitSpace({ server, address, client })
const first = 'refs/changes/1/head'

async function idOf(copy: Copy, name: string): Promise<string> {
  return (await copy.git('rev-parse', name)).trim()
}

/** Fetches in both versions of the protocol, and returns the ID of the commit. */
async function fetched(copy: Copy, ref: string): Promise<string> {
  const ids = []
  for (const version of ['0', '2']) {
    await copy.git('-c', `protocol.version=${version}`, 'fetch', '--quiet', 'origin', ref)
    ids.push(await idOf(copy, 'FETCH_HEAD'))
  }
  assert.equal(new Set(ids).size, 1)
  return ids[0] ?? ''
}

test('people who may comment fetch what others wrote in a change request, commit by commit', async () => {
  const { spaceId, editor, commenter, clone, write } = await givenSpace()
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Draft'))
  await draft.write(page('Another'))
  await write(page('Meanwhile'))
  await server.as(editor).updateChangeRequest({ params: draft.params })
  const copy = await clone(commenter)
  const tip = await fetched(copy, first)
  const log = await copy.git('log', '--format=%s|%an', 'origin/main..FETCH_HEAD')
  const author = (await server.as(editor).getChangeRequestById({ params: draft.params })).createdBy
  assert.equal(
    log,
    ['Merge main', 'Add Another', 'Add Draft'].map((one) => `${one}|${author.displayName}\n`).join(''),
  )
  assert.equal(await copy.git('show', 'FETCH_HEAD:draft.md'), 'Text of Draft.\n')
  assert.equal(await copy.git('show', 'FETCH_HEAD:meanwhile.md'), 'Text of Meanwhile.\n')
  assert.equal(
    await copy.git('diff', '--name-only', 'origin/main', 'FETCH_HEAD'),
    'SUMMARY.md\nanother.md\ndraft.md\n',
  )
  await rm(join(server.config.filesFolder, 'git-cache', spaceId), { recursive: true })
  assert.equal(await fetched(copy, first), tip)
  await copy.git('fsck', '--strict')
})

test('people who may only read get no draft, by name or by ID', async () => {
  const { spaceId, editor, reader, commenter, clone, copy } = await givenSpace()
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Draft'))
  await copy.commit({ 'guide.md': 'Pushed.\n' })
  await pushes(copy)
  const seeing = await clone(commenter)
  const ids = [await fetched(seeing, first), await idOf(copy, 'HEAD')]
  const file = await idOf(seeing, `${ids[0]}:draft.md`)
  const reading = await clone(reader)
  for (const name of [...ids, file, first, 'refs/changes/2/head']) {
    for (const version of ['0', '1', '2'])
      await assert.rejects(
        reading.git('-c', `protocol.version=${version}`, 'fetch', '--quiet', 'origin', name),
      )
  }
  assert.doesNotMatch(await reading.git('ls-remote', 'origin'), /changes/)
  assert.match(await seeing.git('ls-remote', 'origin'), /refs\/changes\/1\/head\n.*refs\/changes\/2\/head/)
})

test('what was pushed is fetched as it was pushed, also from another host', async () => {
  const { spaceId, editor, commenter, clone, copy, at } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n', 'big.bin': Buffer.alloc(300_000, 'a lot of bytes') })
  await pushes(copy)
  const tip = await copy.commit({ 'guide.md': 'Second.\n' })
  await pushes(copy)
  await rm(join(server.config.filesFolder, 'git-cache', spaceId), { recursive: true })
  const other = await clone(commenter)
  assert.equal(await fetched(other, first), tip)
  await server.as(editor).updateChangeRequestContent({ params: at(1), body: { changes: [page('Later')] } })
  await fetched(other, first)
  assert.equal(await idOf(other, 'FETCH_HEAD^'), tip)
  const changed = await other.git('diff', '--name-only', tip, 'FETCH_HEAD')
  assert.equal(changed, 'SUMMARY.md\nlater.md\n')
  await other.git('fsck', '--strict')
})

test('a change request that is closed is fetched by its number', async () => {
  const { copy, at, admin, editor, clone } = await givenSpace()
  const tip = await copy.commit({ 'guide.md': 'New.\n' })
  await pushes(copy)
  await server.as(admin).updateChangeRequestById({ params: at(1), body: { status: 'archived' } })
  const other = await clone(editor)
  await other.git('-c', 'protocol.version=2', 'fetch', '--quiet', 'origin', first)
  assert.equal(await idOf(other, 'FETCH_HEAD'), tip)
})

test('a commit that people add to a fetched draft continues it, and adds no page twice', async () => {
  const { spaceId, editor, copy, admin } = await givenSpace()
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Draft'))
  await copy.git('fetch', '--quiet', 'origin', first)
  await copy.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  await copy.commit({ 'draft.md': 'Better.\n' })
  assert.match(await pushes(copy), /^remote: Change request #1 updated: /m)
  const { pages } = await server.as(editor).listPagesInChangeRequest({ params: draft.params })
  assert.deepEqual(
    pages.map(({ title }) => title),
    ['Guide', 'Usage', 'Draft'],
  )
  await server.as(admin).mergeChangeRequest({ params: draft.params })
  const reading = await client.clone(await urlOf())
  const drafts = await reading.git('log', '--format=%s', '--all')
  assert.doesNotMatch(drafts, /Add Draft/, 'the draft is not in what readers see')

  async function urlOf() {
    return (await copy.git('remote', 'get-url', 'origin')).trim()
  }
})

test('the second parent of a merge is what was pushed, or one commit on top of it', async () => {
  const { copy, at, admin, editor, reader, spaceId, clone } = await givenSpace()
  await copy.commit({ 'guide.md': 'Begun.\n' }, 'Begin')
  const tip = await copy.commit({ 'guide.md': 'Done.\n' }, 'End')
  await pushes(copy)
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  const reading = await clone(reader)
  assert.equal(await idOf(reading, 'HEAD^2'), tip)
  await copy.git('fetch', '--quiet', 'origin', 'main')
  assert.match(await copy.git('branch', '--merged', 'FETCH_HEAD'), /main/)
  await copy.git('reset', '--quiet', '--hard', 'FETCH_HEAD')
  const more = await copy.commit({ 'more.md': 'More.\n' }, 'More')
  await pushes(copy)
  await server.as(editor).updateChangeRequestContent({ params: at(2), body: { changes: [page('Later')] } })
  await server.as(admin).mergeChangeRequest({ params: at(2) })
  await reading.git('pull', '--quiet')
  assert.equal(await idOf(reading, 'HEAD^2^'), more)
  assert.equal(await reading.git('diff', 'HEAD', 'HEAD^2'), '')
  const head = await idOf(reading, 'HEAD')
  await rm(join(server.config.filesFolder, 'git-cache', spaceId), { recursive: true })
  const again = await clone(reader)
  assert.equal(await idOf(again, 'HEAD'), head)
  await again.git('fsck', '--strict')
})
