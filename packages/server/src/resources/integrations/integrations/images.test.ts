import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { hashOf } from '../../../files/blob-store.ts'
import { givenOrganization, startServer } from '../../../test/harness.ts'
import { manifestFor } from '../../../test/integrating.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import type { KeptImage } from './images.ts'
import { purgeIntegrationImages } from './jobs.ts'

const server = await startServer({ rateLimitPerMinute: 1_000_000 })

const onePixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('images that a publication replaces are removed when their addresses open no more', async () => {
  const { publish, images, purge } = await givenPublishing()
  await publish({ icon: onePixel, previewImages: [onePixel] })
  const first = await images()
  await publish({ icon: onePixel })
  const second = await images()
  assert.deepEqual([first.length, second.length], [2, 1])
  assert.deepEqual(await purge(), [2, 2], 'in hours, once for each publication')
  assert.deepEqual(await areThere([...first, ...second]), [false, false, true])
  await publish({})
  await purge()
  assert.deepEqual(await areThere(second), [false])
})

test('images of what is unpublished go too, and come with the next publication', async () => {
  const { publish, unpublish, images, purge } = await givenPublishing()
  await publish({ icon: onePixel })
  const before = await images()
  await unpublish()
  await purge()
  assert.deepEqual(await areThere(before), [false])
  await publish({ icon: onePixel })
  await purge()
  assert.deepEqual(await areThere(await images()), [true])
})

test('images of a publication that is refused do not stay', async () => {
  const { owner, publish, integrationName, purge, contentIds } = await givenPublishing()
  await publish({})
  await assert.rejects(publish({ icon: onePixel, blocks: [block, block] }), { status: 400 })
  const stranger = await givenOrganization(server)
  const body = manifestFor(stranger, { icon: onePixel })
  await assert.rejects(server.as(stranger.admin).publishIntegration({ params: { integrationName }, body }), {
    status: 409,
  })
  const left = (await contentIds()).map((contentId) => ({ contentId, ...kept }))
  assert.deepEqual(await areThere(left), [true, true])
  await purge()
  assert.deepEqual(await areThere(left), [false, false])
  assert.equal(
    (await server.as(owner.admin).getIntegrationByName({ params: { integrationName } })).version,
    1,
  )
})

const block = { id: 'one', title: 'One' }
const kept = { hash: hashOf(Buffer.from(onePixel, 'base64')), contentType: 'image/png', size: 70 }

function areThere(images: readonly KeptImage[]) {
  return Promise.all(
    images.map(async ({ contentId = '', hash }) => {
      const blob = await server.blobs.open({ contentId, hash })
      blob?.stream.destroy()
      return blob !== undefined
    }),
  )
}

async function givenPublishing() {
  const owner = await givenOrganization(server)
  const integrationName = `images-${owner.id}`
  const named = { params: { integrationName } }
  const api = server.as(owner.admin)
  const publish = (more: Parameters<typeof manifestFor>[1]) =>
    api.publishIntegration({ ...named, body: manifestFor(owner, more) })
  const images = async () => {
    const { icon, preview_images: previews } = await server.db
      .selectFrom('integrations')
      .select(['icon', 'preview_images'])
      .where('name', '=', integrationName)
      .executeTakeFirstOrThrow()
    return [icon, ...(previews as unknown[])].filter((one) => one !== null) as KeptImage[]
  }
  const jobs = async () => {
    const { rows } = await sql<{ contentId: string; hours: number }>`
      select payload->>'contentId' as "contentId", extract(epoch from run_at - now()) / 3600 as hours
      from graphile_worker._private_jobs where payload->>'integrationName' = ${integrationName}`.execute(
      server.db,
    )
    return rows
  }
  const purge = async () => {
    const context = { db: server.db, blobs: server.blobs, now: '', ...jobSettings }
    const waiting = await jobs()
    for (const { contentId } of waiting) await purgeIntegrationImages({ integrationName, contentId }, context)
    return waiting.map(({ hours }) => Math.round(hours))
  }
  const contentIds = async () => (await jobs()).map(({ contentId }) => contentId)
  return {
    owner,
    integrationName,
    publish,
    unpublish: () => api.unpublishIntegration(named),
    images,
    purge,
    contentIds,
  }
}
