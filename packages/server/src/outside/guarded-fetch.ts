import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import { beginningOf, bytesOf, encodings } from './body.ts'
import { connectionTo, secured } from './connection.ts'
import { type Hop, locationOf, nextHop } from './hop.ts'
import { OutsideError } from './outside-error.ts'
import { allowedEndpoints, type Resolver, requireAddresses, requireUrl, systemResolver } from './target.ts'
import { hasAddressFrom, type TxtRecords, txtRecordsFrom } from './txt-records.ts'
import { within } from './within.ts'

/** The only way in which this server calls others. */
export interface Outside {
  /** Returns the response whatever its status. All other outcomes throw an `OutsideError`. */
  fetch(url: string, options: OutsideOptions): Promise<OutsideAnswer>
  readonly txtRecords: TxtRecords
  readonly hasAddress: ReturnType<typeof hasAddressFrom>
}

export interface OutsideOptions {
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array
  /** Limits the size of the body, before and after decompression. */
  readonly bytesMax: number
  /** Cuts the body off at the limit instead of failing: only the start of the response is needed. */
  readonly cut?: boolean
  /** The total time including redirects. Each response head must arrive within half of it. */
  readonly timeoutMs?: number
  readonly redirectsMax?: number
  /** Aborting it ends the call. */
  readonly signal?: AbortSignal | undefined
}

export interface OutsideAnswer {
  readonly status: number
  /** Names are in lower case. */
  readonly headers: ReadonlyMap<string, string>
  readonly contentType: string | undefined
  readonly bytes: Uint8Array
  /** The final URL, after redirects. */
  readonly url: string
}

export interface OutsideSettings {
  readonly userAgent: string
  /** Private addresses that are allowed: `10.0.0.1:8080`, `[fd00::1]:8080`. */
  readonly allow?: readonly string[]
  /** The DNS servers. Defaults to those of the system. */
  readonly dnsServers?: readonly string[]
  /** For tests. Defaults to the system's resolver. */
  readonly resolve?: Resolver
}

export function guardedClient(settings: OutsideSettings): Outside {
  const { userAgent, allow = [], dnsServers = [], resolve = systemResolver } = settings
  const guard = { userAgent, allowed: allowedEndpoints(allow), resolve }
  return {
    txtRecords: txtRecordsFrom(dnsServers),
    hasAddress: hasAddressFrom(dnsServers),
    async fetch(url, options) {
      const { method = 'GET', headers = {}, body, timeoutMs = 10_000 } = options
      const first = { url: requireUrl(url), method, headers: lowered(headers), body }
      try {
        return await within(
          timeoutMs,
          (signal) => follow(first, { timeoutMs, ...options }, guard, signal),
          options.signal,
        )
      } catch (error) {
        throw error instanceof OutsideError ? error : new OutsideError('failed', error)
      }
    },
  }
}

interface Guard {
  readonly userAgent: string
  readonly allowed: ReadonlySet<string>
  readonly resolve: Resolver
}

interface Bounds {
  readonly bytesMax: number
  readonly cut?: boolean
  readonly timeoutMs: number
  readonly redirectsMax?: number
}

async function follow(
  first: Hop,
  { bytesMax, cut, timeoutMs, redirectsMax = 3 }: Bounds,
  guard: Guard,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  let hop = first
  for (let redirects = 0; redirects <= redirectsMax; redirects++) {
    const addresses = await requireAddresses(hop.url, guard.resolve, guard.allowed)
    const socket = await connectionTo(hop.url, addresses, timeoutMs / 4, signal)
    try {
      const response = await within(timeoutMs / 2, () => headTo(hop, socket, guard.userAgent))
      const status = response.statusCode ?? 0
      const location = locationOf(status, response.headers)
      const read = cut ? beginningOf : bytesOf
      if (location === undefined) return answerOf(hop, response, await read(response, bytesMax))
      hop = nextHop(hop, status, location)
    } finally {
      socket.destroy()
    }
  }
  throw new OutsideError('too_many_redirects')
}

/** Sends the request and waits for the response head. */
async function headTo(
  { url, method, headers, body }: Hop,
  socket: Socket,
  userAgent: string,
): Promise<IncomingMessage> {
  const line = url.protocol === 'https:' ? await secured(url, socket) : socket
  return await new Promise((resolve, reject) => {
    // With its own connection, Node uses no agent: no pool, no proxy, no DNS lookup.
    const sent = request({
      createConnection: () => line,
      method,
      path: url.pathname + url.search,
      headers: {
        accept: '*/*',
        ...headers,
        'accept-encoding': encodings,
        'user-agent': userAgent,
        host: url.host,
        connection: 'close',
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      },
    })
    sent.on('response', resolve)
    sent.on('error', reject)
    sent.on('close', () => reject(new OutsideError('failed')))
    sent.end(body)
  })
}

function answerOf({ url }: Hop, { statusCode = 0, headers }: IncomingMessage, bytes: Uint8Array) {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as const)
  return {
    status: statusCode,
    headers: new Map(texts),
    contentType: headers['content-type'],
    bytes,
    url: url.href,
  }
}

/** Removes headers about the transport, which only this client may set. */
function lowered(headers: Readonly<Record<string, string>>): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return Object.fromEntries(entries.filter(([name]) => !ours.includes(name)))
}

const ours = ['content-length', 'expect', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade']
