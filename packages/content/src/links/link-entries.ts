import { canonicalJson } from '../canonical.ts'
import type { MapChanges } from '../content.ts'
import type { ContentReference } from '../documents/nodes.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { destinationOf } from '../documents/print-reference.ts'
import { decodeText } from '../documents/text.ts'
import { onText } from '../documents/text-work.ts'
import { type Hash, hashOf, type ObjectStore } from '../objects.ts'
import type { PageRecord } from '../pages/page-record.ts'
import type { ReusableContentRecord } from '../records.ts'
import { indexOf, readDestination } from './destination.ts'

/** An entry of the link map: one for each owner and destination, however often the text repeats the link. */
export interface LinkEntry {
  readonly destination: string
  /** `dependsOn`: the target is embedded in place of the link. */
  readonly relation: 'reference' | 'dependsOn'
}

/** The owner of links: a page, by its ID, or a piece of reusable content, by `~` and its ID. */
export type Owner = string

export function reusableOwner(id: string): Owner {
  return `~${id}`
}

/** The ID of the reusable content that owns a link; undefined if the owner is a page. */
export function reusableIdOf(owner: Owner): string | undefined {
  return owner.startsWith('~') ? owner.slice(1) : undefined
}

/** The sources of an owner's links: its text, and references outside the text. */
export interface LinkSource {
  readonly document?: Hash
  readonly references: readonly WrittenLink[]
}

export interface WrittenLink {
  readonly kind: LinkKind
  readonly destination: string
}

export function sourceOfPage(page: PageRecord): LinkSource {
  if (page.type === 'link') return { references: [written('link', page.target)] }
  if (page.type !== 'document') return { references: [] }
  const covers = [page.cover?.ref, page.cover?.refDark].filter((ref) => ref !== undefined)
  return { document: page.document, references: covers.map((ref) => written('image', ref)) }
}

export function sourceOfReusable({ document }: ReusableContentRecord): LinkSource {
  return { ...(document && { document }), references: [] }
}

function written(kind: LinkKind, reference: ContentReference): WrittenLink {
  return {
    kind: reference.kind === 'openapi' ? 'openapi' : kind,
    destination: destinationOf({ ...reference }),
  }
}

export interface OwnedSource {
  readonly owner: Owner
  readonly source: LinkSource
}

/** The link map entries of these owners. */
export async function linkEntries(
  store: ObjectStore,
  sources: readonly OwnedSource[],
): Promise<ReadonlyMap<string, string>> {
  const links = await linksInTexts(
    store,
    sources.flatMap(({ source }) => source.document ?? []),
  )
  return new Map(
    sources.flatMap(({ owner, source: { document, references } }) =>
      entriesOf(owner, [...(links.get(document ?? '') ?? []), ...references]),
    ),
  )
}

async function linksInTexts(store: ObjectStore, documents: readonly Hash[]) {
  const hashes = [...new Set(documents)]
  const texts = hashes.length > 0 ? await store.get(hashes) : []
  const links = new Map<Hash, readonly WrittenLink[]>()
  for (const [index, bytes] of texts.entries())
    links.set(hashes[index] ?? '', await onText('links', decodeText(bytes)))
  return links
}

/** The link map entries of an owner with these links. */
export function entriesOf(
  owner: Owner,
  links: readonly WrittenLink[],
): readonly (readonly [string, string])[] {
  const entries = new Map<string, LinkEntry>()
  for (const { kind, destination: text } of links) {
    const destination = readDestination(text, kind)
    if (destination === undefined) continue
    const key = linkKey(indexOf(destination, owner), owner, text)
    const relation = shown.has(kind) ? 'dependsOn' : (entries.get(key)?.relation ?? 'reference')
    entries.set(key, { destination: shownDestination(text), relation })
  }
  return [...entries].map(([key, entry]) => [key, canonicalJson(entry)])
}

const shown: ReadonlySet<LinkKind> = new Set(['image', 'embed', 'reusable-content', 'openapi'])

/** The beginning of a destination, as it can be long, such as an inline image. */
export function shownDestination(text: string): string {
  const short = text.length > shownCharactersMax ? text.slice(0, shownCharactersMax) : text
  return short.replace(/[\uD800-\uDBFF]$/, '').toWellFormed()
}

const shownCharactersMax = 2_000

/** Separates the parts of a key; none of them contains it. */
const separator = '\0'

function linkKey(index: string, owner: Owner, destination: string): string {
  return [index, owner, hashOf(new TextEncoder().encode(destination)).slice(0, 16)].join(separator)
}

export function linksPrefix(index: string): string {
  return index + separator
}

export function ownerIn(key: string): Owner {
  return key.split(separator)[1] ?? ''
}

interface SourceChange {
  readonly owner: Owner
  readonly before: LinkSource | undefined
  readonly after: LinkSource | undefined
}

/** The changes of the link map. Texts that didn't change are not read. */
export async function linkChanges(store: ObjectStore, changes: readonly SourceChange[]): Promise<MapChanges> {
  const changed = changes.filter(({ before, after }) => !isSame(before, after))
  const side = (name: 'before' | 'after') =>
    changed.flatMap(({ owner, [name]: source }) => (source ? { owner, source } : []))
  const [gone, come] = [await linkEntries(store, side('before')), await linkEntries(store, side('after'))]
  return new Map([...[...gone.keys()].map((key) => [key, undefined] as const), ...come])
}

function isSame(before: LinkSource | undefined, after: LinkSource | undefined): boolean {
  return canonicalJson(before ?? null) === canonicalJson(after ?? null)
}
