import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../errors.ts'
import { hashOf } from '../../files/blob-store.ts'
import { countStranger } from '../../http/allowance.ts'
import type { Core } from '../../http/route.ts'
import * as uploads from './store.ts'

/** Takes what signed addresses of uploads are for. Nobody is asked who they are: the address is enough. */
export function mountUploads(app: FastifyInstance, core: Core) {
  const { db, files, clock } = core
  // In a place of its own, because everywhere else a body is JSON or refused.
  app.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', (_request, body, done) => done(null, body))
    place.put<{ Params: { readonly token: string } }>(
      '/~uploads/:token',
      { bodyLimit: core.imports.bytesMax },
      async (request, reply) => {
        countStranger(core, request, reply)
        const upload = files.uploads.uploadAt(request.params.token, clock().toISOString())
        const { organizationId, uploadId: id, size } = upload
        const bytes = await bytesIn(request.body as Readable | undefined, size)
        const hash = hashOf(bytes)
        await files.blobs.put({ contentId: id, hash }, bytes)
        const outcome = await uploads.complete(db, { organizationId, id, hash })
        if (outcome === 'unknown') throw new ApiError('not_found', 'Nothing can be uploaded here any more.')
        if (outcome === 'other')
          throw new ApiError('conflict', 'Something else was uploaded here. Ask for another address.')
        return reply.code(204).send()
      },
    )
  })
}

/** Exactly as many bytes as were announced. */
async function bytesIn(body: Readable | undefined, size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size)
  let at = 0
  for await (const chunk of body ?? []) {
    const part = chunk as Buffer
    if (at + part.length > size)
      throw new ApiError('payload_too_large', `This is more than the ${size} bytes that were announced.`)
    at += part.copy(bytes, at)
  }
  if (at === size) return bytes
  throw new ApiError(
    'invalid_request',
    `These are ${at} bytes, and ${size} were announced. Send all of them.`,
  )
}
