/** The tags of the reference, in reading order, with their descriptions. */
const chapters = {
  API: 'The version of the server, for which no token is required, and its state for operators.',
  Users: 'The authenticated user, and the people who share an organization with them.',
  Tokens:
    'Personal access tokens. A token can be limited to scopes and to one organization, and can expire. It ' +
    "can't create a token with more rights than its own. The secret is returned only once.",
  Sessions:
    'Logins in browsers: list and end your sessions, set your password, and exchange the code of a browser ' +
    'login for a token.',
  Organizations:
    'An organization owns everything else. Its settings are the defaults for its spaces and collections.',
  Members:
    'The people in an organization, each with a role: read, comment, edit, review, create or admin. A ' +
    'member without a role is a guest, and sees only what they were granted access to.',
  Teams: 'Groups of members that you can grant levels to. The owners of a team manage its members.',
  Invites: 'Ways to join an organization: by e-mail invitation, invite link or e-mail domain.',
  'E-mail domains':
    'The domains that an organization claims. A domain takes effect after it is verified, with a TXT ' +
    'record or by the operator of the server.',
  'Single sign-on':
    'The SAML and OpenID Connect identity providers of an organization. A provider is active once its ' +
    '`ssoURL`, `entityID` and `certificate`, or its `issuer`, `clientID` and client secret are set.',
  Collections: 'Folders of spaces and other collections. They pass their permissions on to their contents.',
  Spaces:
    'A space contains pages. You edit it through change requests, or directly if its `editMode` is `live`. ' +
    'A deleted space can be restored for a limited time.',
  Permissions:
    'Levels granted to people and teams on a space or a collection. The closest grant decides, even if it ' +
    'is lower than the ones above it.',
  Content:
    'The current pages, files, reusable contents and links of a space or a change request. Markdown is ' +
    'returned byte for byte as it was written. You write a batch of changes, which becomes one new ' +
    'revision or fails as a whole.',
  Revisions:
    'Immutable snapshots of the whole content. You can read a revision, compare it with the previous one ' +
    'and restore it.',
  'Change requests':
    'Proposed changes to a space, with their own content. You review them, update them from the space and ' +
    'merge them. If both sides changed the same content, you list the conflicts and resolve each of them.',
  Reviews:
    'A review approves a change request or requests changes. It applies to one revision, and becomes ' +
    '`outdated` when the change request gets a new one.',
  Comments: 'Discussions of a space or a change request, of one of its pages, or of a single block.',
  Notifications:
    'What concerns you in an organization: what others said to you, asked from you, or did where you take ' +
    'part or watch. You choose what you are told of, for each kind.',
  Search:
    'Finds pages and their sections, best match first. Results contain only content that you can read. New ' +
    'content becomes searchable after about one second.',
  Imports:
    'Imports content into a change request, in the background: from a website, a URL or an uploaded file. ' +
    'A completed import is one revision. A failed import leaves nothing behind.',
  Sites: 'Published spaces. `visibility` sets who can visit a site, and conditions set what they see of it.',
  'Site domains':
    'The hosts of proxies and custom hostnames of sites. URLs on a host resolve after it is verified, with ' +
    'a TXT record or by the operator of the server.',
  'Site structure': 'The spaces of a site, their sections and section groups, and their order.',
  'Site customization':
    'How a site looks and what its pages offer. A site space can override individual settings.',
  'Visitor authentication':
    'How visitors of a `visitor-auth` site sign in, and the key that signs their tokens.',
  'Share links': 'Secret URLs of a site. You can disable a link at any time.',
  'Site redirects': 'Paths of a site that lead to another page, or to a URL elsewhere.',
  'Published content':
    'What a URL shows to a visitor, and the data needed to render it. Visitors get a content token that ' +
    'reads what the site shows them and expires after at most 25 hours.',
  'OpenAPI specs':
    'Descriptions of your own APIs, fetched from a URL or uploaded as text. The server validates them and ' +
    'keeps every version.',
  Translations: "Translation settings. They have a title only: the server doesn't translate yet.",
  Integrations:
    'Programs that you publish under a name, and their installations in organizations, on spaces and on ' +
    'sites. An installation token has the granted scopes and expires after one hour.',
  Webhooks: 'URLs that receive events. Deliveries are signed and recorded, and retried if they fail.',
  'Audit log':
    'Every change in an organization, recorded in the same transaction as the change and never altered.',
} as const

type Chapter = keyof typeof chapters

/** The tag of an operation: the first pattern that matches its path decides. */
const places: readonly (readonly [chapter: Chapter, pattern: RegExp])[] = [
  ['Notifications', /\/(notifications|notification-preferences|watch)(\/|$)/],
  ['Comments', /\/comments(\/|$)|\/commenters$/],
  ['Reviews', /\/(reviews|requested-reviewers)(\/|$)/],
  ['Permissions', /\/permissions(\/|$)/],
  ['Revisions', /\/revisions(\/|$)/],
  ['Content', /^\/v1\/spaces\/.*\/(content|documents|embed|links|pdf)(\/|$)/],
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
  ['Site redirects', /\/redirects?(\/|$)/],
  ['Visitor authentication', /\/publishing\/auth(\/|$)/],
  ['Site customization', /\/customization$/],
  ['Site structure', /\/(sections|section-groups|site-spaces|structure)(\/|$)/],
  ['Published content', /^\/v1\/urls\/published$|\/published$/],
  ['Integrations', /^\/v1\/integrations(\/|$)|\/\{organizationId\}\/(integrations|installations)(\/|$)/],
  ['Sites', /\/sites(\/|$)/],
  ['Single sign-on', /\/(saml|oidc|sso)(\/|$)/],
  ['OpenAPI specs', /\/(published-)?openapi(\/|$)/],
  ['Translations', /\/translations(\/|$)/],
  ['Collections', /\/collections(\/|$)/],
  ['Spaces', /\/spaces(\/|$)/],
  ['Organizations', /\/(orgs|subdomains)(\/|$)/],
  ['API', /^\/v1\/(server\/status)?$/],
]

export function tagOf(path: string): Chapter {
  const place = places.find(([, pattern]) => pattern.test(path))
  if (!place) throw new Error(`No tag matches the path ${path}. Add a pattern to places.`)
  return place[0]
}

/** The tags that these paths use, in the order of the reference. */
export function tagsOf(paths: readonly string[]) {
  const used = new Set<string>(paths.map(tagOf))
  return Object.entries(chapters)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }))
}
