import type { Content } from '../content.ts'
import { ContentError } from '../errors.ts'
import { count, at as entryAt, getMany, range } from '../map/index.ts'
import type { ObjectStore } from '../objects.ts'
import { type Rank, rankBetween } from '../rank.ts'
import { childrenPrefix, pathKey, readChildKey } from './keys.ts'
import { type PageRecord, top } from './page-record.ts'
import { ancestorsOf, depthMax, findPage, findPages, levelsBelow } from './read-pages.ts'
import { numberedSlug } from './slug.ts'

/** Rejects invalid places: below itself, below a link, too deep, or a group below any page. */
export async function requirePlace(
  store: ObjectStore,
  content: Content,
  { id, type, parent }: { readonly id: string; readonly type: PageRecord['type']; readonly parent: string },
) {
  if (parent === top) return
  if (type === 'group')
    throw new ContentError('invalid', 'A group stands at the top, not below another page.')
  const above = await findPage(store, content, parent)
  if (above === undefined) throw new ContentError('not_found', `There is no page ${parent} to put it into.`)
  if (above.type === 'link' || above.type === 'computed')
    throw new ContentError('invalid', `The page ${parent} is a ${above.type}, which has no pages below it.`)
  const ancestors = await ancestorsOf(store, content, above)
  if (parent === id || ancestors.some((page) => page.id === id))
    throw new ContentError('invalid', `The page ${id} cannot be put below itself.`)
  const height = (await levelsBelow(store, content, id)).length
  if (ancestors.length + 2 + height > depthMax)
    throw new ContentError(
      'invalid',
      `Pages stand at most ${depthMax} deep. Choose a place nearer to the top.`,
    )
}

/**
 * The rank that puts a page at an index among the children of its parent, or last. If there is no room
 * between two siblings, the siblings get new ranks too. A page that is being moved must already be removed.
 */
export async function rankAt(
  store: ObjectStore,
  content: Content,
  { parent, at }: { readonly parent: string; readonly at?: number | undefined },
): Promise<Placed> {
  const prefix = childrenPrefix(parent)
  const size = await count(store, content.children, prefix)
  const index = Math.min(at ?? size, size)
  const rankOf = async (among: number): Promise<Rank | undefined> => {
    const entry =
      among < 0 || among >= size ? undefined : await entryAt(store, content.children, among, prefix)
    return entry && readChildKey(entry.key).rank
  }
  const [lower, upper] = await Promise.all([rankOf(index - 1), rankOf(index)])
  const isRoom = lower === undefined || upper === undefined || lower < upper
  const rank = isRoom ? rankBetween(lower, upper) : undefined
  if (rank !== undefined && rank.length <= rankLengthMax) return { rank, others: new Map() }
  return spread(store, content, { parent, index })
}

/** If a rank would be longer, the siblings get new ranks. */
const rankLengthMax = 64

export interface Placed {
  readonly rank: Rank
  /** Siblings with new ranks. */
  readonly others: ReadonlyMap<string, PageRecord>
}

async function spread(
  store: ObjectStore,
  content: Content,
  { parent, index }: { readonly parent: string; readonly index: number },
): Promise<Placed> {
  const keys = await range(store, content.children, {
    prefix: childrenPrefix(parent),
    limit: Number.MAX_SAFE_INTEGER,
  })
  const ids = keys.map(({ key }) => readChildKey(key).id)
  const records = await findPages(store, content, ids)
  let last: Rank | undefined
  let rank: Rank | undefined
  const others = new Map<string, PageRecord>()
  for (let place = 0; place <= ids.length; place++) {
    if (place === index) {
      last = rankBetween(last, undefined)
      rank = last
    }
    const record = records.get(ids[place] ?? '')
    if (record === undefined) continue
    last = rankBetween(last, undefined)
    others.set(ids[place] ?? '', { ...record, rank: last })
  }
  return { rank: rank ?? rankBetween(last, undefined), others }
}

/**
 * A free one of `slug`, `slug-1`, `slug-2`…: the first, if the numbers in use have no gaps. The search step
 * doubles, so that a thousand pages with the same title don't require a thousand lookups.
 */
export async function freeSlug(
  store: ObjectStore,
  content: Content,
  { parent, slug, id }: { readonly parent: string; readonly slug: string; readonly id: string },
): Promise<string> {
  let taken = -1
  let free = 0
  while (!(await isFree(free))) {
    taken = free
    free = free * 2 + 1
  }
  while (free - taken > 1) {
    const middle = Math.floor((free + taken) / 2)
    if (await isFree(middle)) free = middle
    else taken = middle
  }
  return numberedSlug(slug, free)

  async function isFree(number: number): Promise<boolean> {
    const key = pathKey(parent, numberedSlug(slug, number))
    const holder = (await getMany(store, content.paths, [key])).get(key)
    return holder === undefined || holder === id
  }
}
