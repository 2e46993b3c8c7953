import { canonicalJson } from './canonical.ts'
import type { Content, ContentMap } from './content.ts'
import { diff } from './map/index.ts'
import type { Hash, ObjectStore } from './objects.ts'
import { decodePage, type PageRecord } from './pages/page-record.ts'
import type { FileRecord, ReusableContentRecord } from './records.ts'

/** One difference between two contents, as shown to a reader. */
export type ContentDifference =
  | Created<'page', PageRecord>
  | Deleted<'page', PageRecord>
  | Edited<'page', PageRecord>
  | (Both<PageRecord> & { readonly type: 'page_moved' })
  | Created<'file', FileRecord>
  | Deleted<'file', FileRecord>
  | Edited<'file', FileRecord>
  | Created<'reusable_content', ReusableContentRecord>
  | Deleted<'reusable_content', ReusableContentRecord>
  | Edited<'reusable_content', ReusableContentRecord>
  | { readonly type: 'variables_edited'; readonly variables: Readonly<Record<string, Sides<string>>> }

type Kind = 'page' | 'file' | 'reusable_content'
interface Created<K extends Kind, T> {
  readonly type: `${K}_created`
  readonly id: string
  readonly after: T
}
interface Deleted<K extends Kind, T> {
  readonly type: `${K}_deleted`
  readonly id: string
  readonly before: T
}
interface Both<T> {
  readonly id: string
  readonly before: T
  readonly after: T
}
interface Edited<K extends Kind, T> extends Both<T> {
  readonly type: `${K}_edited`
}
interface Sides<T> {
  readonly before?: T | undefined
  readonly after?: T | undefined
}

/** All differences between two contents. Parts that are equal are not read. */
export async function compareContents(
  store: ObjectStore,
  before: Content,
  after: Content,
): Promise<readonly ContentDifference[]> {
  const differences = (map: ContentMap) => diff(store, before[map], after[map])
  const [pages, files, reusableContents, variables] = await Promise.all([
    differences('pages'),
    differences('files'),
    differences('reusableContents'),
    differences('variables'),
  ])
  return [
    ...pages.flatMap((one) => pageDifferences(one.key, sidesOf<PageRecord>(one))),
    ...files.flatMap((one) => recordDifferences<'file', FileRecord>('file', one.key, sidesOf(one))),
    ...reusableContents.flatMap((one) =>
      recordDifferences<'reusable_content', ReusableContentRecord>('reusable_content', one.key, sidesOf(one)),
    ),
    ...variableDifferences(variables),
  ]
}

/** The pages that differ, and the texts of those whose text changed. */
export async function changedPages(
  store: ObjectStore,
  before: Content,
  after: Content,
): Promise<ChangedPages> {
  const changed = await diff(store, before.pages, after.pages)
  const documents = changed.flatMap(({ key, before: old, after: fresh }): [string, Hash][] => {
    const document = documentIn(fresh)
    return document === undefined || document === documentIn(old) ? [] : [[key, document]]
  })
  return { pages: changed.map(({ key }) => key), documents: new Map(documents) }
}

export interface ChangedPages {
  readonly pages: readonly string[]
  readonly documents: ReadonlyMap<string, Hash>
}

function documentIn(text: string | undefined): Hash | undefined {
  const page = text === undefined ? undefined : decodePage(text)
  return page?.type === 'document' ? page.document : undefined
}

interface TextSides {
  readonly key: string
  readonly before?: string | undefined
  readonly after?: string | undefined
}

function sidesOf<T>({ before, after }: TextSides): Sides<T> {
  return {
    ...(before !== undefined && { before: JSON.parse(before) as T }),
    ...(after !== undefined && { after: JSON.parse(after) as T }),
  }
}

/** A page that was moved and edited yields both differences. */
function pageDifferences(id: string, { before, after }: Sides<PageRecord>): readonly ContentDifference[] {
  if (before === undefined || after === undefined) return recordDifferences('page', id, { before, after })
  const isMoved = before.parent !== after.parent || before.rank !== after.rank
  const isEdited = canonicalJson(attributesOf(before)) !== canonicalJson(attributesOf(after))
  return [
    ...(isEdited ? [{ type: 'page_edited', id, before, after } as const] : []),
    ...(isMoved ? [{ type: 'page_moved', id, before, after } as const] : []),
  ]
}

function attributesOf({ parent: _parent, rank: _rank, updatedAt: _updatedAt, ...attributes }: PageRecord) {
  return attributes
}

function recordDifferences<K extends Kind, T>(
  kind: K,
  id: string,
  { before, after }: Sides<T>,
): readonly (Created<K, T> | Deleted<K, T> | Edited<K, T>)[] {
  if (before === undefined) return after === undefined ? [] : [{ type: `${kind}_created`, id, after }]
  if (after === undefined) return [{ type: `${kind}_deleted`, id, before }]
  return [{ type: `${kind}_edited`, id, before, after }]
}

function variableDifferences(variables: readonly TextSides[]): readonly ContentDifference[] {
  if (variables.length === 0) return []
  const sides = variables.map(({ key, before, after }) => [key, { before, after }] as const)
  return [{ type: 'variables_edited', variables: Object.fromEntries(sides) }]
}
