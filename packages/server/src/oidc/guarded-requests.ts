import type { CustomFetch } from 'openid-client'
import type { Outside } from '../outside/guarded-fetch.ts'
import { OutsideError } from '../outside/outside-error.ts'

/** Ample: a provider with many keys describes itself and them in about 20 KB. */
const bytesMax = 256 * 1024
export const timeoutMs = 10_000

/** How openid-client calls the provider: through the guarded client, with limits and without redirects. */
export function guardedRequests(outside: Outside): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await outside.fetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(method === 'POST' && { body: Buffer.from(String(body ?? '')) }),
      bytesMax,
      timeoutMs,
      redirectsMax: 0,
      signal,
    })
    const { status, contentType = '', bytes } = answer
    if (status < 200 || status > 599) throw new OutsideError('failed')
    const hasBody = ![204, 205, 304].includes(status)
    return new Response(hasBody ? Buffer.from(bytes) : null, {
      status,
      headers: { 'content-type': contentType },
    })
  }
}
