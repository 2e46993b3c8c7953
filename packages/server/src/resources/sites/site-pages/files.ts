import { findRecord } from '@stemma/content'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPublic } from '../../../auth/audience.ts'
import type { PublicContext } from '../../../common/context.ts'
import { sendFile } from '../../../files/download-route.ts'
import { contentOf, requireFileSeen } from '../../content/content/index.ts'
import { contextOf, type Entrance } from './entering.ts'
import type { Opened } from './opening.ts'
import { openShown } from './reading.ts'
import { sendGate } from './replying.ts'

interface Asked {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly moment: PublicContext
  readonly entrance: Entrance
  readonly opened: Opened
}

/** Sends a file that a page of the site shows to this visitor. The name holds its ID and hash. */
export async function sendSiteFile({ request, reply, moment, entrance, opened }: Asked, name: string) {
  const [, id = '', start = ''] = /^([\w-]{1,64})-([\w-]{12})$/.exec(name) ?? []
  const { spaceId } = opened.chosen.siteSpace
  const context = contextOf(moment, entrance, spaceId)
  const view = await openShown(context, opened)
  const file = await findRecord(view.store, await contentOf(view), 'files', id)
  if (file === undefined || !file.hash.startsWith(start)) return sendGate(reply, opened.base)
  await requireFileSeen(context, view, id)
  const { contentId } = view.revision
  const kept = isPublic(entrance.door) && opened.preview === undefined ? yearSeconds : 0
  return sendFile(moment.files.blobs, { ...file, contentId, expiresInSeconds: kept }, request, reply)
}

const yearSeconds = 31_536_000
