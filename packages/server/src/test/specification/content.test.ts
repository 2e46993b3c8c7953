import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../harness.ts'
import { givenChangeRequest, givenWrittenSpace, page } from '../writing.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('spec 132: the revision that a site publishes carries its address; others do not', async () => {
  const { organization, admin, spaceId, write, firstRevision } = await givenWrittenSpace(server, page('A'))
  const api = server.as(admin)
  const params = { organizationId: organization.id }
  const body = { title: 'Docs', visibility: 'public' as const, spaces: [spaceId] }
  const site = await api.createSite({ params, body })
  const inSite = { ...params, siteId: site.id }
  const { params: inRequest } = await givenChangeRequest(server, spaceId, admin)
  const before = await api.request('getCurrentRevision', { params: { spaceId } })
  assert.equal(before.data.urls.published, undefined)

  const { urls } = await api
    .publishSite({ params: inSite })
    .then(() => api.getSpaceById({ params: { spaceId } }))
  const after = await api.request('getCurrentRevision', { params: { spaceId } })
  assert.deepEqual([after.data.urls.published, after.data.urls.public], [urls.published, urls.published])
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'))
  const old = await api.getRevisionById({ params: { spaceId, revisionId: firstRevision } })
  assert.equal(old.urls.published, undefined)
  await server.as(admin).updateChangeRequestContent({ params: inRequest, body: { changes: [page('B')] } })
  assert.equal((await api.getRevisionOfChangeRequestById({ params: inRequest })).urls.published, undefined)

  await api.updateSiteById({ params: inSite, body: { visibility: 'unlisted' } })
  await write(page('C'))
  const unlisted = await api.getCurrentRevision({ params: { spaceId } })
  assert.deepEqual([unlisted.urls.published, unlisted.urls.public], [urls.published, undefined])
})

test('spec 135, 352: statistics of links say how many a change request broke, also in a space', async () => {
  const missing = page('A', { document: { markdown: '[gone](/pages/gone)\n' } })
  const { admin, spaceId } = await givenWrittenSpace(server, missing)
  const api = server.as(admin)
  const { stats } = await api.listSpaceLinks({ params: { spaceId } })
  assert.deepEqual(stats, { total: 1, broken: { total: 1, changeRequest: 0 } })
  const { params } = await givenChangeRequest(server, spaceId, admin)
  const more = page('B', { document: { markdown: '[lost](/pages/lost)\n' } })
  await api.updateChangeRequestContent({ params, body: { changes: [more] } })
  const { stats: there } = await api.listChangeRequestLinks({ params })
  assert.deepEqual(there, { total: 2, broken: { total: 2, changeRequest: 1 } })
})

test('spec 377: backlinks of a file carry the file, its space, organization and version', async () => {
  const { admin, spaceId, organization } = await givenWrittenSpace(server)
  const api = server.as(admin)
  const { params } = await givenChangeRequest(server, spaceId, admin)
  const base64 = Buffer.from('words\n').toString('base64')
  const file = { name: 'words.txt', contentType: 'text/plain', base64, ref: 'words' }
  const text = page('A', { document: { markdown: '[words](./words)\n' } })
  const changes = [{ operation: 'insert_files' as const, files: [file] }, text]
  await api.updateChangeRequestContent({ params, body: { changes } })
  const { items: files } = await api.listFilesInChangeRequestById({ params })
  const fileId = files[0]?.id ?? ''
  const { items } = await api.listChangeRequestFileBacklinks({ params: { ...params, fileId } })
  const [place] = items
  assert.ok(items.length === 1 && place?.kind === 'page')
  assert.deepEqual([place.file?.id, place.file?.name], [fileId, 'words.txt'])
  assert.deepEqual([place.space.id, place.organization.id], [spaceId, organization.id])
  assert.equal(place.versionContext?.type, 'changeRequest')
})
