import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../db/transaction.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { givenCollection } from '../../../test/places.ts'
import { assertRefused } from '../../../test/recorded.ts'
import { givenSite, outlineOf } from '../../../test/sites.ts'
import { join } from '../../../test/world.ts'
import { purgeSpace } from '../../spaces/spaces/jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

test('a space in the trash is in no site; restored, it is where it was, but not the default', async () => {
  const { api, params, spaceIds } = await givenSite(server, 'One', 'Two')
  const [spaceId = ''] = spaceIds
  const [one] = (await api.listSiteSpaces({ params })).items
  await api.deleteSpaceById({ params: { spaceId } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Two*')
  assert.equal((await api.getSiteById({ params })).siteSpaces, 1)
  assert.equal((await api.listSites({ params, query: { space: spaceId } })).count, 0)
  const [two] = (await api.listSiteSpaces({ params })).items
  await api.publishSite({ params })
  const last = api.deleteSiteSpaceById({ params: { ...params, siteSpaceId: two?.id ?? '' } })
  await assertRefused(server, params.organizationId, last, 'conflict')
  await api.restoreSpace({ params: { spaceId } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'One,Two*')
  assert.equal((await api.listSiteSpaces({ params })).items[0]?.id, one?.id)
})

test('the only space of a section leaves it empty while it is in the trash', async () => {
  const { api, params, addSection } = await givenSite(server, 'One')
  const { siteSpaces } = await addSection('Two')
  const spaceId = siteSpaces[0]?.space.id ?? ''
  await api.deleteSpaceById({ params: { spaceId } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Docs*(One*),Two()')
  await api.restoreSpace({ params: { spaceId } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Docs*(One*),Two(Two*)')
})

test('the spaces of a deleted collection leave their sites, too', async () => {
  const { api, params, organization, organizationId } = await givenSite(server, 'One')
  const parent = await givenCollection(server, organization)
  const space = await api.createSpace({ params: { organizationId }, body: { title: 'Two', parent } })
  await api.addSpaceToSite({ params, body: { spaceId: space.id } })
  await server.as(organization.admin).deleteCollectionById({ params: { collectionId: parent } })
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'One*')
})

test('when a space ends for good, its site spaces do, and sections that showed nothing else', async () => {
  const { api, params, addSection, organizationId } = await givenSite(server, 'One')
  const { siteSpaces } = await addSection('Two')
  const spaceId = siteSpaces[0]?.space.id ?? ''
  await api.deleteSpaceById({ params: { spaceId } })
  const now = '2099-01-01T00:00:00.000Z'
  const { db, blobs } = server
  await inTransaction(db, { repeatable: true }, (transaction) =>
    purgeSpace({ spaceId }, { db: transaction, now, ...jobSettings, blobs }),
  )
  assert.equal(outlineOf(await api.getSiteStructure({ params })), 'Docs*(One*)')
  const left = await db
    .selectFrom('site_spaces')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
  assert.deepEqual(left, [])
})

test('a space that a site shows is not given away, alone or in its collection', async () => {
  const { api, params, organization, organizationId, addSpace } = await givenSite(server)
  const admin = server.as(organization.admin)
  const there = await givenOrganization(server)
  await join(server, there.id, organization.admin.id, 'create')
  const parent = await givenCollection(server, organization)
  const spaceId = await addSpace('One')
  const { id: siteSpaceId } = await api.addSpaceToSite({ params, body: { spaceId } })
  await admin.moveSpace({ params: { spaceId }, body: { parent } })
  const body = { organization: there.id }
  const giveSpace = () => admin.transferSpace({ params: { spaceId }, body })
  const giveCollection = () => admin.transferCollection({ params: { collectionId: parent }, body })
  await assertRefused(server, organizationId, giveSpace(), 'precondition_failed')
  await assertRefused(server, organizationId, giveCollection(), 'precondition_failed')
  await api.deleteSiteSpaceById({ params: { ...params, siteSpaceId } })
  await giveCollection()
  assert.equal((await admin.getSpaceById({ params: { spaceId } })).organization, there.id)
})

test('a space in the trash is given away with its collection, and its place in a site is lost', async () => {
  const { api, params, organization, addSpace } = await givenSite(server)
  const admin = server.as(organization.admin)
  const there = await givenOrganization(server)
  await join(server, there.id, organization.admin.id, 'create')
  const parent = await givenCollection(server, organization)
  const spaceId = await addSpace('One')
  await api.addSpaceToSite({ params, body: { spaceId } })
  await admin.moveSpace({ params: { spaceId }, body: { parent } })
  await admin.deleteSpaceById({ params: { spaceId } })
  await admin.transferCollection({ params: { collectionId: parent }, body: { organization: there.id } })
  await admin.restoreSpace({ params: { spaceId } })
  assert.deepEqual((await api.getSiteStructure({ params })).structure, [])
})

test('a space tells where it is published: at the first published site that shows it', async () => {
  const { api, params, organizationId, addSection, addSpace } = await givenSite(server, 'One')
  const section = await addSection('Two')
  const spaceId = await addSpace('Three')
  await api.addSpaceToSite({ params, body: { spaceId, sectionId: section.id } })
  const urls = async () => (await api.getSpaceById({ params: { spaceId } })).urls
  assert.deepEqual([(await urls()).published, (await urls()).public], [undefined, undefined])
  await api.publishSite({ params })
  const address = `http://127.0.0.1:3000/sites/${params.siteId}/two/three`
  assert.deepEqual([(await urls()).published, (await urls()).public], [address, address])
  const listed = await api.listSpacesInOrganizationById({ params: { organizationId } })
  assert.equal(listed.items.find(({ id }) => id === spaceId)?.urls.published, address)
  await api.updateSiteById({ params, body: { visibility: 'unlisted' } })
  assert.deepEqual([(await urls()).published, (await urls()).public], [address, undefined])
  await api.unpublishSite({ params })
  assert.equal((await urls()).published, undefined)
})
