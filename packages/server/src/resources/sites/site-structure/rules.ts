import { numberedSlug, type Rank, rankBetween, slugOf } from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'
import type { SectionRow, SiteSpaceRow, Structure } from '../../../publishing/structure.ts'

/** The maximum numbers of parts of a site. */
export const groupsMax = 100
export const sectionsMax = 500
export const siteSpacesMax = 1000

export function requireRoom(present: number, most: number, what: string) {
  if (present < most) return
  throw new ApiError(
    'conflict',
    `A site can have at most ${most} ${what}. Delete some, or create another site.`,
  )
}

/** An item in an order, and its rank if it has one yet. */
export interface Place {
  readonly id: string
  readonly rank?: Rank
}

/** New ranks for items without one. If there is no room between existing ranks, all get new ones. */
export function ranksFor(order: readonly Place[]): ReadonlyMap<string, Rank> {
  return fillIn(order) ?? fillIn(order.map(({ id }) => ({ id }))) ?? new Map()
}

function fillIn(order: readonly Place[]): ReadonlyMap<string, Rank> | undefined {
  const ranks = new Map<string, Rank>()
  let last: Rank | undefined
  for (const [index, { id, rank }] of order.entries()) {
    const upper = rank ?? order.slice(index + 1).find((place) => place.rank !== undefined)?.rank
    if (last !== undefined && upper !== undefined && last >= upper) return undefined
    last = rank ?? rankBetween(last, upper)
    if (last.length > rankLengthMax) return undefined
    if (rank === undefined) ranks.set(id, last)
  }
  return ranks
}

const rankLengthMax = 100

/** IDs of the siblings to place the item directly before or after. */
export interface Position {
  readonly before?: string
  readonly after?: string
}

/** The siblings with one moved, by default to the end. The moved one needs a new rank. */
export function moved(siblings: readonly Place[], id: string, { before, after }: Position): Place[] {
  const others = siblings.filter((one) => one.id !== id)
  const indexOf = (name: string, sibling: string) => {
    const index = others.findIndex((one) => one.id === sibling)
    if (index >= 0) return index
    throw new ApiError('invalid_request', 'The position must name a sibling. Read the structure again.', {
      details: [{ pointer: `/body/position/${name}`, message: 'is not a sibling' }],
    })
  }
  const lower = after === undefined ? undefined : indexOf('after', after) + 1
  const upper = before === undefined ? undefined : indexOf('before', before)
  if (lower !== undefined && upper !== undefined && lower > upper) {
    throw new ApiError('invalid_request', '`after` does not stand before `before`. Read the structure again.')
  }
  const index = lower ?? upper ?? others.length
  return [...others.slice(0, index), { id }, ...others.slice(index)]
}

/** A section or a group at the root of a site, or a section in a group. */
export interface Sibling extends Place {
  readonly kind: 'section' | 'group'
  readonly rank: Rank
}

/** The items at the root, in one order: groups, and sections outside of groups. */
export function rootOf({ groups, sections }: Pick<Structure, 'groups' | 'sections'>): Sibling[] {
  const siblings = [
    ...groups.map(({ id, rank }) => ({ kind: 'group' as const, id, rank })),
    ...inGroup(sections, null).map(({ id, rank }) => ({ kind: 'section' as const, id, rank })),
  ]
  return siblings.sort((a, b) => compare(a.rank, b.rank) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

export function inGroup(sections: readonly SectionRow[], groupId: string | null): SectionRow[] {
  return sections.filter((section) => section.groupId === groupId)
}

export function inSection(siteSpaces: readonly SiteSpaceRow[], sectionId: string | null): SiteSpaceRow[] {
  return siteSpaces.filter((siteSpace) => siteSpace.sectionId === sectionId)
}

/** Sort keys that order sections from top to bottom. */
function sectionKeys({ groups, sections }: Pick<Structure, 'groups' | 'sections'>) {
  const ranks = new Map(groups.map(({ id, rank }) => [id, `${rank} ${id} `]))
  return new Map(
    sections.map(({ id, groupId, rank }) => [id, `${ranks.get(groupId ?? '') ?? ''}${rank} ${id}`]),
  )
}

/** All sections from top to bottom, with their sort keys. */
export function sectionsInOrder(structure: Pick<Structure, 'groups' | 'sections'>): Keyed<SectionRow>[] {
  const keys = sectionKeys(structure)
  return inOrder(structure.sections, ({ id }) => keys.get(id) ?? '')
}

/** All site spaces from top to bottom, with their sort keys. */
export function siteSpacesInOrder(structure: Structure): Keyed<SiteSpaceRow>[] {
  const keys = sectionKeys(structure)
  return inOrder(
    structure.siteSpaces,
    ({ id, sectionId, rank }) => `${keys.get(sectionId ?? '') ?? ''} ${rank} ${id}`,
  )
}

export interface Keyed<Row> {
  readonly key: string
  readonly row: Row
}

function inOrder<Row>(rows: readonly Row[], keyOf: (row: Row) => string): Keyed<Row>[] {
  return rows.map((row) => ({ key: keyOf(row), row })).sort((a, b) => compare(a.key, b.key))
}

/** The parts to make defaults where none is set: the first visible one of each list. */
export function missingDefaults(structure: Structure) {
  const { sections, siteSpaces } = structure
  const section = sections.some(({ isDefault }) => isDefault) ? undefined : sectionsInOrder(structure)[0]?.row
  const scopes = sections.length === 0 ? [null] : sections.map(({ id }) => id)
  const missing = scopes.flatMap((scope) => {
    const shown = inSection(siteSpaces, scope).filter(({ isHidden }) => !isHidden)
    return shown.some(({ isDefault }) => isDefault) ? [] : shown.slice(0, 1)
  })
  return { sections: section ? [section.id] : [], siteSpaces: missing.map(({ id }) => id) }
}

/** Sections and published sites must keep at least one visible space. */
export function requireRemovable(siteSpace: SiteSpaceRow, { siteSpaces }: Structure, published: boolean) {
  const shown = inSection(siteSpaces, siteSpace.sectionId).filter(({ isHidden }) => !isHidden)
  const isLast = shown.length === 1
  if (isLast && siteSpace.sectionId !== null)
    throw new ApiError('conflict', 'This is the only space of its section. Delete the section instead.')
  if (isLast && published)
    throw new ApiError('conflict', 'This is the only space of a published site. Unpublish the site first.')
}

export function requireOtherSection({ sections }: Structure, published: boolean) {
  if (sections.length > 1 || !published) return
  throw new ApiError('conflict', 'This is the only section of a published site. Unpublish the site first.')
}

/** A path made from a title, with a number if it is taken. */
export function freePath(title: string, taken: readonly { readonly path: string }[]): string {
  const slug = slugOf(title)
  for (let number = 0; ; number++) {
    const path = numberedSlug(slug, number)
    if (!taken.some((one) => one.path === path)) return path
  }
}

/** Section titles have at least two characters; a space's title may be shorter. */
export function sectionTitle(title: string): string {
  return [...title].length < 2 ? 'Untitled' : title
}
