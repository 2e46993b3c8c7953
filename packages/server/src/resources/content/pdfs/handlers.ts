import { findPage } from '@stemma/content'
import type { pdfOperations } from '@stemma/contract'
import type { Context } from '../../../common/context.ts'
import { found } from '../../../common/errors.ts'
import type { Handlers } from '../../../http/route.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import { contentOf, openChangeRequest, openSpace, type View } from '../content/index.ts'
import { type Asked, requireWhole } from './rules.ts'

/** Returns a URL at once. The PDF is made when the URL is first opened, and cached for later requests. */
export const pdfHandlers: Handlers<typeof pdfOperations> = {
  async getSpacePDF({ params, query }, context) {
    return addressOf(await openSpace(context, params), query, context, { isChangeRequest: false })
  },

  async getChangeRequestPDF({ params, query }, context) {
    return addressOf(await openChangeRequest(context, params), query, context, { isChangeRequest: true })
  },
}

async function addressOf(
  view: View,
  asked: Asked,
  { db, caller, files, now }: Context,
  { isChangeRequest }: { readonly isChangeRequest: boolean },
) {
  const { page, only } = requireWhole(asked)
  if (page !== '') found(await findPage(view.store, await contentOf(view), page), 'page')
  const { spaceId, id: revisionId } = view.revision
  const { title } = found(await spaces.find(db, spaceId), 'space')
  const { userId, tokenId } = caller
  const grant = { spaceId, revisionId, page, only, isChangeRequest, userId, tokenId }
  return { url: files.pdfs.urlOf(grant, title, now) }
}
