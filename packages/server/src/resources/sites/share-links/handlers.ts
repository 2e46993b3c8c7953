import type { ShareLink, shareLinkOperations } from '@stemma/contract'
import type { SealedPlace } from '../../../auth/sealing.ts'
import { secretHash } from '../../../auth/secrets.ts'
import type { Context } from '../../../common/context.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { newId, newKey } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as sites from '../sites/index.ts'
import * as shareLinks from './store.ts'

const shareLinksMax = 100

export const shareLinkHandlers: Handlers<typeof shareLinkOperations> = {
  async listSiteShareLinks({ params, query }, { db, seals, addresses }) {
    const site = found(await sites.find(db, params), 'site')
    const address = sites.siteAddress(site, addresses)
    const { search, ...page } = query
    const sought = search === undefined ? {} : { search: { name: search, keyHash: secretHash(search) } }
    return mapItems(await shareLinks.list(db, params, { ...page, ...sought }), (row) =>
      toShareLink({ ...row, key: seals.open(row.key, placeOf(params, row.id)) }, address),
    )
  },

  async createSiteShareLink({ params, body: { name } }, context) {
    const { db, seals, now } = context
    const { organizationId, siteId } = params
    await take(context, params)
    if ((await shareLinks.count(db, params)) >= shareLinksMax)
      throw new ApiError(
        'conflict',
        `A site can have at most ${shareLinksMax} share links. Delete one first.`,
      )
    const [id, key] = [newId(), newKey()]
    const kept = { key: seals.seal(key, placeOf(params, id)), key_hash: secretHash(key) }
    const row = { organization_id: organizationId, site_id: siteId, id, name, ...kept, created_at: now }
    await shareLinks.insert(db, row)
    await emit(context, { type: 'site.share_link_created', siteId, shareLinkId: id })
    return show(context, params, id)
  },

  async getSiteShareLinkById({ params }, context) {
    return show(context, params, params.shareLinkId)
  },

  async deleteSiteShareLinkById({ params }, context) {
    const { siteId, shareLinkId } = params
    if (!(await shareLinks.remove(context.db, params, shareLinkId))) return absent
    await emit(context, { type: 'site.share_link_deleted', siteId, shareLinkId })
    return undefined
  },

  async updateSiteShareLinkById({ params, body }, context) {
    const { db } = context
    const { siteId, shareLinkId } = params
    await take(context, params)
    const { name, active } = found(await shareLinks.find(db, params, shareLinkId), 'share link')
    await shareLinks.update(db, params, shareLinkId, body)
    const told = { before: { name, active }, after: { ...body } }
    await emit(context, { type: 'site.share_link_updated', siteId, shareLinkId, ...told })
    return show(context, params, shareLinkId)
  },
}

async function take({ db }: Context, key: sites.SiteKey) {
  await sites.lock(db, key)
  return found(await sites.find(db, key), 'site')
}

async function show({ db, seals, addresses }: Context, siteKey: sites.SiteKey, shareLinkId: string) {
  const site = found(await sites.find(db, siteKey), 'site')
  const row = found(await shareLinks.find(db, siteKey, shareLinkId), 'share link')
  const key = seals.open(row.key, placeOf(siteKey, shareLinkId))
  return toShareLink({ ...row, key }, sites.siteAddress(site, addresses))
}

function placeOf({ organizationId }: Pick<sites.SiteKey, 'organizationId'>, row: string): SealedPlace {
  return { table: 'site_share_links', row, organizationId }
}

/** The key is the first path segment after the site's URL. */
function toShareLink(
  { id, createdAt, name, active, key }: shareLinks.ShareLinkRow,
  address: string,
): ShareLink {
  return { object: 'share-link', id, createdAt, name, active, urls: { published: `${address}/${key}` } }
}
