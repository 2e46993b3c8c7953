import type { ContentReference } from '@stemma/content'
import type { Rendering } from './rendering.ts'

/** Where a link leads. */
export interface Destination {
  readonly href: string
  readonly isOutside: boolean
  readonly title?: string
}

/** `undefined` if the reference leads nowhere that the visitor can see, or to a URL that isn't allowed. */
export function destinationOf(
  reference: ContentReference | undefined,
  { locate }: Pick<Rendering, 'locate'>,
): Destination | undefined {
  if (reference === undefined) return undefined
  const outside = reference.kind === 'url' ? outsideUrl(reference.url) : undefined
  if (outside !== undefined) {
    return linked.has(outside.protocol) ? { href: outside.href, isOutside: true } : undefined
  }
  if (reference.kind === 'anchor' && reference.page === undefined) {
    return { href: `#${encodeURIComponent(reference.anchor)}`, isOutside: false }
  }
  const located = locate(reference)
  return located && { href: located.href, title: located.title, isOutside: false }
}

/** The URL of a picture, which must be one of this site or begin with `https:` or `http:`. */
export function pictureUrl(
  reference: ContentReference | undefined,
  { locate }: Pick<Rendering, 'locate'>,
): string | undefined {
  if (reference === undefined) return undefined
  const outside = reference.kind === 'url' ? outsideUrl(reference.url) : undefined
  if (outside === undefined) return locate(reference)?.href
  return shown.has(outside.protocol) ? outside.href : undefined
}

const shown: ReadonlySet<string> = new Set(['http:', 'https:'])
const linked: ReadonlySet<string> = new Set([...shown, 'mailto:', 'tel:'])

/**
 * A URL that doesn't lead to this site, or `undefined`. It is read as browsers do, which ignore control
 * characters and take a backslash for a slash. An ordinary URL stays as it is written.
 */
function outsideUrl(written: string): { readonly href: string; readonly protocol: string } | undefined {
  const url = URL.parse(written) ?? (isOtherHost(written) ? URL.parse(written, 'https://site.invalid') : null)
  if (url === null) return /^[^/?#]*:/.test(written) || isOtherHost(written) ? refused : undefined
  return { href: ordinary.test(written) ? written : url.href, protocol: url.protocol }
}

const refused = { href: '', protocol: '' }
const ordinary = /^(?:https?:\/\/|mailto:|tel:)[!-~]*$/

function isOtherHost(url: string): boolean {
  return /^[\0- ]*[/\\][\t\n\r]*[/\\]/.test(url)
}
