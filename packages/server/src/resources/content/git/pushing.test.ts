import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir, rm, symlink } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentChange } from '@stemma/contract'
import { givenGit } from '../../../test/git-client.ts'
import { givenGitSpace, pushes, refuses } from '../../../test/git-space.ts'
import { givenOrganization, givenToken, startServer } from '../../../test/harness.ts'
import { outlineOf, page } from '../../../test/writing.ts'

const server = await startServer({ filesBytesMax: 3_000_000 })
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const client = await givenGit()
after(() => client.drop())

const givenSpace = (...changes: ContentChange[]) => givenGitSpace({ server, address, client }, ...changes)

const opened = /^remote: Change request #(\d+) opened: (.*)$/m

test('a push opens a change request with the pushed files, by its author', async () => {
  const { copy, editor, spaceId, at, textAt } = await givenSpace()
  await copy.commit({ 'guide.md': 'One, better.\n', 'new.md': '# New\n' }, 'Improve the guide\n\nMore.')
  const said = await pushes(copy)
  assert.match(said, /^remote: Change request #1 opened: 1 page added, 1 changed\.\s*$/m)
  assert.match(said, /HEAD:refs\/changes\/1\/head\s+\[new reference\]/)
  const shown = await server.as(editor).getChangeRequestById({ params: at(1) })
  assert.equal(shown.subject, 'Improve the guide')
  assert.equal(shown.status, 'open')
  assert.equal(shown.createdBy.id, editor.id)
  assert.equal(await textAt(1, 'guide'), 'One, better.\n')
  assert.equal(await textAt(1, 'new'), '# New\n')
  assert.equal(await outlineOf(server, editor, spaceId), 'Guide,Usage')
  const space = await server.as(editor).getSpaceById({ params: { spaceId } })
  assert.deepEqual([space.changeRequestsOpen, space.changeRequestsDraft], [1, 0])
  const events = await server.db
    .selectFrom('events')
    .select('type')
    .where('actor_id', '=', editor.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    events.map(({ type }) => type),
    [
      'space.cloned',
      'change_request.created',
      'change_request.opened',
      'change_request.content_updated',
    ].concat('change_request.pushed'),
  )
})

test('the subject can be an option, and other options are refused, which is in the audit log', async () => {
  const { copy, editor, spaceId, at } = await givenSpace()
  await copy.commit({ 'guide.md': 'New.\n' })
  await refuses(copy, /the option draft is unknown/, '-o', 'draft', 'HEAD:refs/for/main')
  const refused = server.db.selectFrom('events').select('body').where('type', '=', 'git.push_refused')
  assert.deepEqual(
    (await refused.where('actor_id', '=', editor.id).execute()).map(({ body }) => body),
    [
      {
        spaceId,
        refs: ['refs/for/main'],
        reason: 'the option draft is unknown; use -o subject="…", or none',
      },
    ],
  )
  await pushes(copy, '-o', 'subject=Fix typos', 'HEAD:refs/for/main')
  assert.equal((await server.as(editor).getChangeRequestById({ params: at(1) })).subject, 'Fix typos')
})

test('a later push continues the change request, and its pages keep their IDs', async () => {
  const { copy, editor, at, textAt } = await givenSpace()
  await copy.commit({ 'new.md': 'New words.\n' })
  await pushes(copy)
  const idOf = async (pagePath: string) => {
    const params = { ...at(1), pagePath }
    return (await server.as(editor).getPageInChangeRequestByPath({ params })).id
  }
  const id = await idOf('new')
  await copy.git('mv', 'new.md', 'renamed.md')
  await copy.commit({ 'guide.md': 'Again.\n' })
  assert.match(await pushes(copy), /^remote: Change request #1 updated: 1 page added, 1 changed\.\s*$/m)
  assert.equal(await idOf('renamed'), id)
  assert.equal(await textAt(1, 'guide'), 'Again.\n')
  const { items } = await server.as(editor).listChangeRequestsForSpace({ params: at(1) })
  assert.equal(items.length, 1)
})

test('a push that is repeated finds its change request, also after it was merged', async () => {
  const { copy, admin, at } = await givenSpace()
  await copy.commit({ 'guide.md': 'New.\n' })
  await pushes(copy)
  assert.match(await pushes(copy), /^remote: Change request #1 has this commit already\.\s*$/m)
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  const said = await pushes(copy)
  assert.match(said, /^remote: Change request #1 has this commit already, and is merged\.\s*$/m)
})

test('a clone that main has left behind sends only its own commit', async () => {
  const { copy, write } = await givenSpace()
  for (const title of ['Meanwhile', 'Later', 'Now']) await write(page(title))
  await copy.commit({ 'guide.md': 'New.\n' })
  // The commit, its folder and its file.
  assert.match(await pushes(copy, '--progress', 'HEAD:refs/for/main'), /^Total 3 /m)
})

test('two clients that push the same commit at once open one change request', async () => {
  const { copy, editor, spaceId } = await givenSpace()
  await copy.commit({ 'guide.md': 'New.\n' })
  await Promise.all([pushes(copy), pushes(copy), pushes(copy)])
  const { items } = await server.as(editor).listChangeRequestsForSpace({ params: { spaceId } })
  assert.equal(items.length, 1)
})

test('a conflict is reported with its file, and is gone after a merge of main', async () => {
  const { copy, write, spaceId, reader, admin, textAt, at } = await givenSpace()
  const { pages } = await server.as(reader).listPages({ params: { spaceId } })
  await copy.commit({ 'guide.md': 'One.\n\nMine.\n\nThree.\n' })
  const theirs = { markdown: 'One.\n\nTheirs.\n\nThree.\n' }
  await write({ operation: 'update_page', page: pages[0]?.id ?? '', document: theirs }, page('Meanwhile'))
  const said = await pushes(copy)
  assert.match(said, /^remote: #1 has conflicts with the space in guide\.md\. Resolve them there/m)
  await copy.git('pull', '--quiet', '--no-rebase', '-X', 'ours', 'origin', 'main')
  assert.doesNotMatch(await pushes(copy), /conflicts/)
  assert.equal(await textAt(1, 'guide'), 'One.\n\nMine.\n\nThree.\n')
  assert.deepEqual((await server.as(admin).mergeChangeRequest({ params: at(1) })).result, 'merge')
  assert.equal(await outlineOf(server, reader, spaceId), 'Guide,Usage,Meanwhile')
  await copy.git('pull', '--quiet', '--no-rebase', 'origin', 'main')
})

test('work that continues after a merge adds no page twice', async () => {
  const { copy, admin, reader, spaceId, at } = await givenSpace()
  await copy.commit({ 'new.md': 'New words.\n' })
  await pushes(copy)
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  await copy.commit({ 'more.md': 'More words.\n' })
  assert.match(await pushes(copy), opened)
  assert.equal((await server.as(admin).mergeChangeRequest({ params: at(2) })).result, 'merge')
  assert.equal(await outlineOf(server, reader, spaceId), 'Guide,Usage,New,More')
})

test('what somebody wrote in the change request is only replaced on demand', async () => {
  const { copy, editor, admin, at, textAt, clone } = await givenSpace()
  await copy.commit({ 'guide.md': 'First.\n' })
  await pushes(copy)
  const params = at(1)
  await server
    .as(editor)
    .updateChangeRequestContent({ params, body: { changes: [page('From the console')] } })
  await copy.commit({ 'guide.md': 'Second.\n' })
  await refuses(copy, /#1 was edited since you pushed to it; to replace it, run: git push origin HEAD:refs/)
  assert.equal(await textAt(1, 'guide'), 'First.\n')
  await pushes(copy, 'HEAD:refs/changes/1/head')
  assert.equal(await textAt(1, 'guide'), 'Second.\n')
  await copy.git('reset', '--quiet', '--hard', 'HEAD~1')
  await pushes(copy, '--force', 'HEAD:refs/changes/1/head')
  assert.equal(await textAt(1, 'guide'), 'First.\n')
  const other = await clone(admin)
  await other.commit({ 'guide.md': 'Theirs.\n' })
  await refuses(
    other,
    /#1 is .*, and your commits are not based on it; run: git pull/,
    'HEAD:refs/changes/1/head',
  )
  await refuses(other, /there is no change request #7/, 'HEAD:refs/changes/7/head')
})

test('a renamed file stays the same page, and images come with their bytes', async () => {
  const { copy, editor, spaceId, at, admin } = await givenSpace()
  const { pages } = await server.as(editor).listPages({ params: { spaceId } })
  const image = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg',
    'base64',
  )
  await copy.git('mv', 'guide.md', 'manual.md')
  await copy.commit({ 'usage.md': '![](images/dot.png)\n', 'images/dot.png': image })
  assert.match(await pushes(copy), /opened: 1 page changed, 1 moved, 1 file added\./)
  const params = { ...at(1), pagePath: 'manual' }
  assert.equal((await server.as(editor).getPageInChangeRequestByPath({ params })).id, pages[0]?.id)
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  const { items } = await server.as(editor).listFiles({ params: { spaceId } })
  assert.deepEqual([items[0]?.name, items[0]?.contentType], ['dot.png', 'image/png'])
  const bytes = await server.app.inject({ url: new URL(items[0]?.downloadURL ?? '').pathname })
  assert.deepEqual(bytes.rawPayload, image)
})

test('an image can come with a later push than the page that shows it', async () => {
  const { copy, textAt } = await givenSpace()
  await copy.commit({ 'guide.md': '![A plan](.gitbook/assets/plan.png)\n' })
  await pushes(copy)
  await copy.commit({ '.gitbook/assets/plan.png': randomBytes(100) })
  assert.match(await pushes(copy), /1 page changed, 1 file added/)
  assert.match((await textAt(1, 'guide')) ?? '', /^!\[A plan\]\(\/files\/\w+\)\n$/)
})

test('any history can be pushed to an empty space, and only there', async () => {
  const { organization, admin, editor, ...full } = await givenSpace()
  const params = { organizationId: organization.id }
  const { id } = await server.as(admin).createSpace({ params, body: {} })
  await client.git('init', '--quiet', '--initial-branch=trunk', 'other')
  const other = (...args: string[]) => client.git('-C', join(client.folder, 'other'), ...args)
  const url = (spaceId: string) => full.url(editor.secret).replace(full.spaceId, spaceId)
  await other('commit', '--quiet', '--allow-empty', '--message', 'Begin')
  const copy = await client.clone(join(client.folder, 'other'))
  await copy.commit({ 'README.md': '# Hello\n', 'a/b.md': 'B\n' })
  await copy.git('remote', 'set-url', 'origin', url(full.spaceId))
  await refuses(copy, /it does not begin at a commit of main; run: git pull --rebase origin main/)
  await copy.git('remote', 'set-url', 'origin', url(id))
  assert.match(await pushes(copy), /#1 opened: 2 pages added\./)
  const at = (number: number) => ({ spaceId: id, changeRequestId: String(number) })
  await server.as(admin).mergeChangeRequest({ params: at(1) })
  await copy.commit({ 'a/b.md': 'Better\n' })
  assert.match(await pushes(copy), /#2 opened: 1 page changed\./)
  assert.equal((await server.as(admin).mergeChangeRequest({ params: at(2) })).result, 'merge')
})

test('refs that are not for change requests are refused with what to do', async () => {
  const { copy, admin, spaceId } = await givenSpace()
  const how = 'run: git push origin HEAD:refs/for/main'
  await refuses(copy, /its files are those of main already/)
  await server.as(admin).updateSpaceById({ params: { spaceId }, body: { editMode: 'locked' } })
  await copy.commit({ 'guide.md': 'New.\n' })
  await refuses(copy, new RegExp(`\\(main accepts change requests only; ${how}\\)`), 'HEAD:main')
  await refuses(copy, new RegExp(`\\(only branches are kept; ${how}\\)`), 'HEAD:refs/tags/v1')
  await refuses(copy, /push one branch at a time/, 'HEAD:refs/for/main', 'HEAD:fix')
  await refuses(copy, /branches can't be deleted; archive the change request/, '--delete', 'main')
  await copy.git('tag', '--annotate', '--message', 'Tag', 'v1')
  assert.ok(!(await copy.push('v1:refs/for/main')).isAccepted)
})

test('files that a space cannot have are refused by their path, and nothing is written', async () => {
  const { copy, editor, spaceId } = await givenSpace()
  const attempts: readonly (readonly [RegExp, () => Promise<unknown>])[] = [
    [
      /\(logo\.md is a symbolic link; add the file itself\)/,
      () => symlink('guide.md', join(copy.folder, 'logo.md')),
    ],
    [
      /\(module is a submodule; add its files\)/,
      async () => {
        const head = (await copy.git('rev-parse', 'HEAD')).trim()
        await copy.git('update-index', '--add', '--cacheinfo', `160000,${head},module`)
      },
    ],
    [
      /\(GUIDE\.md differs from guide\.md only in case or spelling; rename one\)/,
      () => copy.git('mv', 'usage.md', 'GUIDE.md'),
    ],
    [
      /\(big\.bin is a Git LFS pointer; add the file itself\)/,
      () => copy.commit({ 'big.bin': 'version https://git-lfs.github.com/spec/v1\n' }),
    ],
    [/\(latin\.md is not UTF-8; convert it\)/, () => copy.commit({ 'latin.md': Buffer.of(0xe9, 0x0a) })],
    [
      /\(\.gitignore has a name that is not supported; rename or remove it\)/,
      () => copy.commit({ '.gitignore': 'x\n' }),
    ],
    [
      /\(large\.bin has 3000001 bytes, and files can have at most 3000000/,
      () => copy.commit({ 'large.bin': Buffer.alloc(3_000_001) }),
    ],
  ]
  for (const [reason, prepare] of attempts) {
    await prepare()
    if (!(await copy.git('status', '--porcelain')).includes('module')) await copy.git('add', '--all')
    await copy.git('commit', '--quiet', '--allow-empty', '--message', 'Try')
    await refuses(copy, reason)
    await copy.git('reset', '--quiet', '--hard', 'origin/main')
  }
  const { items } = await server.as(editor).listChangeRequestsForSpace({ params: { spaceId } })
  assert.equal(items.length, 0)
})

test('a push larger than the buffer of git arrives, and leaves nothing behind', async () => {
  const { copy, editor, spaceId, at } = await givenSpace()
  await copy.commit({ 'noise.bin': randomBytes(2_500_000) })
  await pushes(copy)
  const { items } = await server.as(editor).listFilesInChangeRequestById({ params: at(1) })
  assert.equal(items[0]?.size, 2_500_000)
  await copy.commit({ 'other.bin': randomBytes(2_500_000) })
  await refuses(copy, /only branches are kept/, 'HEAD:refs/tags/v1')
  const folder = join(server.config.filesFolder, 'git-cache')
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('.')),
    [],
  )
  await rm(join(folder, spaceId), { recursive: true })
  await pushes(copy)
})

test('a push that breaks off, or that is not one, changes nothing and leaves nothing', async () => {
  const { copy, editor, spaceId, path } = await givenSpace()
  const tip = await copy.commit({ 'guide.md': 'New.\n' })
  const line = `${'0'.repeat(40)} ${tip} refs/for/main\0 report-status side-band-64k`
  const begin = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`
  const headers = {
    authorization: `Bearer ${editor.secret}`,
    'content-type': 'application/x-git-receive-pack-request',
  }
  const url = `${path}/git-receive-pack`
  const send = async (payload: string, more = {}) =>
    server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...more } })
  assert.equal((await send('zzzz')).statusCode, 400)
  assert.equal((await send('00ff')).statusCode, 400)
  assert.equal((await send(begin, { 'content-encoding': 'gzip' })).statusCode, 400)
  assert.match((await send(`${begin}PACK`)).body, /ng refs\/for\/main /)
  const sent = { method: 'POST', headers: { ...headers, 'content-length': 1e6 } }
  const request = httpRequest(`${address}${url}`, sent)
  request.on('error', () => {})
  request.write(`${begin}PACK${'x'.repeat(1000)}`)
  const folder = join(server.config.filesFolder, 'git-cache')
  const incoming = async () => (await readdir(folder)).filter((name) => name.startsWith('.push-')).length
  while ((await incoming()) === 0) await sleep(5)
  request.destroy()
  while ((await incoming()) > 0) await sleep(5)
  const { items } = await server.as(editor).listChangeRequestsForSpace({ params: { spaceId } })
  assert.equal(items.length, 0)
})

test('only tokens that may edit the space can push to it', async () => {
  const { copy, reader, commenter, editor, organization, path } = await givenSpace()
  const status = async (authorization: string | undefined, headers = {}) => {
    const all = { ...headers, ...(authorization && { authorization }) }
    const asked = await server.app.inject({ url: `${path}/info/refs?service=git-receive-pack`, headers: all })
    const type = 'application/x-git-receive-pack-request'
    const sent = await server.app.inject({
      method: 'POST',
      url: `${path}/git-receive-pack`,
      headers: { ...all, 'content-type': type },
      payload: '0000',
    })
    assert.equal(asked.statusCode, sent.statusCode)
    return sent.statusCode
  }
  const basic = (token: string) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`
  assert.equal(await status(undefined), 401)
  assert.equal(await status(basic('nonsense')), 401)
  assert.equal(await status(undefined, { cookie: `stemma_session=${editor.secret}` }), 401)
  assert.equal(await status(basic((await givenOrganization(server)).admin.secret)), 404)
  assert.equal(await status(basic(reader.secret)), 403)
  assert.equal(await status(basic(commenter.secret)), 403)
  assert.equal(await status(basic(editor.secret)), 200)
  assert.equal(await status(`Bearer ${editor.secret}`), 200)
  const narrowed = async (more: Parameters<typeof givenToken>[2]) =>
    status(basic((await givenToken(server, editor.id, more)).secret))
  assert.equal(await narrowed({ scopes: ['space:read'] }), 403)
  assert.equal(await narrowed({ scopes: ['space:write'] }), 200)
  assert.equal(await narrowed({ organizationId: organization.id }), 200)
  assert.equal(await narrowed({ organizationId: (await givenOrganization(server)).id }), 404)
  assert.equal(await narrowed({ expiresAt: '2020-01-01T00:00:00.000Z' }), 401)
  await copy.git('remote', 'set-url', 'origin', `${address.replace('//', `//x:${reader.secret}@`)}${path}`)
  await copy.commit({ 'guide.md': 'New.\n' })
  await refuses(copy, /403/)
})
