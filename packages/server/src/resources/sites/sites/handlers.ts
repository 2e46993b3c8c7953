import type { siteOperations } from '@stemma/contract'
import { requireScope } from '../../../auth/access.ts'
import { viewerIn } from '../../../auth/levels.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import { newVisitorKey } from '../../../auth/visitor-key.ts'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { mapItems } from '../../../db/paginate.ts'
import { emit } from '../../../events/emit.ts'
import { absent, type Handlers } from '../../../http/route.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as structure from '../site-structure/index.ts'
import { claimFronts, claimPaths, removeSite, requireForeignHost } from './claiming.ts'
import { lockForChange } from './locking.ts'
import { normalProxy } from './rules.ts'
import { addSpace } from './sample.ts'
import { toSite } from './shape.ts'
import * as sites from './store.ts'

export const siteHandlers: Handlers<typeof siteOperations> = {
  async listSites({ params: { organizationId }, query }, context) {
    const { db, caller, standing } = context
    const viewer = viewerIn(organizationId, caller)
    const among = standing.organization === 'guest' ? await spaces.readableIds(db, viewer) : undefined
    const { installation } = caller
    const listed = await sites.list(db, organizationId, {
      ...query,
      ...(among && { among }),
      ...(installation?.siteSelection === 'selected' && { installation: installation.id }),
    })
    return mapItems(listed, (row) => toSite(row, context))
  },

  async createSite({ params: { organizationId }, body }, context) {
    const { db, seals, now } = context
    const { type = 'basic', title = 'Untitled', visibility = 'public', spaces: wanted = [] } = body
    const shown =
      typeof wanted === 'string'
        ? [await addSpace(context, wanted, 'Documentation')]
        : await structure.takeSpaces(context, wanted)
    const key = { organizationId, siteId: newId() }
    await sites.insert(db, {
      organization_id: organizationId,
      id: key.siteId,
      type,
      title,
      visibility,
      auth_private_key: newVisitorKey(seals, key),
      created_at: now,
      updated_at: now,
    })
    await sites.takePaths(db, key, null)
    await structure.addAtRoot(db, key, shown)
    await emit(context, { type: 'site.created', siteId: key.siteId, title })
    return show(context, key)
  },

  async getSiteById({ params }, context) {
    return show(context, params)
  },

  async deleteSiteById({ params }, context) {
    const { db } = context
    await lockForChange(db, params)
    const site = await sites.find(db, params)
    if (site === undefined) return absent
    await removeSite(context, params)
    await organizations.clearDefaultSite(db, params)
    await emit(context, { type: 'site.deleted', siteId: site.id, title: site.title })
    return undefined
  },

  async updateSiteById({ params, body }, context) {
    const { db, caller, now } = context
    if (body.visibility !== undefined) requireScope('site:auth:write', caller)
    const { title, visibility, basename, adaptiveContent, agentsContext, proxy, hostname } = body
    if (proxy) requireForeignHost(normalProxy(proxy), context)
    if (hostname) requireForeignHost(hostname, context)
    await lockForChange(db, params, body)
    const before = found(await sites.find(db, params), 'site')
    await sites.update(db, params, {
      ...(title !== undefined && { title }),
      ...(visibility !== undefined && { visibility }),
      ...(basename !== undefined && { basename }),
      ...(proxy !== undefined && { proxy: proxy && normalProxy(proxy) }),
      ...(hostname !== undefined && { hostname }),
      ...(adaptiveContent !== undefined && { adaptive_content: adaptiveContent.enabled }),
      ...(agentsContext !== undefined && { agents_context: agentsContext }),
      updated_at: now,
    })
    if (basename !== undefined) await claimPaths(context, params)
    if (proxy !== undefined || hostname !== undefined) await claimFronts(context, params)
    await structure.chooseDefaults(db, params, body)
    await emit(context, {
      type: 'site.updated',
      siteId: params.siteId,
      before: { ...before },
      after: { ...body },
    })
    return show(context, params)
  },
}

async function show(context: Context, key: SiteKey) {
  return toSite(found(await sites.find(context.db, key), 'site'), context)
}
