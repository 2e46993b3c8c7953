import type { Sample } from './sample.ts'
import type { Tenant, World } from './world.ts'

/** One sample for each operation on the redirects of a site. */
export const redirectSamples: Readonly<Record<string, Sample>> = {
  listSiteRedirects: { query: { search: 'old', orderBy: 'updatedAt', draft: 'false' } },
  createSiteRedirect: { body: newRedirect, foreignBodies: foreignRedirects },
  bulkUpsertSiteRedirects: { body: (ours) => ({ redirects: [newRedirect(ours)] }) },
  importSiteRedirects: { body: () => ({ csv: 'source,destination\n/imported,https://example.com/' }) },
  getSiteRedirectById: {},
  updateSiteRedirectById: { body: () => ({ source: '/renamed' }), foreignBodies: foreignRedirects },
  deleteSiteRedirectById: {},
  getSiteRedirectBySource: { query: { source: '/old' } },
}

function newRedirect({ site }: Tenant) {
  return { source: '/new', destination: { kind: 'site-space', siteSpaceId: site.siteSpaceId } }
}

function foreignRedirects({ ours, theirs }: World) {
  const { siteSpaceId } = ours.site
  return [
    { kind: 'site-section', siteSectionId: theirs.site.siteSectionId },
    { kind: 'site-space', siteSpaceId: theirs.site.siteSpaceId },
    { kind: 'site-page', siteSpaceId, pageId: theirs.content.pageId },
    { kind: 'path', spaceId: theirs.shownSpaceId, path: '' },
  ].map((destination) => ({ source: '/new', destination }))
}
