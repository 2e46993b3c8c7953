import type { Content } from '../content.ts'
import type { ContentReference } from '../documents/nodes.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { onText } from '../documents/text-work.ts'
import { count, type Entry, getMany, range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { isAddressed, type PageRecord } from '../pages/page-record.ts'
import {
  breakableIndexes,
  type Destination,
  fileIndex,
  filesPrefix,
  indexOf,
  pageIndexes,
  readDestination,
  reusableIndex,
  reusablePrefix,
} from './destination.ts'
import {
  entriesOf,
  type LinkEntry,
  linkEntries,
  linksPrefix,
  type Owner,
  ownerIn,
  sourceOfPage,
  type WrittenLink,
} from './link-entries.ts'
import { linkResolver } from './resolve.ts'

/** A link and its target in the content; the target is undefined if it is missing. */
export interface Link extends LinkEntry {
  /** Its position in the order of all links. */
  readonly key: string
  readonly owner: Owner
  readonly target: ContentReference | undefined
}

/** All links whose keys begin with one of the prefixes, in order and in batches. */
export async function* linksFrom(
  store: ObjectStore,
  content: Content,
  { prefixes = [''], after, atOnce = linksAtOnce }: From = {},
): AsyncGenerator<readonly Link[], void> {
  for await (const entries of entriesFrom(store, content, { prefixes, after, atOnce }))
    yield await resolved(store, content, entries)
}

async function* entriesFrom(
  store: ObjectStore,
  content: Content,
  { prefixes = [''], after, atOnce = linksAtOnce }: From,
): AsyncGenerator<readonly Entry[], void> {
  for (const prefix of prefixes) {
    for (let last = after, isMore = true; isMore; ) {
      const entries = await range(store, content.links, { prefix, after: last, limit: atOnce })
      if (entries.length > 0) yield entries
      last = entries.at(-1)?.key
      isMore = entries.length === atOnce
    }
  }
}

interface From {
  readonly prefixes?: readonly string[]
  /** The key to continue after. */
  readonly after?: string | undefined
  readonly atOnce?: number
}

/** Few enough to keep in memory and to resolve at once. */
const linksAtOnce = 1_000

export function countLinks(store: ObjectStore, content: Content): Promise<number> {
  return count(store, content.links)
}

/** The links of one page, in order. Reads only the text of that page. */
export async function linksOfPage(
  store: ObjectStore,
  content: Content,
  { id, record }: { readonly id: string; readonly record: PageRecord },
): Promise<readonly Link[]> {
  const entries = [...(await linkEntries(store, [{ owner: id, source: sourceOfPage(record) }]))]
  const inOrder = entries.map(([key, value]) => ({ key, value })).sort((a, b) => (a.key < b.key ? -1 : 1))
  return resolved(store, content, inOrder)
}

/** The links that an owner would have with this text, including the references of a page outside its text. */
export async function linksInText(
  store: ObjectStore,
  content: Content,
  page: LinkingText,
  markdown: string,
): Promise<readonly Link[]> {
  return linksOfText(store, content, page, await onText('links', markdown))
}

/** The same for a text that is parsed already, by the links in it. */
export async function linksOfText(
  store: ObjectStore,
  content: Content,
  { owner, record }: LinkingText,
  links: readonly WrittenLink[],
): Promise<readonly Link[]> {
  const beside = record === undefined ? [] : sourceOfPage(record).references
  const entries = entriesOf(owner, [...links, ...beside])
  return resolved(
    store,
    content,
    entries.map(([key, value]) => ({ key, value })),
  )
}

interface LinkingText {
  readonly owner: Owner
  readonly record?: PageRecord
}

/** All links to files, in batches. */
export function fileLinks(store: ObjectStore, content: Content) {
  return linksFrom(store, content, { prefixes: [filesPrefix] })
}

/** The links as written that may be relative paths to files or reusable contents with these names. */
export async function* pathLinks(
  store: ObjectStore,
  content: Content,
  names: readonly string[],
): AsyncGenerator<{ readonly owner: Owner; readonly destination: string }, void> {
  const toPath = (name: string) => indexOf({ kind: 'path', from: 'page', ups: 0, slugs: [name] }, '')
  const prefixes = [filesPrefix, reusablePrefix, ...new Set(names.map((name) => linksPrefix(toPath(name))))]
  for await (const entries of entriesFrom(store, content, { prefixes })) {
    for (const { key, value } of entries)
      yield { owner: ownerIn(key), destination: (JSON.parse(value) as LinkEntry).destination }
  }
}

/** The owners of links to a file, in order. */
export function backlinksOfFile(store: ObjectStore, content: Content, id: string) {
  return ownersOf(store, content, [fileIndex(id)], (target) => target.kind === 'file' && target.file === id)
}

/** The owners that embed a piece of reusable content, in order. */
export function backlinksOfReusableContent(store: ObjectStore, content: Content, id: string) {
  const isPiece = (target: ContentReference) =>
    target.kind === 'reusable-content' && target.reusableContent === id && target.space === undefined
  return ownersOf(store, content, [reusableIndex(id)], isPiece)
}

/** The owners of links to a person or an OpenAPI spec, in order. */
export function backlinksOfOutside(store: ObjectStore, content: Content, reference: OutsideReference) {
  const name = outsideName(reference)
  return ownersOf(store, content, [indexOf(reference, '')], (target) => outsideName(target) === name)
}

export type OutsideReference = Extract<ContentReference, { kind: 'user' | 'openapi' }>

function outsideName(target: ContentReference): string | undefined {
  if (target.kind === 'user') return `user ${target.user}`
  return target.kind === 'openapi' ? `openapi ${target.spec}` : undefined
}

/**
 * The owners of links to a page, by ID or by any path that leads to it, in order and without the page itself.
 * With `max`, reading ends when there are as many.
 */
export async function backlinksOfPage(
  store: ObjectStore,
  content: Content,
  { id, record }: { readonly id: string; readonly record: PageRecord },
  max = Number.POSITIVE_INFINITY,
): Promise<readonly Owner[]> {
  const indexes = pageIndexes(id, isAddressed(record) ? record.slug : undefined)
  const isPage = (target: ContentReference) =>
    (target.kind === 'page' || target.kind === 'anchor') && target.page === id && target.space === undefined
  const owners = await ownersOf(store, content, indexes, isPage, max)
  return owners.filter((owner) => owner !== id)
}

async function ownersOf(
  store: ObjectStore,
  content: Content,
  indexes: readonly string[],
  isWanted: (target: ContentReference) => boolean,
  max = Number.POSITIVE_INFINITY,
): Promise<readonly Owner[]> {
  const owners = new Set<Owner>()
  const atOnce = Math.min(linksAtOnce, 2 * max)
  for await (const links of linksFrom(store, content, { prefixes: indexes.map(linksPrefix), atOnce })) {
    for (const { owner, target } of links) if (target && isWanted(target)) owners.add(owner)
    if (owners.size >= max) break
  }
  return [...owners].sort()
}

export interface BrokenLinks {
  readonly total: number
  /** Broken links that are absent or not broken in the base. */
  readonly added: number
}

/** The number of broken links. Each one is resolved, because the result depends on the whole tree. */
export async function countBroken(
  store: ObjectStore,
  content: Content,
  base?: Content,
): Promise<BrokenLinks> {
  let [total, added] = [0, 0]
  for await (const links of linksFrom(store, content, { prefixes: breakableIndexes })) {
    const broken = links.filter(({ target }) => target === undefined)
    total += broken.length
    if (base !== undefined) added += broken.length - (await brokenAmong(store, base, broken)).size
  }
  return { total, added }
}

/** The keys of those links that exist in another content and are broken there. */
export async function brokenAmong(
  store: ObjectStore,
  content: Content,
  links: readonly Pick<Link, 'key'>[],
): Promise<ReadonlySet<string>> {
  const entries = await getMany(
    store,
    content.links,
    links.map(({ key }) => key),
  )
  const found = await resolved(
    store,
    content,
    [...entries].map(([key, value]) => ({ key, value })),
  )
  return new Set(found.flatMap(({ key, target }) => (target === undefined ? key : [])))
}

function resolved(store: ObjectStore, content: Content, entries: readonly Entry[]): Promise<readonly Link[]> {
  const resolve = linkResolver(store, content)
  return Promise.all(
    entries.map(async ({ key, value }) => {
      const [entry, owner] = [JSON.parse(value) as LinkEntry, ownerIn(key)]
      const destination = destinationIn(key, entry)
      return { key, owner, ...entry, target: destination && (await resolve(owner, destination)) }
    }),
  )
}

/** The prefix of a link's key determines the syntax in which its destination was written. */
function destinationIn(key: string, { destination }: LinkEntry): Destination | undefined {
  const kind = key.slice(0, key.indexOf(':'))
  return kind === 'url' ? { kind, url: destination } : readDestination(destination, kinds[kind] ?? 'link')
}

const kinds: Readonly<Record<string, LinkKind>> = {
  files: 'file',
  'reusable-contents': 'reusable-content',
  openapi: 'openapi',
}
