import { appLinks } from './access/app-links/resource.ts'
import { oidcLogins } from './access/oidc-logins/resource.ts'
import { oidcProviders } from './access/oidc-providers/resource.ts'
import { permissions } from './access/permissions/resource.ts'
import { samlLogins } from './access/saml-logins/resource.ts'
import { samlProviders } from './access/saml-providers/resource.ts'
import { scimTokens } from './access/scim-tokens/resource.ts'
import { secondFactors } from './access/second-factors/resource.ts'
import { sessions } from './access/sessions/resource.ts'
import { signIn } from './access/sign-in/resource.ts'
import { tokens } from './access/tokens/resource.ts'
import { content } from './content/content/resource.ts'
import { embeds } from './content/embeds/resource.ts'
import { exports } from './content/exports/resource.ts'
import { git } from './content/git/resource.ts'
import { imports } from './content/imports/resource.ts'
import { pdfs } from './content/pdfs/resource.ts'
import { search } from './content/search/resource.ts'
import { searchIndex } from './content/search-index/resource.ts'
import { storedFiles } from './content/stored-files/resource.ts'
import { translations } from './content/translations/resource.ts'
import { uploads } from './content/uploads/resource.ts'
import { installations } from './integrations/installations/resource.ts'
import { integrations } from './integrations/integrations/resource.ts'
import { openapiSpecs } from './integrations/openapi-specs/resource.ts'
import { siteInstallations } from './integrations/site-installations/resource.ts'
import { spaceInstallations } from './integrations/space-installations/resource.ts'
import { webhooks } from './integrations/webhooks/resource.ts'
import { apiInformation } from './organizations/api-information/resource.ts'
import { auditEvents } from './organizations/audit-events/resource.ts'
import { domains } from './organizations/domains/resource.ts'
import { organizationPurges } from './organizations/organization-purges/resource.ts'
import { organizations } from './organizations/organizations/resource.ts'
import { releasedNames } from './organizations/released-names/resource.ts'
import { serverStatus } from './organizations/server-status/resource.ts'
import { subdomains } from './organizations/subdomains/resource.ts'
import { unavailable } from './organizations/unavailable-operations/resource.ts'
import { invitations } from './people/invitations/resource.ts'
import { invites } from './people/invites/resource.ts'
import { mails } from './people/mails/resource.ts'
import { memberSpaces } from './people/member-spaces/resource.ts'
import { members } from './people/members/resource.ts'
import { notificationMails } from './people/notification-mails/resource.ts'
import { notifications } from './people/notifications/resource.ts'
import { scim } from './people/scim/resource.ts'
import { teamMembers } from './people/team-members/resource.ts'
import { teams } from './people/teams/resource.ts'
import { users } from './people/users/resource.ts'
import type { Resource } from './resource.ts'
import { assistants } from './review/assistants/resource.ts'
import { changeRequests } from './review/change-requests/resource.ts'
import { comments } from './review/comments/resource.ts'
import { reviews } from './review/reviews/resource.ts'
import { streams } from './review/streams/resource.ts'
import { adaptiveSchemas } from './sites/adaptive-schemas/resource.ts'
import { publishedContent } from './sites/published-content/resource.ts'
import { shareLinks } from './sites/share-links/resource.ts'
import { siteCustomization } from './sites/site-customization/resource.ts'
import { siteInsights } from './sites/site-insights/resource.ts'
import { sitePages } from './sites/site-pages/resource.ts'
import { siteRedirects } from './sites/site-redirects/resource.ts'
import { siteStructure } from './sites/site-structure/resource.ts'
import { sites } from './sites/sites/resource.ts'
import { collections } from './spaces/collections/resource.ts'
import { spaces } from './spaces/spaces/resource.ts'

/** The product's table of contents: the server and the worker walk over it. */
export const resources: readonly Resource[] = [
  // people
  users,
  members,
  memberSpaces,
  teams,
  teamMembers,
  scim,
  invitations,
  invites,
  mails,
  notifications,
  notificationMails,
  // access
  tokens,
  sessions,
  signIn,
  secondFactors,
  appLinks,
  permissions,
  samlProviders,
  samlLogins,
  oidcProviders,
  oidcLogins,
  scimTokens,
  // organizations
  organizations,
  organizationPurges,
  domains,
  subdomains,
  releasedNames,
  auditEvents,
  apiInformation,
  serverStatus,
  unavailable,
  // spaces
  spaces,
  collections,
  // content
  content,
  embeds,
  storedFiles,
  uploads,
  imports,
  exports,
  git,
  pdfs,
  search,
  searchIndex,
  translations,
  // review
  changeRequests,
  reviews,
  comments,
  streams,
  assistants,
  // sites
  sites,
  sitePages,
  siteStructure,
  siteCustomization,
  publishedContent,
  shareLinks,
  siteRedirects,
  adaptiveSchemas,
  siteInsights,
  // integrations
  integrations,
  installations,
  spaceInstallations,
  siteInstallations,
  webhooks,
  openapiSpecs,
]
