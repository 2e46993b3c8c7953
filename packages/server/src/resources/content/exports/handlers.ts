import type { ContentExport, exportOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'

export const exportHandlers: Handlers<typeof exportOperations> = {
  async exportSpaceContent({ params }, context) {
    return shown(context, await revisions.openSpace(context, params))
  },

  async exportChangeRequestContent({ params }, context) {
    return shown(context, await revisions.openChangeRequest(context, params))
  },
}

async function shown(context: Context, { revision }: revisions.View): Promise<ContentExport> {
  const { db, files, now } = context
  const { spaceId, id: revisionId, root } = revision
  const { title } = found(await spaces.find(db, spaceId), 'space')
  const url = files.exports.urlOf({ spaceId, revisionId }, title, now)
  return { object: 'content-export', revision: revisionId, hash: root.toString('base64url'), url }
}
