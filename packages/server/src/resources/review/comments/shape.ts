import { readJsonDocument } from '@stemma/content'
import type { Comment, CommentReply } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { toUser, type UserRow } from '../../people/users/store.ts'
import { permissionsOf } from './rules.ts'

/** A comment or a reply, with its author and the user who resolved it. */
export interface CommentRow extends UserRow {
  readonly id: string
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly replyTo: string | null
  readonly reviewId: string | null
  readonly revision: string
  readonly pageId: string | null
  readonly pageTitle: string | null
  readonly pagePath: string | null
  readonly pageDocument: Buffer | null
  readonly nodeId: string | null
  readonly nodePreview: string | null
  readonly cellRecord: string | null
  readonly cellDefinition: string | null
  readonly body: string
  readonly postedAt: string
  readonly editedAt: string | null
  readonly resolvedAt: string | null
  readonly replies: number
  readonly hasReactions: boolean
  readonly resolverId: string | null
  readonly resolverName: string | null
  readonly resolverEmail: string | null
  readonly resolverPhotoUrl: string | null
}

/** One user's reaction, and how many users reacted with the same emoji. */
export interface ReactionRow extends UserRow {
  readonly commentId: string
  readonly emoji: string
  readonly reactedAt: string
  readonly count: number
}

/** A user, with the number and the time of their latest replies to a comment. */
export interface ReplierRow extends UserRow {
  readonly commentId: string
  readonly count: number
  readonly updatedAt: string
}

export type Format = 'markdown' | 'document' | undefined
type TargetPage = NonNullable<Comment['target']['page']>

export interface Shown {
  readonly context: Context
  readonly format: Format
  readonly reactions: readonly ReactionRow[]
}

export interface ShownComment extends Shown {
  readonly repliers: readonly ReplierRow[]
}

export function toComment(row: CommentRow, page: TargetPage | undefined, shown: ShownComment): Comment {
  return {
    object: 'comment',
    ...posted(row, shown),
    replies: row.replies,
    repliers: shown.repliers.map((one) => ({
      updatedAt: one.updatedAt,
      count: one.count,
      user: toUser(one, shown.context.addresses),
    })),
    target: {
      ...(row.nodeId !== null && {
        node: { id: row.nodeId, ...(row.nodePreview !== null && { preview: row.nodePreview }) },
      }),
      ...(row.cellRecord !== null &&
        row.cellDefinition !== null && {
          tableCell: { record: row.cellRecord, definition: row.cellDefinition },
        }),
      ...(row.changeRequestId !== null && { changeRequest: row.changeRequestId }),
      ...(row.reviewId !== null && { review: row.reviewId }),
      ...(page && { page }),
      space: row.spaceId,
      revision: row.revision,
    },
    status: row.resolvedAt === null ? 'open' : 'resolved',
    ...resolution(row, shown),
  }
}

export function toReply(row: CommentRow, shown: Shown): CommentReply {
  return { object: 'comment-reply', ...posted(row, shown) }
}

/** The fields that comments and replies have in common. */
function posted(row: CommentRow, { context, format, reactions }: Shown) {
  const { addresses } = context
  const { id, replyTo, body } = row
  return {
    id,
    postedBy: toUser(row, addresses),
    postedAt: row.postedAt,
    ...(row.editedAt !== null && { editedAt: row.editedAt }),
    reactions: toReactions(reactions, context),
    body: format === 'document' ? { document: readJsonDocument(body) } : { markdown: body },
    urls: {
      location:
        replyTo === null ? addresses.comment(row, id) : `${addresses.comment(row, replyTo)}/replies/${id}`,
    },
    permissions: permissionsOf({ postedBy: row.userId }, context),
  }
}

function resolution(row: CommentRow, { context }: Shown) {
  const { resolvedAt, resolverId, resolverName, resolverEmail, resolverPhotoUrl } = row
  if (resolvedAt === null || resolverId === null || resolverName === null || resolverEmail === null) return {}
  const resolver = { userId: resolverId, displayName: resolverName, email: resolverEmail }
  return { resolvedAt, resolvedBy: toUser({ ...resolver, photoUrl: resolverPhotoUrl }, context.addresses) }
}

/** One entry per emoji, in order of first use. */
function toReactions(rows: readonly ReactionRow[], { addresses }: Context): Comment['reactions'] {
  return [...Map.groupBy(rows, ({ emoji }) => emoji)].map(([emoji, alike]) => ({
    emoji,
    count: alike[0]?.count ?? 0,
    users: alike.map((row) => ({ user: toUser(row, addresses), reactedAt: row.reactedAt })),
  }))
}
