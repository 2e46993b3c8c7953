import type { ContentReference } from '../documents/nodes.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { refOf } from '../documents/references.ts'
import { hashOf } from '../objects.ts'

/** Where a link leads. A reference stands alone; a path is resolved through the page tree. */
export type Destination = ContentReference | PagePath

export interface PagePath {
  readonly kind: 'path'
  /** Relative paths start at the folder that would contain the page's text as a file. */
  readonly from: 'top' | 'page'
  /** How many folders to go up first. */
  readonly ups: number
  readonly slugs: readonly string[]
  readonly anchor?: string
}

/** Parses a destination as written in a text; undefined if it is empty. */
export function readDestination(written: string, kind: LinkKind): Destination | undefined {
  if (kind === 'openapi') return { kind: 'openapi', spec: written }
  if (written === '' || written === '#') return undefined
  if (written.length > destinationCharactersMax || scheme.test(written)) return { kind: 'url', url: written }
  const [way = ''] = written.split(/[?#]/, 1)
  const [, anchor] = /#(.+)$/s.exec(written) ?? []
  const reference = referenceIn(way, anchor)
  if (reference !== undefined) return reference
  if (way === '' || !isPath.test(way) || kind === 'embed') return { kind: 'url', url: written }
  if (kind === 'image' || kind === 'file') return { kind: 'file', file: way }
  if (kind === 'reusable-content') return { kind: 'reusable-content', reusableContent: way }
  return { ...pathIn(way), ...(anchor !== undefined && { anchor }) }
}

const scheme = /^[a-z][a-z\d+.-]*:|^\/\//i
/** Other root-relative URLs belong to the site that shows the page. */
const isPath = /^(?!\/)|^\/pages(?:\/|$)/
/** Longer destinations are treated as URLs. */
const destinationCharactersMax = 2_000

function referenceIn(way: string, anchor: string | undefined): ContentReference | undefined {
  const whole = refOf(anchor === undefined ? way : `${way}#${anchor}`)
  const reference = whole.kind === 'url' ? refOf(way) : whole
  return reference.kind === 'url' ? undefined : reference
}

function pathIn(way: string): PagePath {
  const [from, rest] = way.startsWith('/')
    ? (['top', way.slice('/pages'.length)] as const)
    : ['page' as const, way]
  const slugs: string[] = []
  let ups = 0
  for (const part of rest.split('/').map(decoded)) {
    if (part === '' || part === '.') continue
    if (part !== '..') slugs.push(part)
    else if (slugs.pop() === undefined) ups++
  }
  if (slugs.at(-1) === 'README.md') slugs.pop()
  return { kind: 'path', from, ups, slugs }
}

/** Decodes a path segment into the form of a slug. */
function decoded(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A literal percent sign.
  }
  return text.normalize('NFC').replaceAll('\0', '\uFFFD')
}

/**
 * The name under which a link is indexed, for finding the links to a target. A page path is indexed by its
 * last segment, which doesn't change when the pages above it move.
 */
export function indexOf(destination: Destination, owner: string): string {
  switch (destination.kind) {
    case 'path':
      return pageIndex(withoutEnding(destination.slugs.at(-1) ?? ''))
    case 'page':
      return destination.space === undefined ? pageIndex(destination.page) : spaceIndex(destination.space)
    case 'anchor':
      return destination.space === undefined
        ? pageIndex(destination.page ?? owner)
        : spaceIndex(destination.space)
    case 'file':
      return fileIndex(destination.file)
    case 'reusable-content':
      return destination.space === undefined
        ? reusableIndex(destination.reusableContent)
        : spaceIndex(destination.space)
    case 'space':
      return spaceIndex(destination.space)
    case 'user':
      return shortened(`users:${destination.user}`)
    case 'collection':
      return shortened(`collections:${destination.collection}`)
    case 'openapi':
      return shortened(`openapi:${destination.spec}`)
    case 'url':
      return shortened(`url:${destination.url}`)
  }
}

/** Prefixes of the index names of all links whose target can be missing from the content. */
export const breakableIndexes = ['files:', 'pages:', 'reusable-contents:'] as const

/** The prefixes of the index names of links to files and to reusable contents. */
export const [filesPrefix, , reusablePrefix] = breakableIndexes

/** The prefix of the index names of links to URLs that begin like this. */
export function urlIndexPrefix(beginning: string): string {
  return cut(`url:${beginning}`)
}

export function fileIndex(id: string): string {
  return shortened(`files:${id}`)
}

export function reusableIndex(id: string): string {
  return shortened(`reusable-contents:${id}`)
}

/** The index names that links to a page can have: by ID, by slug, and by paths that end with a folder. */
export function pageIndexes(id: string, slug: string | undefined): readonly string[] {
  const names = slug === undefined ? [id] : [id, slug, withoutEnding(slug), '']
  return [...new Set(names.map(pageIndex))]
}

/** A path may refer to a page as a file. */
export function withoutEnding(slug: string): string {
  return slug.endsWith('.md') ? slug.slice(0, -'.md'.length) : slug
}

function pageIndex(name: string): string {
  return shortened(`pages:${name}`)
}

function spaceIndex(id: string): string {
  return shortened(`spaces:${id}`)
}

/** Shortens a name so that it fits into a key, and the key into the URL of a page of a list. */
function shortened(index: string): string {
  const short = cut(index)
  if (short === index) return index
  return `${short}~${hashOf(new TextEncoder().encode(index)).slice(0, 16)}`
}

function cut(index: string): string {
  if (index.length <= indexCharactersMax) return index.replaceAll('\0', '\uFFFD').toWellFormed()
  return cut(index.slice(0, indexCharactersMax).replace(/[\uD800-\uDBFF]$/, ''))
}

const indexCharactersMax = 80
