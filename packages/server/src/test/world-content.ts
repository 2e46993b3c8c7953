import {
  applyChanges,
  type Change,
  type Content,
  emptyContent,
  encodeContent,
  hashOf,
  mergeContents,
  setRecords,
} from '@stemma/content'
import type { Insertable } from 'kysely'
import { newId } from '../common/ids.ts'
import { objectCache } from '../content/object-cache.ts'
import { hashBytes, postgresObjects } from '../content/postgres-objects.ts'
import type { Database } from '../db/database.ts'
import type { Tables } from '../db/tables.ts'
import { documentIdOf } from '../resources/content/content/shape.ts'
import * as revisions from '../resources/content/content/store.ts'
import * as changeRequests from '../resources/review/change-requests/store.ts'
import * as comments from '../resources/review/comments/store.ts'
import * as reviews from '../resources/review/reviews/store.ts'
import type { Server } from './harness.ts'
import { indexNow } from './indexing.ts'

/** One of everything in a space that a path can name. */
export interface SpaceContent {
  readonly revisionId: string
  readonly pageId: string
  readonly pagePath: string
  readonly documentId: string
  readonly fileId: string
  readonly reusableContentId: string
  readonly changeRequestId: string
  /** A change request that conflicts with the space, and the conflict. */
  readonly conflictedId: string
  readonly conflictId: string
  readonly reviewId: string
  /** A comment on the page with a reply, and another on the change request. */
  readonly commentId: string
  readonly commentReplyId: string
  readonly discussedId: string
  readonly discussedReplyId: string
}

/** Creates the empty first revision for a space that was created without the API. */
export async function givenFirstRevision(db: Database, spaceId: string) {
  const { hash } = encodeContent(emptyContent)
  const root = Buffer.from(hash, 'base64url')
  const created_at = new Date().toISOString()
  const row = { space_id: spaceId, id: spaceId, root, type: 'edits', parents: [], created_at }
  await db.insertInto('revisions').values(row).execute()
}

/**
 * Adds a page, a file, reusable content, and two draft change requests: one is reviewed and one revision
 * behind the space, the other conflicts with the space.
 */
export async function givenSpaceContent(
  { db }: Pick<Server, 'db'>,
  { organizationId, spaceId, revisionId, ...people }: Home & People,
): Promise<SpaceContent> {
  const now = new Date().toISOString()
  const store = postgresObjects(db, spaceId, objectCache(1_000_000))
  const bytes = Buffer.from(`A file of ${spaceId}`)
  const file = { name: 'file.txt', contentType: 'text/plain', size: bytes.length, hash: hashOf(bytes) }
  const markdown = 'Some *text*, [a file](./file), [nothing](/pages/gone), [all](https://example.com).\n'
  const options = { now, newId, contentOf: async () => undefined }
  const write = async (content: Content, ...changes: Change[]) => {
    const applied = await applyChanges(store, content, changes, options)
    await store.put(applied.objects)
    return applied
  }
  const written = await write(
    emptyContent,
    { operation: 'insert_page', ref: 'page', title: `Page of ${spaceId}`, document: { markdown } },
    { operation: 'insert_page', title: 'Another page', document: { markdown: '[Back](./page.md)\n' } },
    { operation: 'insert_files', files: [{ ...file, ref: 'file' }] },
  )
  const [[pageId = '', document = ''] = []] = [...written.documents]
  const reusableContentId = newId()
  const reusable = new Map([[reusableContentId, { title: 'Note', document }]])
  const base = await setRecords(store, written.content, 'reusableContents', reusable)
  await store.put([encodeContent(base)])
  const rename = (description: string): Change => ({ operation: 'update_page', page: pageId, description })
  const [ours, theirs] = [await write(base, rename('Ours')), await write(base, rename('Theirs'))]
  const { conflicts } = await mergeContents(store, { base, ours: ours.content, theirs: theirs.content })

  const [baseId, oursId, changeRequestId, conflictedId] = [newId(), newId(), newId(), newId()]
  const made = { spaceId, type: 'edits', createdBy: people.authorId, createdAt: now } as const
  await revisions.insert(db, { ...made, id: baseId, parents: [], root: encodeContent(base).hash })
  await revisions.insert(db, { ...made, id: revisionId, parents: [baseId], root: theirs.root })
  const line = { parents: [baseId], changeRequestId: conflictedId }
  await revisions.insert(db, { ...made, ...line, id: oursId, root: ours.root })
  const documentId = documentIdOf(pageId, document)
  await revisions.rememberDocuments(db, spaceId, new Map([[documentId, document]]), { published: true })
  const draft = { space_id: spaceId, status: 'draft', subject: 'A draft', revision_initial: baseId }
  const stamps = { created_by: people.authorId, created_at: now, updated_at: now }
  const drafts = [
    { id: changeRequestId, revision_id: baseId },
    { id: conflictedId, revision_id: oursId },
  ]
  for (const [index, one] of drafts.entries()) {
    await changeRequests.insert(db, { ...draft, ...stamps, ...one, number: index + 1 })
  }
  const place = { space_id: spaceId, revision_id: baseId, posted_by: people.askedId }
  const page = { page_id: pageId, page_title: 'Page', page_path: 'page', page_document: hashBytes(document) }
  const [commentId, commentReplyId] = await givenComment(db, { ...place, ...page, revision_id: revisionId })
  const reviewed = { spaceId, changeRequestId, revisionId: baseId }
  const reviewId = await givenReview(db, reviewed, people)
  const spoken = { ...place, change_request_id: changeRequestId }
  const [discussedId, discussedReplyId] = await givenComment(db, spoken)
  await changeRequests.countComments(db, { spaceId, id: changeRequestId }, 2)
  await indexNow({ db }, organizationId, spaceId)
  return {
    revisionId,
    pageId,
    pagePath: `page-of-${spaceId.toLowerCase()}`,
    documentId,
    fileId: written.insertedFiles[0]?.id ?? '',
    reusableContentId,
    changeRequestId,
    conflictedId,
    conflictId: conflicts[0]?.id ?? '',
    reviewId,
    commentId,
    commentReplyId,
    discussedId,
    discussedReplyId,
  }
}

interface Home {
  readonly organizationId: string
  readonly spaceId: string
  readonly revisionId: string
}

interface People {
  /** The author of all content. */
  readonly authorId: string
  readonly reviewerId: string
  /** The user who was asked for a review, and who commented. */
  readonly askedId: string
}

/** A comment with one reply and one reaction. */
async function givenComment(db: Database, place: Place): Promise<readonly [string, string]> {
  const [id, replyId, now] = [newId(), newId(), new Date().toISOString()]
  const { space_id, change_request_id = null, revision_id, posted_by } = place
  const posted = { space_id, change_request_id, revision_id, posted_by, posted_at: now }
  await comments.insert(db, { ...place, ...posted, id, body: 'What is *this*?' })
  await comments.insert(db, { ...posted, id: replyId, reply_to: id, body: 'That.' })
  await comments.countReplies(db, space_id, id, 1)
  await comments.react(db, { spaceId: space_id, id, userId: posted_by }, ['1f440'], now)
  return [id, replyId]
}

type Place = Omit<Insertable<Tables['comments']>, 'id' | 'body' | 'posted_at'>

async function givenReview(
  db: Database,
  { revisionId, ...key }: reviews.Key & { readonly revisionId: string },
  { authorId, reviewerId, askedId }: People,
): Promise<string> {
  const id = newId()
  const request = {
    revision_id: revisionId,
    requested_by: authorId,
    created_at: new Date().toISOString(),
  }
  await reviews.insert(db, {
    ...request,
    space_id: key.spaceId,
    change_request_id: key.changeRequestId,
    id,
    reviewer_id: reviewerId,
    status: 'changes-requested',
  })
  await comments.insert(db, {
    space_id: key.spaceId,
    change_request_id: key.changeRequestId,
    id: newId(),
    review_id: id,
    revision_id: revisionId,
    body: 'Some *more*, please.',
    posted_by: reviewerId,
    posted_at: request.created_at,
  })
  await reviews.request(db, key, [askedId], request)
  return id
}
