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
    samlProviderId,
    oidcProviderId,
    webhookId,
    specSlug,
    importRunId,
    pagePath,
    revisionId,
  } = paramsOf(tenant)
  const base = `o/${organizationId}`
  const space = `${base}/s/${spaceId}`
  const settings = `${base}/settings`
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
    ...contentsOf(space, base, made),
    'permissions of a space': `${space}/~/permissions`,
    members: `${settings}/members`,
    teams: `${settings}/teams`,
    team: `${settings}/teams/${teamId}`,
    places: `${settings}/permissions`,
    'permissions of a collection': `${settings}/permissions/${collectionId}`,
    'settings of a space': `${space}/~/settings`,
    'sign-in': `${settings}/sign-in`,
    'SAML provider': `${settings}/sign-in/saml/${samlProviderId}`,
    'OpenID provider': `${settings}/sign-in/oidc/${oidcProviderId}`,
    organization: `${settings}/organization`,
    'merge rules': `${settings}/merge-rules`,
    webhooks: `${settings}/webhooks`,
    webhook: `${settings}/webhooks/${webhookId}`,
    'OpenAPI specs': `${settings}/openapi`,
    'OpenAPI spec': `${settings}/openapi/${specSlug}`,
    ...integrationsOf(tenant),
    'imports and exports': `${settings}/imports`,
    'audit log': `${settings}/audit`,
    trash: `${settings}/trash`,
    account: `${settings}/account`,
    notifications: `${settings}/notifications`,
    server: `${settings}/server`,
    inbox: `${base}/inbox`,
    invitations: 'invitations',
    'invite link': `join/${organizationId}/${inviteId}`,
    ...sitesOf(tenant, made),
    operation: `${base}/run/updateSpaceById?spaceId=${spaceId}`,
  }
  return Object.entries(paths).map(([name, path]) => ({ name, path }))
}

function contentsOf(
  space: string,
  base: string,
  { lockedId, emptyId }: Made,
): Readonly<Record<string, string>> {
  return {
    files: `${space}/~/files`,
    'files of a draft': `${space}/~/files?change=1`,
    'files of a locked space': `${base}/s/${lockedId}/~/files`,
    'files of an empty space': `${base}/s/${emptyId}/~/files`,
    'reusable contents': `${space}/~/reusable`,
    'reusable contents of a draft': `${space}/~/reusable?change=1`,
  }
}

function integrationsOf({ organizationId, integration }: Tenant): Readonly<Record<string, string>> {
  const settings = `o/${organizationId}/settings`
  const { integrationName, freshIntegrationName } = integration
  return {
    integrations: `${settings}/integrations`,
    integration: `${settings}/integrations/${integrationName}`,
    'integration that is not installed': `${settings}/integrations/${freshIntegrationName}`,
    'publish an integration': `${settings}/publish-integration`,
    'publish an integration again': `${settings}/publish-integration?name=${integrationName}`,
  }
}

function sitesOf({ organizationId, site }: Tenant, { signInSiteId }: Made): Readonly<Record<string, string>> {
  const sites = `o/${organizationId}/sites`
  const { siteId, siteSectionId, siteSectionGroupId, siteSpaceId } = site
  const one = `${sites}/${siteId}`
  return {
    sites: `${sites}`,
    'new site': `${sites}/new`,
    structure: one,
    section: `${one}?part=${siteSectionId}`,
    group: `${one}?part=${siteSectionGroupId}`,
    'site space': `${one}?part=${siteSpaceId}`,
    look: `${one}/look`,
    audience: `${one}/audience`,
    'audience that signs in': `${sites}/${signInSiteId}/audience`,
    'share links': `${one}/links`,
    domains: `${one}/domains`,
    redirects: `${one}/redirects`,
    visits: `${one}/visits`,
  }
}
