import { secretHash } from '../auth/secrets.ts'
import { newId } from '../common/ids.ts'
import * as domains from '../resources/organizations/domains/store.ts'
import * as redirects from '../resources/sites/site-redirects/store.ts'
import * as structure from '../resources/sites/site-structure/store.ts'
import * as sites from '../resources/sites/sites/store.ts'
import type { Server } from './harness.ts'

/** One of everything in a site that a path can name. */
export interface SampleSite {
  readonly siteId: string
  /** In the group, and not the default. The default is `rootSectionId`, which is next to the group. */
  readonly siteSectionId: string
  readonly rootSectionId: string
  readonly siteSectionGroupId: string
  /** In the root section. */
  readonly siteSpaceId: string
  readonly shareLinkId: string
  /** From `/old` to the root section. */
  readonly siteRedirectId: string
  /** The host of its proxy, which is pending. */
  readonly siteDomain: string
}

/**
 * A published site with two sections that show the same space. One is in a group, the other has a variant.
 */
export async function givenSite(
  { db }: Pick<Server, 'db'>,
  { organizationId, spaceId, variantId }: { organizationId: string; spaceId: string; variantId: string },
): Promise<SampleSite> {
  const now = new Date().toISOString()
  const [siteId, siteSectionGroupId, shareLinkId] = [newId(), newId(), newId()]
  const [siteSectionId, rootSectionId, siteSpaceId] = [newId(), newId(), newId()]
  const siteRedirectId = newId()
  const key = { organization_id: organizationId, site_id: siteId }
  const siteDomain = `t${Buffer.from(siteId.slice(-14)).toString('hex')}.example`
  await sites.insert(db, {
    organization_id: organizationId,
    id: siteId,
    type: 'basic',
    title: 'Site',
    visibility: 'public',
    published: true,
    proxy: `${siteDomain}/docs`,
    auth_private_key: 'a key',
    adaptive_content: true,
    adaptive_schema: JSON.stringify(sampleSchema),
    created_at: now,
    updated_at: now,
  })
  await sites.takePaths(db, { organizationId, siteId }, null)
  const named = { organizationId, purpose: 'sites' } as const
  await domains.replaceAll(db, named, [siteDomain], now)
  const titled = { ...key, title: 'One', rank: 'V' }
  await structure.insertGroup(db, { ...titled, id: siteSectionGroupId })
  const root = { ...titled, id: rootSectionId, path: 'one', is_default: true, rank: 'A' }
  await structure.insertSection(db, root)
  const grouped = { ...titled, id: siteSectionId, group_id: siteSectionGroupId, path: 'two' }
  await structure.insertSection(db, { ...grouped, is_default: false })
  const shown = { ...key, space_id: spaceId, path: 'space', is_default: true, rank: 'V' }
  const different = { customization: JSON.stringify({ pdf: { enabled: false } }) }
  const first = { ...shown, ...different, id: siteSpaceId, section_id: rootSectionId }
  await structure.insertSiteSpace(db, first)
  await structure.insertSiteSpace(db, { ...shown, id: newId(), section_id: siteSectionId })
  const variant = { space_id: variantId, path: 'variant', is_default: false }
  await structure.insertSiteSpace(db, { ...shown, ...variant, id: newId(), section_id: rootSectionId })
  const link = {
    ...key,
    id: shareLinkId,
    name: 'Link',
    key: 'a-key',
    key_hash: secretHash('a-key'),
    created_at: now,
  }
  await db.insertInto('site_share_links').values(link).execute()
  await redirects.save(db, { organizationId, siteId }, [
    {
      id: siteRedirectId,
      source: '/old',
      draft: false,
      captureWildcard: false,
      permanent: false,
      destination: { kind: 'site-section', siteSectionId: rootSectionId },
      createdAt: now,
      updatedAt: now,
    },
  ])
  const places = { siteSectionId, rootSectionId, siteSectionGroupId, siteSpaceId }
  return { siteId, ...places, shareLinkId, siteRedirectId, siteDomain }
}

/** The URL of the sample site. */
export function addressOf({ siteId }: Pick<SampleSite, 'siteId'>) {
  return `http://127.0.0.1:3000/sites/${siteId}`
}

/** The schema of the sample site's visitor claims. */
export const sampleSchema = {
  type: 'object',
  properties: {
    unsigned: {
      type: 'object',
      description: 'Unsigned claims of the site visitor.',
      properties: { beta: { type: 'boolean', description: 'Wants to see what is new' } },
      additionalProperties: false,
    },
    plan: { type: 'string', description: 'What they pay for', enum: ['free', 'pro'] },
  },
  additionalProperties: false,
} as const
