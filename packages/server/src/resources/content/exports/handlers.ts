import type { ContentExport, exportOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Exported } from '../../../files/export-addresses.ts'
import type { Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/index.ts'

export const exportHandlers: Handlers<typeof exportOperations> = {
  async exportSpaceContent({ params, query }, context) {
    return shown(context, await revisions.openSpace(context, params), query)
  },

  async exportChangeRequestContent({ params, query }, context) {
    return shown(context, await revisions.openChangeRequest(context, params), query)
  },
}

async function shown(
  context: Context,
  { revision }: revisions.View,
  { layout }: Pick<Exported, 'layout'>,
): Promise<ContentExport> {
  const { db, files, now } = context
  const { spaceId, id: revisionId, root } = revision
  const { title } = found(await spaces.find(db, spaceId), 'space')
  const url = files.exports.urlOf({ spaceId, revisionId, layout }, title, now)
  return { object: 'content-export', revision: revisionId, hash: root.toString('base64url'), url }
}
