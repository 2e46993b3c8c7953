export interface Watched {
  readonly signal: AbortSignal
  /** How much has been sent, from 0 to 1. */
  readonly onProgress: (part: number) => void
}

interface Sent {
  readonly method?: string
  readonly headers?: HeadersInit
  readonly body?: string | Blob
}

/** Like `fetch`, which can't tell how much of a body was sent. */
export function sendWatched(
  url: string,
  { method = 'GET', headers, body }: Sent,
  { signal, onProgress }: Partial<Watched>,
): Promise<Response> {
  const answered = Promise.withResolvers<Response>()
  const request = new XMLHttpRequest()
  request.open(method, url)
  // A browser names itself.
  for (const [name, value] of new Headers(headers))
    if (name !== 'user-agent') request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
  request.onload = () => answered.resolve(responseOf(request))
  request.onerror = () => answered.reject(new TypeError('The connection ended'))
  request.onabort = () => answered.reject(signal?.reason)
  const stop = () => request.abort()
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  else request.send(body)
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
