import type { Content } from '../content.ts'
import type { ContentReference, DocumentNode, DocumentTree, NodeData } from '../documents/nodes.ts'
import type { LinkKind } from '../documents/parsing.ts'
import { recordOf } from '../documents/print-nodes.ts'
import type { ObjectStore } from '../objects.ts'
import { readDestination } from './destination.ts'
import type { Owner } from './link-entries.ts'
import { linkResolver } from './resolve.ts'

/** Which of these pages the reader of a document may learn of. */
export type SeenAmong = (pageIds: readonly string[]) => Promise<{ has(pageId: string): boolean }>

/**
 * Replaces every path in a document that clients read by the page or file to which it leads. A reference that
 * leads nowhere, or to a page that the reader doesn't see, stays as it is written.
 */
export async function resolveReferences(
  store: ObjectStore,
  content: Content,
  { owner, seenAmong }: { readonly owner: Owner; readonly seenAmong?: SeenAmong | undefined },
  document: DocumentTree,
): Promise<DocumentTree> {
  const resolve = linkResolver(store, content)
  const known = new Map<string, Promise<ContentReference | undefined>>()
  const find = async ({ kind, ref }: Place): Promise<ContentReference | undefined> => {
    const destination = ref.kind === 'url' ? readDestination(ref.url, kind) : ref
    return destination && resolve(owner, destination)
  }
  const found = await Promise.all(
    placesIn(document.nodes).map(async (place) => {
      const name = `${place.kind} ${JSON.stringify(place.ref)}`
      const target = known.get(name) ?? find(place)
      known.set(name, target)
      return { place, target: await target }
    }),
  )
  const pages = new Set(found.flatMap(({ target }) => pageOf(target) ?? []))
  const seen = pages.size > 0 ? await seenAmong?.([...pages]) : undefined
  for (const { place, target } of found) {
    const page = pageOf(target)
    const isHidden = page !== undefined && seen?.has(page) === false
    place.holder[place.name] = settled(place, isHidden ? undefined : target)
  }
  return document
}

/** The page of this content to which a reference leads. */
function pageOf(target: ContentReference | undefined): string | undefined {
  return target !== undefined && 'page' in target && !('space' in target) ? target.page : undefined
}

/** Where a document holds a reference. */
interface Place {
  readonly kind: LinkKind
  readonly holder: Record<string, unknown>
  readonly name: string
  readonly ref: ContentReference
}

/** An anchor of the same page names no page, and an image that isn't a file of the content is at a URL. */
function settled({ kind, ref }: Place, target: ContentReference | undefined): ContentReference {
  if (ref.kind === 'anchor' && ref.page === undefined) return ref
  if (target !== undefined) return target
  return kind === 'image' && ref.kind === 'file' && !isFileId.test(ref.file)
    ? { kind: 'url', url: ref.file }
    : ref
}

const isFileId = /^[A-Za-z0-9_-]{1,64}$/

function placesIn(nodes: readonly DocumentNode[]): Place[] {
  const places: Place[] = []
  const waiting = [...nodes]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.object === 'text') continue
    for (const child of node.nodes ?? []) waiting.push(child)
    if (node.object === 'fragment') continue
    for (const fragment of node.fragments ?? []) waiting.push(fragment)
    const { type, data } = node
    if (data === undefined) continue
    if (type === 'table') addCells(places, data)
    else for (const name of ['ref', 'refDark']) addPlace(places, kinds[type] ?? 'link', data, name)
  }
  return places
}

const kinds: Readonly<Record<string, LinkKind>> = {
  image: 'image',
  'inline-image': 'image',
  swagger: 'image',
  file: 'file',
  drawing: 'file',
  'reusable-content': 'reusable-content',
}

function addPlace(places: Place[], kind: LinkKind, holder: Record<string, unknown>, name: string): void {
  const ref = holder[name]
  if (isReference(ref)) places.push({ kind, holder, name, ref })
}

function isReference(value: unknown): value is ContentReference {
  return typeof recordOf(value).kind === 'string'
}

/** The cells of a column of targets or images hold references. */
function addCells(places: Place[], { definition, records }: NodeData): void {
  const columns = Object.values(recordOf(definition)).map(recordOf)
  const targets = columns.flatMap(({ id, type }) =>
    type === 'content-ref' || type === 'image'
      ? [[String(id), type === 'image' ? 'image' : 'link'] as const]
      : [],
  )
  if (targets.length === 0) return
  for (const record of Object.values(recordOf(records))) {
    const { values } = record as { values: Record<string, unknown> }
    for (const [id, kind] of targets) {
      addPlace(places, kind, values, id)
      const image = values[id]
      if (typeof image === 'object' && image !== null) {
        addPlace(places, kind, image as Record<string, unknown>, 'ref')
      }
    }
  }
}
