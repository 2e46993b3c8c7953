import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import { arrange, arrangeSiteSpaces } from './changing.ts'
import { inGroup, inSection, moved, type Position, rootOf, type Sibling } from './rules.ts'
import { type OpenSite, take } from './showing.ts'

/** A reference to a part of a site in a position. */
export interface Pointer {
  readonly type: 'site-space' | 'site-section' | 'site-section-group'
  readonly id: string
}

export interface Pointers {
  readonly before?: Pointer | undefined
  readonly after?: Pointer | undefined
}

/** Moves a part of a site among its siblings. Its parent stays the same. */
export async function sort(context: Context, key: SiteKey, item: Pointer, pointers: Pointers = {}) {
  const opened = found(await take(context, key), 'site')
  const position = positionOf(item, pointers)
  if (item.type === 'site-space') await sortSiteSpace(context, key, opened, item.id, position)
  else await sortSection(context, key, opened, item, position)
  await emit(context, { type: 'site.sorted', siteId: key.siteId, item: item.id })
}

async function sortSiteSpace(
  { db }: Context,
  key: SiteKey,
  { seen, whole }: OpenSite,
  id: string,
  position: Position,
) {
  const { sectionId } = found(
    seen.siteSpaces.find((one) => one.id === id),
    'site space',
  )
  const siblings = inSection(whole.siteSpaces, sectionId)
  await arrangeSiteSpaces(db, key, moved(siblings, id, position))
}

async function sortSection(
  { db }: Context,
  key: SiteKey,
  { whole }: OpenSite,
  item: Pointer,
  position: Position,
) {
  const kind = item.type === 'site-section' ? 'section' : 'group'
  const root = rootOf(whole)
  const section = whole.sections.find((one) => one.id === item.id)
  const groupId = section?.groupId ?? null
  const siblings: readonly Sibling[] =
    groupId === null
      ? root
      : inGroup(whole.sections, groupId).map(({ id, rank }) => ({ kind: 'section', id, rank }))
  const one = siblings.find(({ id }) => id === item.id)
  if (one?.kind !== kind) found(undefined, kind === 'section' ? 'section' : 'section group')
  const kinds = new Map(siblings.map((sibling) => [sibling.id, sibling.kind]))
  await arrange(db, key, moved(siblings, item.id, position), (id) => kinds.get(id) ?? 'section')
}

/** Site spaces are siblings of site spaces only; sections and groups are siblings of each other. */
function positionOf(item: Pointer, { before, after }: Pointers): Position {
  for (const [name, pointer] of Object.entries({ before, after })) {
    if (pointer === undefined || (pointer.type === 'site-space') === (item.type === 'site-space')) continue
    throw new ApiError('invalid_request', 'The position must name a sibling. Read the structure again.', {
      details: [{ pointer: `/body/position/${name}`, message: 'is of a different type' }],
    })
  }
  return { ...(before && { before: before.id }), ...(after && { after: after.id }) }
}
