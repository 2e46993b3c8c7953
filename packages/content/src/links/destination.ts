import type { ContentReference } from '../documents/nodes.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { refOf } from '../documents/references.ts'
import { hashOf } from '../objects.ts'

/** Where a link leads: a reference says it by itself, a path only together with the tree of pages. */
export type Destination = ContentReference | PagePath

export interface PagePath {
  readonly kind: 'path'
  /** Paths from a page begin where its text would lie as a file. */
  readonly from: 'top' | 'page'
  /** How many folders up it goes first. */
  readonly ups: number
  readonly slugs: readonly string[]
  readonly anchor?: string
}

/** What a destination says, as it is written in a text; nothing where it is empty. */
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
/** Other addresses that begin at the root belong to whatever site shows the page. */
const isPath = /^(?!\/)|^\/pages(?:\/|$)/
/** Longer ones are addresses, whatever they look like. */
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

/** A part of an address as a slug would be written. */
function decoded(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A percent sign that means itself.
  }
  return text.normalize('NFC').replaceAll('\0', '\uFFFD')
}

/**
 * The name that a link is kept under: whoever looks for links to a thing knows it. A page by path is kept by
 * the last part of the path, which moving the pages above it does not change.
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

/** The names of all links whose target can be missing in the content begin so. */
export const breakableIndexes = ['files:', 'pages:', 'reusable-contents:'] as const

/** The names of links to addresses that begin like this one begin so. */
export function urlIndexPrefix(beginning: string): string {
  return cut(`url:${beginning}`)
}

export function fileIndex(id: string): string {
  return shortened(`files:${id}`)
}

export function reusableIndex(id: string): string {
  return shortened(`reusable-contents:${id}`)
}

/** Under which names links to a page can be: by id, by slug, and by paths that end with a folder. */
export function pageIndexes(id: string, slug: string | undefined): readonly string[] {
  const names = slug === undefined ? [id] : [id, slug, withoutEnding(slug), '']
  return [...new Set(names.map(pageIndex))]
}

/** A path may name a page as a file. */
export function withoutEnding(slug: string): string {
  return slug.endsWith('.md') ? slug.slice(0, -'.md'.length) : slug
}

function pageIndex(name: string): string {
  return shortened(`pages:${name}`)
}

function spaceIndex(id: string): string {
  return shortened(`spaces:${id}`)
}

/** A name that fits into a key, and a key into the address of a page of a list. */
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
