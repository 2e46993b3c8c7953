import type { SiteCustomizationSettings, sitePublishingOperations } from '@stemma/contract'
import type { Gate } from '../../../auth/audience.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as customizations from '../site-customization/index.ts'
import * as sites from '../sites/index.ts'
import { gateOf, open, toStructure } from './showing.ts'

type Operations = Pick<typeof sitePublishingOperations, 'getPublishedContentSite'>

export const publishedSiteHandlers: Handlers<Operations> = {
  /** Before a site is published, people who manage it get a preview of what they can read. */
  async getPublishedContentSite({ params }, context) {
    const { db, standing, addresses } = context
    const opened = await open(context, params, standing.audience ? 'audience' : 'viewer')
    const stored = found(await customizations.find(db, params), 'site')
    const settings = customizations.siteSettings(stored.site)
    const different = opened.seen.siteSpaces.flatMap(({ id }) => {
      const overrides = stored.siteSpaces.get(id)
      return overrides ? [[id, customizations.siteSpaceSettings(settings, overrides)] as const] : []
    })
    const gate = gateOf(context)
    const shown = different.map(([id, one]) => [id, visibleSettings(one, gate)])
    return {
      object: 'published-content-site',
      site: sites.toSite(opened.site, addresses),
      structure: toStructure(opened),
      customizations: {
        site: visibleSettings(settings, gate),
        siteSpaces: Object.fromEntries(shown),
      },
      scripts: [],
    }
  },
}

/** Links in the header can have conditions, like sections. */
function visibleSettings(settings: SiteCustomizationSettings, gate: Gate): SiteCustomizationSettings {
  const { header } = settings
  const links = header.links.filter(({ condition }) => gate(condition) === undefined)
  return { ...settings, header: { ...header, links } }
}
