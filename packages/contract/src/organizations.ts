import { type Static, Type } from 'typebox'
import { MergeRules } from './merge-rules.ts'
import { Body, List, type Operations, PageQuery } from './operation.ts'
import { Address, Id, Nullable, ObjectName, Permissions, Role, Timestamp, Url, Values } from './scalars.ts'
import { Storage } from './storage.ts'

const Title = Type.String({ minLength: 2, maxLength: 255 })
const EmailDomain = Type.String({ maxLength: 253, pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$' })
const EmailDomains = Type.Array(EmailDomain, { maxItems: 100 })
const Hostname = Type.String({ minLength: 3, maxLength: 32, pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])$' })
const DefaultContent = Type.Object({ type: Values(['site']), site: Id })

export const Organization = Type.Object(
  {
    object: ObjectName('organization'),
    id: Id,
    title: Title,
    createdAt: Timestamp,
    /** Present after its deletion, while admins can still restore it. */
    deletedAt: Type.Optional(Timestamp),
    /** When everything in the deleted organization is removed. */
    restorableUntil: Type.Optional(Timestamp),
    emailDomains: Type.Array(Type.String()),
    hostname: Type.Optional(Hostname),
    type: Values(['business', 'community']),
    useCase: Type.Optional(
      Values([
        'internalDocs',
        'docsSite',
        'audienceControlledSite',
        'productDocs',
        'teamKnowledgeBase',
        'designSystem',
        'openSourceDocs',
        'notes',
        'other',
      ]),
    ),
    communityType: Type.Optional(Values(['nonProfit', 'openSource', 'education'])),
    defaultRole: Type.Optional(Nullable(Role)),
    defaultContent: Type.Optional(DefaultContent),
    sso: Type.Optional(Type.Boolean()),
    /** The admin who can sign in without single sign-on although `sso` requires it of all members. */
    ssoExemptMember: Type.Optional(Id),
    /** Whether members must prove a second factor, here or at the identity provider. */
    secondFactor: Type.Optional(Values(['optional', 'required'])),
    ai: Type.Optional(Type.Boolean()),
    inviteLinks: Type.Boolean(),
    plan: Values([
      'free_2024',
      'plus_2024',
      'pro_2024',
      'enterprise_2024',
      'community_2024',
      'free',
      'plus',
      'pro',
      'internal',
    ]),
    billing: Type.Optional(
      Type.Object({
        interval: Values(['monthly', 'yearly']),
        endDate: Timestamp,
        hasPaymentFailed: Type.Boolean(),
        isScheduledToCancel: Type.Boolean(),
      }),
    ),
    mergeRules: MergeRules,
    urls: Type.Object({ location: Address, app: Address, logo: Type.Optional(Address) }),
    trial: Type.Object({
      status: Values(['notapplicable', 'none', 'active', 'ended', 'expired']),
      /** How many trials the organization has used. */
      count: Type.Integer({ minimum: 0 }),
      endDate: Type.Optional(Timestamp),
      decision: Type.Optional(Values(['downgrade'])),
    }),
    customHostname: Type.Optional(Type.String()),
    blocked: Type.Optional(Type.Object({ reason: Type.String() })),
    internal_billingMigration: Type.Optional(
      Type.Object({
        deadline: Type.Optional(Timestamp),
        discountPercent: Type.Optional(Type.Number()),
        discountEndDate: Type.Optional(Timestamp),
      }),
    ),
    internal_isOnNewTrial: Type.Optional(Type.Boolean({ deprecated: true })),
    permissions: Permissions([
      'view',
      'access',
      'admin',
      'ownTeam',
      'createContent',
      'createOpenAPISpec',
      'ingestConversations',
      'viewBilling',
      'listMembers',
      'listTeams',
      'listIntegrations',
      'listInstallations',
      'installIntegration',
    ]),
  },
  { title: 'Organization' },
)
export type Organization = Static<typeof Organization>

export const organizationOperations = {
  listOrganizationsForAuthenticatedUser: {
    method: 'GET',
    path: '/v1/orgs',
    summary: 'List your organizations',
    access: ['any'],
    scope: 'organization:read',
    query: PageQuery,
    status: 200,
    returns: List(Organization),
  },
  createOrganization: {
    method: 'POST',
    path: '/v1/orgs',
    summary: 'Create an organization',
    description: 'You become its admin.',
    access: ['any'],
    scope: 'organization:write',
    also: "A token that is bound to one organization can't create another.",
    body: Body({ title: Title, emailDomains: Type.Optional(EmailDomains) }),
    status: 201,
    returns: Organization,
  },
  getOrganizationById: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}',
    summary: 'Get an organization',
    access: ['org.member'],
    scope: 'organization:read',
    installations: [],
    also: "`billing` and `blocked` are returned to admins only. Guests don't see e-mail domains or settings.",
    status: 200,
    returns: Organization,
  },
  updateOrganizationById: {
    method: 'PATCH',
    path: '/v1/orgs/{organizationId}',
    summary: 'Update an organization',
    access: ['org.admin'],
    scope: 'organization:write',
    also: 'The default site must belong to the organization. The exempt member must be one of its admins.',
    body: Body({
      title: Type.Optional(Title),
      emailDomains: Type.Optional(EmailDomains),
      hostname: Type.Optional(Hostname),
      defaultRole: Type.Optional(Nullable(Role)),
      defaultContent: Type.Optional(
        Nullable(Type.Object(DefaultContent.properties, { additionalProperties: false })),
      ),
      logo: Type.Optional(Nullable(Url)),
      sso: Type.Optional(Type.Boolean()),
      ssoExemptMember: Type.Optional(Id),
      /** Requiring it takes a session or token for which you proved a second factor. */
      secondFactor: Type.Optional(Values(['optional', 'required'])),
      ai: Type.Optional(Type.Boolean()),
      inviteLinks: Type.Optional(Type.Boolean()),
      mergeRules: Type.Optional(MergeRules),
    }),
    status: 200,
    returns: Organization,
    errors: ['conflict'],
  },
  deleteOrganizationById: {
    method: 'DELETE',
    path: '/v1/orgs/{organizationId}',
    summary: 'Delete an organization',
    description:
      'Closes it at once for everybody except its admins: its sites are offline, and its webhooks, ' +
      'integrations and provisioning stop. Until `restorableUntil`, by default for 14 days, admins can ' +
      'read, export and restore it. Then everything in it is removed for good.',
    access: ['org.admin'],
    scope: null,
    also:
      'Requires that you signed in within the last 15 minutes, or proved who you are with `proveIdentity`. ' +
      'Deleting a deleted organization returns 204.',
    status: 205,
    errors: ['proof_required'],
  },
  restoreOrganizationById: {
    method: 'POST',
    path: '/v1/orgs/{organizationId}/restore',
    summary: 'Restore a deleted organization',
    description: 'Everything is as it was before. Events of the time in between are not sent to webhooks.',
    access: ['org.admin'],
    scope: null,
    also: 'Possible until `restorableUntil`. An organization that is not deleted stays as it is.',
    status: 200,
    returns: Organization,
    errors: ['conflict'],
  },
  getOrganizationsForEmailDomain: {
    method: 'GET',
    path: '/v1/email-domains/{emailDomain}/orgs',
    summary: 'List organizations of an e-mail domain',
    description: 'Returns the organizations that you are a member of or can join.',
    access: ['any'],
    scope: 'user:read',
    also: 'You can join if the domain is verified and is the domain of your verified e-mail address.',
    status: 200,
    returns: Type.Object({ organizations: Type.Array(Organization) }),
  },
  getOrganizationStorage: {
    method: 'GET',
    path: '/v1/orgs/{organizationId}/storage',
    summary: 'Get storage usage',
    description: 'Returns the number of bytes that the files of the organization occupy, and its quota.',
    access: ['org.admin'],
    scope: 'organization:read',
    status: 200,
    returns: Storage,
  },
} satisfies Operations
