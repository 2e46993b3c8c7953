import type { ContentReference } from './nodes.ts'

/**
 * What a destination refers to. Paths of other pages remain URLs, because only the page tree can resolve
 * them.
 */
export function refOf(destination: string): ContentReference {
  if (destination.length > 1 && destination.startsWith('#')) {
    return { kind: 'anchor', anchor: destination.slice(1) }
  }
  const parts = destination.startsWith('/') ? (own.exec(destination) ?? []) : []
  const [, space, folder = '', id = '', anchor] = parts
  const within = space === undefined ? {} : { space }
  if (folder === 'pages' && anchor !== undefined) return { kind: 'anchor', anchor, page: id, ...within }
  const isOwn = anchor === undefined && (space === undefined || inSpaces.has(folder))
  const reference = isOwn ? kinds.get(folder)?.(id) : undefined
  return reference ? { ...reference, ...within } : { kind: 'url', url: destination }
}

const own = /^(?:\/spaces\/([A-Za-z0-9_-]{1,64}))?\/([a-z-]+)\/([A-Za-z0-9_-]{1,64})(?:#(.+))?$/s

/** Kinds that can be referenced in another space. */
const inSpaces = new Set(['pages', 'reusable-contents'])

type Reference = (id: string) => ContentReference

const kinds: ReadonlyMap<string, Reference> = new Map<string, Reference>([
  ['pages', (page) => ({ kind: 'page', page })],
  ['files', (file) => ({ kind: 'file', file })],
  ['users', (user) => ({ kind: 'user', user })],
  ['spaces', (space) => ({ kind: 'space', space })],
  ['collections', (collection) => ({ kind: 'collection', collection })],
  ['reusable-contents', (reusableContent) => ({ kind: 'reusable-content', reusableContent })],
])
