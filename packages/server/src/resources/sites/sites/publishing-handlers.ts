import type { sitePublishingOperations } from '@stemma/contract'
import type { SiteKey } from '../../../auth/site-standing.ts'
import { newVisitorKey, openVisitorKey } from '../../../auth/visitor-key.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { requirePublishable } from './rules.ts'
import { toAuth, toSite } from './shape.ts'
import * as sites from './store.ts'

type Operations = Pick<
  typeof sitePublishingOperations,
  | 'publishSite'
  | 'unpublishSite'
  | 'getSitePublishingAuthById'
  | 'updateSitePublishingAuthById'
  | 'regenerateSitePublishingAuthById'
>

export const sitePublishingHandlers: Handlers<Operations> = {
  async publishSite({ params }, context) {
    const site = await take(context, params)
    requirePublishable(site)
    await sites.update(context.db, params, { published: true, updated_at: context.now })
    await emit(context, { type: 'site.published', siteId: site.id, title: site.title })
    return toSite({ ...site, published: true }, context)
  },

  async unpublishSite({ params }, context) {
    const site = await take(context, params)
    await sites.update(context.db, params, { published: false, updated_at: context.now })
    await emit(context, { type: 'site.unpublished', siteId: site.id, title: site.title })
    return toSite({ ...site, published: false }, context)
  },

  async getSitePublishingAuthById({ params }, context) {
    return showAuth(context, params)
  },

  async updateSitePublishingAuthById({ params, body: { backend, fallbackURL } }, context) {
    const { db, now } = context
    const { siteId } = params
    await take(context, params)
    if (backend === 'integration')
      throw new ApiError(
        'conflict',
        'No integration for visitor authentication is installed on this site. Use the backend `custom`.',
      )
    const before = found(await sites.findAuth(db, params), 'site')
    const changes = fallbackURL === undefined ? {} : { auth_fallback_url: fallbackURL }
    await sites.update(db, params, { auth_backend: backend, ...changes, updated_at: now })
    const { privateKey: _secret, ...settings } = before
    const told = { before: settings, after: { backend, ...(fallbackURL !== undefined && { fallbackURL }) } }
    await emit(context, { type: 'site.sign_in_updated', siteId, ...told })
    return showAuth(context, params)
  },

  async regenerateSitePublishingAuthById({ params }, context) {
    const { db, seals, now } = context
    await take(context, params)
    await sites.update(db, params, { auth_private_key: newVisitorKey(seals, params), updated_at: now })
    await emit(context, { type: 'site.sign_in_key_replaced', siteId: params.siteId })
    return showAuth(context, params)
  },
}

async function showAuth({ db, seals }: Context, key: SiteKey) {
  const { privateKey, ...auth } = found(await sites.findAuth(db, key), 'site')
  return toAuth({ ...auth, privateKey: openVisitorKey(seals, key, privateKey) })
}

async function take({ db }: Context, key: SiteKey) {
  await sites.lock(db, key)
  return found(await sites.find(db, key), 'site')
}
