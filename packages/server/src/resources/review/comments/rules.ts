import { type DocumentBlock, parseDocument, printJsonDocument, refOf, textOf } from '@stemma/content'
import { type Comment, type CommentText, commentMax, reactionsMax } from '@stemma/contract'
import type { Static } from 'typebox'
import { isAtLeast } from '../../../auth/resolver.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError } from '../../../common/errors.ts'

export type Text = Static<typeof CommentText>
type Acting = Pick<Context, 'caller' | 'standing'>

/** The comment as Markdown, which can be longer than the document it is made from. */
export function markdownOf(text: Text, pointer: string): string {
  if ('markdown' in text) return text.markdown
  const markdown = printJsonDocument(text.document)
  if (markdown.length <= commentMax) return markdown
  const message = `has more than ${commentMax} characters as Markdown`
  throw wrongInput(`The comment ${message}. Shorten it.`, pointer, message)
}

/** The users that a text links to, up to `mentionsMax`. */
export function mentionsIn(markdown: string): readonly string[] {
  if (!markdown.includes('/users/')) return []
  const people = parseDocument(markdown).links.flatMap(({ destination }) => {
    const ref = refOf(destination)
    return ref.kind === 'user' ? [ref.user] : []
  })
  return [...new Set(people)].slice(0, mentionsMax)
}

const mentionsMax = 100

/** The first words of a block. */
export function previewOf(block: DocumentBlock): string | null {
  const text = textOf(block).slice(0, previewMax)
  // The cut may split a surrogate pair.
  return text.replace(/[\uD800-\uDBFF]$/, '') || null
}

const previewMax = 200

export interface Changes {
  readonly body?: Text
  readonly resolved?: boolean
  readonly addedReactions?: readonly string[]
  readonly removedReactions?: readonly string[]
}

/** Only the author can edit the text. Users with edit access can also resolve the comment. */
export function requireMayChange(posted: Authored, { body, resolved }: Changes, acting: Acting) {
  if (isAuthor(posted, acting)) return
  if (body !== undefined)
    throw new ApiError('forbidden', 'Only the author can edit this. Reply to it instead.')
  if (resolved === undefined || isAtLeast(acting.standing.space, 'edit')) return
  throw new ApiError(
    'forbidden',
    "Resolving another person's comment requires edit level on the space. Ask an admin for it.",
  )
}

/** What the server would let this caller do. */
export function permissionsOf(posted: Authored, acting: Acting): Comment['permissions'] {
  const { space } = acting.standing
  const edit = isAuthor(posted, acting)
  return {
    view: isAtLeast(space, 'comment'),
    edit: edit && isAtLeast(space, 'comment'),
    reply: isAtLeast(space, 'comment'),
    delete: edit || isAtLeast(space, 'admin'),
  }
}

interface Authored {
  readonly postedBy: string
}

function isAuthor({ postedBy }: Authored, { caller }: Acting): boolean {
  return postedBy === caller.userId
}

export function requireReactionsMax(count: number) {
  if (count <= reactionsMax) return
  throw new ApiError('conflict', `This already has ${reactionsMax} different reactions. Use one of them.`)
}

export function wrongInput(sentence: string, pointer: string, message: string): ApiError {
  return new ApiError('invalid_request', sentence, { details: [{ pointer, message }] })
}
