import {
  adaptiveSchemaOperations,
  apiInformationOperations,
  auditEventOperations,
  changeRequestCommentOperations,
  changeRequestContentOperations,
  changeRequestOperations,
  collectionOperations,
  collectionPermissionOperations,
  conflictOperations,
  emailDomainOperations,
  exportOperations,
  importOperations,
  installationOperations,
  integrationOperations,
  invitationOperations,
  inviteOperations,
  linkOperations,
  memberOperations,
  memberSpaceOperations,
  openAPISpecOperations,
  openAPISpecVersionOperations,
  operations,
  organizationInstallationOperations,
  organizationOperations,
  pdfOperations,
  reviewOperations,
  revisionOperations,
  samlProviderOperations,
  searchOperations,
  sessionOperations,
  shareLinkOperations,
  signInOperations,
  siteCustomizationOperations,
  siteDomainOperations,
  siteExplanationOperations,
  siteInstallationOperations,
  siteOperations,
  sitePublishingOperations,
  siteSectionGroupOperations,
  siteSectionOperations,
  siteSpaceOperations,
  spaceCommentOperations,
  spaceContentOperations,
  spaceInstallationOperations,
  spaceOperations,
  spacePermissionOperations,
  subdomainOperations,
  teamMemberOperations,
  teamOperations,
  tokenOperations,
  translationOperations,
  urlOperations,
  userOperations,
  webhookOperations,
} from '@stemma/contract'
import type { FastifyInstance } from 'fastify'
import { addressesFor } from './addresses.ts'
import { contentTokens } from './auth/content-token.ts'
import { rememberStandings } from './auth/remembered-standing.ts'
import { sessionSettings } from './auth/session-settings.ts'
import { signingKey } from './auth/signing-key.ts'
import { recordTokenUse } from './auth/token-use.ts'
import type { Config } from './config.ts'
import { objectCache } from './content/object-cache.ts'
import { useThreads } from './content/text-threads.ts'
import { createServer } from './create-server.ts'
import type { Database } from './db/database.ts'
import { downloads } from './files/download-addresses.ts'
import { mountDownloads } from './files/download-route.ts'
import { exportAddresses } from './files/export-addresses.ts'
import { pdfAddresses } from './files/pdf-addresses.ts'
import { uploadAddresses } from './files/upload-addresses.ts'
import { handleErrors } from './http/error-handler.ts'
import { setHeaders } from './http/headers.ts'
import { reportHealth } from './http/health.ts'
import { mount } from './http/mount.ts'
import { observe } from './http/observe.ts'
import { rateLimiter } from './http/rate-limit.ts'
import { mountReference } from './http/reference.ts'
import { type Core, type Lock, routerPath } from './http/route.ts'
import { createShares } from './http/shares.ts'
import { countJobs } from './jobs/count.ts'
import { openBlobs } from './open-blobs.ts'
import { openOutside } from './open-outside.ts'
import { openSeals } from './open-seals.ts'
import { requireReadable } from './require-readable.ts'
import { adaptiveSchemaHandlers } from './resources/adaptive-schemas/handlers.ts'
import { apiInformationHandlers } from './resources/api-information/handlers.ts'
import { auditEventHandlers } from './resources/audit-events/handlers.ts'
import { changeRequestHandlers } from './resources/change-requests/handlers.ts'
import * as changeRequests from './resources/change-requests/store.ts'
import { collectionHandlers } from './resources/collections/handlers.ts'
import * as collections from './resources/collections/store.ts'
import { changeRequestCommentHandlers, spaceCommentHandlers } from './resources/comments/handlers.ts'
import * as comments from './resources/comments/store.ts'
import { changeRequestContentHandlers } from './resources/content/change-request-handlers.ts'
import { linkHandlers } from './resources/content/link-handlers.ts'
import { mergeHandlers } from './resources/content/merge-handlers.ts'
import { prepareChangeRequestContent, prepareSpaceContent } from './resources/content/preparing.ts'
import { revisionHandlers } from './resources/content/revision-handlers.ts'
import { spaceContentHandlers } from './resources/content/space-handlers.ts'
import { emailDomainHandlers, siteDomainHandlers } from './resources/domains/handlers.ts'
import { mountExports } from './resources/exports/export-route.ts'
import { exportHandlers } from './resources/exports/handlers.ts'
import { contentImportHandlers, prepareContentImport } from './resources/imports/content-handlers.ts'
import { importRunHandlers } from './resources/imports/handlers.ts'
import { installationHandlers } from './resources/installations/handlers.ts'
import { organizationInstallationHandlers } from './resources/installations/organization-handlers.ts'
import * as installations from './resources/installations/store.ts'
import { integrationHandlers } from './resources/integrations/handlers.ts'
import { prepareImages } from './resources/integrations/images.ts'
import * as integrations from './resources/integrations/store.ts'
import { invitationHandlers } from './resources/invitations/handlers.ts'
import { inviteHandlers } from './resources/invites/handlers.ts'
import * as invites from './resources/invites/store.ts'
import { memberSpaceHandlers } from './resources/member-spaces/handlers.ts'
import { memberHandlers } from './resources/members/handlers.ts'
import * as members from './resources/members/store.ts'
import { openAPISpecHandlers } from './resources/openapi-specs/handlers.ts'
import * as openAPISpecs from './resources/openapi-specs/store.ts'
import { openAPISpecVersionHandlers } from './resources/openapi-specs/version-handlers.ts'
import { organizationHandlers } from './resources/organizations/handlers.ts'
import * as organizations from './resources/organizations/store.ts'
import { pdfHandlers } from './resources/pdfs/handlers.ts'
import { mountPDFs } from './resources/pdfs/route.ts'
import { collectionPermissionHandlers, spacePermissionHandlers } from './resources/permissions/handlers.ts'
import { siteExplanationHandlers, urlHandlers } from './resources/published-content/handlers.ts'
import { reviewHandlers } from './resources/reviews/handlers.ts'
import { mountSAMLLogins } from './resources/saml-logins/routes.ts'
import { prepareSAMLProvider, samlProviderHandlers } from './resources/saml-providers/handlers.ts'
import * as samlProviders from './resources/saml-providers/store.ts'
import { searchHandlers } from './resources/search/handlers.ts'
import { sessionHandlers } from './resources/sessions/handlers.ts'
import { keepSessions } from './resources/sessions/keeping.ts'
import { shareLinkHandlers } from './resources/share-links/handlers.ts'
import { preparePassword, revokeRepeated, signInHandlers } from './resources/sign-in/handlers.ts'
import { mountSignInPages } from './resources/sign-in/pages.ts'
import { siteCustomizationHandlers } from './resources/site-customization/handlers.ts'
import { siteInstallationHandlers } from './resources/site-installations/handlers.ts'
import { siteSectionGroupHandlers } from './resources/site-structure/group-handlers.ts'
import { publishedSiteHandlers } from './resources/site-structure/published-handlers.ts'
import { siteSectionHandlers } from './resources/site-structure/section-handlers.ts'
import { siteSpaceHandlers } from './resources/site-structure/space-handlers.ts'
import { siteStructureHandlers } from './resources/site-structure/structure-handlers.ts'
import { siteHandlers } from './resources/sites/handlers.ts'
import { sitePublishingHandlers } from './resources/sites/publishing-handlers.ts'
import * as sites from './resources/sites/store.ts'
import { spaceInstallationHandlers } from './resources/space-installations/handlers.ts'
import { spaceHandlers } from './resources/spaces/handlers.ts'
import * as spaces from './resources/spaces/store.ts'
import { subdomainHandlers } from './resources/subdomains/handlers.ts'
import { teamMemberHandlers } from './resources/team-members/handlers.ts'
import { teamHandlers } from './resources/teams/handlers.ts'
import * as teams from './resources/teams/store.ts'
import { tokenHandlers } from './resources/tokens/handlers.ts'
import { translationHandlers } from './resources/translations/handlers.ts'
import * as translations from './resources/translations/store.ts'
import { uploadHandlers } from './resources/uploads/handlers.ts'
import { mountUploads } from './resources/uploads/upload-route.ts'
import { userHandlers } from './resources/users/handlers.ts'
import * as users from './resources/users/store.ts'
import { webhookHandlers } from './resources/webhooks/handlers.ts'
import * as webhooks from './resources/webhooks/store.ts'
import { unbuilt } from './unbuilt.ts'

/** The HTTP side, put together: it listens to nothing until told to. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, db, clock = () => new Date() } = options
  const app = createServer(options)
  useThreads(config.threads)
  const tokenUse = recordTokenUse(db)
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onClose', () => tokenUse.stop())

  handleErrors(app)
  await setHeaders(app, config)
  observe(app, { ...config, db, countJobs })
  reportHealth(app, db, () => stopping)
  await requireReadable(config.breachedPasswords, 'STEMMA_BREACHED_PASSWORDS')
  const seals = await openSeals(config)
  const now = clock().toISOString()
  const key = await signingKey({ db, seals, now }, 'downloads')
  const blobs = await openBlobs(config)
  const files = {
    blobs,
    downloads: downloads({ key, baseUrl: config.filesUrl }),
    pdfs: pdfAddresses({ key: await signingKey({ db, seals, now }, 'pdfs'), baseUrl: config.filesUrl }),
    exports: exportAddresses({ key, baseUrl: config.filesUrl }),
    uploads: uploadAddresses({ key, baseUrl: config.filesUrl }),
    bytesMax: config.filesBytesMax,
    organizationBytesMax: config.filesOrganizationBytesMax,
  }
  mountDownloads(app, { ...files, clock })
  const objects = objectCache(config.contentCacheBytes)
  const core: Core = {
    db,
    clock,
    files,
    objects,
    imports: { pagesMax: config.importPagesMax, bytesMax: config.importBytesMax },
    outside: openOutside(config),
    addresses: addressesFor(config),
    sessions: sessionSettings(config),
    contentTokens: contentTokens(await signingKey({ db, seals, now }, 'content-tokens')),
    seals,
    invitationDays: config.invitationDays,
    deletedSpacesKeptDays: config.deletedSpacesKeptDays,
    tokensMax: config.tokensMax,
    releasedNamesKeptDays: config.releasedNamesKeptDays,
    limits: {
      tokens: rateLimiter({ perMinute: config.rateLimitPerMinute }),
      people: rateLimiter({ perMinute: config.rateLimitPerMinute * personsShare }),
      strangers: rateLimiter({ perMinute: config.rateLimitPerMinute }),
      bodyBytes: config.bodyBytesMax,
    },
    shares: createShares(config),
    onTokenUsed: tokenUse.onTokenUsed,
    findStanding: await rememberStandings(db),
  }
  if (config.docs) mountReference(app, core)
  keepSessions(app, core)
  await mountSignInPages(app, core)
  mountAll(app, core)
  mountPDFs(app, core)
  mountExports(app, core)
  mountUploads(app, core)
  mountSAMLLogins(app, core)
  requireWhole(app)
  return app
}

/** How many times the requests of one token all tokens of a person may make together. */
const personsShare = 5

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  readonly clock?: () => Date
  /** Where log lines go; standard output unless told. */
  readonly logStream?: { write(line: string): void }
}

/** The product's table of contents. */
function mountAll(app: FastifyInstance, core: Core) {
  mount(app, core, apiInformationOperations, apiInformationHandlers)
  mount(app, core, userOperations, userHandlers, { lock: (db, { userId }) => users.lock(db, userId) })
  mount(app, core, tokenOperations, tokenHandlers)
  mount(app, core, sessionOperations, sessionHandlers)
  mount(app, core, signInOperations, signInHandlers, {
    prepare: { setPassword: preparePassword, exchangeLoginCode: revokeRepeated },
  })
  mount(app, core, organizationOperations, organizationHandlers, {
    lock: (db, { organizationId }) => organizations.lock(db, organizationId),
  })
  mount(app, core, emailDomainOperations, emailDomainHandlers)
  mount(app, core, memberOperations, memberHandlers, { lock: members.lock })
  mount(app, core, invitationOperations, invitationHandlers)
  mount(app, core, inviteOperations, inviteHandlers, { lock: invites.lock })
  mount(app, core, teamOperations, teamHandlers, { lock: teams.lock })
  mount(app, core, teamMemberOperations, teamMemberHandlers)
  mount(app, core, collectionOperations, collectionHandlers, {
    lock: (db, { collectionId }) => collections.lock(db, collectionId),
  })
  mount(app, core, collectionPermissionOperations, collectionPermissionHandlers)
  mount(app, core, spaceOperations, spaceHandlers, { lock: (db, { spaceId }) => spaces.lock(db, spaceId) })
  mount(app, core, spacePermissionOperations, spacePermissionHandlers)
  mount(app, core, memberSpaceOperations, memberSpaceHandlers)
  mount(app, core, spaceContentOperations, spaceContentHandlers, {
    lock: (db, { spaceId }) => spaces.lock(db, spaceId),
    prepare: { updateSpaceContent: prepareSpaceContent },
  })
  mount(app, core, revisionOperations, revisionHandlers)
  const merging = { ...changeRequestHandlers, ...mergeHandlers }
  mount(app, core, changeRequestOperations, merging, { lock: changeRequests.lock })
  mount(app, core, conflictOperations, mergeHandlers, { lock: changeRequests.lock })
  const writing = { ...changeRequestContentHandlers, ...contentImportHandlers }
  mount(app, core, changeRequestContentOperations, writing, {
    lock: changeRequests.lock,
    prepare: {
      updateChangeRequestContent: prepareChangeRequestContent,
      importContentInChangeRequest: prepareContentImport,
    },
  })
  mount(app, core, pdfOperations, pdfHandlers)
  mount(app, core, exportOperations, exportHandlers)
  mount(app, core, importOperations, { ...importRunHandlers, ...uploadHandlers })
  mount(app, core, linkOperations, linkHandlers)
  mount(app, core, reviewOperations, reviewHandlers)
  mount(app, core, spaceCommentOperations, spaceCommentHandlers, { lock: comments.lockNamed })
  mount(app, core, changeRequestCommentOperations, changeRequestCommentHandlers, { lock: comments.lockNamed })
  mount(app, core, searchOperations, searchHandlers)
  mount(app, core, openAPISpecOperations, openAPISpecHandlers, { lock: openAPISpecs.lock })
  mount(app, core, openAPISpecVersionOperations, openAPISpecVersionHandlers)
  mount(app, core, samlProviderOperations, samlProviderHandlers, {
    lock: samlProviders.lock,
    prepare: { createOrganizationSAMLProvider: prepareSAMLProvider },
  })
  mount(app, core, translationOperations, translationHandlers, { lock: translations.lock })
  mount(app, core, auditEventOperations, auditEventHandlers)
  mount(app, core, webhookOperations, webhookHandlers, { lock: webhooks.lock })
  mountSites(app, core)
  mount(app, core, integrationOperations, integrationHandlers, {
    lock: (db, { integrationName }) => integrations.lock(db, integrationName),
    prepare: { publishIntegration: prepareImages },
  })
  mountInstallations(app, core)
}

/** Whatever changes about an installation, on spaces and sites too, changes one after another. */
function mountInstallations(app: FastifyInstance, core: Core) {
  const lock: Lock = (db, { installationId }) => installations.lock(db, installationId)
  mount(app, core, installationOperations, installationHandlers, { lock })
  mount(app, core, spaceInstallationOperations, spaceInstallationHandlers, { lock })
  mount(app, core, siteInstallationOperations, siteInstallationHandlers, { lock })
  mount(app, core, organizationInstallationOperations, organizationInstallationHandlers)
}

function mountSites(app: FastifyInstance, core: Core) {
  const { lock } = sites
  mount(app, core, siteDomainOperations, siteDomainHandlers)
  mount(app, core, siteOperations, siteHandlers, { lock })
  mount(app, core, siteSectionOperations, siteSectionHandlers, { lock })
  mount(app, core, siteSectionGroupOperations, siteSectionGroupHandlers, { lock })
  mount(app, core, siteSpaceOperations, siteSpaceHandlers, { lock })
  const publishing = { ...siteStructureHandlers, ...publishedSiteHandlers, ...sitePublishingHandlers }
  mount(app, core, sitePublishingOperations, publishing, { lock })
  mount(app, core, siteCustomizationOperations, siteCustomizationHandlers, { lock })
  mount(app, core, shareLinkOperations, shareLinkHandlers, { lock })
  mount(app, core, subdomainOperations, subdomainHandlers)
  mount(app, core, adaptiveSchemaOperations, adaptiveSchemaHandlers, { lock })
  mount(app, core, siteExplanationOperations, siteExplanationHandlers)
  mount(app, core, urlOperations, urlHandlers)
}

/** Every operation is either answered or on the list of those that are not yet: nothing is forgotten. */
function requireWhole(app: FastifyInstance) {
  for (const [operationId, { method, path }] of Object.entries(operations)) {
    if (app.hasRoute({ method, url: routerPath(path) }) === unbuilt.includes(operationId)) {
      throw new Error(`${operationId} must be either mounted in app.ts or listed in unbuilt.ts.`)
    }
  }
}
