import type { CommentQuery, PageQuery } from '@stemma/contract'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Static } from 'typebox'
import { found } from '../../../common/errors.ts'
import type { Database } from '../../../db/database.ts'
import { paginate, preparedPages } from '../../../db/paginate.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Tables } from '../../../db/tables.ts'
import { memberColumns } from '../../people/members/store.ts'
import { userColumns } from '../../people/users/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as changeRequests from '../change-requests/store.ts'
import type { CommentRow, ReactionRow, ReplierRow } from './shape.ts'

/** A discussion: that of a space, or that of one of its change requests, by ID. */
export interface Discussion {
  readonly spaceId: string
  readonly changeRequestId: string | null
  /** Whether the change request is merged; then its pages are those of the space. */
  readonly merged: boolean
}

/** A comment, or a reply to it. */
export interface Key {
  readonly commentId: string
  readonly commentReplyId?: string
}

type Query = Omit<Static<typeof CommentQuery>, 'format'>

export function list(db: Database, { spaceId, changeRequestId }: Discussion, query: Query) {
  const { order, status, targetPage, authors, ...page } = query
  const wanted = {
    spaceId,
    changeRequestId: changeRequestId ?? undefined,
    // Only the presence of these flags shapes the prepared statement, so unset ones must be undefined.
    open: status === 'open' || undefined,
    resolved: status === 'resolved' || undefined,
    ...{ targetPage, authors },
  }
  return listComments(db, wanted, { ...page, direction: order })
}

const byAge = [{ column: 'comments.id', field: 'id', kind: 'text' }] as const

const listComments = preparedPages((wanted: Wanted, db) => {
  const { spaceId, changeRequestId = null, open, resolved, targetPage, authors } = wanted
  return postedIn(db, { spaceId, changeRequestId })
    .where('comments.reply_to', 'is', null)
    .$if(open !== undefined, (one) => one.where('comments.resolved_at', 'is', null))
    .$if(resolved !== undefined, (one) => one.where('comments.resolved_at', 'is not', null))
    .$if(targetPage !== undefined, (one) => one.where('comments.page_id', '=', targetPage ?? ''))
    .$if(authors !== undefined, (one) => one.where(sql<boolean>`comments.posted_by = any (${authors})`))
}, byAge)

interface Wanted {
  readonly spaceId: string
  readonly changeRequestId: string | undefined
  readonly open: true | undefined
  readonly resolved: true | undefined
  readonly targetPage: string | undefined
  readonly authors: readonly string[] | undefined
}

/** Oldest first. */
export function listReplies(db: Database, discussion: Discussion, commentId: string, page: PageQuery) {
  const all = postedIn(db, discussion).where('comments.reply_to', '=', commentId)
  return paginate(all, page, { direction: 'asc', keys: byAge })
}

export async function find(
  db: Database,
  { spaceId, changeRequestId }: Discussion,
  { commentId, commentReplyId }: Key,
): Promise<CommentRow | undefined> {
  const isReply = commentReplyId !== undefined
  const ask = changeRequestId === null ? ofSpace : ofChangeRequest
  const [row] = await ask[isReply ? 'reply' : 'comment'](db, {
    ...{ spaceId, changeRequestId },
    ...{ commentId, commentReplyId },
  })
  return row
}

/** One prepared statement per combination of space or change request, and comment or reply. */
function finders(isInSpace: boolean) {
  const finder = (isReply: boolean) =>
    prepared<Asked, CommentRow>(({ spaceId, changeRequestId, commentId, commentReplyId }, db) =>
      postedIn(db, { spaceId, changeRequestId: isInSpace ? null : changeRequestId }).where(
        isNamed({ commentId, ...(isReply && { commentReplyId: commentReplyId ?? '' }) }),
      ),
    )
  return { comment: finder(false), reply: finder(true) }
}

const ofSpace = finders(true)
const ofChangeRequest = finders(false)

interface Asked {
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly commentId: string
  readonly commentReplyId: string | undefined
}

/** The comments posted with these reviews. */
export function ofReviews(db: Database, discussion: Discussion, reviewIds: readonly string[]) {
  return postedIn(db, discussion)
    .where((eb) => eb('comments.review_id', '=', eb.fn.any(eb.val([...reviewIds]))))
    .execute()
}

function postedIn(db: Database, { spaceId, changeRequestId }: Omit<Discussion, 'merged'>) {
  return shown(db, spaceId).where('comments.space_id', '=', spaceId).where(isIn(changeRequestId))
}

/** Every author exists; a left join lets the count query skip the users table. */
function shown(db: Database, spaceId: string) {
  const hasReactions = sql<boolean>`exists (select from comment_reactions r
    where r.space_id = ${spaceId} and r.comment_id = comments.id)`
  return db
    .selectFrom('comments')
    .leftJoin('users', 'users.id', 'comments.posted_by')
    .leftJoin('users as resolver', 'resolver.id', 'comments.resolved_by')
    .select([
      'comments.id',
      'comments.space_id as spaceId',
      'comments.change_request_id as changeRequestId',
      'comments.reply_to as replyTo',
      'comments.review_id as reviewId',
      'comments.revision_id as revision',
      'comments.page_id as pageId',
      'comments.page_title as pageTitle',
      'comments.page_path as pagePath',
      'comments.page_document as pageDocument',
      'comments.node_id as nodeId',
      'comments.node_preview as nodePreview',
      'comments.cell_record as cellRecord',
      'comments.cell_definition as cellDefinition',
      'comments.body',
      'comments.posted_at as postedAt',
      'comments.edited_at as editedAt',
      'comments.resolved_at as resolvedAt',
      'comments.replies',
      hasReactions.as('hasReactions'),
      ...userColumns,
      'resolver.id as resolverId',
      'resolver.display_name as resolverName',
      'resolver.email as resolverEmail',
      'resolver.photo_url as resolverPhotoUrl',
    ])
    .$castTo<CommentRow>()
}

/** `is null` or `=` rather than `is not distinct from`, so that an index can serve it. */
function isIn(changeRequestId: string | null) {
  return changeRequestId === null
    ? sql<boolean>`comments.change_request_id is null`
    : sql<boolean>`comments.change_request_id = ${changeRequestId}`
}

/** A reply must belong to the given comment, and a comment must not be a reply. */
function isNamed({ commentId, commentReplyId }: Key) {
  return commentReplyId === undefined
    ? sql<boolean>`comments.id = ${commentId} and comments.reply_to is null`
    : sql<boolean>`comments.id = ${commentReplyId} and comments.reply_to = ${commentId}`
}

/** The members who posted here, ordered by ID. */
export function commenters(db: Database, discussion: Discussion, organizationId: string, page: PageQuery) {
  const all = db
    .withRecursive('authors', () => authorsIn(discussion))
    .selectFrom('authors')
    .innerJoinLateral(
      // Looked up one by one: PostgreSQL underestimates organizations and would read all members instead.
      ({ selectFrom }) =>
        selectFrom('members as m')
          .selectAll()
          .where('m.organization_id', '=', organizationId)
          .whereRef('m.user_id', '=', 'authors.id')
          .offset(0)
          .as('members'),
      (join) => join.onTrue(),
    )
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(memberColumns)
  const keys = [{ column: 'members.user_id', field: 'userId', kind: 'text' }] as const
  return paginate(all, page, { direction: 'asc', keys })
}

/** Skips along the index from each author to the next instead of reading all of their comments. */
function authorsIn({ spaceId, changeRequestId }: Discussion) {
  const first = sql`select min(posted_by) as id from comments
    where comments.space_id = ${spaceId} and ${isIn(changeRequestId)}`
  return sql<{ readonly id: string }>`(${first}
    union all select (${first} and posted_by > authors.id) from authors where authors.id is not null)`
}

/** Locks the row that counts open comments. Take this lock before those of comments. */
export async function lockCounter(db: Database, { spaceId, changeRequestId }: Discussion) {
  if (changeRequestId === null) await spaces.lock(db, spaceId)
  else await changeRequests.lock(db, { spaceId, changeRequestId })
}

export async function countOpen(db: Database, { spaceId, changeRequestId }: Discussion, by: number) {
  if (changeRequestId === null) await spaces.count(db, spaceId, { comments: by })
  else await changeRequests.countComments(db, { spaceId, id: changeRequestId }, by)
}

/** Locks a comment, or a comment and then its reply, for writing. */
export async function lock(db: Database, discussion: Discussion, key: Key) {
  const { commentId, commentReplyId } = key
  const comment = await lockOne(db, discussion, { commentId })
  return comment === undefined || commentReplyId === undefined ? comment : lockOne(db, discussion, key)
}

/** The same by the parameters of a path. Also locks the row that counts the comments. */
export async function lockNamed(db: Database, { spaceId, changeRequestId, ...key }: Named) {
  let discussion: Discussion = { spaceId, changeRequestId: null, merged: false }
  if (changeRequestId !== undefined) {
    const changeRequest = await changeRequests.lock(db, { spaceId, changeRequestId })
    if (changeRequest === undefined) return
    discussion = { ...discussion, changeRequestId: changeRequest.id }
  } else await spaces.lock(db, spaceId)
  await lock(db, discussion, key)
}

interface Named extends Key {
  readonly spaceId: string
  readonly changeRequestId?: string
}

function lockOne(db: Database, { spaceId, changeRequestId }: Discussion, key: Key) {
  return db
    .selectFrom('comments')
    .select(['id', 'posted_by as postedBy', 'revision_id as revision', 'body', 'resolved_at as resolvedAt'])
    .where('space_id', '=', spaceId)
    .where(isIn(changeRequestId))
    .where(isNamed(key))
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Adds a comment or a reply and returns the row to show, in one statement. */
export async function insert(db: Database, row: NewRow): Promise<CommentRow> {
  const values = Object.fromEntries(insertedColumns.map((column) => [column, row[column] ?? null]))
  const [inserted] = await insertOne(db, values as unknown as NewRow)
  return found(inserted, 'comment')
}

const insertedColumns = [
  ...(['space_id', 'change_request_id', 'id', 'reply_to', 'review_id', 'revision_id'] as const),
  ...(['page_id', 'page_title', 'page_path', 'page_document', 'node_id', 'node_preview'] as const),
  ...(['cell_record', 'cell_definition', 'body', 'posted_by', 'posted_at'] as const),
]

type NewRow = Pick<Insertable<Tables['comments']>, (typeof insertedColumns)[number]>

const insertOne = prepared<NewRow, CommentRow>((row, db) => {
  const values = Object.fromEntries(insertedColumns.map((column) => [column, row[column]]))
  const inserted = db.with('comments', (one) =>
    one
      .insertInto('comments')
      .values(values as unknown as NewRow)
      .returningAll(),
  )
  const { space_id: spaceId } = row
  return shown(inserted as unknown as Database, spaceId).where('comments.space_id', '=', spaceId)
})

export async function update(
  db: Database,
  spaceId: string,
  id: string,
  changes: Updateable<Tables['comments']>,
) {
  await db.updateTable('comments').set(changes).where('space_id', '=', spaceId).where('id', '=', id).execute()
}

export async function countReplies(db: Database, spaceId: string, commentId: string, by: number) {
  await db
    .updateTable('comments')
    .set((eb) => ({ replies: eb('replies', '+', by) }))
    .where('space_id', '=', spaceId)
    .where('id', '=', commentId)
    .execute()
}

/** Replies and reactions are deleted by cascade. */
export async function remove(db: Database, spaceId: string, id: string) {
  await db.deleteFrom('comments').where('space_id', '=', spaceId).where('id', '=', id).execute()
}

/** The reactions to comments and replies, oldest first, with the first users of each. */
export function reactionsTo(db: Database, spaceId: string, ids: readonly string[]) {
  return findReactions(db, { spaceId, ids })
}

const findReactions = prepared<{ spaceId: string; ids: readonly string[] }, ReactionRow>(
  ({ spaceId, ids }) => sql<ReactionRow>`
    select r."commentId", r.emoji, r."reactedAt", r.count,
      u.id as "userId", u.display_name as "displayName", u.email, u.photo_url as "photoUrl"
    from (select c.comment_id as "commentId", c.emoji, c.user_id, c.created_at as "reactedAt",
        count(*) over (partition by c.comment_id, c.emoji) as count,
        row_number() over (partition by c.comment_id, c.emoji order by c.created_at, c.user_id) as place
      from comment_reactions c where c.space_id = ${spaceId} and c.comment_id = any (${ids}::text[])) r
    join users u on u.id = r.user_id where r.place <= ${sql.lit(reactionUsersMax)}
    order by r."reactedAt", r.emoji, u.id`,
)

/** The maximum number of users shown per reaction. */
const reactionUsersMax = 100

/** The authors of the latest replies to each comment, latest first. */
export function repliersTo(db: Database, spaceId: string, ids: readonly string[]) {
  const find = ids.length === 1 ? findRepliers.toOne : findRepliers.toMany
  return find(db, { spaceId, ids })
}

function repliersFinder(options: { readonly long: boolean }) {
  return prepared<{ spaceId: string; ids: readonly string[] }, ReplierRow>(
    ({ spaceId, ids }) => sql<ReplierRow>`
      select r."commentId", r.count, r."updatedAt",
        u.id as "userId", u.display_name as "displayName", u.email, u.photo_url as "photoUrl"
      from (select c.id as "commentId", latest.posted_by, count(*), max(latest.posted_at) as "updatedAt"
        from unnest(${ids}::text[]) c (id) cross join lateral (select posted_by, posted_at from comments
          where space_id = ${spaceId} and reply_to = c.id
          order by id desc limit ${sql.lit(latestRepliesMax)}) latest
        group by c.id, latest.posted_by) r
      join users u on u.id = r.posted_by order by r."updatedAt" desc, u.id`,
    options,
  )
}

const latestRepliesMax = 200

const findRepliers = { toOne: repliersFinder({ long: false }), toMany: repliersFinder({ long: true }) }

/** Adds the reactions and returns those that are new. */
export async function react(db: Database, own: Own, emoji: readonly string[], now: string) {
  if (emoji.length === 0) return []
  const { spaceId, id, userId } = own
  const rows = await db
    .insertInto('comment_reactions')
    .values(
      emoji.map((one) => ({
        space_id: spaceId,
        comment_id: id,
        emoji: one,
        user_id: userId,
        created_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['space_id', 'comment_id', 'emoji', 'user_id']).doNothing())
    .returning('emoji')
    .execute()
  return rows.map((row) => row.emoji)
}

/** Removes the user's own reactions and returns those that existed. */
export async function unreact(db: Database, { spaceId, id, userId }: Own, emoji: readonly string[]) {
  if (emoji.length === 0) return []
  const rows = await db
    .deleteFrom('comment_reactions')
    .where('space_id', '=', spaceId)
    .where('comment_id', '=', id)
    .where('user_id', '=', userId)
    .where((eb) => eb('emoji', '=', eb.fn.any(eb.val([...emoji]))))
    .returning('emoji')
    .execute()
  return rows.map((row) => row.emoji)
}

export async function countEmoji(db: Database, spaceId: string, id: string): Promise<number> {
  const { count } = await db
    .selectFrom('comment_reactions')
    .select(sql<number>`count(distinct emoji)`.as('count'))
    .where('space_id', '=', spaceId)
    .where('comment_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}

/** Identifies the reactions of one user to one comment or reply. */
interface Own {
  readonly spaceId: string
  readonly id: string
  readonly userId: string
}
