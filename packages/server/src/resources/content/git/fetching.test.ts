import assert from 'node:assert/strict'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ContentChange } from '@stemma/contract'
import { openArchive } from '../../../importing/archive.ts'
import { givenGit } from '../../../test/git-client.ts'
import { givenOrganization, givenToken, givenUser, type Person, startServer } from '../../../test/harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../../../test/writing.ts'

const server = await startServer()
const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
const client = await givenGit()
after(() => client.drop())
const { clone } = client
const cacheFolder = join(server.config.filesFolder, 'git-cache')

const file = { name: 'hello.txt', ref: 'hello', base64: Buffer.from('Hello').toString('base64') }
const changes = [
  page('First', { ref: 'first' }),
  page('Second', { document: { markdown: '# Second\r\n\r\n[First](./first.md) ![](./hello)\n' } }),
  { operation: 'insert_files' as const, files: [{ ...file, contentType: 'text/plain' }] },
]

async function givenSpace() {
  const space = await givenWrittenSpace(server, ...changes)
  const path = `/git/${space.organization.id}/${space.spaceId}/docs.git`
  const url = (token: string) => `${address.replace('//', `//x:${token}@`)}${path}`
  return { ...space, path, url, urlOf: ({ secret }: Person) => url(secret) }
}

async function exported(person: Person, spaceId: string) {
  const { url } = await server
    .as(person)
    .exportSpaceContent({ params: { spaceId }, query: { layout: 'files' } })
  const answer = await server.app.inject({ method: 'GET', url: new URL(url).pathname })
  const archive = await openArchive(answer.rawPayload)
  const files = new Map<string, string>()
  for (const path of archive.paths.toSorted())
    files.set(path, Buffer.from(await archive.read(path)).toString())
  return files
}

test('a clone has the files of an export, and a commit for each revision', async () => {
  const { urlOf, reader, admin, spaceId } = await givenSpace()
  const copy = await clone(urlOf(reader))
  assert.deepEqual(await copy.files(), await exported(reader, spaceId))
  const log = (await copy.git('log', '--format=%s|%an|%ae|%(trailers:key=Stemma-Revision,valueonly)')).trim()
  const { items } = await server.as(admin).listRevisions({ params: { spaceId } })
  const host = '@users.noreply.127.0.0.1'
  const author = items[0]?.createdBy?.displayName
  const [first, second] = log.split('\n').filter((line) => line !== '')
  assert.equal(first, `Change 2 pages|${author}|${admin.id}${host}|${items[0]?.id}`)
  assert.match(second ?? '', /^Create the space\|/)
  assert.equal((await copy.git('fsck', '--strict')).trim(), '')
})

test('a fetch brings what changed since: texts, titles, places, deletions and files', async () => {
  const { urlOf, reader, spaceId, write } = await givenSpace()
  const copy = await clone(urlOf(reader))
  const { pages } = await server.as(reader).listPages({ params: { spaceId } })
  const [first = '', second = ''] = pages.map(({ id }) => id)
  const steps: ContentChange[] = [
    { operation: 'update_page', page: first, document: { markdown: 'New\n' } },
    { operation: 'update_page', page: first, title: 'Renamed' },
    { operation: 'update_page', page: first, slug: 'elsewhere' },
    { operation: 'update_page', page: first, into: second },
    { operation: 'insert_files', files: [{ ...file, name: 'more.txt', contentType: 'text/plain' }] },
    { operation: 'delete_page', page: first },
  ]
  for (const step of steps) {
    await write(step)
    await copy.git('pull', '--quiet', '--ff-only')
    assert.deepEqual(await copy.files(), await exported(reader, spaceId), JSON.stringify(step))
  }
})

test('a cache that is gone is made again with the same commits', async () => {
  const { urlOf, reader, spaceId, write } = await givenSpace()
  const copy = await clone(urlOf(reader))
  const tip = await copy.git('rev-parse', 'HEAD')
  await server.db.updateTable('users').set({ display_name: 'Somebody else' }).execute()
  await rm(join(cacheFolder, spaceId), { recursive: true })
  assert.equal(await (await clone(urlOf(reader))).git('rev-parse', 'HEAD'), tip)
  await rm(join(cacheFolder, spaceId), { recursive: true })
  await write(page('Third'))
  await copy.git('pull', '--quiet', '--ff-only')
  assert.equal(await copy.git('rev-parse', 'HEAD~1'), tip)
})

test('a merge has the change request as its second parent, in one commit', async () => {
  const { urlOf, reader, editor, admin, spaceId, write } = await givenSpace()
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Draft one'))
  await draft.write(page('Draft two'))
  await write(page('Meanwhile'))
  await server.as(admin).mergeChangeRequest({ params: draft.params })
  const copy = await clone(urlOf(reader))
  assert.deepEqual(await copy.files(), await exported(reader, spaceId))
  const subjects = await copy.git('log', '--graph', '--format=%s')
  assert.match(subjects, /^\*\s+Merge change request #1: Change$/m)
  assert.match(subjects, /^\| \* Change \(#1\)$/m)
  assert.equal((await copy.git('rev-list', '--count', 'HEAD')).trim(), '5')
  assert.equal(
    (await copy.git('diff', '--name-only', 'HEAD^2~1', 'HEAD^2')).trim(),
    'SUMMARY.md\ndraft-one.md\ndraft-two.md',
  )
})

test('folders of the cache are private, and clones are in the audit log', async () => {
  const { urlOf, reader, spaceId, organization } = await givenSpace()
  await (await clone(urlOf(reader))).git('fetch', '--quiet')
  assert.equal((await stat(join(cacheFolder, spaceId))).mode & 0o777, 0o700)
  const events = await server.db
    .selectFrom('events')
    .select(['type', 'actor_id'])
    .where('organization_id', '=', organization.id)
    .where('type', '=', 'space.cloned')
    .execute()
  assert.deepEqual(events, [{ type: 'space.cloned', actor_id: reader.id }])
})

test('only tokens that may read the space can clone it', async () => {
  const { url, reader, spaceId, organization, path } = await givenSpace()
  const stranger = await givenUser(server)
  const status = async (authorization?: string, headers = {}) => {
    const asked = `${path}/info/refs?service=git-upload-pack`
    const answer = await server.app.inject({
      url: asked,
      headers: { ...headers, ...(authorization && { authorization }) },
    })
    return answer.statusCode
  }
  const basic = (token: string) => `Basic ${Buffer.from(`x:${token}`).toString('base64')}`
  assert.equal(await status(), 401)
  assert.equal(await status(basic('nonsense')), 401)
  assert.equal(await status(basic(stranger.secret)), 404)
  assert.equal(await status(basic(reader.secret)), 200)
  assert.equal(await status(`Bearer ${reader.secret}`), 200)
  assert.equal(await status(undefined, { cookie: `stemma_session=${reader.secret}` }), 401)
  const narrowed = async (more: Parameters<typeof givenToken>[2]) =>
    status(basic((await givenToken(server, reader.id, more)).secret))
  assert.equal(await narrowed({ scopes: ['space:write'] }), 403)
  assert.equal(await narrowed({ scopes: ['space:read'] }), 200)
  assert.equal(await narrowed({ organizationId: organization.id }), 200)
  assert.equal(await narrowed({ organizationId: (await givenOrganization(server)).id }), 404)
  assert.equal(await narrowed({ expiresAt: '2020-01-01T00:00:00.000Z' }), 401)
  await assert.rejects(clone(url('nonsense')), /Authentication failed/)
  const elsewhere = path.replace(organization.id, 'other')
  const answer = await server.app.inject({
    url: `${elsewhere}/info/refs?service=git-upload-pack`,
    headers: { authorization: basic(reader.secret) },
  })
  assert.equal(answer.statusCode, 404)
  assert.match(answer.headers['content-type'] as string, /^text\/plain/)
  assert.ok((await readdir(cacheFolder)).includes(spaceId))
})

test('a clone has no drafts, by either version of the protocol', async () => {
  const { urlOf, reader, editor, spaceId } = await givenSpace()
  const draft = await givenChangeRequest(server, spaceId, editor)
  await draft.write(page('Secret'))
  for (const version of ['0', '2']) {
    const copy = await clone(urlOf(reader), '-c', `protocol.version=${version}`)
    assert.doesNotMatch(await copy.git('ls-remote', 'origin'), /changes/)
    assert.deepEqual(await copy.files(), await exported(reader, spaceId))
  }
})
