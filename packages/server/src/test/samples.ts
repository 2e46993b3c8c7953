import { type Operation, operations, type ParamName, paramNames } from '@stemma/contract'
import { defaultSettings } from '../resources/sites/site-customization/defaults.ts'
import { addressElsewhere } from './elsewhere.ts'
import type { Server } from './harness.ts'
import type { Sample } from './sample.ts'
import { integrationSamples } from './samples-integrations.ts'
import { providerSamples } from './samples-providers.ts'
import { redirectSamples } from './samples-redirects.ts'
import { paramsOf, sharedDomain, type Tenant, type World } from './world.ts'
import { adminPassword, codeOf } from './world-logins.ts'
import { description } from './world-openapi.ts'
import { addressOf, sampleSchema } from './world-site.ts'

const website = { type: 'website', url: addressElsewhere('/') }

/** One sample for each mounted operation, used by all tests that cover every operation. */
const samples: Readonly<Record<string, Sample>> = {
  getApiInformation: {},
  getServerStatus: {},
  getAuthenticatedUser: {},
  deleteAuthenticatedUser: { query: { authorship: 'name' } },
  getUserById: {},
  updateUserById: { own: true, body: () => ({ displayName: 'Ada' }) },
  listTokens: {},
  createToken: {
    body: () => ({ label: 'ci' }),
    foreignBodies: ({ theirs }) => [{ label: 'ci', organization: theirs.organizationId }],
  },
  revokeToken: { own: true },
  listSessions: {},
  endSession: {},
  signOut: {},
  setPassword: { body: () => ({ password: 'one of a kind, this one', oldPassword: adminPassword }) },
  getSecondFactors: {},
  proveIdentity: { body: ({ factor }) => ({ password: adminPassword, code: codeOf(factor) }) },
  startAuthenticator: { body: () => ({ label: 'Phone' }) },
  confirmAuthenticator: {
    unconfirmed: 'authenticator',
    body: ({ unconfirmed }) => ({ code: codeOf(unconfirmed) }),
  },
  startPasskey: {},
  confirmPasskey: {
    unconfirmed: 'passkey',
    body: ({ unconfirmedPasskey: { credential } }) => ({ label: 'Key', credential }),
  },
  startPasskeyProof: {},
  updateSecondFactor: { body: () => ({ label: 'My phone' }) },
  deleteSecondFactor: {},
  replaceRecoveryCodes: {},
  exchangeLoginCode: { body: ({ loginCode }) => loginCode },
  listOrganizationsForAuthenticatedUser: {},
  createOrganization: { body: () => ({ title: 'New' }) },
  getOrganizationById: {},
  updateOrganizationById: {
    body: () => ({ title: 'Renamed' }),
    foreignBodies: ({ theirs }) => [{ defaultContent: { type: 'site', site: theirs.site.siteId } }],
  },
  deleteOrganizationById: {},
  restoreOrganizationById: {},
  getOrganizationsForEmailDomain: { shared: true },
  getOrganizationStorage: {},
  listEmailDomains: {},
  checkEmailDomain: {},
  listMembersInOrganizationById: { query: { sort: 'joinedAt' } },
  getMemberInOrganizationById: {},
  removeMemberFromOrganizationById: {},
  updateMemberInOrganizationById: { body: () => ({ role: 'edit' }) },
  updateOrganizationMemberLastSeenAt: {},
  setUserAsSSOMemberForOrganization: {},
  listTeamsForOrganizationMember: {},
  inviteUsersToOrganization: { body: () => ({ emails: ['new@example.org'], role: 'read' }) },
  listOrganizationInvitations: {},
  withdrawOrganizationInvitation: {},
  listInvitationsForAuthenticatedUser: {},
  acceptInvitation: { own: true },
  declineInvitation: { own: true },
  joinOrganizationWithInvite: {},
  joinOrganization: {},
  listOrganizationInviteLinks: {},
  createOrganizationInvite: {
    body: () => ({ role: 'read' }),
    foreignBodies: ({ theirs }) => [
      { level: 'read', space: theirs.spaceId },
      { level: 'read', collection: theirs.collectionId },
    ],
  },
  getOrganizationInviteLink: {},
  updateOrganizationInviteById: { body: () => ({ role: 'edit' }) },
  deleteOrganizationInviteById: {},
  listNotifications: {},
  markNotifications: {},
  getNotificationPreferences: {},
  updateNotificationPreferences: { body: () => ({ deliveries: { comment: 'off' } }) },
  getSpaceWatch: {},
  updateSpaceWatch: { body: () => ({ watching: true }) },
  getChangeRequestWatch: {},
  updateChangeRequestWatch: { body: () => ({ watching: true }) },
  listTeamsInOrganizationById: {},
  createOrganizationTeam: {
    body: ({ person }) => ({ title: 'New', members: [person.id] }),
    foreignBodies: ({ theirs }) => [{ title: 'New', members: [theirs.person.id] }],
  },
  getTeamInOrganizationById: {},
  removeTeamFromOrganizationById: {},
  updateTeamInOrganizationById: { body: () => ({ title: 'Renamed' }) },
  listTeamMembersInOrganizationById: {},
  updateMembersInOrganizationTeam: {
    body: ({ person }) => ({ memberships: { [person.id]: { role: 'owner' } } }),
    foreignBodies: ({ theirs }) => [
      { add: [theirs.person.id] },
      { memberships: { [theirs.person.id]: { role: 'owner' } } },
    ],
  },
  addMemberToOrganizationTeamById: { body: () => ({ role: 'owner' }) },
  deleteMemberFromOrganizationTeamById: {},
  getCollectionById: {},
  deleteCollectionById: {},
  updateCollectionById: { body: () => ({ title: 'Renamed', description: 'What it is about' }) },
  listSpacesInCollectionById: {},
  moveCollection: {
    body: () => ({ parent: null }),
    foreignBodies: ({ theirs }) => [
      { parent: theirs.collectionId },
      { position: { after: { type: 'collection', collection: theirs.collectionId } } },
    ],
  },
  transferCollection: {
    body: ({ annexId }) => ({ organization: annexId }),
    foreignBodies: ({ theirs }) => [{ organization: theirs.organizationId }],
  },
  listCollectionsInOrganizationById: { query: { nested: 'true' } },
  createCollection: {
    body: () => ({ title: 'New' }),
    foreignBodies: ({ theirs }) => [{ parent: theirs.collectionId }],
  },
  inviteToCollection: {
    body: ({ person }) => ({ role: 'edit', users: [person.id] }),
    foreignBodies: foreignGrants,
  },
  listUserPermissionsInCollection: {},
  updateUserPermissionInCollection: { body: () => ({ role: 'edit' }) },
  removeUserFromCollection: {},
  listTeamPermissionsInCollection: {},
  updateTeamPermissionInCollection: { body: () => ({ role: 'edit' }) },
  removeTeamFromCollection: {},
  listPermissionsAggregateInCollection: {},
  explainPermissionInCollection: { query: ({ person }) => ({ user: person.id }) },
  createSpace: {
    body: () => ({ title: 'New' }),
    foreignBodies: ({ theirs }) => [{ parent: theirs.collectionId }],
  },
  listSpacesInOrganizationById: {},
  getSpaceById: {},
  deleteSpaceById: {},
  updateSpaceById: { body: () => ({ title: 'Renamed', editMode: 'live' }) },
  duplicateSpace: {},
  restoreSpace: { deleted: true },
  moveSpace: {
    body: () => ({ parent: null }),
    foreignBodies: ({ theirs }) => [
      { parent: theirs.collectionId },
      { position: { before: { type: 'space', space: theirs.spaceId } } },
    ],
  },
  transferSpace: {
    body: ({ annexId }) => ({ organization: annexId }),
    foreignBodies: ({ theirs }) => [{ organization: theirs.organizationId }],
  },
  inviteToSpace: {
    body: ({ person }) => ({ role: 'edit', users: [person.id] }),
    foreignBodies: foreignGrants,
  },
  listUserPermissionsInSpace: {},
  updateUserPermissionInSpace: { body: () => ({ role: 'edit' }) },
  removeUserFromSpace: {},
  listTeamPermissionsInSpace: {},
  updateTeamPermissionInSpace: { body: () => ({ role: 'edit' }) },
  removeTeamFromSpace: {},
  listPermissionsAggregateInSpace: {},
  explainPermissionInSpace: { query: ({ person }) => ({ user: person.id }) },
  listSpacesForOrganizationMember: {},
  getCurrentRevision: {},
  updateSpaceContent: { body: pageChanges, foreignBodies: foreignChanges },
  listPages: {},
  listFiles: {},
  getFileById: {},
  getPageById: { query: { format: 'document' } },
  getPageByPath: { query: { format: 'markdown' } },
  getReusableContentById: {},
  getDocumentById: {},
  getRevisionById: {},
  getRevisionSemanticChanges: {},
  listPagesInRevisionById: {},
  listFilesInRevisionById: {},
  getFileInRevisionById: {},
  listRevisionPageMetaLinks: {},
  getEmbedByUrlInSpace: { query: { url: 'https://youtu.be/abcdefghijk' } },
  getPageInRevisionById: { query: { format: 'markdown', evaluated: 'true' } },
  getPageDocumentInRevisionById: {},
  getPageInRevisionByPath: {},
  getReusableContentInRevisionById: {},
  getReusableContentDocumentInRevisionById: {},
  createChangeRequest: { body: () => ({ subject: 'New' }) },
  getChangeRequestById: {},
  getRevisionOfChangeRequestById: {},
  updateChangeRequestContent: { body: pageChanges, foreignBodies: foreignChanges },
  importContentInChangeRequest: {
    body: () => ({ url: addressElsewhere('/page.md'), source: 'markdown' }),
  },
  listImportRuns: {},
  startImportRun: {
    body: ({ spaceId }) => ({ source: website, target: { space: spaceId } }),
    foreignBodies: ({ ours, theirs }) => [
      { source: website, target: { space: theirs.spaceId } },
      { source: website, target: { space: ours.spaceId, changeRequest: theirs.content.changeRequestId } },
      {
        source: { type: 'file', files: [theirs.imported.uploadId] },
        target: { space: ours.spaceId },
      },
    ],
  },
  getImportRun: {},
  cancelImportRun: {},
  generateStorageUploadURL: {
    body: () => ({ file: { name: 'a.zip', type: 'application/zip', size: 3 }, kind: 'import_file' }),
  },
  exportSpaceContent: {},
  exportChangeRequestContent: {},
  listPagesInChangeRequest: {},
  listFilesInChangeRequestById: {},
  getFileInChangeRequestById: {},
  getPageInChangeRequestById: { query: { format: 'document' } },
  getPageInChangeRequestByPath: {},
  getReusableContentInChangeRequestById: {},
  getChangeRequestChanges: {},
  listRevisions: {},
  listRevisionsInChangeRequest: {},
  restoreRevision: {},
  listChangeRequestsForOrganization: { query: { status: 'draft' } },
  listChangeRequestsForSpace: { query: { status: 'draft' } },
  updateChangeRequestById: { body: () => ({ subject: 'Renamed', status: 'open' }) },
  getContributorsByChangeRequestId: {},
  getSpacePDF: {},
  getChangeRequestPDF: {},
  mergeChangeRequest: {},
  updateChangeRequest: {},
  listChangeRequestConflicts: {},
  resolveChangeRequestConflicts: {
    conflicted: true,
    body: ({ content }) => ({ resolutions: [{ conflict: content.conflictId, resolution: 'ours' }] }),
  },
  listSpaceLinks: { query: { status: 'broken' } },
  listPageLinksInSpace: {},
  listSpacePageBacklinks: {},
  listSpaceFileBacklinks: {},
  listChangeRequestLinks: {},
  listPageLinksInChangeRequest: {},
  listChangeRequestPageBacklinks: {},
  listChangeRequestFileBacklinks: {},
  streamOrganization: { query: { seconds: '0' } },
  streamChangeRequest: { query: { seconds: '0' } },
  setChangeRequestPresence: { body: () => ({ client: 'window', state: 'reading' }) },
  getReviewsByChangeRequestId: { query: { format: 'document', outdated: 'false' } },
  submitChangeRequestReview: { body: () => ({ status: 'approved', comment: { markdown: 'Good.' } }) },
  getChangeRequestReviewById: {},
  getRequestedReviewersByChangeRequestId: {},
  requestReviewersForChangeRequest: {
    body: ({ admin }) => ({ users: [admin.id], subject: 'To be reviewed' }),
    foreignBodies: ({ ours, theirs }) => [
      { users: [theirs.admin.id] },
      { users: [ours.admin.id, theirs.person.id] },
    ],
  },
  removeRequestedReviewerFromChangeRequest: {},
  listCommentsInSpace: { query: { status: 'open', order: 'asc', format: 'markdown' } },
  postCommentInSpace: { body: commentOnPage, foreignBodies: foreignComments },
  getCommentInSpace: { query: { format: 'document' } },
  updateCommentInSpace: { body: () => ({ addedReactions: ['1f44d'] }) },
  deleteCommentInSpace: {},
  listCommentRepliesInSpace: {},
  postCommentReplyInSpace: { body: () => ({ body: { markdown: 'Yes.' } }) },
  getCommentReplyInSpace: {},
  updateCommentReplyInSpace: { body: () => ({ addedReactions: ['1f44d'] }) },
  deleteCommentReplyInSpace: {},
  listCommentersInSpace: {},
  listCommentsInChangeRequest: {},
  postCommentInChangeRequest: { body: commentOnPage, foreignBodies: foreignComments },
  getCommentInChangeRequest: {},
  updateCommentInChangeRequest: { body: () => ({ addedReactions: ['1f44d'] }) },
  deleteCommentInChangeRequest: {},
  listCommentRepliesInChangeRequest: {},
  postCommentReplyInChangeRequest: { body: () => ({ body: { markdown: 'Yes.' } }) },
  getCommentReplyInChangeRequest: {},
  updateCommentReplyInChangeRequest: { body: () => ({ addedReactions: ['1f44d'] }) },
  deleteCommentReplyInChangeRequest: {},
  listCommentersInChangeRequest: {},
  searchOrganizationContent: { query: { query: 'some text' } },
  searchSpaceContent: { query: { query: 'text' } },
  searchSiteContent: { body: () => ({ query: 'text', scope: { mode: 'all' } }) },
  listSiteDomains: {},
  checkSiteDomain: {},
  listSites: { query: { published: 'true' } },
  createSite: {
    body: ({ spaceId }) => ({ title: 'New', spaces: [spaceId] }),
    foreignBodies: ({ theirs }) => [{ spaces: [theirs.spaceId] }],
  },
  getSiteById: {},
  deleteSiteById: {},
  updateSiteById: {
    body: ({ site }) => ({
      title: 'Renamed',
      basename: site.siteId.slice(1),
      defaultSiteSpace: site.siteSpaceId,
    }),
    foreignBodies: ({ theirs }) => [
      { defaultSiteSpace: theirs.site.siteSpaceId },
      { defaultSiteSection: theirs.site.siteSectionId },
      { basename: theirs.site.siteId },
    ],
  },
  listSiteSections: { query: { shareKey: 'a-key' } },
  addSectionToSite: {
    body: ({ spaceId }) => ({ spaceId, title: 'New', icon: 'book' }),
    foreignBodies: ({ theirs }) => [{ spaceId: theirs.spaceId }],
  },
  getSiteSectionById: {},
  deleteSiteSectionById: {},
  updateSiteSectionById: {
    body: () => ({ title: 'Renamed', path: 'renamed', icon: null, description: 'What it is about' }),
    foreignBodies: ({ theirs }) => [{ defaultSiteSpace: theirs.site.siteSpaceId }],
  },
  moveSiteSection: {
    body: () => ({ position: {} }),
    foreignBodies: ({ theirs }) => [
      { position: { after: { type: 'site-section', siteSection: theirs.site.siteSectionId } } },
    ],
  },
  listSiteSectionGroups: {},
  addSectionGroupToSite: {
    body: ({ site }) => ({ title: 'New', sections: [site.rootSectionId] }),
    foreignBodies: ({ theirs }) => [{ title: 'New', sections: [theirs.site.rootSectionId] }],
  },
  getSiteSectionGroupById: {},
  deleteSiteSectionGroupById: {},
  updateSiteSectionGroupById: { body: () => ({ title: 'Renamed', icon: 'book' }) },
  addSectionToGroup: {
    body: ({ site }) => ({ sectionId: site.rootSectionId }),
    foreignBodies: ({ theirs }) => [{ sectionId: theirs.site.rootSectionId }],
  },
  removeSectionFromGroup: {},
  moveSiteSectionGroup: {
    body: ({ site }) => ({ position: { before: { type: 'site-section', id: site.rootSectionId } } }),
    foreignBodies: ({ theirs }) => [
      { position: { before: { type: 'site-section', id: theirs.site.rootSectionId } } },
    ],
  },
  listSiteSpaces: { query: { default: 'true' } },
  addSpaceToSite: {
    body: ({ spaceId }) => ({ spaceId }),
    foreignBodies: ({ ours, theirs }) => [
      { spaceId: theirs.spaceId },
      { spaceId: ours.spaceId, sectionId: theirs.site.siteSectionId },
    ],
  },
  getSiteSpaceById: {},
  deleteSiteSpaceById: {},
  updateSiteSpaceById: {
    body: ({ spaceId }) => ({ path: 'renamed', condition: null, spaceId }),
    foreignBodies: ({ theirs }) => [{ spaceId: theirs.spaceId }],
  },
  moveSiteSpace: {
    body: () => ({ position: {} }),
    foreignBodies: ({ theirs }) => [
      { position: { after: { type: 'site-space', siteSpace: theirs.site.siteSpaceId } } },
    ],
  },
  getSiteStructure: {},
  sortSiteStructure: {
    body: ({ site }) => ({
      item: { type: 'site-section-group', id: site.siteSectionGroupId },
      position: { before: { type: 'site-section', id: site.rootSectionId } },
    }),
    foreignBodies: ({ ours, theirs }) => {
      const [our, their] = [ours.site.siteSectionGroupId, theirs.site.siteSectionGroupId]
      const type = 'site-section-group'
      return [
        { item: { type, id: their }, position: {} },
        { item: { type, id: our }, position: { after: { type, id: their } } },
      ]
    },
  },
  getPublishedContentSite: {},
  publishSite: {},
  unpublishSite: {},
  getSitePublishingAuthById: {},
  updateSitePublishingAuthById: {
    body: () => ({ backend: 'custom', fallbackURL: 'https://example.com/login' }),
  },
  regenerateSitePublishingAuthById: {},
  getSiteCustomizationById: {},
  updateSiteCustomizationById: { body: () => ({ ...defaultSettings, title: 'Renamed' }) },
  getSiteSpaceCustomizationById: {},
  overrideSiteSpaceCustomizationById: { body: () => ({ styling: { theme: 'bold' }, title: null }) },
  deleteSiteSpaceCustomizationById: {},
  listSiteShareLinks: {},
  createSiteShareLink: { body: () => ({ name: 'New' }) },
  getSiteShareLinkById: {},
  deleteSiteShareLinkById: {},
  updateSiteShareLinkById: { body: () => ({ active: false, name: 'Renamed' }) },
  ...redirectSamples,
  getSubdomain: {},
  getSiteAdaptiveSchema: {},
  updateSiteAdaptiveSchema: { body: () => ({ jsonSchema: sampleSchema }) },
  listSiteAdaptiveTemplateConditions: {},
  explainSiteAudience: { query: { claims: '{"plan":"pro"}' } },
  resolvePublishedContentByUrl: { body: ({ site }) => ({ url: addressOf(site) }) },
  getPublishedContentByUrl: { query: ({ site }) => ({ url: addressOf(site) }) },
  listOpenAPISpecs: {},
  createOpenAPISpec: { body: () => ({ slug: 'new', source: { url: 'https://example.com/new.yaml' } }) },
  getOpenAPISpecBySlug: {},
  createOrUpdateOpenAPISpecBySlug: {
    gives: 'specSlug',
    body: () => ({ source: { text: JSON.stringify(description) } }),
  },
  updateOpenAPISpecBySlug: { body: () => ({ visibility: 'private' }) },
  deleteOpenAPISpecBySlug: {},
  listOpenAPISpecVersions: {},
  getLatestOpenAPISpecVersion: {},
  getLatestOpenAPISpecVersionContent: {},
  getLatestOpenAPISpecVersionContentRaw: {},
  getPublishedOpenAPISpec: {},
  getOpenAPISpecVersionById: {},
  getOpenAPISpecVersionContentById: {},
  getOpenAPISpecVersionChanges: {},
  ...providerSamples,
  listTranslations: {},
  createTranslation: { body: () => ({ title: 'New' }) },
  getTranslation: {},
  updateTranslation: { body: () => ({ title: 'Renamed' }) },
  deleteTranslation: {},
  trackEventsInSiteById: {
    body: ({ spaceId, content }) => ({
      events: [{ type: 'page_view', location: { space: spaceId, page: content.pageId } }],
    }),
  },
  aggregateSiteEvents: {
    body: () => ({
      range: 'last7Days',
      select: [{ column: 'page' }, { column: 'eventsCount' }],
      groupBy: [{ column: 'page' }],
    }),
  },
  ...integrationSamples,
  listOrganizationAuditEventActions: {},
  listOrganizationAuditEvents: { query: { action: 'webhook.created' } },
  getOrganizationAuditEvent: {},
  listWebhooks: {},
  createWebhook: { body: () => ({ url: 'https://example.com/hook', eventTypes: ['space.created'] }) },
  getWebhook: {},
  updateWebhook: { body: () => ({ description: 'Changed', active: false }) },
  deleteWebhook: {},
  rotateWebhookSecret: {},
  testWebhook: {},
  listWebhookDeliveries: { query: { status: 'failed' } },
  redeliverWebhookDelivery: {},
}

function commentOnPage({ content }: Tenant) {
  return { page: content.pageId, body: { markdown: 'What about this?' } }
}

function foreignComments({ theirs }: World) {
  return [{ page: theirs.content.pageId, body: { markdown: 'What about this?' } }]
}

function pageChanges({ content }: Tenant) {
  return { changes: [{ operation: 'update_page', page: content.pageId, title: 'Renamed' }] }
}

function foreignChanges({ ours, theirs }: World) {
  const { pageId: page } = ours.content
  const { pageId: foreign, revisionId: revision } = theirs.content
  return [
    { operation: 'update_page', page: foreign, title: 'Renamed' },
    { operation: 'update_page', page, into: foreign },
    { operation: 'insert_page', into: foreign, document: { markdown: 'Text' } },
    { operation: 'delete_page', page: foreign },
    { operation: 'revert_page', page: foreign, revision: ours.content.revisionId },
    { operation: 'revert_page', page, revision },
  ].map((change) => ({ changes: [change] }))
}

function foreignGrants({ theirs }: World) {
  return [
    { role: 'edit', users: [theirs.person.id] },
    { role: 'edit', teams: [theirs.teamId] },
  ]
}

export interface Mounted {
  readonly id: string
  readonly operation: Operation
  readonly sample: Sample
}

/** All operations of the server. An operation without a sample is an error, so that none goes untested. */
export function mountedOperations(): Mounted[] {
  return Object.entries(operations as Record<string, Operation>).map(([id, operation]) => {
    const sample = samples[id]
    if (sample === undefined) throw new Error(`Give ${id} a sample in test/samples.ts.`)
    return { id, operation, sample }
  })
}

/** The path, query and body of a sample for one caller. */
export function inputFor(
  { operation, sample }: Mounted,
  ours: Tenant,
  caller?: { id: string; tokenId: string; invitationId?: string | undefined },
) {
  const own = sample.own && caller ? ownParams(caller) : {}
  const deleted = sample.deleted ? { spaceId: ours.deletedSpaceId } : {}
  const conflicted = sample.conflicted ? { changeRequestId: ours.content.conflictedId } : {}
  const uninstalled = sample.uninstalled ? { integrationName: ours.integration.freshIntegrationName } : {}
  const waiting = { authenticator: ours.unconfirmed, passkey: ours.unconfirmedPasskey }
  const unconfirmed = sample.unconfirmed ? { factorId: waiting[sample.unconfirmed].id } : {}
  const { discussedId: commentId, discussedReplyId: commentReplyId } = ours.content
  const discussed = operation.path.includes('{changeRequestId}') ? { commentId, commentReplyId } : {}
  const shared = sample.shared ? { emailDomain: sharedDomain } : {}
  const special = {
    ...own,
    ...shared,
    ...deleted,
    ...conflicted,
    ...uninstalled,
    ...unconfirmed,
    ...discussed,
  }
  const known: Partial<Record<ParamName, string>> = { ...paramsOf(ours), ...special }
  const params = Object.fromEntries(paramNames(operation.path).map((name) => [name, required(known, name)]))
  return {
    params,
    ...(sample.query && { query: typeof sample.query === 'function' ? sample.query(ours) : sample.query }),
    ...(sample.body && { body: sample.body(ours) }),
  }
}

function ownParams({
  id,
  tokenId,
  invitationId,
}: {
  id: string
  tokenId: string
  invitationId?: string | undefined
}) {
  return { userId: id, tokenId, ...(invitationId && { invitationId }) }
}

function required(known: Partial<Record<ParamName, string>>, name: ParamName): string {
  const value = known[name]
  if (value === undefined) throw new Error(`Say in test/world.ts what {${name}} stands for.`)
  return value
}

/** Calls an operation in memory. Without a secret, it sends no token. */
export function sendTo(
  { app }: Pick<Server, 'app'>,
  operation: Operation,
  secret: string | undefined,
  { params, query, body }: SampleInput,
  headers: Readonly<Record<string, string>> = {},
) {
  return app.inject({
    method: operation.method,
    url: operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? ''),
    headers: { ...(secret !== undefined && { authorization: `Bearer ${secret}` }), ...headers },
    ...(query && { query: { ...query } }),
    ...(body && { payload: body }),
  })
}

export interface SampleInput {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}
