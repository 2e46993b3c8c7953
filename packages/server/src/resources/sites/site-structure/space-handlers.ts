import type { siteSpaceOperations } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import type { Structure } from '../../../publishing/structure.ts'
import * as schemas from '../adaptive-schemas/store.ts'
import { addSiteSpace, settleDefaults } from './changing.ts'
import { pageOf } from './paging.ts'
import { inSection, requireRemovable, requireRoom, siteSpacesInOrder, siteSpacesMax } from './rules.ts'
import { type OpenSite, open, take, toSiteSpace } from './showing.ts'
import { sort } from './sorting.ts'
import * as structure from './store.ts'
import { takeSpace } from './taking.ts'

export const siteSpaceHandlers: Handlers<typeof siteSpaceOperations> = {
  async listSiteSpaces({ params, query: { default: isDefault, ...query } }, context) {
    const opened = await open(context, params)
    const listed = siteSpacesInOrder(opened.seen).filter(
      ({ row }) => isDefault === undefined || row.isDefault === isDefault,
    )
    return mapItems(pageOf(listed, query), (row) => toSiteSpace(row, opened))
  },

  async addSpaceToSite({ params, body }, context) {
    const { db } = context
    const space = await takeSpace(context, body.spaceId)
    const { whole } = found(await take(context, params), 'site')
    requireRoom(whole.siteSpaces.length, siteSpacesMax, 'site spaces')
    const sectionId = sectionFor(whole, body.sectionId)
    const id = newId()
    const siblings = inSection(whole.siteSpaces, sectionId)
    await addSiteSpace(db, params, siblings, { id, sectionId, spaceId: space.id, title: space.title })
    await settleDefaults(db, params)
    const { siteId } = params
    await emit(context, { type: 'site.space_added', siteId, siteSpaceId: id, spaceId: space.id })
    return show(context, params, id)
  },

  async getSiteSpaceById({ params }, context) {
    return show(context, params, params.siteSpaceId)
  },

  async deleteSiteSpaceById({ params }, context) {
    const { db } = context
    const { siteId, siteSpaceId } = params
    const opened = await take(context, params)
    const siteSpace = opened?.seen.siteSpaces.find(({ id }) => id === siteSpaceId)
    if (opened === undefined || siteSpace === undefined) return absent
    requireRemovable(siteSpace, opened.whole, opened.site.published)
    await structure.remove(db, 'site_spaces', params, [siteSpaceId])
    await settleDefaults(db, params)
    const { spaceId } = siteSpace
    await emit(context, { type: 'site.space_removed', siteId, siteSpaceId, spaceId })
    return undefined
  },

  async updateSiteSpaceById({ params, body: { spaceId, draft: _, ...body } }, context) {
    const { db } = context
    const { siteId, siteSpaceId } = params
    if (spaceId !== undefined) await takeSpace(context, spaceId)
    const before = requireSiteSpace(found(await take(context, params), 'site'), siteSpaceId)
    await schemas.requireConditionOf(db, params, body.condition)
    const changes = { ...body, ...(spaceId !== undefined && { space_id: spaceId }) }
    await structure.update(db, 'site_spaces', params, [siteSpaceId], changes)
    const told = { before: { ...before }, after: { ...body, ...(spaceId !== undefined && { spaceId }) } }
    await emit(context, { type: 'site.space_updated', siteId, siteSpaceId, ...told })
    return show(context, params, siteSpaceId)
  },

  async moveSiteSpace({ params, body: { position = {} } }, context) {
    const { before, after } = position
    await sort(
      context,
      params,
      { type: 'site-space', id: params.siteSpaceId },
      {
        ...(before && { before: { type: 'site-space', id: before.siteSpace } }),
        ...(after && { after: { type: 'site-space', id: after.siteSpace } }),
      },
    )
    return show(context, params, params.siteSpaceId)
  },
}

/** The section for a space: the given one, else the default section, else none. */
function sectionFor({ sections }: Structure, wanted: string | undefined): string | null {
  if (wanted === undefined) return sections.find(({ isDefault }) => isDefault)?.id ?? null
  const section = sections.find(({ id }) => id === wanted)
  return found(section, 'section').id
}

function requireSiteSpace({ seen }: OpenSite, siteSpaceId: string) {
  return found(
    seen.siteSpaces.find(({ id }) => id === siteSpaceId),
    'site space',
  )
}

async function show(context: Context, key: SiteKey, siteSpaceId: string) {
  const opened = await open(context, key)
  return toSiteSpace(requireSiteSpace(opened, siteSpaceId), opened)
}
