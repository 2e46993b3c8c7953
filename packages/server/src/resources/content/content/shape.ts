import type { FileRecord, Hash, Layout, PageRecord, ReusableContentRecord } from '@stemma/content'
import type { DocumentPage, File, Page, PageLayout, ReusableContent } from '@stemma/contract'
import type { Static } from 'typebox'
import { isPublic, unconditional } from '../../../auth/audience.ts'
import type { Context } from '../../../common/context.ts'
import type { RevisionRow } from './store.ts'

/** The revision to show, and which optional fields to include. */
export interface Shown {
  readonly revision: RevisionRow
  readonly context: Context
  readonly metadata: boolean
  readonly computed: boolean
}

export interface PlacedPage {
  readonly id: string
  readonly record: PageRecord
  readonly path: string
  readonly pages: readonly PlacedPage[]
}

/** A page with its subpages, without their texts. */
export function toPage(page: PlacedPage, shown: Shown): Page {
  const { id, record, path } = page
  const { emoji, icon, createdAt, updatedAt, hidden } = record
  const title = seenTitle(record, shown.context)
  const common = { id, title, ...present({ emoji, icon, hidden, createdAt, updatedAt }) }
  const pages = () => toPages(page.pages, shown)
  switch (record.type) {
    case 'link':
      return {
        type: 'link',
        kind: 'link',
        ...common,
        target: record.target,
        ...present({ href: record.href }),
      }
    case 'computed':
      return { type: 'computed', ...common, computed: { ...record.computed } }
    case 'group':
      return { type: 'group', kind: 'group', ...common, ...addressOf(record, path, shown), pages: pages() }
    case 'document':
      return {
        ...common,
        ...addressOf(record, path, shown),
        ...documentPage(id, path, record, shown),
        pages: pages(),
      }
  }
}

export function toPages(pages: readonly PlacedPage[], shown: Shown): Page[] {
  const wanted = shown.computed ? pages : pages.filter(({ record }) => record.type !== 'computed')
  return wanted.map((page) => toPage(page, shown))
}

/** Visitors see neither conditions nor the conditional parts of titles and descriptions. */
export function seenTitle({ title }: { readonly title: string }, { audience }: Audienced): string {
  return audience === undefined ? title : unconditional(title).trim() || 'Untitled'
}

export function seenDescription(record: PageRecord, { audience }: Audienced): string | undefined {
  const written = record.type === 'document' ? record.description : undefined
  return audience === undefined ? written : written && unconditional(written)
}

type Audienced = Pick<Context, 'audience'>

function addressOf(
  record: Extract<PageRecord, { slug: string }>,
  path: string,
  { context: { audience } }: Shown,
) {
  const { slug, noIndex, noRobotsIndex, condition } = record
  const address = { slug, path, ...present({ noIndex, noRobotsIndex }) }
  return audience === undefined ? { ...address, ...present({ condition }) } : address
}

function documentPage(
  id: string,
  path: string,
  record: Extract<PageRecord, { type: 'document' }>,
  { revision, context, metadata, computed }: Shown,
) {
  const { document, layout, cover, variables, git, computedSeed } = record
  const isVisitor = context.audience !== undefined
  const description = seenDescription(record, context)
  return {
    type: 'document',
    kind: 'sheet',
    urls: { app: context.addresses.pageApp(revision.organizationId, revision.spaceId, path) },
    documentId: documentIdOf(id, isVisitor ? context.contentTokens.aliasOf(document) : document),
    layout: toLayout(layout),
    tags: [],
    ...present({ description, cover, variables: variables && { ...variables } }),
    ...(metadata && present({ git })),
    ...(computed && present({ computed: record.computed, computedSeed })),
  } satisfies Partial<DocumentPage>
}

export function toLayout(layout: Layout | undefined): Static<typeof PageLayout> {
  return {
    width: 'default',
    cover: true,
    coverSize: 'hero',
    coverMask: 'none',
    title: true,
    description: true,
    tableOfContents: true,
    outline: true,
    pagination: true,
    metadata: true,
    tags: true,
    actions: true,
    anchors: true,
    ...layout,
  }
}

/** A document ID combines the owner's ID and the hash of the text, so it changes only when the text does. */
export function documentIdOf(ownerId: string, hash: Hash): string {
  return ownerId + hash.slice(0, documentHashCharacters)
}

/** 252 bits of the hash, so that the ID has the maximum length of 64 characters. */
const documentHashCharacters = 42

export function ownerOf(documentId: string): string {
  return documentId.slice(0, -documentHashCharacters)
}

/**
 * Renderers keep what they read with a content token as long as the token is valid, so on a public site the
 * URLs of files last as long.
 */
export function toFile(id: string, file: FileRecord, { revision, context, metadata }: Shown): File {
  const { name, contentType, size, hash, dimensions, git } = file
  const address = { contentId: revision.contentId, hash, name, contentType, size }
  const { audience, now } = context
  const lasting = { isPublic: audience !== undefined && isPublic(audience.door) }
  return {
    id,
    name,
    contentType,
    size,
    downloadURL: context.files.downloads.urlOf(address, now, lasting),
    ...present({ dimensions }),
    ...(metadata && present({ git })),
  }
}

export function toReusableContent(
  id: string,
  { document, git, computed: source, computedSeed, ...record }: ReusableContentRecord,
  { metadata, computed, context }: Shown,
): ReusableContent {
  const alias = document && context.audience ? context.contentTokens.aliasOf(document) : document
  return {
    id,
    title: seenTitle(record, context),
    ...(alias && { document: documentIdOf(id, alias) }),
    ...(metadata && present({ git })),
    ...(computed && present({ computed: source, computedSeed })),
  }
}

function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>
}

type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
