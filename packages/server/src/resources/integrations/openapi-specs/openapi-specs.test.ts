import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { each } from '@stemma/client'
import { roles } from '@stemma/contract'
import { sql } from 'kysely'
import { newId } from '../../../common/ids.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { givenMember, givenOrganization, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { startQuietWorker } from '../../../test/quiet-worker.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'
import { description } from '../../../test/world-openapi.ts'
import { prepareOpenAPISpec, processOpenAPISpec } from './jobs.ts'

/** An external server whose response can be changed, also to an error. */
const page = { status: 200, text: '' }
const outside = createServer((_, response) => response.writeHead(page.status).end(page.text))
await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
after(() => outside.close())
const { port } = outside.address() as AddressInfo
const source = { url: `http://127.0.0.1:${port}/openapi.json` }
const server = await startServer({ outsideAllow: [`127.0.0.1:${port}`], rateLimitPerMinute: 1_000_000 })
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const pet = { '/pets': { get: { responses: { 200: { description: 'Pets' } } } } }

test('spec 492, 493, 497-500: a spec gets a version, and `url` of its content names a file', async () => {
  const { organization, params, api } = await givenApi()
  says(description)
  const body = { slug: 'pets', source }
  const created = await api.request('createOpenAPISpec', { params, body })
  const { id, urls, createdAt, updatedAt, ...shown } = created.data
  assert.deepEqual([created.status, createdAt], [201, updatedAt])
  const pending = { object: 'openapi-spec', slug: 'pets', sourceURL: source.url, visibility: 'private' }
  const permissions = { view: true, edit: true }
  assert.deepEqual(shown, { ...pending, processingState: 'pending', lastProcessedErrorCount: 0, permissions })
  assert.ok(urls.location.endsWith(`/v1/orgs/${organization.id}/openapi/pets`))
  const actor = organization.admin.id
  const told = await recorded(server, organization.id, created)
  assert.deepEqual(told, [{ type: 'openapi_spec.created', actor, slug: 'pets' }])
  const one = { params: { ...params, specSlug: 'pets' } }
  await assert.rejects(api.getLatestOpenAPISpecVersion(one), notFound)

  await processNow(organization.id, id)
  const after = await api.getOpenAPISpecBySlug(one)
  assert.deepEqual([after.processingState, after.lastProcessErrorCode], ['complete', undefined])
  const latest = await api.getLatestOpenAPISpecVersion(one)
  assert.equal(after.lastVersion, latest.id)
  const at = { params: { ...one.params, versionId: latest.id } }
  assert.deepEqual(await api.getOpenAPISpecVersionById(at), latest)
  const content = await api.getLatestOpenAPISpecVersionContent(one)
  const contentUrls = { source: source.url, public: null }
  assert.deepEqual(content, { filesystem: { [source.url]: description }, url: source.url, urls: contentUrls })
  assert.deepEqual(await api.getOpenAPISpecVersionContentById(at), content)
})

test('a version is added when the content changed, and says what it breaks', async () => {
  const { organization, params, api } = await givenApi()
  says({ ...description, paths: pet })
  const { id } = await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  await processNow(organization.id, id)
  page.text = JSON.stringify(JSON.parse(page.text), null, 4)
  await processNow(organization.id, id)
  assert.equal((await api.listOpenAPISpecVersions(one)).count, 1)
  const first = await api.getLatestOpenAPISpecVersion(one)

  says({ ...description, paths: { '/cats': pet['/pets'] } })
  await processNow(organization.id, id)
  const versions = await api.listOpenAPISpecVersions(one)
  assert.deepEqual([versions.count, versions.items[1]], [2, first])
  const versionId = versions.items[0]?.id ?? ''
  const { changes, ...rest } = await api.getOpenAPISpecVersionChanges({
    params: { ...one.params, versionId },
  })
  const from = { version: versionId, before: first.id }
  assert.deepEqual(rest, { object: 'openapi-spec-changes', ...from, breaking: true, more: false })
  assert.deepEqual(
    changes.map(({ type, breaking, pointer }) => [type, breaking, pointer]),
    [
      ['path_removed', true, '/paths/~1pets'],
      ['path_added', false, '/paths/~1cats'],
    ],
  )
  const none = await api.getOpenAPISpecVersionChanges({ params: { ...one.params, versionId: first.id } })
  assert.deepEqual([none.before, none.breaking, none.changes], [undefined, false, []])
  const seen = []
  for await (const version of each(api.listOpenAPISpecVersions, { ...one, query: { limit: 1 } }))
    seen.push(version)
  assert.deepEqual(seen, versions.items)
})

test('what fails keeps the version before, and succeeds again', async () => {
  const { organization, params, api } = await givenApi()
  says(description)
  const { id } = await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  await processNow(organization.id, id)
  const { lastVersion } = await api.getOpenAPISpecBySlug(one)
  for (const [status, text, code] of [
    [500, '', 'FETCH_ERROR'],
    [200, 'not at all', 'PARSE_ERROR'],
  ] as const) {
    Object.assign(page, { status, text })
    await processNow(organization.id, id)
    const failed = await api.getOpenAPISpecBySlug(one)
    assert.deepEqual([failed.processingState, failed.lastProcessErrorCode], ['complete', code])
    assert.deepEqual([failed.lastVersion, failed.lastProcessedErrors?.length], [lastVersion, 1])
  }
  says(description)
  await processNow(organization.id, id)
  const { lastProcessErrorCode, lastProcessedErrors, ...healed } = await api.getOpenAPISpecBySlug(one)
  assert.deepEqual([lastProcessErrorCode, lastProcessedErrors], [undefined, undefined])
  assert.equal(healed.lastVersion, lastVersion)
  const events = await server.db
    .selectFrom('events')
    .select('type')
    .where('organization_id', '=', organization.id)
    .where('type', 'like', 'openapi_spec.%')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    events.map(({ type }) => type.slice('openapi_spec.'.length)),
    ['created', 'version_added', 'failed', 'failed'],
  )
})

test('PUT creates a spec or gives it a new source, and a text is a source too', async () => {
  const { organization, params, api } = await givenApi()
  const one = { params: { ...params, specSlug: 'pets' } }
  const text = JSON.stringify(description)
  const put = { ...one, body: { source: { text } } }
  const created = await api.request('createOrUpdateOpenAPISpecBySlug', put)
  const { id } = created.data
  assert.deepEqual([created.status, created.data.sourceURL], [200, undefined])
  await processNow(organization.id, id)
  const { filesystem } = await api.getLatestOpenAPISpecVersionContent(one)
  const { url } = await api.getLatestOpenAPISpecVersion(one)
  assert.deepEqual(filesystem, { [url]: description })
  says(description)
  const updated = await api.request('createOrUpdateOpenAPISpecBySlug', { ...one, body: { source } })
  assert.deepEqual([updated.data.id, updated.data.processingState], [id, 'pending'])
  assert.equal(updated.data.sourceURL, source.url)
  const [event] = await recorded(server, organization.id, updated)
  assert.equal(event?.type, 'openapi_spec.updated')
  const taken = api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  await assertRefused(server, organization.id, taken, 'conflict')
})

test('many who PUT one slug at once make one spec', async () => {
  const { params, api } = await givenApi()
  const put = { params: { ...params, specSlug: 'pets' }, body: { source } }
  const made = await Promise.all(Array.from({ length: 8 }, () => api.createOrUpdateOpenAPISpecBySlug(put)))
  assert.equal(new Set(made.map(({ id }) => id)).size, 1)
  assert.equal((await api.listOpenAPISpecs({ params })).count, 1)
})

test('what was made of an earlier source is not kept', async () => {
  const { api, one, payload, prepared } = await givenPrepared()
  await api.createOrUpdateOpenAPISpecBySlug({ ...one, body: { source: { text: 'broken' } } })
  await finishNow(payload, prepared)
  const spec = await api.getOpenAPISpecBySlug(one)
  assert.deepEqual([spec.processingState, spec.lastVersion], ['pending', undefined])
})

test('a spec whose processing was cut off is processed again, and a deleted one is not', async () => {
  const { api, one, payload, prepared } = await givenPrepared()
  assert.equal((await api.getOpenAPISpecBySlug(one)).processingState, 'progress')
  await processNow(payload.organizationId, payload.specId)
  assert.equal((await api.listOpenAPISpecVersions(one)).count, 1)
  await finishNow(payload, prepared)
  assert.equal((await api.listOpenAPISpecVersions(one)).count, 1, 'who comes too late adds nothing')
  const deleted = await api.request('deleteOpenAPISpecBySlug', one)
  assert.equal(deleted.status, 205)
  assert.equal((await recorded(server, payload.organizationId, deleted))[0]?.type, 'openapi_spec.deleted')
  await processNow(payload.organizationId, payload.specId)
  await assert.rejects(api.getOpenAPISpecBySlug(one), notFound)
  assert.equal((await api.request('deleteOpenAPISpecBySlug', one)).status, 204)
})

test('the worker processes what was created, and asks for the next time', async (t) => {
  const { organization, params, api } = await givenApi()
  says(description)
  const worker = await startQuietWorker(server, { openapiRefreshHours: 6 })
  t.after(() => worker.stop())
  const { id } = await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  while ((await api.getOpenAPISpecBySlug(one)).processingState !== 'complete') await sleep(50)
  assert.equal((await api.listOpenAPISpecVersions(one)).count, 1)
  const key = `process_openapi_spec ${organization.id} ${id}`
  const { rows } = await sql<{ runAt: string }>`select run_at as "runAt" from graphile_worker.jobs
    where key = ${key}`.execute(server.db)
  const hours = (Date.parse(rows[0]?.runAt ?? '') - Date.now()) / 3_600_000
  assert.ok(hours > 5.9 && hours <= 6, `${hours} hours`)
})

test('readers see specs, creators change them, and the permissions shown say so', async () => {
  const { organization, params, api } = await givenApi()
  await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  for (const role of roles) {
    const member = server.as(await givenMember(server, organization, role))
    const edit = ['create', 'admin'].includes(role)
    assert.deepEqual((await member.getOpenAPISpecBySlug(one)).permissions, { view: true, edit })
    const change = member.createOrUpdateOpenAPISpecBySlug({ ...one, body: { source } })
    if (edit) assert.equal((await change).slug, 'pets')
    else await assert.rejects(change, forbidden)
  }
  const stranger = server.as((await givenOrganization(server)).admin)
  await assert.rejects(stranger.getOpenAPISpecBySlug(one), notFound)
  const versionId = newId()
  await assert.rejects(api.getOpenAPISpecVersionChanges({ params: { ...one.params, versionId } }), notFound)
})

test('slugs and sources are checked when they come in', async () => {
  const { organization, params, api } = await givenApi()
  for (const body of [
    { slug: 'Pets', source },
    { slug: 'x'.repeat(101), source },
    { slug: 'pets', source: { url: 'file:///etc/passwd' } },
    { slug: 'pets', source: { text: '' } },
  ]) {
    const refused = api.createOpenAPISpec({ params, body })
    await assertRefused(server, organization.id, refused, 'invalid_request')
  }
})

function says(document: object) {
  Object.assign(page, { status: 200, text: JSON.stringify(document) })
}

async function givenApi() {
  const organization = await givenOrganization(server)
  return { organization, params: { organizationId: organization.id }, api: server.as(organization.admin) }
}

const { signal } = new AbortController()

/** Runs the job. */
async function processNow(organizationId: string, specId: string) {
  const payload = { organizationId, specId }
  await finishNow(payload, await prepareOpenAPISpec(payload, { ...server, signal }))
}

async function finishNow(payload: Parameters<typeof processOpenAPISpec>[0], prepared: unknown) {
  const settings = { blobs: server.blobs, ...jobSettings, prepared }
  await inTransaction(server.db, { repeatable: true }, (db) =>
    processOpenAPISpec(payload, { ...settings, db, now: new Date().toISOString() }),
  )
}

test('a public spec is read by everybody, and a private one is as if there were none', async () => {
  const { organization, params, api } = await givenApi()
  says({ ...description, paths: pet })
  const created = await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  await assert.rejects(api.getLatestOpenAPISpecVersionContentRaw(one), notFound)
  await processNow(organization.id, created.id)
  const raw = await api.getLatestOpenAPISpecVersionContentRaw(one)
  assert.equal(raw.format, 'json')
  assert.deepEqual(JSON.parse(raw.text), { ...description, paths: pet })
  const stranger = server.as(undefined)
  await assert.rejects(stranger.getPublishedOpenAPISpec(one), notFound)
  assert.equal(created.urls.published, undefined)

  const opened = await api.request('updateOpenAPISpecBySlug', { ...one, body: { visibility: 'public' } })
  assert.deepEqual(await recorded(server, organization.id, opened), [
    {
      type: 'openapi_spec.visibility_set',
      actor: organization.admin.id,
      slug: 'pets',
      before: 'private',
      after: 'public',
    },
  ])
  assert.ok(opened.data.urls.published?.endsWith(`/v1/published-openapi/${organization.id}/pets`))
  assert.deepEqual(await stranger.getPublishedOpenAPISpec(one), { ...description, paths: pet })
  const again = await api.request('updateOpenAPISpecBySlug', { ...one, body: { visibility: 'public' } })
  assert.deepEqual(await recorded(server, organization.id, again), [])

  await api.updateOpenAPISpecBySlug({ ...one, body: { visibility: 'private' } })
  await assert.rejects(stranger.getPublishedOpenAPISpec(one), notFound)
  const creator = await givenMember(server, organization, 'create')
  await server.as(creator).updateOpenAPISpecBySlug({ ...one, body: { visibility: 'public' } })
  const reader = server.as(await givenMember(server, organization, 'read'))
  const { text } = await reader.getLatestOpenAPISpecVersionContentRaw(one)
  assert.deepEqual(JSON.parse(text), { ...description, paths: pet })
  await assert.rejects(reader.updateOpenAPISpecBySlug({ ...one, body: { visibility: 'private' } }), forbidden)
})

/** A spec that was fetched but not saved yet. */
async function givenPrepared() {
  const { organization, params, api } = await givenApi()
  says(description)
  const { id: specId } = await api.createOpenAPISpec({ params, body: { slug: 'pets', source } })
  const one = { params: { ...params, specSlug: 'pets' } }
  const payload = { organizationId: organization.id, specId }
  const prepared = await prepareOpenAPISpec(payload, { ...server, signal })
  return { api, one, payload, prepared }
}
