import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../common/errors.ts'
import type { BlobStore, ByteRange, OpenBlob } from './blob-store.ts'
import { rangeOf } from './byte-range.ts'
import type { Downloads, OpenedAddress } from './download-addresses.ts'
import { contentDispositionOf } from './file-name.ts'

/** Serves files at signed URLs. The signature is the permission, so no token is required. */
export function mountDownloads(app: FastifyInstance, { blobs, downloads, clock }: DownloadParts) {
  app.route<{ Params: { readonly token: string; readonly name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/~files/:token/:name',
    errorHandler: (error, _request, reply) => {
      forget(reply)
      throw error
    },
    handler: async (request, reply) => {
      const { token, name } = request.params
      return sendFile(blobs, downloads.fileAt(token, name, clock().toISOString()), request, reply)
    },
  })
}

/** Sends the bytes of a file, or the requested range. */
export async function sendFile(
  blobs: BlobStore,
  file: OpenedAddress,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (isKnown(request.headers['if-none-match'], file)) {
    return reply.code(304).headers(cachingOf(file)).send()
  }
  const range = rangeIn(request, file)
  if (range === 'unsatisfiable') return refuseRange(request, reply, file)
  const { stream } = await openOrRefuse(request, blobs, file, range)
  reply.code(range ? 206 : 200).headers(headersOf(file, range))
  if (request.method === 'HEAD') {
    stream.destroy()
    return reply.send()
  }
  stream.once('error', (err) => request.log.error({ err }, 'a stored file is broken'))
  return reply.send(stream)
}

export interface DownloadParts {
  readonly blobs: BlobStore
  readonly downloads: Downloads
  readonly clock: () => Date
}

/** Browsers show these images, which can't contain scripts. All other files are downloads. */
const shown = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']

function headersOf(file: OpenedAddress, range: ByteRange | undefined): Record<string, string | number> {
  const { name, size, contentType } = file
  const isText = contentType.startsWith('text/')
  return {
    ...cachingOf(file),
    'content-type': isText ? `${contentType}; charset=utf-8` : contentType,
    'content-length': range ? range.last - range.first + 1 : size,
    'content-disposition': contentDispositionOf(shown.includes(contentType) ? 'inline' : 'attachment', name),
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    ...(range && { 'content-range': `bytes ${range.first}-${range.last}/${size}` }),
  }
}

function cachingOf(file: OpenedAddress) {
  return { etag: etagOf(file), 'cache-control': `private, max-age=${file.expiresInSeconds}, immutable` }
}

function etagOf({ hash }: OpenedAddress): string {
  return `"${hash}"`
}

function isKnown(header: string | undefined, file: OpenedAddress): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etagOf(file))
}

/** If `If-Range` names another version, the whole file is sent. */
function rangeIn({ headers }: FastifyRequest, file: OpenedAddress) {
  const wanted = headers['if-range']
  return wanted === undefined || wanted === etagOf(file) ? rangeOf(headers.range, file.size) : undefined
}

function refuseRange(request: FastifyRequest, reply: FastifyReply, { size }: OpenedAddress) {
  const message = `The file has ${size} bytes. Ask for a range within them.`
  const body = { error: { code: 416, message, requestId: request.id } }
  return reply
    .code(416)
    .header('content-range', `bytes */${size}`)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body))
}

async function openOrRefuse(
  { log }: FastifyRequest,
  blobs: BlobStore,
  { contentId, hash, size }: OpenedAddress,
  range: ByteRange | undefined,
): Promise<OpenBlob> {
  const blob = await blobs.open({ contentId, hash }, range).catch((err: unknown) => {
    log.error({ err, contentId, hash }, 'a file cannot be read')
    throw new ApiError('unavailable', "The file can't be read at the moment. Try again.", {
      retryAfterSeconds: 1,
    })
  })
  if (blob?.size === size) return blob
  blob?.stream.destroy()
  log.error({ contentId, hash, size, found: blob?.size }, 'a stored file is missing or has another size')
  throw new ApiError('not_found', 'There is no such file. Check the URL.')
}

/** Removes the headers of the file, so that caches don't apply them to the error. */
export function forget(reply: FastifyReply) {
  for (const name of ['etag', 'content-disposition', 'content-range', 'accept-ranges']) {
    reply.removeHeader(name)
  }
  reply.header('cache-control', 'no-store')
}
