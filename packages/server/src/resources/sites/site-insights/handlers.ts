import { findPages } from '@stemma/content'
import type { siteInsightOperations } from '@stemma/contract'
import { findDoor } from '../../../auth/site-standing.ts'
import type { PublicContext } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import { readStructure } from '../../../publishing/structure.ts'
import { contentOf, openSpace } from '../../content/content/index.ts'
import * as sites from '../sites/index.ts'
import { aggregationOf, toColumns } from './querying.ts'
import { dayBefore, viewsBySpace } from './rules.ts'
import * as insight from './store.ts'

export const siteInsightHandlers: Handlers<typeof siteInsightOperations> = {
  async trackEventsInSiteById({ params, body: { events } }, context) {
    const { db, now } = context
    const door = await findDoor(context, params)
    found(door?.published || undefined, 'site')
    const { siteSpaces } = await readStructure(db, params)
    const shown = new Set(siteSpaces.filter(({ isHidden }) => !isHidden).map(({ spaceId }) => spaceId))
    const views = new Map<string, insight.ViewRow>()
    const { organizationId, siteId } = params
    const on = { organizationId, siteId, day: now.slice(0, 10) }
    for (const [spaceId, pages] of viewsBySpace(events, shown)) {
      for (const pageId of await existing(context, spaceId, [...pages.keys()]))
        views.set(pageId, { ...on, spaceId, pageId, count: pages.get(pageId) ?? 0 })
    }
    await insight.addViews(db, [...views.values()])
    await insight.forget(db, params, dayBefore(now, context.insightKeptDays))
    return undefined
  },

  async aggregateSiteEvents({ params, body }, { db, now, insightKeptDays }) {
    found(await sites.find(db, params), 'site')
    await insight.forget(db, params, dayBefore(now, insightKeptDays))
    const asked = aggregationOf(body, now)
    return { columns: toColumns(body, await insight.aggregate(db, params, asked)) }
  },
}

/** The pages that exist, so that nobody can fill the table with names that they made up. */
async function existing(context: PublicContext, spaceId: string, ids: readonly string[]) {
  const view = await openSpace(context, { spaceId })
  return (await findPages(view.store, await contentOf(view), ids)).keys()
}
