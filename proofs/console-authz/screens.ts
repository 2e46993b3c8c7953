import { paramsOf, type Tenant } from '../../packages/server/src/test/world.ts'

export interface Screen {
  readonly name: string
  /** Below `/app/`. */
  readonly path: string
}

/** What the stage adds to the sample organization. */
export interface Made {
  readonly lockedId: string
  readonly emptyId: string
  readonly openNumber: number
  readonly signInSiteId: string
  /** Those on which a guest has a level. */
  readonly spaceIds: readonly string[]
}

/** Every screen of the console. */
export function screensOf(tenant: Tenant, made: Made): readonly Screen[] {
  const {
    organizationId,
    spaceId,
    teamId,
    collectionId,
    inviteId,
    siteId,
    webhookId,
    importRunId,
    pagePath,
    revisionId,
  } = paramsOf(tenant)
  const base = `o/${organizationId}`
  const space = `${base}/s/${spaceId}`
  const site = `${base}/sites/${siteId}`
  const settings = `${base}/settings`
  const { siteSectionId, siteSectionGroupId, siteSpaceId } = tenant.site
  const paths: Readonly<Record<string, string>> = {
    home: base,
    reviews: `${base}/reviews`,
    search: `${base}/search?query=page`,
    'new space': `${base}/new`,
    imports: `${base}/imports`,
    import: `${base}/imports/${importRunId}`,
    page: `${space}/${pagePath}?comments=true`,
    'page of a draft': `${space}/~/changes/1/${pagePath}?comments=true`,
    'locked page': `${base}/s/${made.lockedId}/install`,
    'empty space': `${base}/s/${made.emptyId}`,
    'change requests': `${space}/~/changes`,
    draft: `${space}/~/review/1`,
    'talk of a draft': `${space}/~/review/1?tab=talk`,
    'conflicting draft': `${space}/~/review/2`,
    conflicts: `${space}/~/review/2/conflicts`,
    review: `${space}/~/review/${made.openNumber}`,
    history: `${space}/~/history`,
    revision: `${space}/~/history?to=${revisionId}`,
    'permissions of a space': `${space}/~/permissions`,
    members: `${settings}/members`,
    teams: `${settings}/teams`,
    team: `${settings}/teams/${teamId}`,
    places: `${settings}/permissions`,
    'permissions of a collection': `${settings}/permissions/${collectionId}`,
    webhooks: `${settings}/webhooks`,
    webhook: `${settings}/webhooks/${webhookId}`,
    'audit log': `${settings}/audit`,
    trash: `${settings}/trash`,
    account: `${settings}/account`,
    invitations: 'invitations',
    'invite link': `join/${organizationId}/${inviteId}`,
    sites: `${base}/sites`,
    'new site': `${base}/sites/new`,
    structure: site,
    section: `${site}?part=${siteSectionId}`,
    group: `${site}?part=${siteSectionGroupId}`,
    'site space': `${site}?part=${siteSpaceId}`,
    look: `${site}/look`,
    audience: `${site}/audience`,
    'audience that signs in': `${base}/sites/${made.signInSiteId}/audience`,
    'share links': `${site}/links`,
    domains: `${site}/domains`,
    redirects: `${site}/redirects`,
    visits: `${site}/visits`,
    operation: `${base}/run/updateSpaceById?spaceId=${spaceId}`,
  }
  return Object.entries(paths).map(([name, path]) => ({ name, path }))
}
