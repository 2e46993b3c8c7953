import { type DocumentBlock, type DocumentRecord, onText, splitConditions } from '@stemma/content'
import { wordsIn } from '@stemma/content/documents'
import { codesIn, drawPast, markPast, type PageView } from '@stemma/site'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'
import {
  ofSpaceBefore,
  view as openView,
  type SeenPage,
  seenDescription,
  seenPageById,
  seenTitle,
  textOf,
  type View,
} from '../../content/content/index.ts'
import { describerFor } from './describing.ts'
import { embed, type TextWanted } from './drawing-text.ts'
import { highlightAll } from './highlighting.ts'
import { locatorFor, type Reading } from './locating.ts'

/** A page of an earlier moment: what differs from the current one. */
export interface Past {
  readonly shown: Pick<PageView, 'text' | 'title'> & Partial<Pick<PageView, 'description' | 'updatedAt'>>
  readonly changes: number
}

type Document = SeenPage & { readonly record: DocumentRecord }

/**
 * The current page as it was at a moment. Its audience is decided twice: by its conditions of then and by
 * those of now. `undefined` if it was not there, or if the visitor could not see it.
 */
export async function readPast(
  reading: Reading,
  now: Document,
  before: string,
  wanted: TextWanted,
): Promise<Past | undefined> {
  const { context, view } = reading
  const revision = await ofSpaceBefore(context.db, { spaceId: view.revision.spaceId, before })
  const then = revision && openView(context, revision)
  const page = then && (await documentIn(context, then, now.id))
  if (then === undefined || page === undefined) return undefined
  const [old, current] = [await parsedIn(context, then, page), await parsedIn(context, view, now)]
  const withheld = await withheldFrom(context, { then, page }, { view, now })
  const isWhole = withheld !== 'unknown'
  const text = await drawn(reading, { then, page, old, now, current }, wanted, (block) => {
    const words = wordsIn(block).trim()
    return isWhole && !withheld.some((part) => words !== '' && part.includes(words))
  })
  const description = isWhole ? seenDescription(page.record, context) : undefined
  const title = isWhole ? seenTitle(page.record, context) : seenTitle(now.record, context)
  return {
    shown: { ...(description && { description }), title, text: text.text, updatedAt: page.record.updatedAt },
    changes: text.changes,
  }
}

async function documentIn(context: Context, view: View, id: string): Promise<Document | undefined> {
  const page = await seenPageById(context, view, id).catch((error) => {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  })
  return page?.record.type === 'document' ? { ...page, record: page.record } : undefined
}

async function parsedIn(context: Context, view: View, { record }: Document) {
  const { markdown, isTitled } = await textOf(view, { hash: record.document, page: record }, inFull, context)
  const { tree, links } = await onText('parse', markdown, { page: isTitled })
  return { blocks: tree.nodes, links }
}

const inFull = { evaluated: true, dereferenced: true } as const

interface Drawn {
  readonly then: View
  readonly page: Document
  readonly old: Awaited<ReturnType<typeof parsedIn>>
  readonly now: Document
  readonly current: Awaited<ReturnType<typeof parsedIn>>
}

/** Links lead to where their pages and files are now. An API is described only if the current page does. */
async function drawn(
  reading: Reading,
  { then, page, old, now, current }: Drawn,
  { framed, language, highlighter, memory }: TextWanted,
  isShown: (block: DocumentBlock) => boolean,
) {
  const owner = now.id
  const here = await locatorFor(reading, { owner, record: now.record }, current.links)
  const there = await locatorFor(reading, { owner, record: page.record }, old.links, then)
  const openapi = await describerFor(reading.context, memory.references, current.blocks)
  const parts = markPast(old.blocks, current.blocks, isShown)
  const blocks = parts.flatMap(({ earlier, marked }) => [...earlier, ...marked])
  const lookups = {
    locate: (reference: Parameters<typeof here.locate>[0]) =>
      here.locate(reference) ?? there.locate(reference),
    highlight: await highlightAll(highlighter, codesIn(blocks, undefined, openapi)),
    reusable: () => undefined,
    openapi,
    embed,
    opensOutsideLinks: framed.settings.externalLinks.target === 'blank',
  }
  return drawPast(parts, lookups, language)
}

/**
 * What conditions hide from the visitor in the current page. It is `unknown` what of the earlier text belongs
 * to it unless all of it was hidden in the same words then: nobody knows whether words that are gone were
 * deleted, or moved into a part that the visitor may not read.
 */
async function withheldFrom(
  context: Context,
  { then, page }: { readonly then: View; readonly page: Document },
  { view, now }: { readonly view: View; readonly now: Document },
): Promise<readonly string[] | 'unknown'> {
  const hidden = await hiddenIn(context, view, now)
  if (hidden.length === 0) return []
  const before = new Set(await hiddenIn(context, then, page))
  return hidden.every((part) => before.has(part)) ? hidden : 'unknown'
}

/** The conditional parts of a page that the visitor doesn't see, including those of its reusable contents. */
async function hiddenIn(context: Context, view: View, { record }: Document): Promise<readonly string[]> {
  const source = { hash: record.document, page: record }
  const everybody = {}
  const { markdown: whole } = await textOf(view, source, asWritten, everybody)
  const { markdown: seen } = await textOf(view, source, asWritten, context)
  if (whole === seen) return []
  const parts = splitConditions(whole).parts.map(({ markdown }) => markdown.trim())
  return parts.filter((part) => part !== '' && !seen.includes(part))
}

const asWritten = { evaluated: false, dereferenced: true } as const
