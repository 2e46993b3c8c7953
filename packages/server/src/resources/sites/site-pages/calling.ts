import { renderCall } from '@stemma/site'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../common/context.ts'
import { languageOf, toSiteView } from './framing.ts'
import type { SiteMemory } from './memory.ts'
import { hashOf, type Opened } from './opening.ts'
import { openShown } from './reading.ts'
import { referencePageAt } from './reference-pages.ts'
import { sendGate, sendNew } from './replying.ts'

interface Asked {
  readonly core: { readonly memory: SiteMemory }
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly opened: Opened
}

/** The frame from which a reader calls an operation, for those who see the page of the operation. */
export async function sendCall(asked: Asked, context: Context, path: readonly string[]) {
  const { core, request, reply, opened } = asked
  const { memory } = core
  const pathname = path.join('/')
  const found = await referencePageAt({ context, memory, pathname }, await openShown(context, opened))
  const place = { site: toSiteView(opened), language: languageOf(opened) }
  const page = found?.entry && renderCall(found.reference, found.entry, place)
  if (page === undefined) return sendGate(reply, opened.base)
  const { version, isForAll } = opened
  const kind = {
    version: hashOf(`${version} ~site/call/${pathname}`),
    type: 'text/html; charset=utf-8',
    isForAll,
  }
  return sendNew(memory.pages, request, reply, { ...kind, ...page })
}
