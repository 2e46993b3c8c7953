/** The chapters of the reference, in the order in which they are read, and what each is about. */
const chapters = {
  API: 'Which version of the server answers here. Needs no token.',
  Users: 'The person whom the token speaks for, and the people with whom they share an organization.',
  Tokens:
    'Personal access tokens. A token can be narrowed to scopes, to one organization and in time, and ' +
    'never makes one that may do more than itself. Its secret is shown once.',
  Sessions:
    'Logins in browsers: which there are, and how to end them; the password; and the code that a program ' +
    'exchanges for a token after a login in the browser.',
  Organizations: 'An organization owns everything else. Its settings are defaults for what is in it.',
  Members:
    'The people in an organization, each with a role: read, comment, edit, review, create or admin. A ' +
    'member without a role is a guest, and sees only what was opened for them.',
  Teams: 'Members under one name, to be given levels together. An owner of a team manages who is in it.',
  Invites: 'Ways into an organization: by e-mail address, by a link, or by the domain of one’s own address.',
  'E-mail domains':
    'The domains that an organization claims. One counts once its owner has agreed, by a TXT record or ' +
    'through the operator.',
  'Single sign-on':
    'SAML identity providers of an organization. A provider is active as soon as its `ssoURL`, `entityID` ' +
    'and `certificate` are known.',
  Collections:
    'Folders of spaces and of other collections. What one says about access holds for what is in it.',
  Spaces:
    'Where pages live. A space is changed through change requests, or directly where its `editMode` is ' +
    '`live`. A deleted one can be restored for a while.',
  Permissions:
    'Levels given to people and teams on a space or a collection. The nearest level that says anything ' +
    'about a person decides, up or down.',
  Content:
    'Pages, files, reusable contents and links of a space or a change request, as they are now. Markdown ' +
    'comes back byte for byte as it was written. Writing is a batch of changes: one new revision, or ' +
    'nothing.',
  Revisions:
    'The whole content at one moment. A revision never changes, and can be read, compared with the one ' +
    'before it, and restored.',
  'Change requests':
    'Proposed changes of a space, with content of their own. They are reviewed, brought up to date and ' +
    'merged; where both sides changed the same thing, each conflict is listed and waits for a decision.',
  Reviews:
    'A review approves a change request or asks for changes, and is of the revision that was seen: it is ' +
    '`outdated` as soon as there is another one.',
  Comments: 'Discussions of a space or a change request, of one of its pages, or of a single block.',
  Search:
    'Finds pages and their sections, the best first, and nothing that the caller may not read. What was ' +
    'written is found about a second later.',
  Imports:
    'Brings content into a change request in the background: from a website, an address or an uploaded ' +
    'file. An import ends as one revision, or leaves nothing behind.',
  Sites: 'Spaces as they are published. `visibility` says who comes in, and conditions who sees what.',
  'Site domains':
    'The hosts of proxies and custom hostnames of sites. An address on one resolves once the owner of the ' +
    'host has agreed, by a TXT record or through the operator.',
  'Site structure': 'Which spaces a site shows, in which sections and groups, and in which order.',
  'Site customization':
    'How a site looks and what its pages offer; a site space can differ setting by setting.',
  'Visitor authentication':
    'How visitors of a `visitor-auth` site sign in, and the key that signs their tokens.',
  'Share links': 'Secret addresses of a site. A link can be switched off at any moment.',
  'Published content':
    'What an address shows to a visitor, and all that is needed to show it. Visitors get a content token ' +
    'that reads what the site shows them, for half an hour at most.',
  'OpenAPI specs':
    'Descriptions of your own APIs, fetched from an address or sent as text, checked and kept version by ' +
    'version.',
  Translations: 'Settings of translations: a title today; nothing translates yet.',
  Integrations:
    'Programs under a name, and their installations in organizations, on spaces and on sites. A token of ' +
    'an installation does what was granted, for an hour.',
  Webhooks:
    'Addresses that are told what happens. Deliveries are signed, repeated when they fail, and listed.',
  'Audit log': 'Every change in an organization, recorded with the change itself and never altered.',
} as const

type Chapter = keyof typeof chapters

/** Where an operation stands: the first pattern that fits its path decides. */
const places: readonly (readonly [chapter: Chapter, pattern: RegExp])[] = [
  ['Comments', /\/comments(\/|$)|\/commenters$/],
  ['Reviews', /\/(reviews|requested-reviewers)(\/|$)/],
  ['Permissions', /\/permissions(\/|$)/],
  ['Revisions', /\/revisions(\/|$)/],
  ['Content', /^\/v1\/spaces\/.*\/(content|documents|links|pdf)(\/|$)/],
  ['Change requests', /\/change-requests(\/|$)/],
  ['Search', /\/search$/],
  ['Tokens', /^\/v1\/user\/tokens/],
  ['Sessions', /^\/v1\/(user\/(session|password)|login)/],
  ['Users', /^\/v1\/users?(\/|$)/],
  ['Invites', /\/(invitations|invites|link-invites|join)(\/|$)/],
  ['Imports', /\/imports(\/|$)|\/storage\/upload$/],
  ['Teams', /\/orgs\/\{organizationId\}\/teams(\/|$)/],
  ['Members', /\/members(\/|$)|\/ping$/],
  ['E-mail domains', /\/email-domains(\/|$)/],
  ['Site domains', /\/site-domains(\/|$)/],
  ['Audit log', /\/audit-event(s|-actions)(\/|$)/],
  ['Webhooks', /\/webhooks(\/|$)/],
  ['Share links', /\/share-links(\/|$)/],
  ['Visitor authentication', /\/publishing\/auth(\/|$)/],
  ['Site customization', /\/customization$/],
  ['Site structure', /\/(sections|section-groups|site-spaces|structure)(\/|$)/],
  ['Published content', /^\/v1\/urls\/published$|\/published$/],
  ['Integrations', /^\/v1\/integrations(\/|$)|\/\{organizationId\}\/(integrations|installations)(\/|$)/],
  ['Sites', /\/sites(\/|$)/],
  ['Single sign-on', /\/(saml|sso)(\/|$)/],
  ['OpenAPI specs', /\/(published-)?openapi(\/|$)/],
  ['Translations', /\/translations(\/|$)/],
  ['Collections', /\/collections(\/|$)/],
  ['Spaces', /\/spaces(\/|$)/],
  ['Organizations', /\/(orgs|subdomains)(\/|$)/],
  ['API', /^\/v1\/$/],
]

export function tagOf(path: string): Chapter {
  const place = places.find(([, pattern]) => pattern.test(path))
  if (!place) throw new Error(`No chapter of the reference is for ${path}.`)
  return place[0]
}

/** The chapters that these paths fill, in the order of the reference. */
export function tagsOf(paths: readonly string[]) {
  const used = new Set<string>(paths.map(tagOf))
  return Object.entries(chapters)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
