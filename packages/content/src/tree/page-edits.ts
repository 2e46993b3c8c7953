import { attributesOf, withAttributes, withLook } from '../changes/attributes.ts'
import { untitled } from '../changes/insert-page.ts'
import type { PageText } from '../changes/page-text.ts'
import type { ContentReference } from '../documents/nodes.ts'
import { refOf } from '../documents/references.ts'
import { decodeText } from '../documents/text.ts'
import { onText } from '../documents/text-work.ts'
import { ContentError } from '../errors.ts'
import type { PageEdits } from '../pages/edit-pages.ts'
import { type DocumentRecord, encodePage, isAddressed, type PageRecord, top } from '../pages/page-record.ts'
import { depthMax } from '../pages/read-pages.ts'
import { chosenSlug, numberedSlug, slugOf } from '../pages/slug.ts'
import { nextTurn, turns } from '../turns.ts'
import { type Listed, listPages } from './listed.ts'
import { folderOf, isLead, isSummary, nameOf, pathFrom, slugOfName, stemOf } from './names.ts'
import { flat, keptOutline, listedOutline, type Outline } from './outline.ts'
import { withText } from './page-texts.ts'
import type { Editing, Held, NewTexts } from './tree-edit.ts'
import { ranksFor } from './tree-ranks.ts'

/** The pages that a new tree changes: their texts, places, titles and slugs. */
export async function pageEdits(editing: Editing, texts: NewTexts): Promise<PageEdits> {
  const { base, now } = editing
  const before = new Map(flat(base.pages).map(({ id, record }) => [id, record]))
  await nextTurn()
  const outline = await outlineOf(editing)
  const turn = turns()
  await nextTurn()
  const placed =
    outline === undefined ? withTexts(before, texts) : await rebuilt(editing, outline, { before, texts })
  const edits = new Map<string, PageRecord | undefined>()
  for (const [id, page] of placed) {
    await turn()
    const old = before.get(id)
    if (old === undefined) edits.set(id, page)
    else if (encodePage(old) !== encodePage(page)) edits.set(id, { ...page, updatedAt: now })
  }
  if (outline !== undefined) for (const id of before.keys()) if (!placed.has(id)) edits.set(id, undefined)
  return edits
}

/** The new order; undefined if no file came, went or moved and the tables of contents are the same. */
async function outlineOf(editing: Editing): Promise<Outline | undefined> {
  const { base, edit, held, newId } = editing
  const pages = [...held.values()].filter(({ kind }) => kind === 'page')
  const isChanged = [...edit.written.keys(), ...edit.removed].some(isSummary)
  const count = base.entries.filter(({ kind }) => kind === 'page').length
  const isSame = pages.length === count && pages.every(({ path, before }) => path === before)
  if (isSame && !isChanged) return undefined
  await nextTurn()
  const outlining = { base: base.pages, held: pages, folderOf: (id: string) => base.folders.get(id), newId }
  const after = summariesAfter(editing)
  if (!isChanged || after.get('SUMMARY.md') === undefined) return keptOutline(outlining)
  const old = new Map(base.entries.map((entry) => [entry.path, entry]))
  const renamed = new Map(pages.map((page) => [page.before, page]))
  const pageAt = (path: string) => {
    const page = held.get(path)
    if (page !== undefined) return page.kind === 'page' ? page.id : undefined
    const moved = renamed.get(path)
    return moved && folderOf(moved.path) === folderOf(path) ? moved.id : undefined
  }
  const pageBefore = (path: string) => {
    const entry = old.get(path)
    return entry?.kind === 'page' ? entry.id : undefined
  }
  const summaryBefore = (path: string) => {
    const entry = old.get(path)
    return entry?.kind === 'summary' ? decodeText(entry.bytes) : undefined
  }
  return listedOutline(outlining, {
    before: await listPages({ ...outlining, textAt: summaryBefore, pageAt: pageBefore }),
    after: await listPages({ ...outlining, textAt: (path) => after.get(path), pageAt }),
  })
}

function summariesAfter({ base, edit }: Editing): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const entry of base.entries) {
    if (entry.kind === 'summary' && !edit.removed.has(entry.path))
      texts.set(entry.path, decodeText(entry.bytes))
  }
  for (const [path, file] of edit.written) {
    if (isSummary(path) && 'bytes' in file)
      texts.set(folderOf(path) === '' ? 'SUMMARY.md' : path, new TextDecoder().decode(file.bytes))
  }
  return texts
}

type Pages = ReadonlyMap<string, PageRecord>

function withTexts(before: Pages, texts: NewTexts): Pages {
  const pages = new Map<string, PageRecord>()
  for (const [id, text] of texts) {
    const page = before.get(id)
    if (page?.type === 'document') pages.set(id, withText(page, text))
  }
  return pages
}

interface Sources {
  readonly before: Pages
  readonly texts: NewTexts
}

/** Every page in its new place. */
async function rebuilt(editing: Editing, { below, listed }: Outline, sources: Sources): Promise<Pages> {
  const held = new Map([...editing.held.values()].map((one) => [one.id, one]))
  const pages = new Map<string, PageRecord>()
  const turn = turns()
  const place = async (parent: string, depth: number) => {
    const ids = below.get(parent) ?? []
    if (ids.length > 0 && depth > depthMax)
      throw new ContentError('invalid', `Pages stand at most ${depthMax} deep. Push fewer levels.`)
    const ranks = ranksFor(ids.map((id) => rankIn(sources.before.get(id), parent)))
    for (const [at, id] of ids.entries()) {
      await turn()
      const place = { parent, rank: ranks[at] ?? '', listed: listed.get(id), held: held.get(id) }
      pages.set(id, await recordOf(editing, id, place, sources))
    }
    separateSlugs(ids, pages, sources.before)
    for (const id of ids) await place(id, depth + 1)
  }
  await place(top, 1)
  return pages
}

function rankIn(page: PageRecord | undefined, parent: string) {
  return page?.parent === parent ? page.rank : undefined
}

interface Place {
  readonly parent: string
  readonly rank: string
  readonly listed: Listed | undefined
  readonly held: Held | undefined
}

async function recordOf(editing: Editing, id: string, place: Place, { before, texts }: Sources) {
  const { parent, rank, listed, held } = place
  const old = before.get(id)
  const common = {
    parent,
    rank,
    createdAt: old?.createdAt ?? editing.now,
    updatedAt: old?.updatedAt ?? editing.now,
  }
  if (listed?.kind === 'group') return groupOf(old, listed, common)
  if (listed?.kind === 'link') return linkOf(editing, old, listed, common)
  if (old !== undefined && old.type !== 'document') return { ...old, ...common }
  const text = texts.get(id)
  if (old === undefined) return newPage(held, listed, text, common)
  const { git, ...plain } = old
  const isRenamed = held?.before !== undefined && held.before !== held.path
  const kept = isRenamed ? plain : { ...plain, ...(git && { git }) }
  const page = { ...kept, ...common, ...(isRenamed && renamedSlug(held)) }
  const written = text === undefined ? page : withText(page, text)
  const title = listed && (await newTitle(editing, written, listed, text))
  return title === undefined ? written : { ...written, title }
}

type Common = Pick<PageRecord, 'parent' | 'rank' | 'createdAt' | 'updatedAt'>

function groupOf(old: PageRecord | undefined, { title }: Listed, common: Common): PageRecord {
  if (old?.type === 'group') return { ...old, ...common, ...(shownTitle(old.title) !== title && { title }) }
  return { type: 'group', title: title || untitled, slug: slugOf(title), ...common }
}

function linkOf(
  { held, base }: Editing,
  old: PageRecord | undefined,
  listed: Listed,
  common: Common,
): PageRecord {
  const { title, destination = '', from } = listed
  const known = old?.type === 'link' ? old : undefined
  const isSame = known !== undefined && base.destinationOf(known.target, from) === destination
  const isTitled = known !== undefined && shownTitle(known.title) === title
  const to = held.get(pathFrom(from, destination) ?? '')
  const anchor = /#(.+)$/s.exec(destination)?.[1]
  return {
    type: 'link',
    ...known,
    ...common,
    title: isTitled ? known.title : title || untitled,
    target: isSame ? known.target : to === undefined ? refOf(destination) : referenceTo(to, anchor),
  }
}

function referenceTo({ kind, id }: Held, anchor: string | undefined): ContentReference {
  if (kind === 'file') return { kind: 'file', file: id }
  if (kind === 'reusable-content') return { kind: 'reusable-content', reusableContent: id }
  return anchor === undefined
    ? { kind: 'page', page: id }
    : { kind: 'anchor', page: id, anchor: slugOfName(anchor) }
}

function newPage(
  held: Held | undefined,
  listed: Listed | undefined,
  text: PageText | undefined,
  common: Common,
) {
  if (held === undefined || text === undefined)
    throw new ContentError('invalid', 'A page of the tree has no file. Push the file, too.')
  const given = { title: listed?.title || titleOf(held.path), ...renamedSlug(held) }
  const { slug, ...attributes } = attributesOf(given, text)
  const title = attributes.title || untitled
  const named = { title, slug: (slug && chosenSlug(slug)) || slugOf(title), document: text.hash }
  return withLook(
    withAttributes({ type: 'document', ...named, ...common }, { ...attributes, title }),
    text.attributes,
  )
}

/** The slug is the name of the file. A README has that of its folder. */
function renamedSlug({ path }: Held): { readonly slug?: string } {
  const slug = chosenSlug(pageName(path))
  return slug === undefined ? {} : { slug }
}

function pageName(path: string): string {
  return slugOfName(isLead(path) ? nameOf(folderOf(path)) : stemOf(path))
}

function titleOf(path: string): string {
  const words = (pageName(path) || stemOf(path)).replaceAll(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The title of the table of contents, if it is new there and the text has none of its own. */
async function newTitle(
  editing: Editing,
  page: DocumentRecord,
  { title }: Listed,
  text: PageText | undefined,
) {
  if (title === '' || shownTitle(page.title) === title) return undefined
  if (text !== undefined) return text.title || text.attributes.title ? undefined : title
  const [bytes = new Uint8Array()] = await editing.store.get([page.document])
  const read = await onText('read', decodeText(bytes))
  return read.title ? undefined : title
}

/** A title as a table of contents has it. */
function shownTitle(title: string): string {
  return title.replaceAll(/[\p{C}\s]+/gu, ' ').trimEnd()
}

/** A page whose slug is taken gets a number; those that keep their slugs come first. */
function separateSlugs(ids: readonly string[], pages: Map<string, PageRecord>, before: Pages) {
  const taken = new Set<string>()
  const fresh: string[] = []
  for (const id of ids) {
    const [page, old] = [pages.get(id), before.get(id)]
    if (!page || !isAddressed(page)) continue
    const isKept = old && isAddressed(old) && old.parent === page.parent && old.slug === page.slug
    if (isKept) taken.add(page.slug)
    else fresh.push(id)
  }
  const counts = new Map<string, number>()
  for (const id of fresh) {
    const page = pages.get(id)
    if (!page || !isAddressed(page)) continue
    let number = counts.get(page.slug) ?? 0
    while (taken.has(numberedSlug(page.slug, number))) number++
    const slug = numberedSlug(page.slug, number)
    counts.set(page.slug, number + 1)
    taken.add(slug)
    pages.set(id, { ...page, slug })
  }
}
