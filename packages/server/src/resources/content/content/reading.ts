import {
  beginsWithCondition,
  childrenTree,
  type DocumentRecord,
  decodeText,
  findRecord,
  listRecords,
  onText,
  pathOf,
  readVariables,
  resolveReferences,
  reusableOwner,
} from '@stemma/content'
import {
  type ContentQuery,
  type DocumentPage,
  type DocumentQuery,
  type JSONDocument,
  operations,
  type Page,
  type PageContentQuery,
  type Revision,
} from '@stemma/contract'
import type { Static } from 'typebox'
import { isOpenTo } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { nextAfter, readAfter } from '../../../db/paginate.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import { dereferenced } from './dereferencing.ts'
import { evaluated } from './evaluating.ts'
import { withRefs } from './markdown-refs.ts'
import { type Shown, toFile, toPage, toPages, toReusableContent } from './shape.ts'
import { shownFiles } from './shown-files.ts'
import { withTitle } from './titled-text.ts'
import { contentOf, type View } from './view.ts'
import {
  requireFileSeen,
  requireReusableSeen,
  type SeenPage,
  seenBelow,
  seenPageById,
  seenPageByPath,
  seenPages,
  seenText,
  seenTree,
  type Viewer,
} from './visible.ts'

type Parts = Static<typeof ContentQuery>

function shownOf({ revision }: View, { metadata, computed }: Parts, context: Context): Shown {
  return { revision, context, metadata, computed }
}

export async function showRevision(view: View, parts: Parts, context: Context): Promise<Revision> {
  const { revision, store } = view
  const content = await contentOf(view)
  const shown = shownOf(view, parts, context)
  const isVisitor = context.audience !== undefined
  const pages = await seenTree(context, view)
  const shownOnes = isVisitor ? await shownFiles(context, view, pages) : undefined
  const [files, reusableContents, variables] = await Promise.all([
    shownOnes?.size === 0 ? nothing : listRecords(store, content, 'files', everything),
    isVisitor ? nothing : listRecords(store, content, 'reusableContents', everything),
    readVariables(store, content),
  ])
  return {
    object: 'revision',
    id: revision.id,
    type: revision.type as Revision['type'],
    ...(!isVisitor && (await mergedFrom(view, context))),
    parents: isVisitor ? [] : [...revision.parents],
    pages: toPages(pages, shown),
    files: files.items
      .filter(({ id }) => shownOnes === undefined || shownOnes.has(id))
      .map(({ id, ...file }) => toFile(id, file, shown)),
    reusableContents: reusableContents.items.map(({ id, ...one }) => toReusableContent(id, one, shown)),
    tags: [],
    variables: { ...variables },
    createdAt: revision.createdAt,
    urls: {
      app: context.addresses.revisionApp(revision.organizationId, revision.spaceId, revision.id),
      ...view.publication?.urls,
    },
  }
}

/** Without access to the change request, readers learn which one it was, but nothing about people. */
async function mergedFrom({ revision }: View, context: Context) {
  if (revision.mergedFrom === null) return {}
  const key = { spaceId: revision.spaceId, changeRequestId: revision.mergedFrom }
  const row = await changeRequests.find(context.db, key)
  if (row === undefined) return {}
  const { permissions: _, ...merged } = changeRequests.toChangeRequest(row, context)
  const { object, id, number, status, subject, ...details } = merged
  const isReadable = isOpenTo(operations.getChangeRequestById, context.standing)
  return { mergedFrom: { object, id, number, status, subject, ...(isReadable && details) } }
}

/** Visitors get files and reusable content only as parts of the pages that they see. */
const nothing = { items: [] }
const everything = { limit: Number.MAX_SAFE_INTEGER }

export async function showPages(view: View, parts: Parts, context: Context): Promise<{ pages: Page[] }> {
  return { pages: toPages(await seenTree(context, view), shownOf(view, parts, context)) }
}

export async function listFiles(view: View, query: Parts & Paging, context: Context) {
  const after = readAfter(query.page)
  const content = await contentOf(view)
  const { items, count } = await listRecords(view.store, content, 'files', {
    limit: query.limit + 1,
    ...(after !== undefined && { after }),
  })
  const shown = shownOf(view, query, context)
  const page = items.slice(0, query.limit)
  return {
    items: page.map(({ id, ...file }) => toFile(id, file, shown)),
    count,
    ...(items.length > query.limit && nextAfter(page.at(-1)?.id ?? '')),
  }
}

interface Paging {
  readonly page?: string
  readonly limit: number
}

export async function showFile(view: View, fileId: string, parts: Parts, context: Context) {
  const file = found(await findRecord(view.store, await contentOf(view), 'files', fileId), 'file')
  await requireFileSeen(context, view, fileId)
  return toFile(fileId, file, shownOf(view, parts, context))
}

export async function showReusableContent(view: View, id: string, parts: Parts, context: Context) {
  const content = await contentOf(view)
  const record = found(await findRecord(view.store, content, 'reusableContents', id), 'reusable content')
  await requireReusableSeen(context, view, id)
  return toReusableContent(id, record, shownOf(view, parts, context))
}

type PageQuery = Static<typeof PageContentQuery>

export async function showPageById(view: View, pageId: string, query: PageQuery, context: Context) {
  return showPage(view, await seenPageById(context, view, pageId), query, context)
}

export async function showPageByPath(view: View, path: string, query: PageQuery, context: Context) {
  return showPage(view, await seenPageByPath(context, view, path), query, context)
}

/** One page with its subpages, and with its text if a format is requested. */
async function showPage(
  view: View,
  { id, record, above }: SeenPage,
  query: PageQuery,
  context: Context,
): Promise<Page> {
  const { store } = view
  const content = await contentOf(view)
  const path = pathOf(record, above)
  const pages = await seenBelow(context, view, await childrenTree(store, content, { id, path }))
  const page = toPage({ id, record, path, pages }, shownOf(view, query, context))
  if (record.type !== 'document' || query.format === undefined) return page
  const text = await textOf(view, { hash: record.document, page: record }, query, context)
  if (query.format === 'document') {
    return { ...(page as DocumentPage), document: await documentOf(view, id, text, context) }
  }
  const refs = query['format.markdown.refs']
  const markdown = await withRefs(context, view, { id, record, above }, text.markdown, refs)
  if (context.audience === undefined) return { ...(page as DocumentPage), markdown }
  return { ...(page as DocumentPage), markdown: await withTitle({ ...text, markdown }, page.title) }
}

/**
 * The blocks of a text of this page or reusable content, without the title, which is a field of the page.
 * References lead to the pages and files of the view, as far as the caller sees them.
 */
export async function documentOf(
  view: View,
  owner: string,
  { markdown, isTitled }: Text,
  context: Context,
): Promise<JSONDocument> {
  const document = await onText('document', markdown, { page: isTitled })
  const isVisitor = context.audience !== undefined
  const reader = {
    owner,
    ...(isVisitor && { seenAmong: (ids: readonly string[]) => seenPages(context, view, ids) }),
  }
  return resolveReferences(view.store, await contentOf(view), reader, document)
}

interface Text {
  readonly markdown: string
  /** Whether a heading at the start of the text is the title of the page. */
  readonly isTitled: boolean
}

interface Source {
  readonly hash: string
  readonly page?: DocumentRecord
}

type TextQuery = Static<typeof DocumentQuery>
export const asWritten: TextQuery = { evaluated: false, dereferenced: false }

/** A text as the caller sees it: as written, or with reusable contents and values in place. */
export async function textOf(
  view: View,
  { hash, page }: Source,
  query: TextQuery,
  context: Viewer,
): Promise<Text> {
  const [bytes] = await view.store.get([hash])
  const written = decodeText(found(bytes, 'document'))
  const seen = await seenText(context, view, written, page)
  const whole = query.dereferenced === false ? seen : await dereferenced(context, view, seen)
  const isTitled =
    (seen === written || !beginsWithCondition(written)) && (whole === seen || (await hasTitle(seen)))
  if (query.evaluated === false) return { markdown: whole, isTitled }
  const space = await readVariables(view.store, await contentOf(view))
  return { markdown: await evaluated(whole, { space, page: page?.variables ?? {} }), isTitled }
}

/** A heading at the start of reusable content is not the title of the page that includes it. */
async function hasTitle(markdown: string): Promise<boolean> {
  return (await onText('read', markdown)).title !== undefined
}

export async function showPageDocument(
  view: View,
  pageId: string,
  query: TextQuery,
  context: Context,
): Promise<JSONDocument> {
  const { record } = await seenPageById(context, view, pageId)
  const page = found(record.type === 'document' ? record : undefined, 'document')
  const text = await textOf(view, { hash: page.document, page }, query, context)
  return documentOf(view, pageId, text, context)
}

export async function showReusableDocument(
  view: View,
  id: string,
  query: TextQuery,
  context: Context,
): Promise<JSONDocument> {
  const content = await contentOf(view)
  const record = found(await findRecord(view.store, content, 'reusableContents', id), 'reusable content')
  await requireReusableSeen(context, view, id)
  const source = { hash: found(record.document, 'document') }
  const { markdown } = await textOf(view, source, query, context)
  return documentOf(view, reusableOwner(id), { markdown, isTitled: false }, context)
}
