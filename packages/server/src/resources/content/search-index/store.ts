import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { fold } from '../../../search/fold.ts'
import type { Stemmed, Stems } from '../../../search/vector.ts'

/** The part of an organization's search index that covers one space. */
export interface Key {
  readonly organizationId: string
  readonly spaceId: string
}

export interface Progress {
  /** The content that the index reflects, or null if unknown. */
  readonly root: Buffer | null
  /** The content being indexed, and the last page that is done. */
  readonly target: Buffer | null
  readonly doneTo: string
  readonly language: string | null
  /** The version of the indexing code that wrote it. */
  readonly edition: number
}

/** Locks the index of a space, so that writers run one after another. */
export async function take(db: Database, key: Key): Promise<Progress> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const progress = await insertOrLock(db, key)
    if (progress) return progress
  }
  throw new Error('The search index of the space is removed again and again.')
}

/** Retries are needed because a concurrent removal deletes the row that this transaction waited for. */
const attemptsMax = 5

async function insertOrLock(db: Database, { organizationId, spaceId }: Key): Promise<Progress | undefined> {
  await db
    .insertInto('search_spaces')
    .values({ organization_id: organizationId, space_id: spaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return db
    .selectFrom('search_spaces')
    .select(['root', 'target', 'done_to as doneTo', 'language', 'edition'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .forUpdate()
    .executeTakeFirst()
}

export async function save(db: Database, { organizationId, spaceId }: Key, progress: Progress) {
  const { doneTo: done_to, ...rest } = progress
  await db
    .updateTable('search_spaces')
    .set({ ...rest, done_to, ...(progress.root !== null && { rebuilding: false }) })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
}

/** Marks these indexes as unreliable. They keep serving searches until they are rebuilt. */
export async function markForRebuilding(db: Database, keys: readonly Key[]) {
  if (keys.length === 0) return
  await sql`insert into search_spaces (organization_id, space_id, rebuilding)
    select one.*, true from unnest(${keys.map(({ organizationId }) => organizationId)}::text[],
      ${keys.map(({ spaceId }) => spaceId)}::text[]) one
    on conflict (organization_id, space_id) do update
      set root = null, target = null, done_to = '', rebuilding = true`.execute(db)
}

export async function listRebuilding(db: Database, { limit }: { readonly limit: number }): Promise<Key[]> {
  return db
    .selectFrom('search_spaces')
    .select(['organization_id as organizationId', 'space_id as spaceId'])
    .where('rebuilding', '=', true)
    .limit(limit)
    .execute()
}

export async function countRebuilding(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from search_spaces where rebuilding`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Spaces whose index was written by an older version of the indexing code, or without the paths of pages. */
export async function listOutdated(
  db: Database,
  { edition, limit }: { readonly edition: number; readonly limit: number },
): Promise<Key[]> {
  return db
    .selectFrom('search_spaces')
    .select(['organization_id as organizationId', 'space_id as spaceId'])
    .where((eb) => eb.or([eb('edition', '<', edition), eb('addressed_to', 'is', null)]))
    .limit(limit)
    .execute()
}

/** The index entries of a page. */
export interface IndexedPage {
  readonly id: string
  readonly title: string
  readonly path: string
  readonly parts: readonly IndexedPart[]
}

export interface IndexedPart {
  readonly sectionId: string
  readonly anchor: string | null
  readonly title: string
  readonly body: string
  /** Both in PostgreSQL's text format of a tsvector. */
  readonly head: string
  readonly words: string
  /** A key for the part's conditions, empty if it has none, and the conditions themselves. */
  readonly guard: string
  readonly conditions: string | null
}

export async function insertPages(
  db: Database,
  { organizationId, spaceId }: Key,
  pages: readonly IndexedPage[],
) {
  const parts = pages.flatMap(({ id, parts: some }) => some.map((part, at) => ({ ...part, pageId: id, at })))
  await sql`insert into search_pages (organization_id, space_id, page_id, title, path)
    select ${organizationId}, ${spaceId}, one.* from unnest(${pages.map(({ id }) => id)}::text[],
      ${pages.map(({ title }) => title)}::text[], ${pages.map(({ path }) => path)}::text[]) one`.execute(db)
  await sql`insert into search_sections
      (organization_id, space_id, page_id, part, section_id, anchor, title, body, head, words, guard,
        conditions)
    select ${organizationId}, ${spaceId}, one.* from unnest(${parts.map(({ pageId }) => pageId)}::text[],
      ${parts.map(({ at }) => at)}::int[], ${parts.map(({ sectionId }) => sectionId)}::text[],
      ${parts.map(({ anchor }) => anchor)}::text[], ${parts.map(({ title }) => title)}::text[],
      ${parts.map(({ body }) => body)}::text[], ${parts.map(({ head }) => head)}::tsvector[],
      ${parts.map(({ words }) => words)}::tsvector[], ${parts.map(({ guard }) => guard)}::text[],
      ${parts.map(({ conditions }) => conditions)}::text[]) one`.execute(db)
}

/** Words are never deleted individually: one that no page contains any more simply matches nothing. */
export async function insertWords(
  db: Database,
  { organizationId, spaceId }: Key,
  words: ReadonlyMap<string, IndexedWord>,
) {
  const sorted = [...words].sort(([one], [other]) => (one < other ? -1 : 1))
  await sql`insert into search_words as known (organization_id, space_id, word, misspelt, conditional)
    select ${organizationId}, ${spaceId}, one.word, string_to_array(one.misspelt, ' '), one.conditional
    from unnest(${sorted.map(([word]) => word)}::text[],
      ${sorted.map(([, { misspelt }]) => misspelt.join(' '))}::text[],
      ${sorted.map(([, { isConditional }]) => isConditional)}::bool[]) one (word, misspelt, conditional)
    on conflict (organization_id, space_id, word) do update set conditional = false
      where known.conditional and not excluded.conditional`.execute(db)
}

interface IndexedWord {
  readonly misspelt: readonly string[]
  /** Whether the word occurs only in conditional text. */
  readonly isConditional: boolean
}

export async function setPaths(
  db: Database,
  { organizationId, spaceId }: Key,
  pages: readonly { readonly id: string; readonly path: string }[],
) {
  if (pages.length === 0) return
  await sql`update search_pages p set path = one.path
    from unnest(${pages.map(({ id }) => id)}::text[], ${pages.map(({ path }) => path)}::text[]) one (id, path)
    where p.organization_id = ${organizationId} and p.space_id = ${spaceId} and p.page_id = one.id`.execute(
    db,
  )
}

export function deletePages(db: Database, key: Key, pageIds: readonly string[]) {
  return deleteWhere(db, key, sql`page_id = any (${[...pageIds]}::text[])`)
}

/** Deletes the pages after one ID up to another, or to the end, including leftovers of unknown content. */
export function deleteBetween(db: Database, key: Key, after: string, to: string | undefined) {
  return deleteWhere(
    db,
    key,
    sql`page_id > ${after} and (${to ?? null}::text is null or page_id <= ${to ?? null})`,
  )
}

async function deleteWhere(db: Database, { organizationId, spaceId }: Key, which: RawBuilder<unknown>) {
  for (const table of ['search_sections', 'search_pages'] as const) {
    await sql`delete from ${sql.table(table)}
      where organization_id = ${organizationId} and space_id = ${spaceId} and ${which}`.execute(db)
  }
}

/** Deletes a batch of a space's pages. Returns whether there may be more. */
export async function deleteSome(db: Database, key: Key, pagesMax: number): Promise<boolean> {
  const { organizationId, spaceId } = key
  const { rows } = await sql<{ id: string }>`select page_id as id from search_pages
    where organization_id = ${organizationId} and space_id = ${spaceId}
    order by page_id limit ${pagesMax}`.execute(db)
  await deletePages(
    db,
    key,
    rows.map(({ id }) => id),
  )
  return rows.length === pagesMax
}

export async function deleteWords(db: Database, { organizationId, spaceId }: Key) {
  await db
    .deleteFrom('search_words')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
}

/** Deletes what remains once the pages are deleted. */
export async function deleteRest(db: Database, key: Key) {
  await deleteWords(db, key)
  await db
    .deleteFrom('search_spaces')
    .where('organization_id', '=', key.organizationId)
    .where('space_id', '=', key.spaceId)
    .execute()
}

/** The stems of words, which must be in lower case. */
export async function stem(
  db: Database,
  stemmers: readonly string[],
  words: Iterable<string>,
): Promise<Stems> {
  if (stemmers.length === 0) return new Map()
  const { rows } = await sql<{ word: string; stems: string[] | null }>`
    select one.word, ts_lexize(stemmer.name::regdictionary, one.word) as stems
    from unnest(${[...stemmers]}::text[]) stemmer (name), unnest(${[...words]}::text[]) one (word)`.execute(
    db,
  )
  const found = new Map<string, Stemmed>()
  for (const { word, stems } of rows) {
    const before = found.get(word)
    const all = new Set([...(before?.stems ?? []), ...(stems ?? []).map(fold)])
    found.set(word, { stems: [...all], isStopWord: stems?.length === 0 || before?.isStopWord === true })
  }
  return found
}

/** The last revision whose paths are noted, null if none is; undefined if the space has no index. */
export async function findAddressedTo(db: Database, { organizationId, spaceId }: Key) {
  const row = await db
    .selectFrom('search_spaces')
    .select('addressed_to as addressedTo')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .executeTakeFirst()
  return row?.addressedTo
}

export async function saveAddressedTo(db: Database, { organizationId, spaceId }: Key, revisionId: string) {
  await db
    .updateTable('search_spaces')
    .set({ addressed_to: revisionId })
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
}

/** Paths by pages that gave them up in a revision. A page can have a path several times. */
export async function insertAddresses(
  db: Database,
  { organizationId, spaceId }: Key,
  paths: ReadonlyMap<string, string>,
  revisionId: string,
) {
  const kept = [...paths].filter(([, path]) => path !== '' && Buffer.byteLength(path) <= pathBytesMax)
  if (kept.length === 0) return
  await sql`insert into page_addresses (organization_id, space_id, path, page_id, left_in)
    select ${organizationId}, ${spaceId}, one.path, one.id, ${revisionId}
    from unnest(${kept.map(([id]) => id)}::text[], ${kept.map(([, path]) => path)}::text[]) one (id, path)
    on conflict do nothing`.execute(db)
}

/** Longer ones don't fit into an index, and nobody links to them. */
const pathBytesMax = 2000

/** A path that a page had, and the revision in which it no longer had it. */
export interface FormerPath {
  readonly pageId: string
  readonly path: string
  readonly leftIn: string
}

/** The pages that had a path before, the last one first. They may be gone. */
export function pagesOnceAt(db: Database, key: Key, path: string): Promise<FormerPath[]> {
  return formerPaths(db, key).where('path', '=', path).limit(pagesMax).execute()
}

/** The paths that pages had before, the last one first. */
export function pathsOnceOf(db: Database, key: Key, pageIds: readonly string[]): Promise<FormerPath[]> {
  return formerPaths(db, key)
    .where((eb) => eb('page_id', '=', eb.fn.any(eb.val([...pageIds]))))
    .limit(pathsMax)
    .execute()
}

function formerPaths(db: Database, { organizationId, spaceId }: Key) {
  return db
    .selectFrom('page_addresses')
    .select(['page_id as pageId', 'path', 'left_in as leftIn'])
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .orderBy('left_in', 'desc')
}

const pagesMax = 20
const pathsMax = 1000

export async function forgetAddresses(db: Database, { organizationId, spaceId }: Key) {
  await db
    .deleteFrom('page_addresses')
    .where('organization_id', '=', organizationId)
    .where('space_id', '=', spaceId)
    .execute()
}
