import type { siteSectionOperations } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import { readStructure } from '../../../publishing/structure.ts'
import * as schemas from '../adaptive-schemas/store.ts'
import { addSiteSpace, endRank, makeDefault, settleDefaults } from './changing.ts'
import { pageOf } from './paging.ts'
import {
  freePath,
  inSection,
  requireOtherSection,
  requireRoom,
  rootOf,
  sectionsInOrder,
  sectionsMax,
  sectionTitle,
  siteSpacesMax,
} from './rules.ts'
import { type OpenSite, open, take, toSection } from './showing.ts'
import { sort } from './sorting.ts'
import * as structure from './store.ts'
import { takeSpace } from './taking.ts'

export const siteSectionHandlers: Handlers<typeof siteSectionOperations> = {
  async listSiteSections({ params, query }, context) {
    const opened = await open(context, params)
    return mapItems(pageOf(sectionsInOrder(opened.seen), query), (row) => toSection(row, opened))
  },

  async addSectionToSite({ params, body }, context) {
    const { db } = context
    const space = await takeSpace(context, body.spaceId)
    const opened = found(await take(context, params), 'site')
    requireRoom(opened.whole.sections.length, sectionsMax, 'sections')
    requireRoom(opened.whole.siteSpaces.length, siteSpacesMax, 'site spaces')
    const { sections, groups } = await withSections(context, params, opened)
    const [id, title] = [newSectionId(), body.title ?? sectionTitle(space.title)]
    await structure.insertSection(db, {
      organization_id: params.organizationId,
      site_id: params.siteId,
      id,
      title,
      icon: body.icon ?? null,
      path: freePath(title, sections),
      is_default: false,
      rank: endRank(rootOf({ sections, groups })),
    })
    const added = { id: newId(), sectionId: id, spaceId: space.id, title: space.title }
    await addSiteSpace(db, params, [], added)
    await settleDefaults(db, params)
    await emit(context, { type: 'site.section_added', siteId: params.siteId, sectionId: id, title })
    return show(context, params, id)
  },

  async getSiteSectionById({ params }, context) {
    return show(context, params, params.siteSectionId)
  },

  async deleteSiteSectionById({ params }, context) {
    const { db } = context
    const { siteId, siteSectionId: sectionId } = params
    const opened = await take(context, params)
    const section = opened?.whole.sections.find(({ id }) => id === sectionId)
    if (opened === undefined || section === undefined) return absent
    requireOtherSection(opened.whole, opened.site.published)
    await structure.remove(db, 'site_sections', params, [sectionId])
    await settleDefaults(db, params)
    await emit(context, { type: 'site.section_removed', siteId, sectionId, title: section.title })
    return undefined
  },

  async updateSiteSectionById({ params, body }, context) {
    const { db } = context
    const { siteId, siteSectionId: sectionId } = params
    const opened = found(await take(context, params), 'site')
    const before = requireSection(opened, sectionId)
    await schemas.requireConditionOf(db, params, body.condition)
    const { defaultSiteSpace, draft: _, ...changes } = body
    await structure.update(db, 'site_sections', params, [sectionId], changes)
    if (defaultSiteSpace !== undefined) {
      const siblings = inSection(opened.whole.siteSpaces, sectionId)
      if (!inSection(opened.seen.siteSpaces, sectionId).some(({ id }) => id === defaultSiteSpace))
        throw notOfSection()
      await makeDefault(db, 'site_spaces', params, siblings, defaultSiteSpace)
    }
    const after = { ...changes, ...(defaultSiteSpace !== undefined && { defaultSiteSpace }) }
    const told = { before: { ...before }, after }
    await emit(context, { type: 'site.section_updated', siteId, sectionId, ...told })
    return show(context, params, sectionId)
  },

  async moveSiteSection({ params, body: { position = {} } }, context) {
    const { before, after } = position
    await sort(
      context,
      params,
      { type: 'site-section', id: params.siteSectionId },
      {
        ...(before && { before: { type: 'site-section', id: before.siteSection } }),
        ...(after && { after: { type: 'site-section', id: after.siteSection } }),
      },
    )
    return show(context, params, params.siteSectionId)
  },
}

/** Programs use the IDs of sections as selectors in a style sheet, which must begin with a letter. */
function newSectionId(): string {
  return `s${newId()}`
}

/**
 * A site either has sections only or none. When the first one is added, the site spaces at the root move into
 * a default section, so that their URLs stay the same.
 */
async function withSections(context: Context, key: SiteKey, { site, whole }: OpenSite) {
  const { db } = context
  if (whole.sections.length > 0 || whole.siteSpaces.length === 0) return whole
  const [id, title] = [newSectionId(), site.title]
  await structure.insertSection(db, {
    organization_id: key.organizationId,
    site_id: key.siteId,
    id,
    title,
    path: freePath(title, []),
    is_default: true,
    rank: endRank(rootOf(whole)),
  })
  const ids = whole.siteSpaces.map((one) => one.id)
  await structure.update(db, 'site_spaces', key, ids, { section_id: id })
  await emit(context, { type: 'site.section_added', siteId: site.id, sectionId: id, title })
  return readStructure(db, key)
}

function requireSection({ whole }: OpenSite, sectionId: string) {
  return found(
    whole.sections.find(({ id }) => id === sectionId),
    'section',
  )
}

function notOfSection() {
  const message = 'is no site space of this section'
  return new ApiError('invalid_request', `The default ${message}. Choose one of its own.`, {
    details: [{ pointer: '/body/defaultSiteSpace', message }],
  })
}

async function show(context: Context, key: SiteKey, sectionId: string) {
  const opened = await open(context, key)
  return toSection(requireSection(opened, sectionId), opened)
}
