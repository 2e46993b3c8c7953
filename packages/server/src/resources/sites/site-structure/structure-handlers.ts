import type { SiteStructureItem, sitePublishingOperations } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import { open, toGroup, toSection, toSiteSpace, toStructure } from './showing.ts'
import { type Pointer, sort } from './sorting.ts'

type Operations = Pick<typeof sitePublishingOperations, 'getSiteStructure' | 'sortSiteStructure'>

export const siteStructureHandlers: Handlers<Operations> = {
  async getSiteStructure({ params }, context) {
    return toStructure(await open(context, params))
  },

  async sortSiteStructure({ params, body: { item, position } }, context) {
    await sort(context, params, item, position)
    return show(context, params, item)
  },
}

async function show(context: Context, key: SiteKey, { type, id }: Pointer): Promise<SiteStructureItem> {
  const opened = await open(context, key)
  const { groups, sections, siteSpaces } = opened.seen
  const isIt = (one: { readonly id: string }) => one.id === id
  if (type === 'site-space') return toSiteSpace(found(siteSpaces.find(isIt), 'site space'), opened)
  if (type === 'site-section') return toSection(found(sections.find(isIt), 'section'), opened)
  return toGroup(found(groups.find(isIt), 'section group'), opened)
}
