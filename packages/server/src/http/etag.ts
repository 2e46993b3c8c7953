import { hash } from 'node:crypto'

/** A strong validator: equal if and only if the response bytes are equal. */
export function etagOf(body: string): string {
  return `"${hash('sha256', body, 'base64url').slice(0, 27)}"`
}

/**
 * Whether a list of entity tags contains this one. Weak tags match for `If-None-Match`, but not for
 * `If-Match`.
 */
export function matches(header: string, etag: string, { weak }: { readonly weak: boolean }): boolean {
  if (header.trim() === '*') return true
  const tags = header.split(',').map((tag) => tag.trim())
  return tags.some((tag) => (weak ? tag.replace(/^W\//, '') : tag) === etag)
}
