import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { type Copy, givenGit } from '../../../test/git-client.ts'
import { givenGitSpace, pushes, refuses } from '../../../test/git-space.ts'
import { startServer } from '../../../test/harness.ts'
import { packedCommit, packOf } from '../../../test/packs.ts'
import { outlineOf, page } from '../../../test/writing.ts'

const server = await startServer()
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const client = await givenGit()
after(() => client.drop())

const givenSpace = () => givenGitSpace({ server, address, client })
const listed = (copy: Copy) => copy.git('ls-remote', '--heads', 'origin')

test('a branch stands for its change request as long as that is open', async () => {
  const { copy, clone, commenter, reader, admin, at, textAt } = await givenSpace()
  const tip = await copy.commit({ 'guide.md': 'First.\n' })
  const said = await pushes(copy, 'HEAD:refs/heads/fix/guide')
  assert.match(said, /^remote: Change request #1 opened: 1 page changed\.\s*$/m)
  assert.match(said, /HEAD:refs\/heads\/fix\/guide\s+\[new branch\]/)
  const seeing = await clone(commenter)
  assert.match(await listed(seeing), new RegExp(`^${tip}\trefs/heads/fix/guide$`, 'm'))
  assert.doesNotMatch(await listed(await clone(reader)), /fix/)
  const next = await copy.commit({ 'guide.md': 'Second.\n' })
  assert.match(await pushes(copy, 'HEAD:refs/heads/fix/guide'), /Change request #1 updated/)
  assert.equal(await textAt(1, 'guide'), 'Second.\n')
  assert.match(await pushes(copy, 'HEAD:fix/guide'), /up to date/)
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  assert.doesNotMatch(await listed(seeing), /fix/)
  await seeing.git('pull', '--quiet', '--prune')
  assert.equal((await seeing.git('rev-parse', 'HEAD^2')).trim(), next)
  await copy.git('fetch', '--quiet', '--prune', 'origin')
  await copy.commit({ 'guide.md': 'Third.\n' })
  assert.match(await pushes(copy, 'HEAD:refs/heads/fix/guide'), /Change request #2 opened/)
})

test('what somebody wrote in the meantime is refused with how to get it, and a pull brings it', async () => {
  const { copy, editor, reviewer, at, textAt } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n' })
  await pushes(copy, 'HEAD:refs/heads/fix')
  await copy.git('fetch', '--quiet', 'origin')
  const body = { changes: [page('From the console')] }
  await server.as(reviewer).updateChangeRequestContent({ params: at(1), body })
  await copy.commit({ 'usage.md': 'Second.\n' })
  // The client knows an older commit, as one that pushes at the same time does.
  const lease = (await copy.git('rev-parse', 'origin/fix')).trim()
  await refuses(copy, /fetch first|non-fast-forward|stale info/, 'HEAD:refs/heads/fix')
  const { displayName } = (await server.as(reviewer).getAuthenticatedUser()) ?? {}
  const said = await sendOld(copy, lease)
  assert.match(said, new RegExp(`${displayName} has changed #1 in the meantime; run: git pull origin fix`))
  await server.as(editor).updateChangeRequestContent({ params: at(1), body: { changes: [page('Mine')] } })
  assert.match(await sendOld(copy, lease), /you have changed #1 in the meantime/)
  await copy.git('pull', '--quiet', '--no-rebase', 'origin', 'fix')
  assert.match(await pushes(copy, 'HEAD:refs/heads/fix'), /#1 updated/)
  assert.equal(await textAt(1, 'from-the-console'), 'Text of From the console.\n')
  assert.equal(await textAt(1, 'usage'), 'Second.\n')
})

/** Sends what a client sends that has not fetched since. */
async function sendOld(copy: Copy, old: string): Promise<string> {
  const tree = (await copy.git('rev-parse', `${old}^{tree}`)).trim()
  const commit = packedCommit(tree, [old])
  const url = new URL((await copy.git('remote', 'get-url', 'origin')).trim())
  const line = `${old} ${commit.id} refs/heads/fix\0 report-status`
  const head = Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`)
  const answer = await server.app.inject({
    method: 'POST',
    url: `${url.pathname}/git-receive-pack`,
    headers: {
      authorization: `Bearer ${url.password}`,
      'content-type': 'application/x-git-receive-pack-request',
    },
    payload: Buffer.concat([head, packOf([commit.bytes])]),
  })
  return answer.body
}

test('people rewrite their own branch by force, and never that of others', async () => {
  const { copy, clone, reviewer, textAt } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n' })
  await pushes(copy, 'HEAD:refs/heads/fix')
  await copy.git('commit', '--quiet', '--amend', '--message', 'Other words')
  await refuses(copy, /non-fast-forward|fetch first|rejected/, 'HEAD:refs/heads/fix')
  await pushes(copy, '--force', 'HEAD:refs/heads/fix')
  const other = await clone(reviewer)
  await other.commit({ 'usage.md': 'Elsewhere.\n' })
  await refuses(
    other,
    /and your commits are not based on it; run: git pull origin fix/,
    '--force',
    'HEAD:refs/heads/fix',
  )
  await other.git('reset', '--quiet', '--hard', 'origin/fix')
  await other.commit({ 'usage.md': 'Reviewed.\n' })
  await pushes(other, 'HEAD:refs/heads/fix')
  assert.equal(await textAt(1, 'usage'), 'Reviewed.\n')
})

test('only people with review access push to the change request of another person', async () => {
  const { copy, clone, admin, editor } = await givenSpace()
  const own = await clone(admin)
  await own.commit({ 'guide.md': 'Of the admin.\n' })
  await pushes(own, 'HEAD:refs/heads/fix')
  await copy.git('pull', '--quiet', 'origin', 'fix')
  await copy.commit({ 'guide.md': 'Of the editor.\n' })
  const reason = /#1 is the change request of .*, so pushing to it requires review access/
  await refuses(copy, reason, 'HEAD:refs/heads/fix')
  await refuses(copy, reason, 'HEAD:refs/changes/1/head')
  const { items } = await server
    .as(editor)
    .listChangeRequestsForSpace({ params: { spaceId: await spaceOf(copy) } })
  assert.equal(items.length, 1)
})

async function spaceOf(copy: Copy) {
  return (await copy.git('remote', 'get-url', 'origin')).split('/').at(-2) ?? ''
}

test('names that git or people would misread are refused, and so are deletions', async () => {
  const { copy } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n' })
  for (const name of ['HEAD', 'refs/heads/x', 'main/x', '-x'])
    await refuses(copy, /this name is not one for a branch/, `HEAD:refs/heads/${name}`)
  await refuses(copy, /can have 200 characters/, `HEAD:refs/heads/${'x'.repeat(201)}`)
  await pushes(copy, 'HEAD:refs/heads/fix')
  await copy.commit({ 'guide.md': 'Second.\n' })
  await refuses(copy, /there is a branch fix; choose a name/, 'HEAD:refs/heads/fix/more')
  await refuses(copy, /branches can't be deleted; archive the change request instead/, '--delete', 'fix')
})

test('a branch names the change request that a person has proposed before', async () => {
  const { copy } = await givenSpace()
  const tip = await copy.commit({ 'guide.md': 'First.\n' })
  await pushes(copy)
  await copy.commit({ 'guide.md': 'Second.\n' })
  assert.match(await pushes(copy, 'HEAD:refs/heads/fix'), /#1 updated/)
  await copy.git('checkout', '--quiet', '-b', 'stacked', tip)
  await copy.git('merge', '--quiet', '--ff-only', 'origin/fix')
  await copy.commit({ 'usage.md': 'On top.\n' })
  assert.match(await pushes(copy, 'HEAD:refs/heads/stacked'), /#2 opened/)
})

test('a space with live edits accepts pushes to main, whose commits are its history', async () => {
  const { copy, clone, reader, editor, spaceId, write } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n' })
  const tip = await copy.commit({ 'usage.md': 'Second.\n' })
  assert.match(await pushes(copy, 'HEAD:main'), /^remote: main updated: 2 pages changed\.\s*$/m)
  assert.match(await pushes(copy, 'HEAD:refs/heads/main'), /up to date/)
  const other = await clone(reader)
  assert.equal((await other.git('rev-parse', 'HEAD')).trim(), tip)
  const types = server.db.selectFrom('events').select('type').where('actor_id', '=', editor.id)
  const events = (await types.execute()).map(({ type }) => type)
  assert.ok(events.includes('space.pushed') && events.includes('space.content_updated'))
  await write(page('Meanwhile'))
  await copy.commit({ 'guide.md': 'Third.\n' })
  await refuses(copy, /fetch first|non-fast-forward/, 'HEAD:main')
  await refuses(
    copy,
    /main has changed in the meantime; run: git pull --rebase origin main/,
    '--force',
    'HEAD:main',
  )
  await copy.git('pull', '--quiet', '--rebase', 'origin', 'main')
  await copy.commit({ 'new.md': '# New\n' })
  await pushes(copy, 'HEAD:main')
  assert.equal(await outlineOf(server, reader, spaceId), 'Guide,Usage,Meanwhile,New')
  await copy.git('pull', '--quiet', '--ff-only', 'origin', 'main')
  assert.match(await copy.git('show', 'HEAD:SUMMARY.md'), /new\.md/, 'a commit on top restores the form')
  await other.git('pull', '--quiet', '--ff-only')
  await other.git('fsck', '--strict')
})

test('drafts of change requests are not published by a push to main', async () => {
  const { copy, editor, spaceId } = await givenSpace()
  const params = { spaceId }
  const { id } = await server.as(editor).createChangeRequest({ params, body: { subject: 'Draft' } })
  const body = { changes: [page('Draft')] }
  await server.as(editor).updateChangeRequestContent({ params: { spaceId, changeRequestId: id }, body })
  await copy.git('pull', '--quiet', 'origin', 'refs/changes/1/head')
  await copy.commit({ 'guide.md': 'On top.\n' })
  await refuses(copy, /it has drafts of change requests, which readers would see/, 'HEAD:main')
})
