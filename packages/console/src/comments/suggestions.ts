import { ApiFailure } from '@stemma/client'
import type { Comment, CommentReply, DocumentNode } from '@stemma/contract'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../app/client.ts'
import { queryClient } from '../app/queries.ts'
import { parser } from '../editor/text/parser.ts'
import type { Discussion } from './discussion.ts'
import { resolve, sourceOf } from './writes.ts'

/**
 * A suggestion is a comment on a block whose body has the new text of the block as code. Everybody who may
 * comment can make one, every client shows it, and its author stays the author of the comment.
 */
const language = 'suggestion'

/** The comment that suggests a text. Its fence is longer than every fence in the text. */
export function toSuggestion(text: string): string {
  let fence = '```'
  while (text.includes(fence)) fence += '`'
  return `${fence}${language}\n${text.trimEnd()}\n${fence}\n`
}

/** The text that a comment suggests, if it suggests one. */
export function suggestedIn({ body }: Comment | CommentReply): string | undefined {
  const code = body.document?.nodes.find(({ type, data }) => type === 'code' && data?.syntax === language)
  return code?.nodes?.map(wordsOf).join('\n')
}

function wordsOf({ leaves = [], nodes = [] }: DocumentNode): string {
  return leaves.map(({ text }) => text).join('') + nodes.map(wordsOf).join('')
}

export interface BlockPlace {
  readonly discussion: Discussion
  readonly pageId: string
  /** The key of the block. */
  readonly node: string
}

/** The source of one block of a page. Without an answer, the block is gone or can't be written by itself. */
export function blockSource({ discussion: { spaceId, changeRequestId = '' }, pageId, node }: BlockPlace) {
  return queryOptions({
    queryKey: ['spaces', spaceId, 'change-requests', changeRequestId, 'block-source', pageId, node],
    queryFn: async () => {
      const text = await readText({ spaceId, changeRequestId, pageId })
      const range = await rangeOf(text, node)
      return range === undefined ? null : { text: text.slice(...range) }
    },
  })
}

interface PageKey {
  readonly spaceId: string
  readonly changeRequestId: string
  readonly pageId: string
}

async function readText(params: PageKey): Promise<string> {
  const page = await api.getPageInChangeRequestById({ params, query: { format: 'markdown' } })
  return page.type === 'document' ? (page.markdown ?? '') : ''
}

async function rangeOf(text: string, node: string) {
  const { ranges, keys } = await parser().ask({ kind: 'blocks', text })
  return ranges[keys.indexOf(node)]
}

/** Writes what a comment suggests in the place of its block, and resolves the comment. */
export async function applySuggestion(place: BlockPlace, commentId: string) {
  const { discussion, pageId, node } = place
  const { spaceId, changeRequestId = '' } = discussion
  const params = { spaceId, changeRequestId }
  // The revision is read first: what somebody writes after it is merged, or refused as a conflict.
  const { revision: basedOn } = await api.getChangeRequestById({ params })
  const text = await readText({ ...params, pageId })
  const markdown = await replaced(text, node, suggestionIn(await sourceOf(discussion, { commentId })))
  const change = { operation: 'update_page', page: pageId, document: { markdown }, basedOn } as const
  try {
    await api.updateChangeRequestContent({ params, body: { changes: [change] } })
  } catch (failure) {
    if (failure instanceof ApiFailure && failure.reason === 'merge_conflict') throw new UnfitSuggestion(stale)
    throw failure
  }
  await resolve(discussion, commentId, true)
  await queryClient.invalidateQueries({ queryKey: ['spaces', spaceId] })
}

/** Why a suggestion can't be applied, in words for people. */
export class UnfitSuggestion extends Error {}

const stale = 'The block has changed since this was suggested. Edit the page, or ask for a new suggestion.'
const wide = 'This would change other blocks too. Edit the page instead.'

/** The page with the suggestion in the place of the block. Every other byte stays, and is read as before. */
async function replaced(text: string, node: string, suggestion: string): Promise<string> {
  const { ranges: before, keys } = await parser().ask({ kind: 'blocks', text })
  const at = keys.indexOf(node)
  const [start, end] = before[at] ?? []
  if (start === undefined || end === undefined) throw new UnfitSuggestion(stale)
  const written = text.includes('\r\n') ? suggestion.replaceAll('\n', '\r\n') : suggestion
  const next = `${text.slice(0, start)}${written}${text.slice(end)}`
  const { ranges: after } = await parser().ask({ kind: 'blocks', text: next })
  const moved = next.length - text.length
  const tail = before.slice(at + 1).map(([from, to]) => [from + moved, to + moved] as const)
  const kept = [...before.slice(0, at), ...tail]
  const found = [...after.slice(0, at), ...(tail.length > 0 ? after.slice(-tail.length) : [])]
  const isAlone = after.length > kept.length && JSON.stringify(kept) === JSON.stringify(found)
  if (!isAlone) throw new UnfitSuggestion(wide)
  return next
}

/** The text in the fence of a comment, byte for byte. */
function suggestionIn(markdown: string): string {
  const lines = markdown.replaceAll('\r\n', '\n').split('\n')
  const at = lines.findIndex((line) => line.startsWith('```') && line.endsWith(language))
  const fence = lines[at]?.slice(0, -language.length) ?? ''
  const end = lines.indexOf(fence, at + 1)
  return lines.slice(at + 1, end < 0 ? lines.length : end).join('\n')
}
