import { newId } from '../common/ids.ts'
import * as structure from '../resources/sites/site-structure/store.ts'
import * as sites from '../resources/sites/sites/store.ts'
import { givenOrganization, type Server } from './harness.ts'
import { contentOf } from './world.ts'
import { addressOf, sampleSchema } from './world-site.ts'

/** A public site with many sections. Each has its own space, and every third one has a condition. */
export async function givenLargeSite(server: Server, sections: number) {
  const { id: organizationId } = await givenOrganization(server)
  const { db } = server
  const [siteId, now] = [newId(), new Date().toISOString()]
  await sites.insert(db, {
    organization_id: organizationId,
    id: siteId,
    type: 'basic',
    title: 'Large',
    visibility: 'public',
    published: true,
    auth_private_key: 'a key',
    adaptive_content: true,
    adaptive_schema: JSON.stringify(sampleSchema),
    created_at: now,
    updated_at: now,
  })
  await sites.takePaths(db, { organizationId, siteId }, null)
  const key = { organization_id: organizationId, site_id: siteId }
  for (let index = 0; index < sections; index++) {
    const [spaceId, sectionId, title] = [newId(), newId(), `s${index}`]
    const space = { id: spaceId, organization_id: organizationId, title, created_at: now }
    await db
      .insertInto('spaces')
      .values({ ...space, ...contentOf(spaceId) })
      .execute()
    const condition = index % 3 === 1 ? 'visitor.claims.plan === "pro"' : null
    const shared = { ...key, path: title, rank: `A${String(index).padStart(4, '0')}`, condition }
    await structure.insertSection(db, { ...shared, id: sectionId, title, is_default: index === 0 })
    const shown = { ...shared, condition: null, section_id: sectionId, space_id: spaceId, is_default: true }
    await structure.insertSiteSpace(db, { ...shown, id: newId() })
  }
  return { organizationId, siteId, address: addressOf({ siteId }) }
}
