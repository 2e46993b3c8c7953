import { type Static, Type } from 'typebox'
import { Document, DocumentInput } from './documents.ts'
import { Body, ListQuery } from './operation.ts'
import { Address, Format, Id, ObjectName, Order, Timestamp, Values } from './scalars.ts'
import { User } from './users.ts'

/** The maximum length of a comment, in characters. */
export const commentMax = 100_000
/** The maximum number of different emoji on one comment or reply. */
export const reactionsMax = 50

/** The cell of a table that a comment is about. */
const tableCell = { record: Type.String({ maxLength: 128 }), definition: Type.String({ maxLength: 128 }) }

const posted = {
  id: Id,
  postedBy: User,
  postedAt: Timestamp,
  editedAt: Type.Optional(Timestamp),
  reactions: Type.Array(
    Type.Object({
      emoji: Type.String(),
      count: Type.Integer({ minimum: 0 }),
      /** The first users, up to a limit; `count` includes everyone. */
      users: Type.Array(Type.Object({ user: User, reactedAt: Timestamp })),
    }),
  ),
  body: Document,
  urls: Type.Object({ location: Address }),
  permissions: Type.Object({
    view: Type.Boolean(),
    edit: Type.Boolean(),
    reply: Type.Optional(Type.Boolean()),
    delete: Type.Boolean(),
  }),
}

export const Comment = Type.Object(
  {
    object: ObjectName('comment'),
    ...posted,
    replies: Type.Integer({ minimum: 0 }),
    /** The authors of the latest 200 replies, latest first. */
    repliers: Type.Array(
      Type.Object({ updatedAt: Timestamp, count: Type.Integer({ minimum: 1 }), user: User }),
    ),
    target: Type.Object({
      /** The block, by its key. */
      node: Type.Optional(Type.Object({ id: Type.String(), preview: Type.Optional(Type.String()) })),
      tableCell: Type.Optional(Type.Object(tableCell)),
      changeRequest: Type.Optional(Id),
      review: Type.Optional(Id),
      page: Type.Optional(
        Type.Object({
          id: Id,
          title: Type.String({ minLength: 1 }),
          emoji: Type.Optional(Type.String()),
          icon: Type.Optional(Type.String()),
          createdAt: Type.Optional(Timestamp),
          updatedAt: Type.Optional(Timestamp),
          path: Type.String(),
          /** The block (without one: the page's text) was changed or deleted after the comment. */
          outdated: Type.Boolean(),
        }),
      ),
      space: Id,
      revision: Id,
    }),
    status: Values(['open', 'resolved']),
    resolvedAt: Type.Optional(Timestamp),
    resolvedBy: Type.Optional(User),
  },
  { title: 'Comment' },
)
export type Comment = Static<typeof Comment>

export const CommentReply = Type.Object(
  { object: ObjectName('comment-reply'), ...posted },
  { title: 'CommentReply' },
)
export type CommentReply = Static<typeof CommentReply>

export const CommentText = DocumentInput(commentMax)
/** An emoji or its name, without spaces or invisible characters. */
const Emoji = Type.String({ minLength: 1, maxLength: 50, pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f]+$' })
const Reactions = Type.Array(Emoji, { maxItems: reactionsMax })

export const PostComment = Body({
  node: Type.Optional(Type.String({ maxLength: 128 })),
  page: Type.Optional(Id),
  body: CommentText,
  tableCell: Type.Optional(Body(tableCell)),
})

export const UpdateComment = Body({
  resolved: Type.Optional(Type.Boolean()),
  body: Type.Optional(CommentText),
  addedReactions: Type.Optional(Reactions),
  removedReactions: Type.Optional(Reactions),
})

export const PostCommentReply = Body({ body: CommentText })

export const UpdateCommentReply = Body({
  body: Type.Optional(CommentText),
  addedReactions: Type.Optional(Reactions),
  removedReactions: Type.Optional(Reactions),
})

export const FormatQuery = Type.Object({ format: Type.Optional(Format) })

export const CommentQuery = ListQuery({
  order: Order,
  status: Values(['all', 'open', 'resolved'], { default: 'all' }),
  format: Type.Optional(Format),
  targetPage: Type.Optional(Id),
  authors: Type.Optional(Type.Array(Id, { maxItems: 100 })),
})

export const CommentReplyQuery = ListQuery({ format: Type.Optional(Format) })
