/** Builds every URL in responses. */
export function addressesFor(bases: Bases) {
  const { publicUrl, console: hasConsole } = bases
  return {
    ...addressesBelow(bases),
    ...providerAddresses(bases),
    /** The console, if this server has it. */
    console: hasConsole ? `${publicUrl}/app/` : undefined,
    isOwnHost: ownHostsOf(bases),
    isSitesHost: sitesHostOf(bases),
  }
}

function addressesBelow({ publicUrl, appUrl, sitesUrl }: Bases) {
  const api = `${publicUrl}/v1`
  return {
    /** The base URL of the application. */
    app: appUrl,
    location: (path: string) => `${publicUrl}${path}`,
    /** The sign-in page. */
    login: () => `${publicUrl}/login`,
    /** Where people who are signed in prove again who they are. */
    loginAgain: () => `${publicUrl}/login?again=1`,
    loginTo: (organizationId: string) => `${publicUrl}/login?organization=${organizationId}`,
    user: (userId: string) => `${api}/users/${userId}`,
    organization: (organizationId: string) => `${api}/orgs/${organizationId}`,
    organizationApp: (organizationId: string) => `${appUrl}/o/${organizationId}`,
    space: (spaceId: string) => `${api}/spaces/${spaceId}`,
    spaceApp: (organizationId: string, spaceId: string) => `${appUrl}/o/${organizationId}/s/${spaceId}`,
    page: (spaceId: string, pageId: string) => `${api}/spaces/${spaceId}/content/page/${pageId}`,
    pageInChangeRequest: (spaceId: string, changeRequestId: string, pageId: string) =>
      `${api}/spaces/${spaceId}/change-requests/${changeRequestId}/content/page/${pageId}`,
    pageApp: (organizationId: string, spaceId: string, path: string) =>
      `${appUrl}/o/${organizationId}/s/${spaceId}/${path.split('/').map(encodeURIComponent).join('/')}`,
    revision: (spaceId: string, revisionId: string) => `${api}/spaces/${spaceId}/revisions/${revisionId}`,
    revisionApp: (organizationId: string, spaceId: string, revisionId: string) =>
      `${appUrl}/o/${organizationId}/s/${spaceId}/~/revisions/${revisionId}`,
    changeRequest: (spaceId: string, changeRequestId: string) =>
      `${api}/spaces/${spaceId}/change-requests/${changeRequestId}`,
    changeRequestApp: (organizationId: string, spaceId: string, number: number) =>
      `${appUrl}/o/${organizationId}/s/${spaceId}/~/changes/${number}`,
    comment: ({ spaceId, changeRequestId }: Discussed, commentId: string) =>
      changeRequestId === null
        ? `${api}/spaces/${spaceId}/comments/${commentId}`
        : `${api}/spaces/${spaceId}/change-requests/${changeRequestId}/comments/${commentId}`,
    collection: (collectionId: string) => `${api}/collections/${collectionId}`,
    collectionApp: (organizationId: string, collectionId: string) =>
      `${appUrl}/o/${organizationId}/c/${collectionId}`,
    site: (organizationId: string, siteId: string) => `${api}/orgs/${organizationId}/sites/${siteId}`,
    siteApp: (organizationId: string, siteId: string) => `${appUrl}/o/${organizationId}/sites/${siteId}`,
    /** The base URL of sites that are addressed by path. */
    sites: sitesUrl,
    auditEvent: (organizationId: string, auditEventId: string) =>
      `${api}/orgs/${organizationId}/audit-events/${auditEventId}`,
    webhook: (organizationId: string, webhookId: string) =>
      `${api}/orgs/${organizationId}/webhooks/${webhookId}`,
    translation: (organizationId: string, translationSettingsId: string) =>
      `${api}/orgs/${organizationId}/translations/${translationSettingsId}`,
    openAPISpec: (organizationId: string, slug: string) => `${api}/orgs/${organizationId}/openapi/${slug}`,
    openAPISpecApp: (organizationId: string, slug: string) => `${appUrl}/o/${organizationId}/openapi/${slug}`,
    publishedOpenAPISpec: (organizationId: string, slug: string) =>
      `${api}/published-openapi/${organizationId}/${slug}`,
    openAPISpecVersion: (organizationId: string, slug: string, versionId: string) =>
      `${api}/orgs/${organizationId}/openapi/${slug}/versions/${versionId}`,
    integration: (name: string) => `${api}/integrations/${name}`,
    integrationApp: (name: string) => `${appUrl}/integrations/${name}`,
    installation: (name: string, installationId: string) =>
      `${api}/integrations/${name}/installations/${installationId}`,
    installationApp: (organizationId: string, name: string) =>
      `${appUrl}/o/${organizationId}/integrations/${name}`,
    /** Reserved for programs of integrations, which the server doesn't run yet. */
    integrationEndpoint: (name: string) => `${publicUrl}/~integrations/${name}`,
    importRun: (organizationId: string, importRunId: string) =>
      `${api}/org/${organizationId}/imports/${importRunId}`,
    /** The URL of a site without a proxy or a custom hostname. */
    sitePath: (name: string) => `${sitesUrl}/${encodeURIComponent(name)}`,
  }
}

/** The URLs of identity providers, and ours for them. */
function providerAddresses({ publicUrl }: Bases) {
  const api = `${publicUrl}/v1`
  return {
    samlProvider: (organizationId: string, samlProviderId: string) =>
      `${api}/orgs/${organizationId}/saml/${samlProviderId}`,
    /** The URLs for SAML identity providers. */
    samlService: (organizationId: string, samlProviderId: string) => {
      const at = `${publicUrl}/saml/${organizationId}/${samlProviderId}`
      return { acsURL: `${at}/acs`, startURL: `${at}/start`, entityID: `${at}/metadata` }
    },
    oidcProvider: (organizationId: string, oidcProviderId: string) =>
      `${api}/orgs/${organizationId}/oidc/${oidcProviderId}`,
    /** The URLs for OpenID Connect providers. */
    oidcService: (organizationId: string, oidcProviderId: string) => {
      const at = `${publicUrl}/oidc/${organizationId}/${oidcProviderId}`
      return { redirectURL: `${at}/callback`, startURL: `${at}/start` }
    },
    /** The base URL of SCIM for an organization. */
    scim: (organizationId: string) => [publicUrl, 'scim', 'v2', organizationId].join('/'),
  }
}

/** Whether a host is one of this installation, or a subdomain that sites could be served on. */
function ownHostsOf({ publicUrl, appUrl, sitesUrl, filesUrl }: Bases) {
  const hosts = [publicUrl, appUrl, sitesUrl, filesUrl].map((url) => new URL(url).hostname)
  const belowSites = `.${new URL(sitesUrl).hostname}`
  return (host: string): boolean => hosts.includes(host) || host.endsWith(belowSites)
}

/** Whether a host is only for sites. By default they are below a path of the host that all others share. */
function sitesHostOf({ publicUrl, appUrl, sitesUrl, filesUrl }: Bases) {
  const sites = new URL(sitesUrl).hostname
  const isShared = [publicUrl, appUrl, filesUrl].some((url) => new URL(url).hostname === sites)
  return (host: string): boolean => !isShared && host === sites
}

interface Bases {
  readonly publicUrl: string
  readonly appUrl: string
  readonly sitesUrl: string
  readonly filesUrl: string
  readonly console: boolean
}

export type Addresses = ReturnType<typeof addressesFor>

/** The subject of comments: a space, or one of its change requests. */
interface Discussed {
  readonly spaceId: string
  readonly changeRequestId: string | null
}
