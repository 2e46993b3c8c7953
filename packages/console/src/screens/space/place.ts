import type { Page } from '@stemma/contract'

/** Which content of a space is open: what is current, a change request, or an earlier revision. */
export type Version =
  | { readonly kind: 'current' }
  | { readonly kind: 'change'; readonly id: string }
  | { readonly kind: 'revision'; readonly id: string }

export interface Place {
  readonly version: Version
  /** The path of the page; empty for the first. */
  readonly path: string
}

/** How a page is written: as it looks, as source, or both side by side. */
export type EditorView = (typeof editorViews)[number]

export const editorViews = ['visual', 'both', 'source'] as const

export function isEditorView(value: unknown): value is EditorView {
  return editorViews.some((view) => view === value)
}

/** Reads the part of a URL after the space: `~/changes/12/install`, `~/revisions/x/install`, `install`. */
export function placeOf(splat: string): Place {
  const [mark, kind, id = '', ...rest] = splat.split('/')
  const path = rest.join('/')
  if (mark === '~' && kind === 'changes') return { version: { kind: 'change', id }, path }
  if (mark === '~' && kind === 'revisions') return { version: { kind: 'revision', id }, path }
  return { version: { kind: 'current' }, path: splat }
}

/** The other direction. */
export function splatOf({ version, path }: Place): string {
  if (version.kind === 'current') return path
  const base = `~/${version.kind === 'change' ? 'changes' : 'revisions'}/${version.id}`
  return path === '' ? base : `${base}/${path}`
}

/** Which version a screen without a page in its URL shows: the current one, unless it names another. */
export interface VersionSearch {
  /** The number or the ID of a change request. */
  readonly change?: number | string
  /** The ID of an earlier revision. */
  readonly rev?: string
}

/** What the URL says; whatever it says wrong is ignored. */
export function versionSearchIn({ change, rev }: Readonly<Record<string, unknown>>): VersionSearch {
  if (typeof rev === 'string') return { rev }
  return typeof change === 'number' || typeof change === 'string' ? { change } : {}
}

export function versionIn({ change, rev }: VersionSearch): Version {
  if (rev !== undefined) return { kind: 'revision', id: rev }
  return change === undefined ? { kind: 'current' } : { kind: 'change', id: String(change) }
}

/** The other direction. The router would put a number that is a text in quotes. */
export function searchOf(version: Version): VersionSearch {
  if (version.kind === 'revision') return { rev: version.id }
  if (version.kind === 'current') return {}
  return { change: /^\d+$/.test(version.id) ? Number(version.id) : version.id }
}

/** The page with an ID, wherever it is. */
export function findPage(pages: readonly Page[], id: unknown): Page | undefined {
  for (const page of pages) {
    const found = page.id === id ? page : 'pages' in page ? findPage(page.pages, id) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/** The page at a path with the pages above it, from the top. Without a path: the first that has a text. */
export function trailTo(pages: readonly Page[], path: string): readonly Page[] | undefined {
  for (const page of pages) {
    const isIt = path === '' ? page.type === 'document' : 'path' in page && page.path === path
    if (isIt) return [page]
    const below = 'pages' in page ? trailTo(page.pages, path) : undefined
    if (below !== undefined) return [page, ...below]
  }
  return undefined
}
