import {
  blocksByKey,
  decodeText,
  findPlacedPages,
  hasBlock,
  type ObjectStore,
  onText,
  type PageRecord,
  type PageTree,
  type PlacedPage,
  pageTree,
} from '@stemma/content'
import type { Comment, PostComment } from '@stemma/contract'
import type { Static } from 'typebox'
import type { Context } from '../../../common/context.ts'
import { hashBytes } from '../../../content/postgres-objects.ts'
import * as contents from '../../content/content/index.ts'
import { previewOf, wrongInput } from './rules.ts'
import type { CommentRow } from './shape.ts'
import type { Discussion } from './store.ts'

type Blocks = ReturnType<typeof blocksByKey>
type TargetPage = NonNullable<Comment['target']['page']>
export type Target = Omit<Static<typeof PostComment>, 'body'>

/** The content under discussion: after the merge of a change request, the current content of the space. */
function open(context: Context, { spaceId, changeRequestId, merged }: Discussion): Promise<contents.View> {
  if (changeRequestId === null || merged) return contents.openSpace(context, { spaceId })
  return contents.openChangeRequest(context, { spaceId, changeRequestId })
}

/** The current target of a new comment. Rejects targets that don't exist. */
export async function aim(context: Context, discussion: Discussion, { page, node, tableCell }: Target) {
  const view = await open(context, discussion)
  const revision = { revision_id: view.revision.id }
  if (node === undefined && tableCell !== undefined)
    throw wrongInput(
      'A comment on a cell needs its table. Send the table as `node`.',
      '/body/node',
      'is missing',
    )
  const pageId = page ?? (node === undefined ? undefined : await pageWith(view, node))
  if (pageId === undefined) return revision
  const placed = (await findPlacedPages(view.store, await contents.contentOf(view), [pageId])).get(pageId)
  if (placed === undefined)
    throw wrongInput('There is no such page. List the pages to find its ID.', '/body/page', 'is not a page')
  const { record, path } = placed
  const document = documentOf(record)
  return {
    ...revision,
    page_id: pageId,
    page_title: record.title,
    page_path: path,
    page_document: document === undefined ? null : hashBytes(document),
    ...(node !== undefined && { node_id: node, node_preview: await previewIn(view.store, document, node) }),
    ...(tableCell && { cell_record: tableCell.record, cell_definition: tableCell.definition }),
  }
}

/** The first page that contains the block, in the order of the table of contents. */
async function pageWith(view: contents.View, node: string): Promise<string> {
  const pages = documentsIn(await pageTree(view.store, await contents.contentOf(view)))
  let charactersLeft = searchedCharactersMax
  for (const { id, document } of pages.slice(0, searchedPagesMax)) {
    const [bytes] = await view.store.get([document])
    charactersLeft -= bytes?.length ?? 0
    if (charactersLeft < 0) break
    const blocks = blocksByKey((await onText('parse', decodeText(bytes ?? noBytes), { page: true })).tree)
    if (hasBlock(blocks, node)) return id
  }
  const sentence = 'No page with this block was found. Name the page that the block is in as `page`.'
  throw wrongInput(sentence, '/body/node', 'is the key of no block that was found')
}

/** Limits for the search of a block without a given page. */
const searchedPagesMax = 500
const searchedCharactersMax = 4_000_000
const noBytes = new Uint8Array(0)

function documentsIn(pages: readonly PageTree[]): { readonly id: string; readonly document: string }[] {
  return pages.flatMap(({ id, record, pages: below }) => {
    const document = documentOf(record)
    return [...(document === undefined ? [] : [{ id, document }]), ...documentsIn(below)]
  })
}

async function previewIn(store: ObjectStore, document: string | undefined, key: string) {
  const blocks = document === undefined ? undefined : (await readBlocks(store, [document])).get(document)
  const block = blocks?.get(key)
  if (block !== undefined) return previewOf(block)
  const sentence = 'There is no such block on the page. Read the page with format=document for its keys.'
  throw wrongInput(sentence, '/body/node', 'is the key of no block of the page')
}

/** The current versions of the pages that comments refer to, read together. */
export async function pagesOf(
  context: Context,
  discussion: Discussion,
  rows: readonly CommentRow[],
): Promise<(row: CommentRow) => TargetPage | undefined> {
  const ids = [...new Set(rows.flatMap(({ pageId }) => pageId ?? []))]
  if (ids.length === 0) return () => undefined
  const view = await open(context, discussion)
  const pages = await findPlacedPages(view.store, await contents.contentOf(view), ids)
  const changed = rows.flatMap((row) => {
    const document = documentOf(pages.get(row.pageId ?? '')?.record)
    return document !== undefined && row.nodeId !== null && document !== documentAt(row) ? [document] : []
  })
  const blocks = await readBlocks(view.store, changed)
  return (row) => toTargetPage(row, pages.get(row.pageId ?? ''), blocks)
}

function toTargetPage(row: CommentRow, page: PlacedPage | undefined, blocks: ReadonlyMap<string, Blocks>) {
  const { pageId, pageTitle, pagePath } = row
  if (pageId === null || pageTitle === null || pagePath === null) return undefined
  if (page === undefined) return { id: pageId, title: pageTitle, path: pagePath, outdated: true }
  const { title, emoji, icon, createdAt, updatedAt } = page.record
  return {
    id: pageId,
    title,
    ...(emoji !== undefined && { emoji }),
    ...(icon !== undefined && { icon }),
    createdAt,
    updatedAt,
    path: page.path,
    outdated: isOutdated(row, documentOf(page.record), blocks),
  }
}

/**
 * If the page's text is unchanged, nothing is outdated. Otherwise a comment on a block is outdated once the
 * block is gone, and a comment on the whole page is outdated.
 */
function isOutdated(row: CommentRow, document: string | undefined, blocks: ReadonlyMap<string, Blocks>) {
  if (document === documentAt(row)) return false
  const now = blocks.get(document ?? '')
  return row.nodeId === null || now === undefined || !hasBlock(now, row.nodeId)
}

function documentOf(record: PageRecord | undefined): string | undefined {
  return record?.type === 'document' ? record.document : undefined
}

function documentAt({ pageDocument }: CommentRow): string | undefined {
  return pageDocument?.toString('base64url')
}

/** The blocks of texts, by hash. Reads a few texts at a time. */
async function readBlocks(store: ObjectStore, documents: readonly string[]) {
  const wanted = [...new Set(documents)]
  const read = new Map<string, Blocks>()
  for (let at = 0; at < wanted.length; at += textsAtOnce) {
    const part = wanted.slice(at, at + textsAtOnce)
    const texts = await store.get(part)
    for (const [index, hash] of part.entries()) {
      const text = texts[index]
      if (text) read.set(hash, blocksByKey((await onText('parse', decodeText(text), { page: true })).tree))
    }
  }
  return read
}

const textsAtOnce = 50
