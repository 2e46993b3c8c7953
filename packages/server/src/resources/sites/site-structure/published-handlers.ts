import type { sitePublishingOperations } from '@stemma/contract'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as customizations from '../site-customization/index.ts'
import * as sites from '../sites/index.ts'
import { gateOf, open, toStructure } from './showing.ts'

type Operations = Pick<typeof sitePublishingOperations, 'getPublishedContentSite'>

export const publishedSiteHandlers: Handlers<Operations> = {
  /** Before a site is published, people who manage it get a preview of what they can read. */
  async getPublishedContentSite({ params }, context) {
    const { db, standing } = context
    const opened = await open(context, params, standing.audience ? 'audience' : 'viewer')
    const stored = found(await customizations.find(db, params), 'site')
    const settings = customizations.siteSettings(stored.site)
    const gate = gateOf(context)
    // Others look like the site. Renderers look for the one that they show, even if it looks like the site.
    const shown = opened.seen.siteSpaces.flatMap(({ id, spaceId }) => {
      const overrides = stored.siteSpaces.get(id) ?? null
      if (overrides === null && spaceId !== context.visited?.spaceId) return []
      return [
        [
          id,
          customizations.seenSettings(customizations.siteSpaceSettings(settings, overrides), gate),
        ] as const,
      ]
    })
    return {
      object: 'published-content-site',
      site: sites.toSite(opened.site, context),
      structure: toStructure(opened),
      customizations: {
        site: customizations.seenSettings(settings, gate),
        siteSpaces: Object.fromEntries(shown),
      },
      scripts: [],
    }
  },
}
