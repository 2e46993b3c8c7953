import type { siteSectionGroupOperations } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { readStructure, type Structure } from '../../../publishing/structure.ts'
import { arrange, endRank } from './changing.ts'
import { pageOf } from './paging.ts'
import { groupsMax, inGroup, type Place, requireRoom, rootOf } from './rules.ts'
import { type OpenSite, open, take, toGroup } from './showing.ts'
import { sort } from './sorting.ts'
import * as structure from './store.ts'

export const siteSectionGroupHandlers: Handlers<typeof siteSectionGroupOperations> = {
  async listSiteSectionGroups({ params, query }, context) {
    const opened = await open(context, params)
    const keyed = opened.seen.groups.map((row) => ({ key: `${row.rank} ${row.id}`, row }))
    return mapItems(pageOf(keyed, query), (row) => toGroup(row, opened))
  },

  async addSectionGroupToSite({ params, body }, context) {
    const { db } = context
    const { title, icon = null, sections = [] } = body
    const { whole } = found(await take(context, params), 'site')
    requireRoom(whole.groups.length, groupsMax, 'section groups')
    requireSections(whole, sections)
    const id = newId()
    await structure.insertGroup(db, {
      organization_id: params.organizationId,
      site_id: params.siteId,
      id,
      title,
      icon,
      rank: endRank(rootOf(whole)),
    })
    await emit(context, { type: 'site.section_group_added', siteId: params.siteId, groupId: id, title })
    for (const sectionId of sections) await putInto(context, params, sectionId, id)
    return show(context, params, id)
  },

  async getSiteSectionGroupById({ params }, context) {
    return show(context, params, params.siteSectionGroupId)
  },

  async deleteSiteSectionGroupById({ params }, context) {
    const { db } = context
    const { siteId, siteSectionGroupId: groupId } = params
    const opened = await take(context, params)
    const group = opened?.whole.groups.find(({ id }) => id === groupId)
    if (opened === undefined || group === undefined) return absent
    const inside = inGroup(opened.whole.sections, groupId).map(({ id }) => id)
    const order: Place[] = rootOf(opened.whole).flatMap((one) =>
      one.id === groupId ? inside.map((id) => ({ id })) : [one],
    )
    const others = new Map(opened.whole.groups.map(({ id }) => [id, 'group' as const]))
    await structure.update(db, 'site_sections', params, inside, { group_id: null })
    await structure.remove(db, 'site_section_groups', params, [groupId])
    await arrange(db, params, order, (id) => others.get(id) ?? 'section')
    await emit(context, { type: 'site.section_group_removed', siteId, groupId, title: group.title })
    return undefined
  },

  async updateSiteSectionGroupById({ params, body: { title, icon } }, context) {
    const { db } = context
    const { siteId, siteSectionGroupId: groupId } = params
    const before = requireGroup(found(await take(context, params), 'site'), groupId)
    const changes = { ...(title !== undefined && { title }), ...(icon !== undefined && { icon }) }
    await structure.update(db, 'site_section_groups', params, [groupId], changes)
    const told = { before: { ...before }, after: changes }
    await emit(context, { type: 'site.section_group_updated', siteId, groupId, ...told })
    return show(context, params, groupId)
  },

  async addSectionToGroup({ params, body: { sectionId } }, context) {
    const opened = found(await take(context, params), 'site')
    requireGroup(opened, params.siteSectionGroupId)
    found(
      opened.whole.sections.find(({ id }) => id === sectionId),
      'section',
    )
    await putInto(context, params, sectionId, params.siteSectionGroupId)
    return show(context, params, params.siteSectionGroupId)
  },

  async removeSectionFromGroup({ params }, context) {
    const { db } = context
    const { siteId, siteSectionGroupId: groupId, siteSectionId: sectionId } = params
    const opened = await take(context, params)
    const section = opened && inGroup(opened.whole.sections, groupId).find(({ id }) => id === sectionId)
    if (opened === undefined || section === undefined) return absent
    const root = rootOf(opened.whole)
    const order: Place[] = root.flatMap((one) => (one.id === groupId ? [one, { id: sectionId }] : [one]))
    const kinds = new Map(root.map(({ id, kind }) => [id, kind]))
    await structure.update(db, 'site_sections', params, [sectionId], { group_id: null })
    await arrange(db, params, order, (id) => kinds.get(id) ?? 'section')
    await emit(context, { type: 'site.section_grouped', siteId, sectionId, before: groupId, after: null })
    return undefined
  },

  async moveSiteSectionGroup({ params, body: { position } }, context) {
    const item = { type: 'site-section-group', id: params.siteSectionGroupId } as const
    await sort(context, params, item, position)
    return show(context, params, params.siteSectionGroupId)
  },
}

/** Moves a section to the end of a group. */
async function putInto(context: Context, key: SiteKey, sectionId: string, groupId: string) {
  const { db } = context
  const { sections } = await readStructure(db, key)
  const before = sections.find(({ id }) => id === sectionId)?.groupId ?? null
  const others = inGroup(sections, groupId).filter(({ id }) => id !== sectionId)
  const rank = endRank(others)
  await structure.update(db, 'site_sections', key, [sectionId], { group_id: groupId, rank })
  const { siteId } = key
  await emit(context, { type: 'site.section_grouped', siteId, sectionId, before, after: groupId })
}

function requireSections({ sections }: Structure, ids: readonly string[]) {
  const details = ids.flatMap((id, index) =>
    sections.some((section) => section.id === id)
      ? []
      : [{ pointer: `/body/sections/${index}`, message: 'is not a section of this site' }],
  )
  if (details.length === 0) return
  throw new ApiError('invalid_request', "Some of these sections don't belong to this site. Check the IDs.", {
    details,
  })
}

function requireGroup({ whole }: OpenSite, groupId: string) {
  return found(
    whole.groups.find(({ id }) => id === groupId),
    'section group',
  )
}

async function show(context: Context, key: SiteKey, groupId: string) {
  const opened = await open(context, key)
  return toGroup(requireGroup(opened, groupId), opened)
}
