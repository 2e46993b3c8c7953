import type { Hash } from '@stemma/content'
import type { MergedFrom, PageQuery } from '@stemma/contract'
import { type RawBuilder, sql } from 'kysely'
import { hashBytes } from '../../../content/postgres-objects.ts'
import type { Database } from '../../../db/database.ts'
import { type Paged, paginate } from '../../../db/paginate.ts'
import { prepared, preparedAhead } from '../../../db/prepared.ts'
import type { UserRow } from '../../people/users/store.ts'
import type { Key } from '../../review/change-requests/store.ts'

/** A revision of a space, and the content that it belongs to. */
export interface RevisionRow {
  readonly spaceId: string
  readonly organizationId: string
  readonly contentId: string
  readonly editMode: string
  readonly id: string
  readonly root: Buffer
  readonly type: string
  readonly parents: readonly string[]
  /** Null for a revision of the space itself. */
  readonly changeRequestId: string | null
  /** The change request whose merge made this revision, and a key that changes with its mutable fields. */
  readonly mergedFrom: string | null
  readonly mergedState: string | null
  readonly createdAt: string
  /** Whether this is the current revision of the space. */
  readonly isHead: boolean
}

/** The current revision of a space. */
export async function ofSpace(db: Database, { spaceId }: { readonly spaceId: string }) {
  return (await currentOfSpace(db, { spaceId }))[0]
}

/** The current revision of a change request, by its ID or its number. */
export async function ofChangeRequest(db: Database, { spaceId, changeRequestId }: Key) {
  if (!/^\d+$/.test(changeRequestId)) return (await currentOfId(db, { spaceId, changeRequestId }))[0]
  const number = Number(changeRequestId)
  return number > 2 ** 31 - 1 ? undefined : (await currentOfNumber(db, { spaceId, number }))[0]
}

/** Any revision, past or current, of a space or one of its change requests. */
export async function byId(db: Database, key: { readonly spaceId: string; readonly revisionId: string }) {
  return (await one(db, { spaceId: key.spaceId, revisionId: key.revisionId }))[0]
}

/** The revision of a space that was the current one at an instant. */
export async function ofSpaceBefore(
  db: Database,
  { spaceId, before }: { readonly spaceId: string; readonly before: string },
) {
  return (await lastBefore(db, { spaceId, before }))[0]
}

/** Several revisions at once, together with the current revision of the space. */
export async function withHead(
  db: Database,
  key: { readonly spaceId: string; readonly revisionIds: readonly string[] },
): Promise<{ readonly revisions: readonly RevisionRow[]; readonly head: RevisionRow | undefined }> {
  const rows = await several(db, { spaceId: key.spaceId, revisionIds: key.revisionIds })
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    revisions: key.revisionIds.flatMap((id) => byId.get(id) ?? []),
    head: rows.find(({ isHead }) => isHead),
  }
}

const currentOfSpace = prepared<{ spaceId: string }, RevisionRow>(({ spaceId }) =>
  revisionOf(spaceId, sql`r.id = s.revision_id`),
)
const currentOfId = prepared<Key & Record<string, unknown>, RevisionRow>(({ spaceId, changeRequestId }) =>
  revisionOf(
    spaceId,
    sql`r.id = (select c.revision_id from change_requests c
    where c.space_id = ${spaceId} and c.id = ${changeRequestId})`,
  ),
)
const currentOfNumber = prepared<{ spaceId: string; number: number }, RevisionRow>(({ spaceId, number }) =>
  revisionOf(
    spaceId,
    sql`r.id = (select c.revision_id from change_requests c
    where c.space_id = ${spaceId} and c.number = ${number})`,
  ),
)
const one = prepared<{ spaceId: string; revisionId: string }, RevisionRow>(({ spaceId, revisionId }) =>
  revisionOf(spaceId, sql`r.id = ${revisionId}`),
)

// IDs sort by time, so the first match in this order is the last revision.
const lastBefore = prepared<{ spaceId: string; before: string }, RevisionRow>(({ spaceId, before }) =>
  revisionOf(
    spaceId,
    sql`r.id = (select past.id from revisions past where past.space_id = ${spaceId}
      and past.change_request_id is null and past.created_at < ${before} order by past.id desc limit 1)`,
  ),
)

const several = prepared<{ spaceId: string; revisionIds: readonly string[] }, RevisionRow>(
  ({ spaceId, revisionIds }) =>
    revisionOf(spaceId, sql`r.id = any (array_append(${revisionIds}::text[], s.revision_id))`),
)

function revisionOf(spaceId: string, which: RawBuilder<unknown>) {
  return sql<RevisionRow>`select r.space_id as "spaceId", s.organization_id as "organizationId",
      s.content_id as "contentId", s.edit_mode as "editMode", r.id, r.root, r.type, r.parents,
      r.id = s.revision_id as "isHead", r.change_request_id as "changeRequestId",
      r.merged_from as "mergedFrom", r.created_at as "createdAt",
      (select c.comments || ' ' || c.updated_at || ' ' || u.updated_at
        from change_requests c join users u on u.id = c.created_by
        where c.space_id = ${spaceId} and c.id = r.merged_from) as "mergedState"
    from spaces s join revisions r on r.space_id = ${spaceId} and ${which}
    where s.id = ${spaceId}`
}

/** A revision in a list, with its author, the root of its first parent and what was merged. */
export interface ListedRevision extends RevisionRow {
  readonly parentRoot: Buffer | null
  readonly author: UserRow | null
  readonly merged: Pick<MergedFrom, 'id' | 'number' | 'status' | 'subject'> | null
}

/** The revisions of a space itself or of one of its change requests, or of those that changed a page. */
interface ListedLine {
  readonly spaceId: string
  readonly changeRequestId: string | null
  readonly pageId?: string | undefined
}

/** Newest first. */
export async function list(
  db: Database,
  { spaceId, changeRequestId, pageId }: ListedLine,
  page: PageQuery,
): Promise<Paged<ListedRevision>> {
  const all = db
    .selectFrom('revisions')
    .innerJoin('spaces', (join) => join.on('spaces.id', '=', spaceId))
    .leftJoin('users', 'users.id', 'revisions.created_by')
    .leftJoin('revisions as parent', (join) =>
      join.on('parent.space_id', '=', spaceId).on(sql<boolean>`parent.id = revisions.parents[1]`),
    )
    .leftJoin('change_requests', (join) =>
      join
        .on('change_requests.space_id', '=', spaceId)
        .onRef('change_requests.id', '=', 'revisions.merged_from'),
    )
    .select([
      'revisions.space_id as spaceId',
      'spaces.organization_id as organizationId',
      'spaces.content_id as contentId',
      'spaces.edit_mode as editMode',
      'revisions.id',
      'revisions.root',
      'revisions.type',
      'revisions.parents',
      'revisions.change_request_id as changeRequestId',
      'revisions.merged_from as mergedFrom',
      sql<null>`null`.as('mergedState'),
      'revisions.created_at as createdAt',
      sql<boolean>`revisions.id = spaces.revision_id`.as('isHead'),
      'parent.root as parentRoot',
      sql<UserRow | null>`case when users.id is null then null else json_build_object('userId', users.id,
        'displayName', users.display_name, 'email', users.email, 'photoUrl', users.photo_url) end`.as(
        'author',
      ),
      sql<ListedRevision['merged']>`case when change_requests.id is null then null else
        json_build_object('id', change_requests.id, 'number', change_requests.number,
        'status', change_requests.status, 'subject', change_requests.subject) end`.as('merged'),
    ])
    .where('revisions.space_id', '=', spaceId)
    .where('revisions.change_request_id', 'is not distinct from', changeRequestId)
  const query = pageId === undefined ? all : all.where('revisions.id', 'in', changersOf(db, spaceId, pageId))
  return paginate(query, page, {
    direction: 'desc',
    keys: [{ column: 'revisions.id', field: 'id', kind: 'text' }],
  })
}

function changersOf(db: Database, spaceId: string, pageId: string) {
  return db
    .selectFrom('page_revisions')
    .select('revision_id')
    .where('space_id', '=', spaceId)
    .where('page_id', '=', pageId)
}

/** Notes which pages a revision of the space itself changed. Noting it again changes nothing. */
export async function noteChangedPages(
  db: Database,
  {
    spaceId,
    revisionId,
    pages,
  }: { readonly spaceId: string; readonly revisionId: string; readonly pages: readonly string[] },
) {
  if (pages.length === 0) return
  await insertChangedPages(db, { spaceId, revisionId, pages: [...new Set(pages)] })
}

const insertChangedPages = preparedAhead<{ spaceId: string; revisionId: string; pages: readonly string[] }>(
  ({ spaceId, revisionId, pages }) => sql`insert into page_revisions (space_id, page_id, revision_id)
    select ${spaceId}, one.id, ${revisionId} from unnest(${pages}::text[]) one (id)
    on conflict (space_id, page_id, revision_id) do nothing`,
)

/** The revisions of a space itself, from one on, in the order in which they were current. */
export async function line(
  db: Database,
  { spaceId, from, limit }: { readonly spaceId: string; readonly from: string; readonly limit: number },
) {
  return db
    .selectFrom('revisions')
    .select(['id', 'root'])
    .where('space_id', '=', spaceId)
    .where('change_request_id', 'is', null)
    .where('id', '>=', from)
    .orderBy('id')
    .limit(limit)
    .execute()
}

export interface NewRevision {
  readonly spaceId: string
  readonly id: string
  readonly root: Hash
  readonly type: 'edits' | 'merge' | 'rollback' | 'update' | 'computed'
  readonly parents: readonly string[]
  readonly changeRequestId?: string
  readonly mergedFrom?: string
  readonly createdBy: string
  readonly createdAt: string
}

export async function insert(db: Database, revision: NewRevision) {
  const { root, parents, changeRequestId = null, mergedFrom = null, ...rest } = revision
  await insertRevision(db, { ...rest, root: hashBytes(root), parents, changeRequestId, mergedFrom })
}

const insertRevision = preparedAhead<Omit<NewRevision, 'root' | keyof Origin> & Origin>((one, db) =>
  db.insertInto('revisions').values({
    space_id: one.spaceId,
    id: one.id,
    root: one.root,
    type: one.type,
    parents: one.parents as string[],
    change_request_id: one.changeRequestId,
    merged_from: one.mergedFrom,
    created_by: one.createdBy,
    created_at: one.createdAt,
  }),
)

type Origin = Readonly<Record<'changeRequestId' | 'mergedFrom', string | null>> & { readonly root: Buffer }

/** Records texts under the document IDs used in responses. A text that was ever published stays published. */
export async function rememberDocuments(
  db: Database,
  spaceId: string,
  documents: ReadonlyMap<string, Hash>,
  { published }: { readonly published: boolean },
) {
  if (documents.size === 0) return
  const ids = [...documents.keys()]
  const hashes = [...documents.values()].map(hashBytes)
  await insertDocuments(db, { spaceId, published, ids, hashes })
}

const insertDocuments = preparedAhead<{
  readonly spaceId: string
  readonly published: boolean
  readonly ids: readonly string[]
  readonly hashes: readonly Buffer[]
}>(
  ({ spaceId, published, ids, hashes }) => sql`insert into documents (space_id, id, hash, published)
    select ${spaceId}, one.id, one.hash, ${published}
    from unnest(${ids}::text[], ${hashes}::bytea[]) one (id, hash)
    on conflict (space_id, id) do update set published = documents.published or excluded.published`,
)

export function findDocument(db: Database, spaceId: string, documentId: string) {
  return db
    .selectFrom('documents')
    .select(['hash', 'published'])
    .where('space_id', '=', spaceId)
    .where('id', '=', documentId)
    .executeTakeFirst()
}

/** The first revision of the space. */
export async function first(db: Database, { spaceId }: { readonly spaceId: string }) {
  const row = await db
    .selectFrom('revisions')
    .select('id')
    .where('space_id', '=', spaceId)
    .where(sql<boolean>`parents = '{}'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && byId(db, { spaceId, revisionId: row.id })
}

/** Whether any space uses this content, including deleted spaces, which can be restored. */
export async function isContentUsed(db: Database, contentId: string): Promise<boolean> {
  const row = await db
    .selectFrom('spaces')
    .select('id')
    .where('content_id', '=', contentId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes a batch of a content's objects. Returns whether there may be more. */
export async function deleteObjects(db: Database, contentId: string, objectsMax: number): Promise<boolean> {
  const { rows } = await sql<{ hash: Buffer }>`select hash from content_objects
    where space_id = ${contentId} order by hash limit ${objectsMax}`.execute(db)
  const last = rows.at(-1)
  if (last === undefined) return false
  await sql`delete from content_objects where space_id = ${contentId} and hash <= ${last.hash}`.execute(db)
  return rows.length === objectsMax
}
