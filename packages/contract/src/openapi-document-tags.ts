/** The chapters of the reference: the first one whose pattern fits the path of an operation holds it. */
const tags: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Comments', /\/comments(\/|$)|\/commenters$/],
  ['Reviews', /\/(reviews|requested-reviewers)(\/|$)/],
  ['Permissions', /\/permissions(\/|$)/],
  ['Content', /^\/v1\/spaces\/.*\/(content|documents|links)(\/|$)/],
  ['Change requests', /\/change-requests(\/|$)/],
  ['Search', /\/search$/],
  ['Tokens', /^\/v1\/user\/tokens/],
  ['Sessions', /^\/v1\/(user\/(session|password)|login)/],
  ['Users', /^\/v1\/users?(\/|$)/],
  ['Invites', /\/(invites|link-invites|join)(\/|$)/],
  ['Imports', /\/imports(\/|$)|\/storage\/upload$/],
  ['Teams', /\/orgs\/\{organizationId\}\/teams(\/|$)/],
  ['Members', /\/members(\/|$)|\/ping$/],
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

export const tagNames = tags.map(([name]) => name)

export function tagOf(path: string): string {
  const tag = tags.find(([, pattern]) => pattern.test(path))
  if (!tag) throw new Error(`No chapter of the reference is for ${path}.`)
  return tag[0]
}
