import type { Content } from '../content.ts'
import { findRecord } from '../files.ts'
import { range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { childrenPrefix, pathKey } from '../pages/keys.ts'
import { isAddressed, type PageRecord } from '../pages/page-record.ts'
import { findByPath, findPlacedPages, type Page } from '../pages/read-pages.ts'
import { chosenSlug } from '../pages/slug.ts'
import { fileClaim, includeClaim, pageClaim } from './claims.ts'
import { kindOf } from './held-files.ts'
import { folded, folderOf, isLead, isSummary, nameOfSlug, slugOfName, within } from './names.ts'
import { type Claims, isTreePath, numbered } from './paths.ts'

/** Only the whole layout can tell where an object is. */
export class Undecided extends Error {}

/** Which object has which path, found by reading a few of them. */
export interface FoundPlaces {
  /** The path of `pages/<id>`, `files/<id>` or `reusable-contents/<id>`. */
  readonly pathOf: (target: string) => Promise<string | undefined>
  readonly targetAt: (path: string) => Promise<string | undefined>
  readonly pageAt: (path: string) => Promise<Page>
}

/**
 * Finds objects of a content by path, given which paths its files have. An object can only be at the path
 * that it was given, at the one that its name suggests, or at the latter with its ID. If the tree has one of
 * these, it is that of the object.
 */
export function foundPlaces(
  store: ObjectStore,
  content: Content,
  hasFile: (path: string) => Promise<boolean>,
): FoundPlaces {
  const known = new Map<string, string>()
  const pathOf = async (target: string): Promise<string | undefined> => {
    const [claim] = await claimOf(store, content, target)
    if (claim === undefined) return undefined
    const { id, given, wanted } = claim
    const possible = [...new Set([...(given === undefined ? [] : [given]), wanted, numbered(wanted, id, 0)])]
    const present: string[] = []
    for (const path of possible) if (await hasFile(path)) present.push(path)
    const [path] = present
    if (path === undefined || present.length > 1) throw new Undecided()
    known.set(path, target)
    return path
  }
  const pageAt = async (path: string): Promise<Page> => {
    for (const slugs of possibleSlugs(path)) {
      const page = await findByPath(store, content, slugs)
      if (page?.record.type === 'document' && (await pathOf(`pages/${page.id}`)) === path) return page
    }
    throw new Undecided()
  }
  const targetAt = async (path: string) => {
    const found = known.get(path)
    if (found !== undefined || !isTreePath(path) || !(await hasFile(path))) return found
    if (kindOf(path) === 'page') return `pages/${(await pageAt(path)).id}`
    if (kindOf(path) === undefined && (!isSummary(path) || folderOf(path) === '')) return undefined
    throw new Undecided()
  }
  return { pathOf, targetAt, pageAt }
}

/** The paths in the space at which the page of a file can be: a README represents its folder. */
function possibleSlugs(path: string): readonly string[] {
  const file = path.replace(/\.md$/i, '')
  const names = isLead(path) ? [file, folderOf(path)] : [file]
  return names.flatMap((name) => {
    const slugs = name.split('/').map((part) => chosenSlug(slugOfName(part)))
    return slugs.includes(undefined) ? [] : [slugs.join('/')]
  })
}

async function claimOf(store: ObjectStore, content: Content, target: string): Promise<Claims> {
  const at = target.indexOf('/')
  const [kind, id] = [target.slice(0, at), target.slice(at + 1)]
  if (kind === 'files') {
    const record = await findRecord(store, content, 'files', id)
    return record ? [fileClaim(id, record)] : []
  }
  if (kind === 'reusable-contents') {
    const record = await findRecord(store, content, 'reusableContents', id)
    return record ? includeClaim(id, record) : []
  }
  const placed = (await findPlacedPages(store, content, [id])).get(id)
  if (placed === undefined) return []
  const { record, ancestors } = placed
  let folder = ''
  for (const page of [record, ...ancestors.map((above) => above.record)].toReversed()) {
    if (isAddressed(page)) folder = within(folder, await nameOfPage(store, content, page))
  }
  return pageClaim({ id, record, folder })
}

async function nameOfPage(
  store: ObjectStore,
  content: Content,
  { parent, slug }: Extract<PageRecord, { slug: string }>,
): Promise<string> {
  const [alone, beside] = [nameOfSlug(slug, true), nameOfSlug(slug, false)]
  if (alone === beside) return alone
  const siblings = await range(store, content.paths, {
    prefix: childrenPrefix(parent),
    limit: Number.MAX_SAFE_INTEGER,
  })
  const own = folded(slug)
  const isUnique = siblings.every(({ key }) => {
    const other = key.slice(pathKey(parent, '').length)
    return other === slug || folded(other) !== own
  })
  return isUnique ? alone : beside
}
