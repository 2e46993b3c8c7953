import type { PageRecord } from './page-record.ts'

/**
 * Separates the parts of a key. No ID, rank or slug contains it, and it sorts before all of their characters.
 */
const separator = '\0'

export function childKey(id: string, { parent, rank }: Pick<PageRecord, 'parent' | 'rank'>): string {
  return parent + separator + rank + separator + id
}

/** The prefix of the keys of all children of a page, and of no other key. */
export function childrenPrefix(parent: string): string {
  return parent + separator
}

export function readChildKey(key: string): { readonly id: string; readonly rank: string } {
  const [, rank = '', id = ''] = key.split(separator)
  return { id, rank }
}

export function pathKey(parent: string, slug: string): string {
  return parent + separator + slug
}
