import type { IncomingHttpHeaders } from 'node:http'
import { OutsideError } from './outside-error.ts'
import { requireUrl } from './target.ts'

/** One request in a chain of redirects. */
export interface Hop {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
}

/** The redirect target of a response, if any. */
export function locationOf(status: number, headers: IncomingHttpHeaders): string | undefined {
  if (headers.location === undefined || ![301, 302, 303, 307, 308].includes(status)) return undefined
  // Node reads headers as Latin-1, while servers write other letters in UTF-8.
  return Buffer.from(headers.location, 'latin1').toString()
}

/** The next request, checked like the first. Another origin doesn't receive headers that may be secret. */
export function nextHop({ url, method, headers, body }: Hop, status: number, location: string): Hop {
  const to = requireUrl(location, url)
  if (url.protocol === 'https:' && to.protocol === 'http:') throw new OutsideError('invalid_url')
  const repeats = method === 'GET' || [307, 308].includes(status)
  const kept = Object.entries(headers).filter(
    ([name]) =>
      (to.origin === url.origin || harmless.includes(name)) && (repeats || !name.startsWith('content-')),
  )
  return {
    url: to,
    method: repeats ? method : 'GET',
    headers: Object.fromEntries(kept),
    body: repeats ? body : undefined,
  }
}

/** Any other header could be a secret, not only Authorization and Cookie. */
const harmless = ['accept', 'accept-language', 'content-type']
