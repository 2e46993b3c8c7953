import {
  Integration,
  Member,
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecVersion,
  Organization,
  SAMLProvider,
  ShareLink,
  Site,
  SiteAdaptiveSchema,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SSOProviderLogin,
  Subdomain,
  Team,
  TeamMember,
  TranslationSettings,
} from '@stemma/contract'
import { testFields } from './schema-rows.ts'

const levels = 'values read comment edit review create admin'

testFields(Site, [
  ['spec 141: a site has the object site', 'object', '! constant site'],
  ['spec 142: a site has an id', 'id', '! string'],
  [
    'spec 143: a site has a type',
    'type',
    '! values basic premium ultimate sponsored legacy-basic legacy-premium',
  ],
  ['spec 144: a site has a title of 2 to 128', 'title', '! string 2..128'],
  ['spec 145: the icon of a site can be null', 'icon', 'nullable object'],
  ['spec 146: a site can have a hostname of at most 512', 'hostname', 'string ..512'],
  ['spec 147: a site can have a basename of 1 to 100', 'basename', 'string 1..100'],
  ['spec 148: a site can have a proxy', 'proxy.origin, proxy.target', '! string'],
  ['spec 149: a site has a visibility', 'visibility', '! values public unlisted share-link visitor-auth'],
  ['spec 150: a site is published or not', 'published', '! boolean'],
  ['spec 151: a site counts its spaces', 'siteSpaces', '! number'],
  ['spec 152: a site has a time', 'createdAt', '! date-time'],
  ['spec 153: a site can adapt its content', 'adaptiveContent.enabled', '! boolean'],
  ['spec 154: a site can have ads', 'ads.submittable', 'boolean'],
  ['spec 155: agents may read a site or not', 'agentsContext', '! values excluded included'],
  ['spec 156: a site has features', 'features[].frozen', '! boolean'],
  ['spec 156: features have an id and a plan', 'features[].id, features[].plan', '! string'],
  ['spec 157: a site has urls', 'urls.location, urls.app, urls.published', 'string'],
])

testFields(SiteSection, [
  ['spec 163: a section has the object site-section', 'object', '! constant site-section'],
  ['spec 164: a section has an id', 'id', '! string'],
  ['spec 165: a section has a title of 2 to 128', 'title', '! string 2..128'],
  ['spec 166: a section can have a description of at most 256', 'description', 'string ..256'],
  ['spec 167: a section can be the default', 'default', 'boolean'],
  ['spec 168: a section has a path of 1 to 100', 'path', '! string 1..100'],
  ['spec 169: a section can have a condition of 1 to 1024', 'condition', 'string 1..1024'],
  ['spec 170: a section can be in a group', 'sectionGroup', 'string'],
  ['spec 171: a section can have an icon of at most 50', 'icon', 'string ..50'],
  ['spec 172: a section has site spaces', 'siteSpaces', 'array'],
  ['spec 173: a section has urls.published', 'urls.published', 'string'],
])

testFields(SiteSectionGroup, [
  ['spec 177: a group has the object site-section-group', 'object', '! constant site-section-group'],
  ['spec 177: a group has a title of 1 to 100', 'title', '! string 1..100'],
  ['spec 177: a group can have an icon of at most 50', 'icon', 'string ..50'],
  ['spec 177: a group has sections', 'sections', 'array'],
])

testFields(SiteSpace, [
  ['spec 183: a site space has the object site-space', 'object', '! constant site-space'],
  ['spec 184: a site space has an id', 'id', '! string'],
  ['spec 185: a site space has a path of 1 to 100', 'path', '! string 1..100'],
  ['spec 186: a site space can be in a section', 'section', 'string'],
  ['spec 187: a site space has a space', 'space', 'object'],
  ['spec 188: a site space has a title', 'title', '! string'],
  ['spec 189: a site space can be the default', 'default', 'boolean'],
  ['spec 190: a site space can have a condition of 1 to 1024', 'condition', 'string 1..1024'],
  ['spec 191: a site space knows a feature', 'hasAdvancedCustomizationFeature', 'boolean'],
  ['spec 192: a site space has urls.published', 'urls.published', 'string'],
])

testFields(ShareLink, [
  ['spec 196: a share link has the object share-link', 'object', '! constant share-link'],
  ['spec 196: a share link has a time', 'createdAt', '! date-time'],
  ['spec 196: a share link has a name of at most 50', 'name', 'string ..50'],
  ['spec 196: a share link is active or not', 'active', 'boolean'],
  ['spec 196: a share link has urls.published', 'urls.published', 'string'],
])

testFields(SiteAdaptiveSchema, [
  ['spec 200: an adaptive schema has its object', 'object', '! constant site-adaptive-schema'],
  ['spec 200: an adaptive schema has a JSON schema', 'jsonSchema.properties', '! object'],
  ['spec 200: an adaptive schema has a time', 'updatedAt', '! date-time'],
])

testFields(Organization, [
  ['spec 206: an organization has the object organization', 'object', '! constant organization'],
  ['spec 207: an organization has an id', 'id', '! string'],
  ['spec 208: an organization has a title of 2 to 255', 'title', '! string 2..255'],
  ['spec 209: an organization has a time', 'createdAt', '! date-time'],
  ['spec 210: an organization has e-mail domains', 'emailDomains', '! array'],
  ['spec 211: an organization can have a hostname of 3 to 32', 'hostname', 'string 3..32'],
  ['spec 212: an organization has a type', 'type', '! values business community'],
  ['spec 213: an organization can have a use', 'useCase, communityType', 'string'],
  ['spec 214: an organization has a default role, which can be null', 'defaultRole', `nullable ${levels}`],
  ['spec 215: an organization can have default content', 'defaultContent.site', '! string'],
  ['spec 216: an organization can demand single sign-on', 'sso', 'boolean'],
  ['spec 217: an organization can switch AI off', 'ai', 'boolean'],
  ['spec 218: an organization has invite links or not', 'inviteLinks', '! boolean'],
  ['spec 219: an organization has a plan', 'plan', '! string'],
  [
    'spec 220: billing says what is wrong',
    'billing.hasPaymentFailed, billing.isScheduledToCancel',
    '! boolean',
  ],
  ['spec 221: an organization has urls', 'urls.location, urls.app, urls.logo', 'string'],
  ['spec 222: an organization has a trial', 'trial.status', '! string'],
  ['spec 223: an organization can have a custom hostname', 'customHostname', 'string'],
  ['spec 224: an organization can be blocked', 'blocked.reason', '! string'],
  ['spec 225: an organization can be migrated', 'internal_billingMigration.discountPercent', 'number'],
  ['spec 226: an organization has the deprecated flag', 'internal_isOnNewTrial', 'boolean'],
  [
    'spec 227: an organization has permissions of its people',
    'permissions.view, permissions.admin, permissions.ownTeam, permissions.listMembers',
    '! boolean',
  ],
  [
    'spec 227: an organization has permissions of its content',
    'permissions.createContent, permissions.createOpenAPISpec, permissions.ingestConversations',
    '! boolean',
  ],
  [
    'spec 227: an organization has the other permissions',
    'permissions.viewBilling, permissions.listIntegrations, permissions.listTeams',
    '! boolean',
  ],
])

testFields(Member, [
  ['spec 231: a member has the object member', 'object', '! constant member'],
  ['spec 231: the role of a member can be null', 'role', `! nullable ${levels}`],
  ['spec 231: a member is a user', 'user', '! object'],
  ['spec 231: a member can be disabled', 'disabled, sso', '! boolean'],
  ['spec 231: a member has times', 'joinedAt, lastSeenAt', 'date-time'],
  ['spec 231: a member counts spaces and teams', 'spaces, teams', '! number'],
])

testFields(Team, [
  ['spec 235: a team has the object team', 'object', '! constant team'],
  ['spec 235: a team has a title of 1 to 64', 'title', '! string 1..64'],
  ['spec 235: a team counts members and spaces', 'members, spaces', '! number'],
  ['spec 235: a team has a time', 'createdAt', '! date-time'],
  ['spec 235: a team has permissions', 'permissions.admin, permissions.view', '! boolean'],
])

testFields(TeamMember, [
  ['spec 239: a member of a team is one of the organization', 'organization', '! object'],
  ['spec 34, 239: a member of a team owns it or not', 'team.role', '! values owner member'],
  ['spec 239: a member of a team has permissions', 'permissions.view', '! boolean'],
])

testFields(SAMLProvider, [
  ['spec 243: a provider has the object saml-provider', 'object', '! constant saml-provider'],
  ['spec 243: a provider has its settings', 'label, ssoURL, entityID, certificate', '! string'],
  ['spec 243: a provider has defaults', 'defaultTeam', 'object'],
  ['spec 243: a provider has a time', 'createdAt', '! date-time'],
  ['spec 243: a provider is active or pending', 'status', '! values active pending'],
  ['spec 243: a provider has our side', 'service.acsURL, service.startURL, service.entityID', '! string'],
  ['spec 243: a provider has urls.location', 'urls.location', '! string'],
])

testFields(SSOProviderLogin, [
  ['spec 245: login information has an address to start at', 'id, label, startURL', '! string'],
])

testFields(Subdomain, [
  ['spec 247: a subdomain has the object subdomain', 'object', '! constant subdomain'],
  ['spec 247: a subdomain has 3 to 32 characters', 'subdomain', '! string 3..32'],
  ['spec 247: a subdomain leads to an organization', 'target.organization', '! string'],
  ['spec 247: a subdomain is active or not', 'isActive', '! boolean'],
])

testFields(OpenAPISpec, [
  ['spec 253: a spec has the object openapi-spec', 'object', '! constant openapi-spec'],
  ['spec 254: a spec has an id', 'id', '! string'],
  ['spec 255: a spec has times', 'createdAt, updatedAt', '! date-time'],
  ['spec 256: a spec has a slug of 1 to 100', 'slug', '! string 1..100'],
  ['spec 257: a spec can have an address of at most 2048', 'sourceURL', 'string ..2048'],
  ['spec 258: a spec is being processed or not', 'processingState', '! values pending progress complete'],
  ['spec 259: a spec can have a version', 'lastVersion', 'string'],
  ['spec 260: a spec says when it was processed', 'lastProcessedAt', 'date-time'],
  [
    'spec 261: a spec says what went wrong',
    'lastProcessErrorCode',
    'values FETCH_TIMEOUT FETCH_ERROR PARSE_ERROR',
  ],
  ['spec 262: a spec has permissions', 'permissions.view, permissions.edit', '! boolean'],
  ['spec 263: a spec has urls', 'urls.location, urls.app', '! string'],
])

testFields(OpenAPISpecVersion, [
  ['spec 265: a version has the object openapi-spec-version', 'object', '! constant openapi-spec-version'],
  ['spec 265: a version has a url and urls.location', 'url, urls.location', '! string'],
])

testFields(OpenAPISpecContent, [
  ['spec 265: the content of a version has a url', 'url', '! string'],
  ['spec 265: the content of a version has a filesystem', 'filesystem', '! object'],
])

testFields(TranslationSettings, [
  ['spec 269: settings have the object translation-settings', 'object', '! constant translation-settings'],
  ['spec 269: settings have a title of 1 to 100', 'title', '! string 1..100'],
  ['spec 269: settings have languages', 'languages', '! array'],
  ['spec 269: settings have times', 'createdAt, updatedAt', '! date-time'],
  ['spec 269: settings have permissions', 'permissions.view, permissions.edit', '! boolean'],
  ['spec 269: settings have urls.location', 'urls.location', '! string'],
])

testFields(Integration, [
  ['spec 273: an integration has the object integration', 'object', '! constant integration'],
  ['spec 273: an integration has a version', 'version', '! number'],
  ['spec 273: an integration has texts', 'name, title, description, summary', 'string'],
  ['spec 273: an integration has lists', 'previewImages, scopes, categories, externalLinks', 'array'],
  ['spec 273: an integration has blocks', 'blocks[].id, blocks[].title, blocks[].icon', 'string'],
  ['spec 273: a block unfurls addresses', 'blocks[].urlUnfurl', 'array'],
  ['spec 273: a block is Markdown', 'blocks[].markdown.codeblock, blocks[].markdown.body', '! string'],
  ['spec 273: a source is configured', 'contentSources[].configuration.componentId', '! string'],
  ['spec 273: an integration has a target', 'target', '! values all site space organization'],
  ['spec 273: an integration has a visibility', 'visibility', '! values public private unlisted'],
  ['spec 273: an integration has an owner', 'owner, configurations', 'object'],
  ['spec 273: an integration is verified or not', 'verified', '! boolean'],
  ['spec 273: an integration has addresses', 'urls.location, urls.icon, urls.app, urls.assets', 'string'],
  ['spec 273: an integration has an endpoint', 'urls.publicEndpoint, contentSecurityPolicy', 'string'],
  ['spec 273: an integration has permissions', 'permissions.admin, permissions.install', '! boolean'],
])
