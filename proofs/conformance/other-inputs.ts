/** An input that a client can send and our contract does not take. */
export interface OtherInput {
  /** The operation, or `*` for all that have the input. */
  readonly operation: string
  /**
   * The place of the input: `query.sort "name"` is one value, `body.files[]` every item, `body.map{}` every
   * value, and the last word the only part that differs: a limit, a type, or `required`.
   */
  readonly at: string
  /** What the server does instead, for docs/compatibility.md. */
  readonly how: string
  /** The sentence of the specification that requires it, or our own reason. */
  readonly because: string
}

const settings = {
  how: 'It works with translation settings, not with a translation of a space.',
  because: '`title` (required)',
}
const spec = { how: 'An empty expression returns 400. `null` removes a condition.', because: '(1 to 1024)' }
const condition = {
  how: spec.how,
  because: 'An empty expression has no value, so it would hide the content.',
}
const templates = {
  how: 'There are no templates: duplicate a space, or import content.',
  because: 'A template is content of the hosted product.',
}
const triage = {
  how: 'The filter is ignored: there are no site topics, style guides and findings.',
  because: 'They are made by language models of the hosted product.',
}
const draft = {
  how: 'The field returns 400. Use a change request for content that is not live yet.',
  because: 'Everything in a site goes live with it.',
}
const nesting = {
  how: 'Section groups do not nest.',
  because:
    'Fields: `object` = `site-section-group`, `id`, `title`, `icon`, `sections` (array of Site section).',
}
const homePage = {
  how: 'The first page of a space is its home page.',
  because: 'The order of pages decides it for every reader of the space.',
}
const localized = {
  how: 'Titles and descriptions of a site have one language.',
  because: 'Variants of a section in other languages have their own titles.',
}
const newSpace = {
  how: 'Create the space with createSpace first.',
  because: '`spaceId` (required, space added as a site space variant)',
}
const otherSpaces = {
  how: 'Links name pages of the shown space. Use a URL for a page of another space.',
  because: 'A page of another space may not be part of the site.',
}

const externalLinks = {
  how: 'The structure of a site has no external links. Put them into the header or footer.',
  because: 'A site is built from site spaces, optionally arranged in sections and section groups.',
}
const onboarding = {
  how: 'Create the site with createSite, and add OpenAPI descriptions with createOpenAPISpec.',
  because: 'An organization is created without content, so that nobody has to delete any.',
}
const uploads = {
  how: 'Uploads are files to import. Pages take their files with their content.',
  because: 'Stored bytes belong to a revision, so that nothing is stored that no content names.',
}
export const otherInputs: readonly OtherInput[] = [
  {
    operation: '*',
    at: 'query.limit minimum',
    how: '`limit` starts at 1.',
    because: 'A page without items has no next page, so a program that follows pages would stop too early.',
  },
  ...each(['createTranslation', 'updateTranslation'], ['body.instructions', 'body.title required'], settings),
  ...each(['createTranslation'], ['body.source', 'body.language'], settings),
  ...each(['updateSiteSectionById', 'updateSiteSpaceById'], ['body.condition minLength'], spec),
  ...each(['updateOrganizationById', 'updateSpaceById'], ['body.mergeRules.rules[].expression minLength'], {
    how: 'An empty expression returns 400.',
    because: 'It is never true, so nothing could be merged.',
  }),
  ...each(
    ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    ['body.header.links[].condition minLength'],
    condition,
  ),
  ...each(
    ['createSpace', 'createChangeRequest', 'addSectionToSite', 'addSpaceToSite'],
    ['body.template'],
    templates,
  ),
  {
    operation: 'createSpace',
    at: 'body.computedSource',
    how: 'Create the space, and import into it.',
    because: 'Computed content needs integrations that run, and they do not run yet.',
  },
  ...each(
    ['listChangeRequestsForOrganization'],
    ['query.topic', 'query.styleguideRun', 'query.finding'],
    triage,
  ),
  ...each(['listChangeRequestsForSpace'], ['query.topic'], triage),
  ...each(
    [
      'addSectionToSite',
      'updateSiteSectionById',
      'addSectionGroupToSite',
      'updateSiteSectionGroupById',
      'addSpaceToSite',
      'updateSiteSpaceById',
    ],
    ['body.draft any'],
    draft,
  ),
  ...each(['addSectionGroupToSite'], ['body.parent string'], nesting),
  ...each(['updateSiteSectionGroupById'], ['body.parentSectionGroupId string'], nesting),
  ...each(['addSectionToSite', 'addSpaceToSite', 'updateSiteSpaceById'], ['body.pageId'], homePage),
  ...each(['updateSiteSectionById', 'updateSiteSectionGroupById'], ['body.localizedTitle'], localized),
  ...each(['updateSiteSectionById'], ['body.localizedDescription'], localized),
  ...each(['addSectionToSite', 'addSpaceToSite'], ['body.spaceId null'], newSpace),
  ...each(
    ['updateSiteCustomizationById', 'overrideSiteSpaceCustomizationById'],
    [
      'body.header.primaryLink.space',
      'body.header.links[].to.space',
      'body.header.links[].links[].to.space',
      'body.footer.groups[].links[].to.space',
      'body.announcement.link.to.space',
    ],
    otherSpaces,
  ),
  ...each(
    ['sortSiteStructure'],
    ['item', 'position.before', 'position.after'].map((item) => `body.${item}.type "site-external-link"`),
    externalLinks,
  ),
  {
    operation: 'sortSiteStructure',
    at: 'body required',
    how: 'A request without a body returns 400.',
    because: 'The item to move has no default.',
  },
  ...each(
    ['createOrganization'],
    ['query.withDefaultSite', 'query.openapiUrl', 'body.onboardingPreferences'],
    onboarding,
  ),
  ...each(
    ['generateStorageUploadURL'],
    ['body.kind "customization_font"', 'body.kind "organization_file"'],
    uploads,
  ),
  {
    operation: 'updateCommentReplyInChangeRequest',
    at: 'body.resolved',
    how: 'Resolve the comment, not a reply.',
    because: 'A reply has no `replies`, `target` or `status`.',
  },
  {
    operation: 'updateChangeRequestContent',
    at: 'body.changes[].files[].contentType required',
    how: 'Files in `base64` need a `contentType`.',
    because: 'A file is served with this type, and guessing it would be a security risk.',
  },
  {
    operation: 'startImportRun',
    at: 'body.enhance',
    how: 'The field returns 400: content is imported as it is.',
    because: 'There is no language model.',
  },
  {
    operation: 'updateSiteById',
    at: 'body.styleguide',
    how: 'There are no style guides.',
    because: 'Their checks need a language model.',
  },
  {
    operation: 'updateSiteById',
    at: 'body.defaultLevel',
    how: 'The organization role decides who manages a site, and the level on a space who edits it.',
    because: 'Sites have no permissions of their own.',
  },
  {
    operation: 'listOrganizationAuditEvents',
    at: 'query.action any',
    how: 'An unknown action returns 400. listOrganizationAuditEventActions lists the known ones.',
    because: 'A misspelt action would return an empty list, which looks like nothing happened.',
  },
  {
    operation: 'listChangeRequestsForOrganization',
    at: 'query.site',
    how: 'The filter is ignored. Use `space`.',
    because: 'A change request belongs to a space, which can be part of several sites.',
  },
  {
    operation: 'listImportRuns',
    at: 'query.site',
    how: 'The filter is ignored. Use `space`.',
    because: 'An import run belongs to a space, which can be part of several sites.',
  },
  {
    operation: 'startImportRun',
    at: 'body.site',
    how: 'The field returns 400. Import into a space, and add the space to the site.',
    because: 'Content is imported into a change request, and a site has none.',
  },
  ...each(['listOrganizationIntegrationsStatus'], ['query.site', 'query.space'], {
    how: 'The filter is ignored. The list is about the whole organization.',
    because: 'The status of an integration is that of all its installations in the organization.',
  }),
  {
    operation: 'updateChangeRequestById',
    at: 'body.links',
    how: 'The field returns 400. Put links into the description.',
    because: 'Reviewers read the description, and its links with it.',
  },
  ...each(['addSectionToSite', 'updateSiteSectionById'], ['body.siteSectionGroupId'], {
    how: 'The field returns 400. Add the section with addSectionToGroup.',
    because: 'The group of a section is decided by one operation only.',
  }),
  {
    operation: 'addSpaceToSite',
    at: 'body.title',
    how: 'The field returns 400. A site space has the title of its space.',
    because: 'One title for readers and authors, so that both find the same thing.',
  },
  {
    operation: 'updateSiteSpaceById',
    at: 'body.hidden',
    how: 'The field returns 400. Use a condition to hide a site space from visitors.',
    because: 'A condition decides for every output: pages, search, sitemap and the API.',
  },
  {
    operation: 'updateSitePublishingAuthById',
    at: 'body.logoutURL',
    how: 'The field returns 400. A visitor is signed out when their token expires.',
    because: 'The server keeps no session of a visitor that it could end.',
  },
]

function each(
  operations: readonly string[],
  places: readonly string[],
  reason: Pick<OtherInput, 'how' | 'because'>,
): readonly OtherInput[] {
  return operations.flatMap((operation) => places.map((at) => ({ operation, at, ...reason })))
}
