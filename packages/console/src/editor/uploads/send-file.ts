import { createClient } from '@stemma/client'
import type { ContentChange, File as StoredFile } from '@stemma/contract'
import { serverUrl } from '../../app/base.ts'
import { asUser } from '../../app/session.ts'
import type { PageKey } from '../saving/delivery.ts'

export interface SendOptions {
  /** Repeating it with the same key stores nothing twice. */
  readonly key: string
  readonly signal: AbortSignal
  /** How much has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

/** Takes a file to the version in which a page is written. */
export async function sendFile(
  file: File,
  { spaceId, version }: PageKey,
  { userId, key, signal, onProgress }: SendOptions & { readonly userId: string },
): Promise<StoredFile> {
  const api = createClient({ endpoint: serverUrl.href, retries: 2, fetch: watched(onProgress) })
  const contentType = file.type || 'application/octet-stream'
  const input = { name: file.name.slice(0, nameMax), contentType, base64: await base64Of(file) }
  const changes: ContentChange[] = [{ operation: 'insert_files', files: [input] }]
  const options = { idempotencyKey: key, signal, headers: asUser(userId) }
  const answer =
    version.kind === 'change'
      ? await api.updateChangeRequestContent(
          { params: { spaceId, changeRequestId: version.id }, query: { compat: false }, body: { changes } },
          options,
        )
      : await api.updateSpaceContent({ params: { spaceId }, body: { changes } }, options)
  const stored = 'insertedFiles' in answer ? answer.insertedFiles?.[0]?.file : undefined
  if (stored === undefined) throw new TypeError('The server answered in another form.')
  return stored
}

const nameMax = 256

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => {
      const address = String(reader.result)
      resolve(address.slice(address.indexOf(',') + 1))
    }
    // Such as a folder, or a file that was deleted meanwhile.
    reader.onerror = () => reject(new Error('The browser can’t read this file.'))
    reader.readAsDataURL(file)
  })
}

/** Like `fetch`, which can't tell how much of a body was sent. */
function watched(onProgress: SendOptions['onProgress']): typeof sendWatched {
  return (url, init) => sendWatched(url, init, onProgress)
}

function sendWatched(
  url: string,
  { method = 'GET', headers, body, signal }: RequestInit,
  onProgress: SendOptions['onProgress'] = () => undefined,
): Promise<Response> {
  const answered = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(method, url)
  // A browser names itself.
  for (const [name, value] of new Headers(headers))
    if (name !== 'user-agent') request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
  request.onload = () => answered.resolve(responseOf(request))
  request.onerror = () => answered.reject(new TypeError('The connection ended'))
  request.onabort = () => answered.reject(signal?.reason)
  const stop = () => request.abort()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  else request.send(String(body))
  return answered.promise.finally(() => signal?.removeEventListener('abort', stop))
}

function responseOf(request: XMLHttpRequest): Response {
  const { status, statusText } = request
  const headers = new Headers()
  for (const line of request.getAllResponseHeaders().split('\r\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  const hasBody = status !== 204 && status !== 205 && status !== 304
  return new Response(hasBody ? request.responseText : null, { status, statusText, headers })
}
