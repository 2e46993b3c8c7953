import { findPages } from '@stemma/content'
import type { siteInsightOperations } from '@stemma/contract'
import { findDoor } from '../../../auth/site-standing.ts'
import type { PublicContext } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import { readStructure } from '../../../publishing/structure.ts'
import { contentOf, openSpace } from '../../content/content/index.ts'
import { daysKept, viewsBySpace } from './rules.ts'
import * as pageViews from './store.ts'

export const siteInsightHandlers: Handlers<typeof siteInsightOperations> = {
  async trackEventsInSiteById({ params, body: { events } }, context) {
    const { db, now } = context
    const door = await findDoor(context, params)
    found(door?.published || undefined, 'site')
    const { siteSpaces } = await readStructure(db, params)
    const shown = new Set(siteSpaces.filter(({ isHidden }) => !isHidden).map(({ spaceId }) => spaceId))
    const views = new Map<string, number>()
    for (const [spaceId, pages] of viewsBySpace(events, shown)) {
      for (const id of await existing(context, spaceId, [...pages.keys()]))
        views.set(id, (views.get(id) ?? 0) + (pages.get(id) ?? 0))
    }
    await pageViews.add(db, { ...params, day: now.slice(0, 10) }, views)
    await pageViews.forget(db, params, daysKept(now))
    return undefined
  },
}

/** The pages that exist, so that nobody can fill the table with names that they made up. */
async function existing(context: PublicContext, spaceId: string, ids: readonly string[]) {
  const view = await openSpace(context, { spaceId })
  return (await findPages(view.store, await contentOf(view), ids)).keys()
}
