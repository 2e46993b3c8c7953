import type { TSchema } from 'typebox'
import { Type } from 'typebox'
import { Id } from './scalars.ts'

const IntegrationName = Type.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9._-]+$' })
const SpecSlug = Type.String({ minLength: 1, maxLength: 100, pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' })
const Subdomain = Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9][a-z0-9-]*[a-z0-9]$' })
const SiteDomain = Type.String({ minLength: 3, maxLength: 512, pattern: '^[A-Za-z0-9._-]+$' })
const EmailDomain = Type.String({ minLength: 3, maxLength: 253, pattern: '^[A-Za-z0-9.-]+$' })

/** The path parameters and their schemas. */
export const params = {
  auditEventId: Id,
  changeRequestId: Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$', description: 'The ID or the number.' }),
  collectionId: Id,
  commentId: Id,
  commentReplyId: Id,
  deliveryId: Id,
  documentId: Id,
  emailDomain: EmailDomain,
  factorId: Id,
  fileId: Id,
  importRunId: Id,
  installationId: Id,
  integrationName: IntegrationName,
  invitationId: Id,
  inviteId: Id,
  oidcProviderId: Id,
  organizationId: Id,
  pageId: Id,
  /** Contains slashes, so it must be the last segment. */
  pagePath: Type.String({
    maxLength: 2048,
    description: 'The path of a page. Do not encode its slashes.',
  }),
  reusableContentId: Id,
  reviewId: Id,
  revisionId: Id,
  samlProviderId: Id,
  scimTokenId: Id,
  sessionId: Id,
  shareLinkId: Id,
  siteDomain: SiteDomain,
  siteId: Id,
  siteRedirectId: Id,
  siteSectionGroupId: Id,
  siteSectionId: Id,
  siteSpaceId: Id,
  spaceId: Id,
  specSlug: SpecSlug,
  subdomain: Subdomain,
  teamId: Id,
  tokenId: Id,
  translationSettingsId: Id,
  userId: Id,
  versionId: Id,
  webhookId: Id,
} as const satisfies Readonly<Record<string, TSchema>>

export type ParamName = keyof typeof params
