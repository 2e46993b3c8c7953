import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../../../common/errors.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { hashOf } from '../../../files/blob-store.ts'
import { countStranger } from '../../../http/allowance.ts'
import type { Core } from '../../../http/route.ts'
import { keepFiles, storeFile } from '../stored-files/index.ts'
import * as uploads from './store.ts'

/** Receives uploads at signed URLs. Anyone with the URL can upload; there is no other authentication. */
export function mountUploads(app: FastifyInstance, core: Core) {
  const { files, clock } = core
  // In a scope of its own, because all other routes accept only JSON bodies.
  app.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', (_request, body, done) => done(null, body))
    place.put<{ Params: { readonly token: string } }>(
      '/~uploads/:token',
      { bodyLimit: core.imports.bytesMax },
      async (request, reply) => {
        countStranger(core, request, reply)
        const upload = files.uploads.uploadAt(request.params.token, clock().toISOString())
        await takeUpload(core, upload, request.body as Readable | undefined)
        return reply.code(204).send()
      },
    )
  })
}

/**
 * Checks that the upload is open before reading the bytes, and records their hash before storing them, so at
 * most one file is ever stored per URL.
 */
async function takeUpload(core: Core, upload: Upload, body: Readable | undefined) {
  const { db, files, clock } = core
  const { organizationId, uploadId: id, size } = upload
  if (!(await uploads.isOpen(db, { organizationId, id }))) throw gone()
  const bytes = await bytesIn(body, size)
  const hash = hashOf(bytes)
  const now = clock().toISOString()
  const outcome = await inTransaction(db, { repeatable: true }, (transaction) =>
    uploads.complete(transaction, { organizationId, id, hash }),
  )
  if (outcome === 'unknown') throw gone()
  if (outcome === 'other')
    throw new ApiError(
      'conflict',
      'A different file was already uploaded to this URL. Request a new upload URL.',
    )
  const file = { contentId: id, organizationId, hash, size }
  await storeFile({ ...files, db, now }, file, bytes)
  await inTransaction(db, { repeatable: true }, (transaction) => keepFiles(transaction, [file], now))
}

type Upload = ReturnType<Core['files']['uploads']['uploadAt']>

function gone(): ApiError {
  return new ApiError('not_found', 'This upload URL is no longer valid. Request a new one.')
}

/** Reads exactly as many bytes as were announced. */
async function bytesIn(body: Readable | undefined, size: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(size)
  let at = 0
  for await (const chunk of body ?? []) {
    const part = chunk as Buffer
    if (at + part.length > size)
      throw new ApiError(
        'payload_too_large',
        `The upload is larger than the announced ${size} bytes. Request a new upload URL.`,
      )
    at += part.copy(bytes, at)
  }
  if (at === size) return bytes
  throw new ApiError(
    'invalid_request',
    `The upload has ${at} bytes instead of the announced ${size}. Send the whole file again.`,
  )
}
