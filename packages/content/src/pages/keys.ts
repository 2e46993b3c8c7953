import type { PageRecord } from './page-record.ts'

/** Stands between the parts of a key: no id, rank or slug contains it, and it sorts before all they do. */
const separator = '\0'

export function childKey(id: string, { parent, rank }: Pick<PageRecord, 'parent' | 'rank'>): string {
  return parent + separator + rank + separator + id
}

/** All children of a page have keys that begin so, and nothing else has. */
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
