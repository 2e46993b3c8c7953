import type { linkOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as changeRequests from '../../review/change-requests/index.ts'
import { type Linked, listFileBacklinks, listLinks, listPageBacklinks, listPageLinks } from './linking.ts'
import { openScene } from './locating.ts'
import { openChangeRequest, openRevision, openSpace } from './view.ts'

export const linkHandlers: Handlers<typeof linkOperations> = {
  async listSpaceLinks({ params, query }, context) {
    return listLinks(await ofSpace(context, params), query)
  },

  async listPageLinksInSpace({ params, query }, context) {
    return listPageLinks(await ofSpace(context, params), params.pageId, query)
  },

  async listSpacePageBacklinks({ params, query }, context) {
    const { scene } = await ofSpace(context, params)
    return listPageBacklinks(scene, params.pageId, query)
  },

  async listSpaceFileBacklinks({ params, query }, context) {
    const { scene } = await ofSpace(context, params)
    return listFileBacklinks(scene, params.fileId, query)
  },

  async listChangeRequestLinks({ params, query }, context) {
    return listLinks(await ofChangeRequest(context, params), query)
  },

  async listPageLinksInChangeRequest({ params, query }, context) {
    return listPageLinks(await ofChangeRequest(context, params), params.pageId, query)
  },

  async listChangeRequestPageBacklinks({ params, query }, context) {
    const { scene } = await ofChangeRequest(context, params)
    return listPageBacklinks(scene, params.pageId, query)
  },

  async listChangeRequestFileBacklinks({ params, query }, context) {
    const { scene } = await ofChangeRequest(context, params)
    return listFileBacklinks(scene, params.fileId, query)
  },
}

async function ofSpace(context: Context, params: { readonly spaceId: string }): Promise<Linked> {
  return { scene: await openScene(await openSpace(context, params), context) }
}

async function ofChangeRequest(context: Context, params: changeRequests.Key): Promise<Linked> {
  const { spaceId } = params
  const row = found(await changeRequests.find(context.db, params), 'change request')
  const [view, base] = [
    await openChangeRequest(context, { spaceId, changeRequestId: row.id }),
    await openRevision(context, { spaceId, revisionId: changeRequests.baseOf(row) }),
  ]
  const changeRequest = changeRequests.toChangeRequest(row, context)
  return { scene: await openScene(view, context, changeRequest), base }
}
