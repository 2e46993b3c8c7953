import { setTimeout as sleep } from 'node:timers/promises'
import { operations } from '@stemma/contract'
import type { FastifyInstance } from 'fastify'
import { requireAccess } from '../../../auth/access.ts'
import { ssoProvedAfter } from '../../../auth/session-settings.ts'
import { standingOfToken } from '../../../auth/standing.ts'
import { ApiError, found } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { forget, sendFile } from '../../../files/download-route.ts'
import type { PDFGrant } from '../../../files/pdf-addresses.ts'
import { tellAllowance } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import { edition } from '../../../typesetting/edition.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as revisions from '../content/store.ts'
import { ask, askingAt } from './asking.ts'
import { keyOf } from './rules.ts'
import * as pdfs from './store.ts'
import { prefersPage, sendWaitingPage } from './waiting-page.ts'

/**
 * Serves PDFs at signed URLs, and enqueues those that aren't made yet. Each request checks the current
 * permissions of the user who requested the URL, with the token they used.
 */
export function mountPDFs(app: FastifyInstance, core: Core) {
  app.route<{ Params: { readonly token: string; readonly name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/~pdfs/:token/:name',
    errorHandler: (error, _request, reply) => {
      forget(reply)
      throw error
    },
    handler: async (request, reply) => {
      const { token, name } = request.params
      const grant = core.files.pdfs.grantAt(token, name, core.clock().toISOString())
      tellAllowance(reply, core.limits.tokens(grant.tokenId))
      const isPage = prefersPage(request.headers.accept)
      const isGone = () => request.raw.destroyed
      const pdf = await made(core, grant, { waitMs: isPage ? pageWaitMs : waitMs, isGone })
      if (pdf === undefined && isPage) {
        request.refusal = 'unavailable'
        return sendWaitingPage(reply, retryAfterSeconds)
      }
      const { blobId, hash, size } = pdf ?? refuseForNow()
      const kept = { contentId: blobId, hash, size: Number(size), contentType: 'application/pdf' }
      // Clients must revalidate each time, so that revoked permissions take effect here too.
      return sendFile(core.files.blobs, { ...kept, name, expiresInSeconds: 0 }, request, reply)
    },
  })
}

const waitMs = 20_000
/** A browser shows nothing while it waits, so people get the waiting page soon. */
const pageWaitMs = 2_000
const retryAfterSeconds = 5
const lookMs = 200

interface Waiting {
  readonly waitMs: number
  readonly isGone: () => boolean
}

/** Returns the PDF once it is ready, or undefined if that takes longer than the request waits. */
async function made(core: Core, grant: PDFGrant, { waitMs, isGone }: Waiting) {
  await requireStill(core, grant)
  const { db } = core
  const { spaceId, revisionId, page, only } = grant
  const space = found(await spaces.find(db, spaceId), 'space')
  const { title, language, organizationId } = space
  const { root, createdAt: date } = found(await revisions.byId(db, { spaceId, revisionId }), 'revision')
  const key = keyOf({ root, title, language, date, page, only, edition })
  const payload = { spaceId, key: key.toString('base64url'), revisionId, page: page || null, only }
  for (const end = Date.now() + waitMs; Date.now() < end && !isGone(); await sleep(lookMs)) {
    const row = await pdfs.find(db, { spaceId, key })
    if (row?.state === 'ready' && row.blobId && row.hash)
      return { ...row, blobId: row.blobId, hash: row.hash }
    const asking = askingAt(core.clock())
    const isRecent = row !== undefined && row.askedAt >= asking.again
    if (isRecent && row.fault !== null) throw new ApiError('conflict', row.fault)
    if (isRecent) continue
    await inTransaction(db, { repeatable: true }, (transaction) =>
      ask(transaction, organizationId, ['make_pdf', payload], asking),
    )
  }
  return undefined
}

function refuseForNow(): never {
  const message = 'The PDF is still being prepared. Request the same URL again after a few seconds.'
  throw new ApiError('unavailable', message, { retryAfterSeconds })
}

async function requireStill(
  { db, clock, addresses, sessions }: Core,
  { isChangeRequest, ...grant }: PDFGrant,
) {
  const now = clock().toISOString()
  const moment = { now, ssoProvedAfter: ssoProvedAfter(sessions, now) }
  const standing = await standingOfToken(db, { ...grant, ...moment })
  if (standing?.caller.userId !== grant.userId) {
    throw new ApiError('not_found', 'This URL is no longer valid. Request a new one.')
  }
  const operation = isChangeRequest ? operations.getChangeRequestPDF : operations.getSpacePDF
  requireAccess(operation, standing, addresses)
}
