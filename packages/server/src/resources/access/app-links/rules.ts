import type { Addresses } from '../../../common/addresses.ts'

/** What a URL of the application names. */
export type Target =
  | {
      readonly kind: 'space'
      readonly organizationId: string
      readonly spaceId: string
      readonly below: string
    }
  | { readonly kind: 'site'; readonly organizationId: string; readonly siteId: string }
  | { readonly kind: 'other' }

/** A target, and where programs read it. */
export type Linked = Target & { readonly location: string }

/** Reads the path of a URL below the application. `undefined` if the server gives no such URL to anybody. */
export function linkedAt(path: string, addresses: Addresses): Linked | undefined {
  const [first, ...rest] = path.split('/')
  if (first === 'integrations' && rest.length === 1) {
    return { kind: 'other', location: addresses.integration(rest[0] ?? '') }
  }
  const [organizationId = '', kind, id = '', ...below] = rest
  if (first !== 'o' || organizationId === '') return undefined
  if (kind === undefined) return { kind: 'other', location: addresses.organization(organizationId) }
  if (id === '') return undefined
  if (kind === 's') return inSpace({ organizationId, spaceId: id }, below, addresses)
  if (below.length > 0) return undefined
  if (kind === 'sites') {
    const location = addresses.site(organizationId, id)
    return { kind: 'site', organizationId, siteId: id, location }
  }
  if (kind === 'c') return { kind: 'other', location: addresses.collection(id) }
  if (kind === 'openapi') return { kind: 'other', location: addresses.openAPISpec(organizationId, id) }
  if (kind === 'integrations') return { kind: 'other', location: addresses.integration(id) }
  return undefined
}

/** The rest of the path is that of a page, or names a change request or a revision. */
function inSpace(
  key: { readonly organizationId: string; readonly spaceId: string },
  below: readonly string[],
  addresses: Addresses,
): Linked {
  const { spaceId } = key
  const [mark, what, name = ''] = below
  if (mark === '~' && what === 'changes') {
    const location = addresses.changeRequest(spaceId, name)
    return { kind: 'space', ...key, below: `~site/change/${name}`, location }
  }
  if (mark === '~' && what === 'revisions') {
    const location = addresses.revision(spaceId, name)
    return { kind: 'space', ...key, below: `~site/at/${name}`, location }
  }
  return { kind: 'space', ...key, below: below.join('/'), location: addresses.space(spaceId) }
}
