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
} from '@stemma/content'
import {
  type ContentQuery,
  type DocumentPage,
  type JSONDocument,
  operations,
  type Page,
  type PageContentQuery,
  type Revision,
} from '@stemma/contract'
import type { Static } from 'typebox'
import { allows } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { nextAfter, readAfter } from '../../../db/paginate.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import { evaluated } from './evaluating.ts'
import { type Shown, toFile, toPage, toPages, toReusableContent } from './shape.ts'
import { contentOf, type View } from './view.ts'
import {
  requireFileSeen,
  requireReusableSeen,
  type SeenPage,
  seenBelow,
  seenPageById,
  seenPageByPath,
  seenText,
  seenTree,
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
  const [pages, files, reusableContents, variables] = await Promise.all([
    seenTree(context, view),
    isVisitor ? nothing : listRecords(store, content, 'files', everything),
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
    files: files.items.map(({ id, ...file }) => toFile(id, file, shown)),
    reusableContents: reusableContents.items.map(({ id, ...one }) => toReusableContent(id, one, shown)),
    variables: { ...variables },
    createdAt: revision.createdAt,
    urls: {
      app: context.addresses.revisionApp(revision.organizationId, revision.spaceId, revision.id),
      ...view.publication?.urls,
    },
  }
}

/** Without access to the change request, readers learn which one it was, but nothing about people. */
async function mergedFrom({ revision }: View, { db, addresses, standing }: Context) {
  if (revision.mergedFrom === null) return {}
  const key = { spaceId: revision.spaceId, changeRequestId: revision.mergedFrom }
  const row = await changeRequests.find(db, key)
  if (row === undefined) return {}
  const { object, id, number, status, subject, ...details } = changeRequests.toChangeRequest(row, addresses)
  const isReadable = operations.getChangeRequestById.access.some((access) => allows(access, standing))
  return { mergedFrom: { object, id, number, status, subject, ...(isReadable && details) } }
}

/** Visitors reach files and reusable content only through the pages that they see. */
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
  const text = await textOf(view, { hash: record.document, page: record }, query.evaluated, context)
  return { ...(page as DocumentPage), ...(await inFormat(text, query.format)) }
}

async function inFormat(text: Text, format: 'markdown' | 'document') {
  return format === 'markdown' ? { markdown: text.markdown } : { document: await treeOf(text) }
}

/** The blocks of a page's text, without the title, which is a field of the page. */
export async function treeOf({ markdown, isTitled }: Text): Promise<JSONDocument> {
  return (await onText('parse', markdown, { page: isTitled })).tree
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

/** A text as the caller sees it: as written, or with its expressions evaluated. */
export async function textOf(
  view: View,
  { hash, page }: Source,
  isEvaluated: boolean,
  context: Context,
): Promise<Text> {
  const [bytes] = await view.store.get([hash])
  const written = decodeText(found(bytes, 'document'))
  const seen = await seenText(context, view, written, page)
  const isTitled = seen === written || !beginsWithCondition(written)
  if (!isEvaluated) return { markdown: seen, isTitled }
  const space = await readVariables(view.store, await contentOf(view))
  return { markdown: await evaluated(seen, { space, page: page?.variables ?? {} }), isTitled }
}

export async function showPageDocument(
  view: View,
  pageId: string,
  isEvaluated: boolean,
  context: Context,
): Promise<JSONDocument> {
  const { record } = await seenPageById(context, view, pageId)
  const page = found(record.type === 'document' ? record : undefined, 'document')
  return treeOf(await textOf(view, { hash: page.document, page }, isEvaluated, context))
}

export async function showReusableDocument(
  view: View,
  id: string,
  isEvaluated: boolean,
  context: Context,
): Promise<JSONDocument> {
  const content = await contentOf(view)
  const record = found(await findRecord(view.store, content, 'reusableContents', id), 'reusable content')
  await requireReusableSeen(context, view, id)
  const source = { hash: found(record.document, 'document') }
  const { markdown } = await textOf(view, source, isEvaluated, context)
  return (await onText('parse', markdown)).tree
}
