import type { Content } from '../content.ts'
import { decodeText, encodeText } from '../documents/text.ts'
import { readVariables } from '../files.ts'
import { breakableIndexes } from '../links/destination.ts'
import { type Owner, ownerIn, reusableOwner } from '../links/link-entries.ts'
import { type LinkedPages, linkResolver, type Resolve } from '../links/resolve.ts'
import { count, entries as entriesOf, range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import type { PageRecord } from '../pages/page-record.ts'
import { type PageTree, pageTree } from '../pages/read-pages.ts'
import type { Records, ReusableContentRecord } from '../records.ts'
import { nextTurn, type Turns, turns } from '../turns.ts'
import { fileClaim, includeClaim, type Placed, pageClaim } from './claims.ts'
import { folded, nameOfSlug, within } from './names.ts'
import { pagesInMemory } from './pages-in-memory.ts'
import { claimPaths } from './paths.ts'
import { summaryFiles, targetOf } from './summary-files.ts'
import type { FileEntry, TextEntry, Tree, WrittenEntry } from './tree.ts'
import { withRelativeLinks } from './tree-links.ts'
import { variablesPath, writeVariables } from './variables.ts'

/**
 * The rules by which a content becomes files. The files of a content never change under one version: a
 * different rule is a new version, so that commits that were made keep their IDs.
 */
export type LayoutVersion = 1
export const newestLayout: LayoutVersion = 1

/** Lays a content out as files. Reads no text and no file. */
export async function layOut(
  store: ObjectStore,
  content: Content,
  _version: LayoutVersion = newestLayout,
): Promise<Tree> {
  const [pages, pageCount] = [await pageTree(store, content), await count(store, content.pages)]
  const [files, reusable] = [
    await allRecords(store, content, 'files'),
    await allRecords(store, content, 'reusableContents'),
  ]
  const placed: Placed[] = []
  await placePages(placed, turns(), pages)
  const claims = await claimPaths([
    ...placed.flatMap(pageClaim),
    ...[...reusable].flatMap(([id, record]) => includeClaim(id, record)),
    ...[...files].map(([id, record]) => fileClaim(id, record)),
  ])
  const folders = new Map(placed.map(({ id, folder }) => [id, folder]))
  const [pathOf, folderOf] = [(target: string) => claims.get(target), (id: string) => folders.get(id) ?? '']
  const variables = await readVariables(store, content)
  const written: readonly WrittenEntry[] = [
    ...(await summaryFiles(pages, { isSplit: pageCount > pagesInOneSummary, pathOf, folderOf })),
    ...(Object.keys(variables).length === 0
      ? []
      : [{ kind: 'variables', path: variablesPath, bytes: encodeText(writeVariables(variables)) } as const]),
  ]
  await nextTurn()
  const entries = [
    ...written,
    ...placed.flatMap(({ id, record }) => textEntry('page', id, claims.get(`pages/${id}`), record)),
    ...[...reusable].flatMap(([id, record]) =>
      textEntry('reusable-content', id, claims.get(`reusable-contents/${id}`), record),
    ),
    ...[...files].flatMap(([id, record]): readonly FileEntry[] => {
      const path = claims.get(`files/${id}`)
      return path === undefined ? [] : [{ kind: 'file', path, id, record }]
    }),
  ]
  await nextTurn()
  entries.sort((a, b) => (a.path < b.path ? -1 : 1))
  await nextTurn()
  const shownText = await textPrinter(store, content, { pages, pathOf })
  const destinationOf: Tree['destinationOf'] = (target, summary) => targetOf(target, summary, { pathOf })
  return { entries, pages, pathOf, shownText, folders, reusableContents: reusable, destinationOf }
}

/** Up to this many pages, one table of contents lists all of them; above, every folder has its own. */
const pagesInOneSummary = 5_000

/** Every record of a map, by its ID. */
async function allRecords<M extends keyof Records>(store: ObjectStore, content: Content, map: M) {
  const all = new Map<string, Records[M]>()
  const turn = turns()
  for await (const batch of entriesOf(store, content[map])) {
    await turn()
    for (const { key, value } of batch) all.set(key, JSON.parse(value) as Records[M])
  }
  return all
}

/** Parents before their children, in the order of the navigation. */
async function placePages(placed: Placed[], turn: Turns, pages: readonly PageTree[], above = '') {
  const slugs = pages.flatMap(({ record }) => ('slug' in record ? [folded(record.slug)] : []))
  const counts = new Map<string, number>()
  for (const slug of slugs) counts.set(slug, (counts.get(slug) ?? 0) + 1)
  for (const { id, record, pages: below } of pages) {
    await turn()
    const isUnique = 'slug' in record && (counts.get(folded(record.slug)) ?? 0) < 2
    const folder = 'slug' in record ? within(above, nameOfSlug(record.slug, isUnique)) : above
    placed.push({ id, record, folder })
    if (below.length > 0) await placePages(placed, turn, below, folder)
  }
}

function textEntry(
  kind: TextEntry['kind'],
  id: string,
  path: string | undefined,
  record: PageRecord | ReusableContentRecord,
): readonly TextEntry[] {
  if (path === undefined || !('document' in record) || record.document === undefined) return []
  return [{ kind, path, id, document: record.document }]
}

async function textPrinter(store: ObjectStore, content: Content, { pages, pathOf }: Placing) {
  const linking = new Set<Owner>()
  for (const prefix of breakableIndexes) {
    const found = await range(store, content.links, { prefix, limit: Number.MAX_SAFE_INTEGER })
    for (const { key } of found) linking.add(ownerIn(key))
  }
  let known: Promise<LinkedPages> | undefined
  const freshResolver = async () => {
    known ??= pagesInMemory(pages)
    return linkResolver(store, content, await known)
  }
  let [resolver, texts]: [Promise<Resolve> | undefined, number] = [undefined, 0]
  return async ({ kind, id, path }: TextEntry, stored: Uint8Array): Promise<Uint8Array> => {
    const owner = kind === 'page' ? id : reusableOwner(id)
    if (!linking.has(owner)) return stored
    if (resolver === undefined || ++texts % textsPerResolver === 0) resolver = freshResolver()
    const lookup = { resolve: await resolver, pathOf }
    return encodeText(await withRelativeLinks(decodeText(stored), { owner, path }, lookup))
  }
}

type Placing = Pick<Tree, 'pages' | 'pathOf'>

/** A resolver keeps what it has read. */
const textsPerResolver = 500
