/** Operations of the clients that this server does not have, for one reason. */
export interface Missing {
  readonly area: string
  /** What people do instead, or why the server has no such thing. */
  readonly because: string
  /** All operations with one of these tags in the client's description … */
  readonly tags?: readonly string[]
  /** … and these, by ID. */
  readonly ids?: readonly string[]
}

/** An operation belongs to the first entry that names it. */
export const missing: readonly Missing[] = [
  {
    area: 'Git',
    because:
      'The server does not sync with repositories of other hosts. `stemma import` and `export` do it once.',
    tags: ['space-git', 'git'],
  },
  {
    area: 'Import of single pages',
    because: 'Imports create whole spaces: use `startImportRun`.',
    ids: ['importContent', 'importContentInPageById', 'importContentInChangeRequestPageById'],
  },
  {
    area: 'Templates',
    because: 'The server has no templates. Duplicate a space instead.',
    ids: ['applyTemplateToSpace', 'applyTemplateToSite'],
  },
  {
    area: 'Computed content',
    because: 'Content is what people write. Integrations cannot compute it.',
    ids: ['getComputedDocument', 'getComputedRevision'],
  },
  {
    area: 'Meta links of drafts',
    because: 'Meta links exist for revisions: use `listRevisionPageMetaLinks`.',
    ids: ['listSpacePageMetaLinks', 'listChangeRequestPageMetaLinks'],
  },
  {
    area: 'Running integrations',
    because: 'The server tells integrations what happened, by webhook, but does not run their code.',
    tags: ['integrations', 'space-integrations'],
  },
  {
    area: 'Questions, agents and conversations',
    because: 'They need a language model, which the server has none of.',
    tags: ['agents', 'conversations', 'change-request-conversations', 'site-questions', 'site-context'],
    ids: [
      'getOrganizationAgentInstructions',
      'updateOrganizationAgentInstructions',
      'listOrganizationAgentConversations',
      'provisionOrganizationAgentConversation',
      'updateOrganizationAgentConversation',
      'deleteOrganizationAgentConversation',
      'getOrganizationAIUsage',
      'submitSiteAgentFeedback',
      'submitAgentFeedbackToSite',
      'getSiteAgentSettingsById',
      'updateSiteAgentSettingsById',
    ],
  },
  {
    area: 'Style guides',
    because: 'They are checked by a language model, which the server has none of.',
    ids: [
      'listOrganizationStyleguides',
      'listStyleguideTemplates',
      'createSiteStyleguideById',
      'createSiteStyleguideRun',
      'listSiteStyleguideRuns',
    ],
  },
  {
    area: 'Translations',
    because: 'The server keeps settings of translations, but does not translate.',
    tags: ['translations', 'glossary'],
  },
  { area: 'Fonts', because: 'Sites use the fonts of the theme.', tags: ['custom-fonts'] },
  {
    area: 'MCP servers and channels of sites',
    because: 'The server does not pass readers on to services of others.',
    tags: ['site-mcp-servers', 'site-channels'],
  },
  {
    area: 'Permissions on single sites',
    because: 'Permissions come from the organization and its spaces; a site has an audience of readers.',
    tags: ['site-users', 'site-permissions'],
  },
  {
    area: 'Links of a site to elsewhere',
    because: 'Links belong to the header and the footer: set them in the customization of the site.',
    tags: ['site-external-links'],
  },
  {
    area: 'Duplicating a site space',
    because: 'Duplicate the space with `duplicateSpace`, then add it with `addSpaceToSite`.',
    ids: ['duplicateSiteSpace'],
  },
  {
    area: 'Previews and search of sites',
    because: 'A site is read at its own URL, and its search needs no warming.',
    tags: ['site-preview'],
    ids: ['prewarmSiteSearch'],
  },
  {
    area: 'Insights',
    because: 'The server stores nothing about a reader, so there are no segments of them.',
    tags: ['site-insights'],
  },
  { area: 'Ads', because: 'Sites have no ads.', tags: ['site-ads'] },
  {
    area: 'Hostnames',
    because: 'Set a hostname with `updateSiteById`, and use the operations of site domains.',
    tags: ['custom-hostnames'],
  },
  {
    area: 'Content of any URL',
    because: 'The server reads no URL that a caller names. Inside a space, use `getEmbedByUrlInSpace`.',
    tags: ['urls'],
  },
  {
    area: 'Notifications',
    because: 'The server has no push notifications.',
    ids: ['createUserNotificationsToken'],
  },
]
