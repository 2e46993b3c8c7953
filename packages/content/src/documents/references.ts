import type { ContentReference } from './nodes.ts'

/** What a destination points at; paths of other pages stay addresses, for only the page tree knows them. */
export function refOf(destination: string): ContentReference {
  if (destination.length > 1 && destination.startsWith('#')) {
    return { kind: 'anchor', anchor: destination.slice(1) }
  }
  const [, folder, id = '', anchor] = destination.startsWith('/') ? (own.exec(destination) ?? []) : []
  if (folder === 'pages' && anchor !== undefined) return { kind: 'anchor', anchor, page: id }
  if (folder === undefined || anchor !== undefined) return { kind: 'url', url: destination }
  return kinds[folder]?.(id) ?? { kind: 'url', url: destination }
}

const own = /^\/([a-z-]+)\/([A-Za-z0-9_-]{1,64})(?:#(.+))?$/s

const kinds: Readonly<Record<string, (id: string) => ContentReference>> = {
  pages: (page) => ({ kind: 'page', page }),
  files: (file) => ({ kind: 'file', file }),
  users: (user) => ({ kind: 'user', user }),
  spaces: (space) => ({ kind: 'space', space }),
  collections: (collection) => ({ kind: 'collection', collection }),
  'reusable-contents': (reusableContent) => ({ kind: 'reusable-content', reusableContent }),
}
