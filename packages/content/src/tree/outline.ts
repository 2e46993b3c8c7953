import type { PageRecord } from '../pages/page-record.ts'
import { top } from '../pages/page-record.ts'
import type { PageTree } from '../pages/read-pages.ts'
import { nextTurn, turns } from '../turns.ts'
import { type Listed, listedWithoutFile } from './listed.ts'
import { folderOf, isLead } from './names.ts'
import type { Held } from './tree-edit.ts'

/** The order of the pages of a new tree. */
export interface Outline {
  /** The pages below each page, or at the top. */
  readonly below: ReadonlyMap<string, readonly string[]>
  /** What the tables of contents say of a page, a group or a link. */
  readonly listed: ReadonlyMap<string, Listed>
}

export interface Outlining {
  readonly base: readonly PageTree[]
  /** The pages of the new tree. */
  readonly held: readonly Held[]
  /** The folder of a page that the base has. */
  readonly folderOf: (pageId: string) => string | undefined
  readonly newId: () => string
}

/** The order that the tables of contents give, compared with the entries that the base had. */
export function listedOutline(
  outlining: Outlining,
  { before, after }: { readonly before: readonly Listed[]; readonly after: readonly Listed[] },
): Promise<Outline> {
  const ids = matchedIds(outlining, listedWithoutFile(before), listedWithoutFile(after))
  const below = new Map<string, string[]>()
  const listed = new Map<string, Listed>()
  const place = (all: readonly Listed[], parent: string) => {
    for (const one of all) {
      const id = one.page ?? ids.get(one) ?? outlining.newId()
      append(below, parent, id)
      listed.set(id, one)
      place(one.below, id)
    }
  }
  place(after, top)
  return completed(outlining, below, listed)
}

/** The order of the base, if the tables of contents say nothing new. */
export async function keptOutline(outlining: Outlining): Promise<Outline> {
  const turn = turns()
  const below = new Map<string, string[]>()
  const kept = new Map(outlining.held.map((one) => [one.id, one]))
  await nextTurn()
  const place = async (pages: readonly PageTree[], parent: string) => {
    for (const { id, record, pages: inside } of pages) {
      await turn()
      const held = kept.get(id)
      const isGone = record.type === 'document' && held === undefined
      const isMoved = held?.before !== undefined && folderOf(held.before) !== folderOf(held.path)
      if (!isGone && !isMoved) append(below, parent, id)
      if (inside.length > 0) await place(inside, isGone ? parent : id)
    }
  }
  await place(outlining.base, top)
  return completed(outlining, below, new Map())
}

function append(below: Map<string, string[]>, parent: string, id: string) {
  const siblings = below.get(parent)
  if (siblings) siblings.push(id)
  else below.set(parent, [id])
}

/** Groups and links have no file: an entry is the one with the same title, target or pages. */
function matchedIds({ base }: Outlining, before: readonly Listed[], after: readonly Listed[]) {
  const records = flat(base).filter(({ record }) => record.type === 'group' || record.type === 'link')
  const ids = new Map<Listed, string>()
  const taken = new Set<string>()
  for (const keysOf of likenesses) {
    const known = new Map<string, string[]>()
    for (const [at, one] of before.entries()) {
      const id = records[at]?.id ?? ''
      if (!taken.has(id)) for (const key of keysOf(one)) append(known, `${one.kind} ${key}`, id)
    }
    for (const wanted of after) {
      if (ids.has(wanted)) continue
      const queues = keysOf(wanted).map((key) => known.get(`${wanted.kind} ${key}`) ?? [])
      const id = firstFree(queues, taken)
      if (id !== undefined) ids.set(wanted, id)
    }
  }
  return ids
}

/** Takes the next ID that no other entry has. */
function firstFree(queues: readonly string[][], taken: Set<string>): string | undefined {
  for (const queue of queues) {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      if (taken.has(id)) continue
      taken.add(id)
      return id
    }
  }
  return undefined
}

/** By what entries are recognized, the surest first. */
const likenesses: readonly ((one: Listed) => readonly string[])[] = [
  ({ title, destination = '' }) => [`${title}\0${destination}`],
  ({ title }) => [title],
  ({ kind, destination = '' }) => (kind === 'link' ? [destination] : []),
  ({ below }) => below.flatMap(({ page }) => page ?? []),
]

/** All pages, parents before their children. */
export function flat(pages: readonly PageTree[]): readonly PageTree[] {
  const all: PageTree[] = []
  const add = (some: readonly PageTree[]) => {
    for (const page of some) {
      all.push(page)
      add(page.pages)
    }
  }
  add(pages)
  return all
}

/** Adds the pages that nothing lists yet: a file comes last in its folder, and generated pages stay. */
async function completed(
  outlining: Outlining,
  below: Map<string, string[]>,
  listed: Outline['listed'],
): Promise<Outline> {
  await nextTurn()
  const parents = new Map<string, string>()
  for (const [parent, ids] of below) for (const id of ids) parents.set(id, parent)
  await nextTurn()
  const folders = await pageFolders(outlining)
  await nextTurn()
  const put = (id: string, parent: string) => {
    append(below, parent, id)
    parents.set(id, parent)
  }
  const isBelow = (page: string, above: string): boolean => {
    for (let at: string | undefined = page; at !== undefined && at !== top; at = parents.get(at)) {
      if (at === above) return true
    }
    return false
  }
  const loose = outlining.held.filter(({ id }) => !parents.has(id)).sort(byFolder)
  for (const { id, path } of loose) {
    let folder = isLead(path) ? folderOf(folderOf(path)) : folderOf(path)
    let parent = folders.get(folder)
    while (folder !== '' && (parent === undefined || isBelow(parent, id))) {
      folder = folderOf(folder)
      parent = folders.get(folder)
    }
    put(id, folder === '' || parent === undefined ? top : parent)
  }
  await nextTurn()
  const records = new Map(flat(outlining.base).map(({ id, record }) => [id, record]))
  for (const [id, record] of records) {
    if (record.type === 'computed' && !parents.has(id)) put(id, remaining(record, records, parents))
  }
  return { below, listed }
}

function remaining(
  record: PageRecord,
  records: ReadonlyMap<string, PageRecord>,
  parents: ReadonlyMap<string, string>,
): string {
  let id = record.parent
  while (id !== top && !parents.has(id)) id = records.get(id)?.parent ?? top
  return id
}

/** The pages whose subpages are in a folder. */
async function pageFolders({ base, held, folderOf: knownFolder }: Outlining) {
  const turn = turns()
  const groups = flat(base).flatMap(({ id, record }) => (record.type === 'group' ? [id] : []))
  const folders = new Map<string, string>()
  for (const id of [...groups, ...held.map((one) => one.id)]) {
    await turn()
    const folder = knownFolder(id)
    if (folder !== undefined) folders.set(folder, id)
  }
  for (const { id, path } of held) {
    await turn()
    folders.set(path.replace(/\.md$/i, ''), id)
  }
  await nextTurn()
  for (const { id, path } of held) if (isLead(path)) folders.set(folderOf(path), id)
  return folders
}

function byFolder(a: Held, b: Held): number {
  const depth = ({ path }: Held) => path.split('/').length - (isLead(path) ? 1 : 0)
  if (depth(a) !== depth(b)) return depth(a) - depth(b)
  return a.path < b.path ? -1 : 1
}
