import {
  ancestorsOf,
  type Content,
  childrenTree,
  decodeText,
  findPage,
  findRecord,
  linksOfPage,
  type ObjectStore,
  onText,
  type PageRecord,
  type PageTree,
  pageTree,
  pathOf,
  readContent,
  readVariables,
  refOf,
} from '@stemma/content'
import { objectCache } from '../../../content/object-cache.ts'
import { postgresObjects } from '../../../content/postgres-objects.ts'
import type { Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import type { Manuscript, ManuscriptPage, PageTarget } from '../../../typesetting/manuscript.ts'
import { Untypesettable } from '../../../typesetting/typeset.ts'
import * as users from '../../people/users/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'
import { gatherFiles } from './gathering-files.ts'

type Wanted = Pick<Jobs['make_pdf'], 'spaceId' | 'revisionId' | 'page' | 'only'>

/** Everything that is needed to typeset a PDF, or undefined if the space no longer exists. */
export async function gather(context: PreparationContext, wanted: Wanted): Promise<Manuscript | undefined> {
  const { db } = context
  const [space, revision] = [await spaces.find(db, wanted.spaceId), await revisions.byId(db, wanted)]
  if (space === undefined || revision === undefined) return undefined
  const store = postgresObjects(db, revision.contentId, objectCache(cacheBytes))
  const content = await readContent(store, revision.root.toString('base64url'))
  const sources = pagesIn(await treeOf(store, content, wanted))
  if (sources.length > pagesMax) {
    throw new Untypesettable(`This has more than ${pagesMax} pages. Ask for a part of it with \`page\`.`)
  }
  const found: Found = { files: new Set(), pieces: new Set(), people: new Set() }
  const pages = await readPages({ store, content }, sources, found)
  const reusableContents = await readPieces({ store, content }, found)
  const files = await gatherFiles({ ...context, store, content, contentId: revision.contentId }, found.files)
  return {
    title: space.title,
    subtitle: wanted.page === null ? '' : (sources[0]?.record.title ?? ''),
    date: revision.createdAt,
    language: space.language,
    pages,
    reusableContents,
    files,
    people: await users.namesIn(db, space.organizationId, [...found.people].slice(0, peopleMax)),
  }
}

const cacheBytes = 16_000_000
const pagesMax = 2_000
const lettersMax = 20_000_000
const peopleMax = 500

interface Source {
  readonly id: string
  readonly record: PageRecord
  readonly depth: number
}

/** All pages, or one page with or without its subpages. */
async function treeOf(
  store: ObjectStore,
  content: Content,
  { page, only }: Wanted,
): Promise<readonly PageTree[]> {
  if (page === null) return shownOnly(await pageTree(store, content))
  const record = await findPage(store, content, page)
  if (record === undefined) return []
  const path = pathOf(record, await ancestorsOf(store, content, record))
  const below = only ? [] : shownOnly(await childrenTree(store, content, { id: page, path }))
  return [{ id: page, record, path, pages: below }]
}

/** Leaves out hidden pages. A page that was requested explicitly isn't filtered. */
function shownOnly(tree: readonly PageTree[]): readonly PageTree[] {
  return tree
    .filter(({ record }) => record.hidden !== true)
    .map((page) => ({ ...page, pages: shownOnly(page.pages) }))
}

function pagesIn(tree: readonly PageTree[], depth = 0): Source[] {
  return tree.flatMap(({ id, record, pages }) => {
    const isShown = record.type === 'document' || record.type === 'group'
    return [...(isShown ? [{ id, record, depth }] : []), ...pagesIn(pages, depth + 1)]
  })
}

interface Place {
  readonly store: ObjectStore
  readonly content: Content
}

/** The objects that the texts refer to, collected so that each is read once. */
interface Found {
  readonly files: Set<string>
  readonly pieces: Set<string>
  readonly people: Set<string>
}

async function readPages(place: Place, sources: readonly Source[], found: Found): Promise<ManuscriptPage[]> {
  const variables = await readVariables(place.store, place.content)
  const pages: ManuscriptPage[] = []
  let letters = 0
  for (const { id, record, depth } of sources) {
    const page = { id, depth, title: [record.emoji, record.title].filter(Boolean).join(' ') }
    if (record.type !== 'document') {
      pages.push({ ...page, targets: {} })
      continue
    }
    const written = await textAt(place.store, record.document)
    letters += written.length
    if (letters > lettersMax)
      throw new Untypesettable('This has too much text. Ask for a part of it with `page`.')
    const targets = await targetsOf(place, { id, record }, found)
    const markdown = await revisions.evaluated(written, { space: variables, page: record.variables ?? {} })
    const { description } = record
    pages.push({ ...page, markdown, targets, ...(description !== undefined && { description }) })
  }
  return pages
}

async function textAt(store: ObjectStore, hash: string): Promise<string> {
  const [bytes = new Uint8Array()] = await store.get([hash])
  return decodeText(bytes)
}

async function targetsOf({ store, content }: Place, page: { id: string; record: PageRecord }, found: Found) {
  const targets: Record<string, PageTarget> = {}
  for (const { destination, target } of await linksOfPage(store, content, page)) {
    if (target === undefined) continue
    note(target, found)
    const isHere = (target.kind === 'page' || target.kind === 'anchor') && target.space === undefined
    if (!isHere || target.page === undefined) continue
    const anchor = target.kind === 'anchor' ? { anchor: target.anchor } : {}
    targets[destination] = { page: target.page, ...anchor }
  }
  return targets
}

function note(target: ReturnType<typeof refOf>, { files, pieces, people }: Found) {
  if (target.kind === 'file') files.add(target.file)
  if (target.kind === 'user') people.add(target.user)
  if (target.kind === 'reusable-content' && target.space === undefined) pieces.add(target.reusableContent)
}

/** Reusable content, including content nested in it. */
async function readPieces({ store, content }: Place, found: Found): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const variables = { space: await readVariables(store, content), page: {} }
  // The set grows during iteration, and the loop visits the added IDs too.
  for (const id of found.pieces) {
    const record = await findRecord(store, content, 'reusableContents', id)
    if (record?.document === undefined) continue
    const markdown = await textAt(store, record.document)
    for (const { destination } of (await onText('read', markdown)).links) note(refOf(destination), found)
    texts[id] = await revisions.evaluated(markdown, variables)
  }
  return texts
}
