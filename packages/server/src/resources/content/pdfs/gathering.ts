import {
  type Content,
  childrenTree,
  decodeText,
  findRecord,
  linksInText,
  onText,
  type PageRecord,
  type PageTree,
  pathOf,
  readVariables,
  refOf,
} from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'
import { objectCache } from '../../../content/object-cache.ts'
import type { Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import type { Manuscript, ManuscriptPage, PageTarget } from '../../../typesetting/manuscript.ts'
import { Untypesettable } from '../../../typesetting/typeset.ts'
import * as users from '../../people/users/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'
import { gatherFiles } from './gathering-files.ts'
import { type Operation, referenceOn } from './gathering-references.ts'

type Wanted = Pick<Jobs['make_pdf'], 'spaceId' | 'revisionId' | 'page' | 'only'>

/** The visitor of a site for whom a PDF is made, and the name of the site. */
export interface For extends revisions.Viewer {
  readonly title?: string
}

/**
 * Everything that is needed to typeset a PDF, or undefined if the space or the page is not there for them. A
 * visitor of a site gets nothing that the pages of the site don't show to them.
 */
export async function gather(
  context: PreparationContext,
  wanted: Wanted,
  viewer: For = {},
): Promise<Manuscript | undefined> {
  const { db } = context
  const [space, revision] = [await spaces.find(db, wanted.spaceId), await revisions.byId(db, wanted)]
  if (space === undefined || revision === undefined) return undefined
  const view = revisions.view({ db, objects: objectCache(cacheBytes) }, revision)
  const { organizationId, language } = space
  const content = await revisions.contentOf(view)
  const place: Place = { db, organizationId, language, wanted, viewer, view, content }
  const sources = pagesIn(await treeOf(place, wanted))
  const [first] = sources
  if (sources.length > pagesMax) throw tooMany()
  const found: Found = { files: new Set(), pieces: new Set(), people: new Set() }
  const pages = await readPages(place, sources, found)
  const reusableContents = await readPieces(place, found)
  const { store } = view
  const files = await gatherFiles({ ...context, store, content, contentId: revision.contentId }, found.files)
  const isVisitor = viewer.audience !== undefined
  const people = isVisitor ? [] : [...found.people].slice(0, peopleMax)
  return {
    title: viewer.title ?? space.title,
    subtitle: wanted.page === null ? '' : subtitleOf(pages, first, viewer),
    date: revision.createdAt,
    language: space.language,
    pages,
    reusableContents,
    files,
    people: await users.namesIn(db, space.organizationId, people),
  }
}

function tooMany() {
  return new Untypesettable(`This has more than ${pagesMax} pages. Ask for a part of it with \`page\`.`)
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
  { viewer, view, content }: Place,
  { page: name, only }: Wanted,
): Promise<readonly PageTree[]> {
  if (name === null) return shownOnly(await revisions.seenTree(viewer, view))
  const [page = ''] = name.split(operationMark)
  const found = await revisions.seenPageById(viewer, view, page).catch((error) => {
    if (error instanceof ApiError && error.reason === 'not_found') return undefined
    throw error
  })
  if (found === undefined) return []
  const { record, above } = found
  const path = pathOf(record, above)
  const below = only ? [] : await childrenTree(view.store, content, { id: page, path })
  return [{ id: page, record, path, pages: shownOnly(await revisions.seenBelow(viewer, view, below)) }]
}

/** Between the ID of a page and an operation of the API that it names. */
export const operationMark = '~'

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
  readonly db: PreparationContext['db']
  readonly organizationId: string
  readonly language: string | null
  readonly wanted: Wanted
  readonly viewer: revisions.Viewer
  readonly view: revisions.View
  readonly content: Content
}

/** The objects that the texts refer to, collected so that each is read once. */
interface Found {
  readonly files: Set<string>
  readonly pieces: Set<string>
  readonly people: Set<string>
}

async function readPages(place: Place, sources: readonly Source[], found: Found): Promise<ManuscriptPage[]> {
  const { viewer, view } = place
  const pages: ManuscriptPage[] = []
  let letters = 0
  for (const { id, record, depth } of sources) {
    const page = { id, depth, title: titleOf(record, viewer) }
    if (record.type !== 'document') {
      pages.push({ ...page, targets: {} })
      continue
    }
    const source = { hash: record.document, page: record }
    const { markdown, isTitled } = await revisions.textOf(view, source, inPlace, viewer)
    letters += markdown.length
    if (letters > lettersMax)
      throw new Untypesettable('This has too much text. Ask for a part of it with `page`.')
    const targets = await targetsOf(place, { id, record, markdown }, found)
    const description = revisions.seenDescription(record, viewer)
    const written = {
      ...page,
      markdown,
      isTitled,
      targets,
      ...(description !== undefined && { description }),
    }
    pages.push(...(await withOperations(place, { record, written })))
  }
  if (pages.length > pagesMax) throw tooMany()
  return pages
}

interface WithRecord {
  readonly record: PageRecord
  readonly written: ManuscriptPage
}

/** A page of an API is followed by its operations, or by a list of them if it is alone. */
async function withOperations(place: Place, { record, written }: WithRecord): Promise<ManuscriptPage[]> {
  const { wanted } = place
  const [, slug] = wanted.page?.split(operationMark) ?? []
  const reference = await referenceOn(place.db, record, place)
  if (slug !== undefined) {
    const operation = reference?.pageOf(slug)
    return operation === undefined ? [] : [toPage(operation, { ...written, depth: -1 })]
  }
  if (reference === undefined) return [written]
  if (wanted.only) return [{ ...written, markdown: `${written.markdown}\n\n${reference.list}` }]
  return [written, ...reference.pages().map((one) => toPage(one, written))]
}

function toPage({ slug, title, markdown }: Operation, { id, depth }: ManuscriptPage): ManuscriptPage {
  return {
    id: `${id}${operationMark}${slug}`,
    depth: depth + 1,
    title,
    markdown,
    isTitled: true,
    targets: {},
  }
}

/** What is asked for alone. Operations have no record of their own. */
function subtitleOf([page]: readonly ManuscriptPage[], first: Source | undefined, viewer: revisions.Viewer) {
  if (first === undefined || page === undefined) return ''
  return page.id === first.id ? revisions.seenTitle(first.record, viewer) : page.title
}

/** Reusable content is set where it stands, so that each piece is read once. */
const inPlace = { evaluated: true, dereferenced: false } as const

function titleOf(record: PageRecord, viewer: revisions.Viewer): string {
  return [record.emoji, revisions.seenTitle(record, viewer)].filter(Boolean).join(' ')
}

interface Written {
  readonly id: string
  readonly record: PageRecord
  readonly markdown: string
}

async function targetsOf({ view, content }: Place, { id, record, markdown }: Written, found: Found) {
  const targets: Record<string, PageTarget> = {}
  for (const { destination, target } of await linksInText(
    view.store,
    content,
    { owner: id, record },
    markdown,
  )) {
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
async function readPieces({ viewer, view, content }: Place, found: Found): Promise<Record<string, string>> {
  const texts: Record<string, string> = {}
  const variables = { space: await readVariables(view.store, content), page: {} }
  // The set grows during iteration, and the loop visits the added IDs too.
  for (const id of found.pieces) {
    const record = await findRecord(view.store, content, 'reusableContents', id)
    if (record?.document === undefined) continue
    const [bytes = new Uint8Array()] = await view.store.get([record.document])
    const markdown = await revisions.seenText(viewer, view, decodeText(bytes))
    for (const { destination } of await onText('links', markdown)) note(refOf(destination), found)
    texts[id] = await revisions.evaluated(markdown, variables)
  }
  return texts
}
