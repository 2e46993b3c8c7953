import assert from 'node:assert/strict'
import { test } from 'node:test'
import { each } from '@stemma/client'
import { roles } from '@stemma/contract'
import { newId } from '../../../common/ids.ts'
import { givenMember, givenOrganization, startServer } from '../../../test/harness.ts'
import { assertRefused, recorded } from '../../../test/recorded.ts'

const server = await startServer()
const notFound = { status: 404, reason: 'not_found' }
const forbidden = { status: 403, reason: 'forbidden' }
const invalid = { status: 400, reason: 'invalid_request' }

test('translation settings are created, renamed and deleted, all on record', async () => {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const creator = await givenMember(server, organization, 'create')
  const api = server.as(creator)

  server.time.now = '2026-01-01T00:00:00.000Z'
  const created = await api.request('createTranslation', { params, body: { title: 'Nordic' } })
  const { id: translationSettingsId, urls, ...shown } = created.data
  const at = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
  const permissions = { view: true, edit: true }
  const empty = { object: 'translation-settings', title: 'Nordic', languages: [], permissions }
  assert.deepEqual([created.status, shown], [201, { ...empty, ...at }])
  assert.ok(urls.location.endsWith(`/v1/orgs/${organization.id}/translations/${translationSettingsId}`))
  assert.deepEqual(await recorded(server, organization.id, created), [
    { type: 'translation.created', actor: creator.id, translationSettingsId, title: 'Nordic' },
  ])

  const one = { params: { ...params, translationSettingsId } }
  server.time.now = '2026-01-02T00:00:00.000Z'
  const renamed = await api.request('updateTranslation', { ...one, body: { title: 'Baltic' } })
  const later = { title: 'Baltic', updatedAt: '2026-01-02T00:00:00.000Z' }
  assert.deepEqual(renamed.data, { ...created.data, ...later })
  assert.deepEqual(await api.getTranslation(one), renamed.data)
  assert.deepEqual(await recorded(server, organization.id, renamed), [
    {
      type: 'translation.renamed',
      actor: creator.id,
      translationSettingsId,
      before: 'Nordic',
      after: 'Baltic',
    },
  ])

  const deleted = await api.request('deleteTranslation', one)
  server.time.now = undefined
  assert.equal(deleted.status, 205)
  assert.deepEqual(await recorded(server, organization.id, deleted), [
    { type: 'translation.deleted', actor: creator.id, translationSettingsId, title: 'Baltic' },
  ])
  await assert.rejects(api.getTranslation(one), notFound)
})

test('what changes nothing is not on record: the same title, settings that are not there', async () => {
  const { organization, params, api, settings } = await givenSettings()
  const one = { params: { ...params, translationSettingsId: settings.id } }
  const same = await api.request('updateTranslation', { ...one, body: { title: settings.title } })
  assert.deepEqual(same.data, settings)
  assert.deepEqual(await recorded(server, organization.id, same), [])
  const gone = { params: { ...params, translationSettingsId: newId() } }
  const absent = await api.request('deleteTranslation', gone)
  assert.equal(absent.status, 204)
  assert.deepEqual(await recorded(server, organization.id, absent), [])
  const nobody = api.updateTranslation({ ...gone, body: { title: 'New' } })
  await assertRefused(server, organization.id, nobody, 'not_found')
})

test('a title has 1 to 100 characters, and two settings may have the same', async () => {
  const { organization, params, api, settings } = await givenSettings()
  const one = { params: { ...params, translationSettingsId: settings.id } }
  for (const title of ['', 'x'.repeat(101)]) {
    await assertRefused(
      server,
      organization.id,
      api.createTranslation({ params, body: { title } }),
      invalid.reason,
    )
    await assert.rejects(api.updateTranslation({ ...one, body: { title } }), invalid)
  }
  const long = await api.createTranslation({ params, body: { title: '𝒙'.repeat(100) } })
  assert.equal((await api.createTranslation({ params, body: { title: long.title } })).title, long.title)
})

test('the list is by age, in pages, and of one organization only', async () => {
  const { params, api, settings } = await givenSettings()
  await givenSettings()
  const others = []
  for (const title of ['Z', 'A', 'M']) others.push(await api.createTranslation({ params, body: { title } }))
  const all = [settings, ...others]
  const first = await api.listTranslations({ params, query: { limit: 2 } })
  assert.deepEqual([first.count, first.items], [4, all.slice(0, 2)])
  const seen = []
  for await (const one of each(api.listTranslations, { params, query: { limit: 1 } })) seen.push(one)
  assert.deepEqual(seen, all)
  await assert.rejects(api.listTranslations({ params, query: { page: 'x' } }), invalid)
})

test('readers see them, creators change them, and the permissions shown say so', async () => {
  const { organization, params, settings } = await givenSettings()
  const one = { params: { ...params, translationSettingsId: settings.id } }
  for (const role of roles) {
    const api = server.as(await givenMember(server, organization, role))
    const edit = ['create', 'admin'].includes(role)
    assert.deepEqual((await api.getTranslation(one)).permissions, { view: true, edit })
    const change = api.updateTranslation({ ...one, body: { title: role } })
    if (edit) assert.equal((await change).title, role)
    else await assert.rejects(change, forbidden)
  }
  const guest = server.as(await givenMember(server, organization, null))
  await assert.rejects(guest.getTranslation(one), forbidden)
  const stranger = server.as((await givenOrganization(server)).admin)
  await assert.rejects(stranger.getTranslation(one), notFound)
})

test('settings of one organization are not found under another', async () => {
  const [ours, theirs] = [await givenSettings(), await givenSettings()]
  const crossed = { params: { ...ours.params, translationSettingsId: theirs.settings.id } }
  await assert.rejects(ours.api.getTranslation(crossed), notFound)
  await assert.rejects(ours.api.updateTranslation({ ...crossed, body: { title: 'Taken' } }), notFound)
  assert.equal((await ours.api.request('deleteTranslation', crossed)).status, 204)
  const own = { params: { ...theirs.params, translationSettingsId: theirs.settings.id } }
  assert.deepEqual(await theirs.api.getTranslation(own), theirs.settings)
})

test('of many who rename with one ETag, one succeeds', async () => {
  const { params, api, settings } = await givenSettings()
  const one = { params: { ...params, translationSettingsId: settings.id } }
  const { headers } = await api.request('getTranslation', one)
  const ifMatch = headers.get('etag') ?? ''
  const attempts = Array.from({ length: 8 }, (_, index) =>
    api.updateTranslation({ ...one, body: { title: `Title ${index}` } }, { ifMatch }),
  )
  const done = await Promise.allSettled(attempts)
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 1)
})

async function givenSettings() {
  const organization = await givenOrganization(server)
  const params = { organizationId: organization.id }
  const api = server.as(organization.admin)
  return {
    organization,
    params,
    api,
    settings: await api.createTranslation({ params, body: { title: 'One' } }),
  }
}
