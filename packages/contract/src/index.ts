import { adaptiveSchemaOperations } from './adaptive-schemas.ts'
import { apiInformationOperations } from './api-information.ts'
import { auditEventOperations } from './audit-events.ts'
import { changeRequestCommentOperations } from './change-request-comments.ts'
import { changeRequestContentOperations } from './change-request-content.ts'
import { changeRequestOperations } from './change-requests.ts'
import { collectionPermissionOperations } from './collection-permissions.ts'
import { collectionOperations } from './collections.ts'
import { conflictOperations } from './conflicts.ts'
import { withDefinitions } from './definitions.ts'
import { emailDomainOperations } from './email-domains.ts'
import { embedOperations } from './embeds.ts'
import { exportOperations } from './exports.ts'
import { importOperations } from './imports.ts'
import { installationOperations } from './installations.ts'
import { integrationUIOperations } from './integration-uis.ts'
import { integrationOperations } from './integrations.ts'
import { invitationOperations } from './invitations.ts'
import { inviteOperations } from './invites.ts'
import { linkOperations } from './links.ts'
import { memberSpaceOperations } from './member-spaces.ts'
import { memberOperations } from './members.ts'
import { notificationOperations, watchOperations } from './notifications.ts'
import { oidcProviderOperations } from './oidc-providers.ts'
import { openAPISpecVersionOperations } from './openapi-spec-versions.ts'
import { openAPISpecOperations } from './openapi-specs.ts'
import { organizationInstallationOperations } from './organization-installations.ts'
import { organizationOperations } from './organizations.ts'
import { pdfOperations } from './pdfs.ts'
import { reviewOperations } from './reviews.ts'
import { revisionOperations } from './revisions.ts'
import { samlProviderOperations } from './saml-providers.ts'
import { scimTokenOperations } from './scim-tokens.ts'
import { searchOperations } from './search.ts'
import { secondFactorOperations } from './second-factors.ts'
import { serverStatusOperations } from './server-status.ts'
import { sessionOperations } from './sessions.ts'
import { shareLinkOperations } from './share-links.ts'
import { signInOperations } from './sign-in.ts'
import { siteCustomizationOperations } from './site-customization.ts'
import { siteDomainOperations } from './site-domains.ts'
import { siteExplanationOperations } from './site-explanations.ts'
import { siteInsightOperations } from './site-insights.ts'
import { siteInstallationOperations } from './site-installations.ts'
import { sitePublishingOperations } from './site-publishing.ts'
import { siteRedirectOperations } from './site-redirects.ts'
import { siteSectionGroupOperations } from './site-section-groups.ts'
import { siteSectionOperations } from './site-sections.ts'
import { siteSpaceOperations } from './site-spaces.ts'
import { siteOperations } from './sites.ts'
import { spaceCommentOperations } from './space-comments.ts'
import { spaceContentOperations } from './space-content.ts'
import { spaceInstallationOperations } from './space-installations.ts'
import { spacePermissionOperations } from './space-permissions.ts'
import { spaceOperations } from './spaces.ts'
import { streamOperations } from './streams.ts'
import { subdomainOperations } from './subdomains.ts'
import { teamMemberOperations } from './team-members.ts'
import { teamOperations } from './teams.ts'
import { tokenOperations } from './tokens.ts'
import { translationOperations } from './translations.ts'
import { urlOperations } from './urls.ts'
import { userOperations } from './users.ts'
import { webhookOperations } from './webhooks.ts'

export * from './adaptive-schemas.ts'
export * from './api-information.ts'
export * from './audit-events.ts'
export * from './change-request-comments.ts'
export * from './change-request-content.ts'
export * from './change-requests.ts'
export * from './collection-permissions.ts'
export * from './collections.ts'
export * from './comments.ts'
export * from './conflicts.ts'
export * from './content.ts'
export * from './content-changes.ts'
export * from './content-locations.ts'
export { withDefinitions } from './definitions.ts'
export * from './documents.ts'
export * from './email-domains.ts'
export * from './embeds.ts'
export * from './errors.ts'
export * from './event-types.ts'
export * from './exports.ts'
export * from './git.ts'
export * from './identity-providers.ts'
export * from './imports.ts'
export * from './installations.ts'
export * from './integration-manifests.ts'
export * from './integration-uis.ts'
export * from './integrations.ts'
export * from './invitations.ts'
export * from './invites.ts'
export * from './languages.ts'
export * from './links.ts'
export * from './member-spaces.ts'
export * from './members.ts'
export * from './merge-rules.ts'
export * from './notifications.ts'
export * from './oidc-providers.ts'
export * from './openapi.ts'
export * from './openapi-spec-versions.ts'
export * from './openapi-specs.ts'
export * from './operation.ts'
export * from './organization-installations.ts'
export * from './organizations.ts'
export * from './params.ts'
export * from './passkeys.ts'
export * from './pdfs.ts'
export * from './references.ts'
export * from './refusals.ts'
export * from './reviews.ts'
export * from './revisions.ts'
export * from './saml-providers.ts'
export * from './scalars.ts'
export * from './scim-tokens.ts'
export * from './search.ts'
export * from './second-factors.ts'
export * from './semantic-changes.ts'
export * from './server-status.ts'
export * from './sessions.ts'
export * from './share-links.ts'
export * from './sign-in.ts'
export * from './site-customization.ts'
export type { Overrides, SettingParts } from './site-customization-input.ts'
export * from './site-domains.ts'
export * from './site-explanations.ts'
export * from './site-insights.ts'
export * from './site-installations.ts'
export * from './site-publishing.ts'
export * from './site-redirects.ts'
export * from './site-section-groups.ts'
export * from './site-sections.ts'
export * from './site-spaces.ts'
export * from './sites.ts'
export * from './space-comments.ts'
export * from './space-content.ts'
export * from './space-installations.ts'
export * from './space-permissions.ts'
export * from './spaces.ts'
export * from './storage.ts'
export * from './streams.ts'
export * from './subdomains.ts'
export * from './team-members.ts'
export * from './teams.ts'
export * from './tokens.ts'
export * from './translations.ts'
export * from './unavailable-operations.ts'
export * from './urls.ts'
export * from './users.ts'
export * from './webhooks.ts'

/** The whole API, in reading order. */
export const operations: AllOperations = withDefinitions({
  ...apiInformationOperations,
  ...serverStatusOperations,
  ...userOperations,
  ...tokenOperations,
  ...sessionOperations,
  ...signInOperations,
  ...secondFactorOperations,
  ...organizationOperations,
  ...emailDomainOperations,
  ...memberOperations,
  ...memberSpaceOperations,
  ...invitationOperations,
  ...inviteOperations,
  ...teamOperations,
  ...teamMemberOperations,
  ...collectionOperations,
  ...collectionPermissionOperations,
  ...spaceOperations,
  ...spacePermissionOperations,
  ...spaceContentOperations,
  ...revisionOperations,
  ...spaceCommentOperations,
  ...changeRequestOperations,
  ...conflictOperations,
  ...changeRequestContentOperations,
  ...embedOperations,
  ...pdfOperations,
  ...exportOperations,
  ...importOperations,
  ...linkOperations,
  ...changeRequestCommentOperations,
  ...reviewOperations,
  ...streamOperations,
  ...notificationOperations,
  ...watchOperations,
  ...siteOperations,
  ...siteDomainOperations,
  ...siteSectionOperations,
  ...siteSectionGroupOperations,
  ...siteSpaceOperations,
  ...sitePublishingOperations,
  ...siteCustomizationOperations,
  ...shareLinkOperations,
  ...siteRedirectOperations,
  ...adaptiveSchemaOperations,
  ...siteExplanationOperations,
  ...siteInsightOperations,
  ...urlOperations,
  ...subdomainOperations,
  ...samlProviderOperations,
  ...oidcProviderOperations,
  ...scimTokenOperations,
  ...openAPISpecOperations,
  ...openAPISpecVersionOperations,
  ...translationOperations,
  ...integrationOperations,
  ...integrationUIOperations,
  ...installationOperations,
  ...spaceInstallationOperations,
  ...siteInstallationOperations,
  ...organizationInstallationOperations,
  ...searchOperations,
  ...auditEventOperations,
  ...webhookOperations,
})

/** Listed by group, because the compiler can't emit a declaration for one type of this length. */
type AllOperations = typeof apiInformationOperations &
  typeof serverStatusOperations &
  typeof userOperations &
  typeof tokenOperations &
  typeof sessionOperations &
  typeof signInOperations &
  typeof secondFactorOperations &
  typeof organizationOperations &
  typeof emailDomainOperations &
  typeof memberOperations &
  typeof memberSpaceOperations &
  typeof invitationOperations &
  typeof inviteOperations &
  typeof teamOperations &
  typeof teamMemberOperations &
  typeof collectionOperations &
  typeof collectionPermissionOperations &
  typeof spaceOperations &
  typeof spacePermissionOperations &
  typeof spaceContentOperations &
  typeof revisionOperations &
  typeof spaceCommentOperations &
  typeof changeRequestOperations &
  typeof conflictOperations &
  typeof changeRequestContentOperations &
  typeof embedOperations &
  typeof pdfOperations &
  typeof exportOperations &
  typeof importOperations &
  typeof linkOperations &
  typeof changeRequestCommentOperations &
  typeof reviewOperations &
  typeof streamOperations &
  typeof notificationOperations &
  typeof watchOperations &
  typeof siteOperations &
  typeof siteDomainOperations &
  typeof siteSectionOperations &
  typeof siteSectionGroupOperations &
  typeof siteSpaceOperations &
  typeof sitePublishingOperations &
  typeof siteCustomizationOperations &
  typeof shareLinkOperations &
  typeof siteRedirectOperations &
  typeof adaptiveSchemaOperations &
  typeof siteExplanationOperations &
  typeof siteInsightOperations &
  typeof urlOperations &
  typeof subdomainOperations &
  typeof samlProviderOperations &
  typeof oidcProviderOperations &
  typeof scimTokenOperations &
  typeof openAPISpecOperations &
  typeof openAPISpecVersionOperations &
  typeof translationOperations &
  typeof integrationOperations &
  typeof integrationUIOperations &
  typeof installationOperations &
  typeof spaceInstallationOperations &
  typeof siteInstallationOperations &
  typeof organizationInstallationOperations &
  typeof searchOperations &
  typeof auditEventOperations &
  typeof webhookOperations
