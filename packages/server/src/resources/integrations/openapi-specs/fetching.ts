import type { Outside } from '../../../outside/guarded-fetch.ts'
import { OutsideError } from '../../../outside/outside-error.ts'
import { type Reader, Unreadable, withReader } from './reader.ts'
import type { Fault, Read } from './reading.ts'

export type { Read } from './reading.ts'

/** Where a document comes from: a URL, or an inline text. */
export interface Source {
  readonly sourceURL: string | null
  readonly text: string | undefined
}

export interface Bounds {
  /** Per file. */
  readonly timeoutMs: number
  /** For all files together, so that many slow ones don't add up. */
  readonly allTimeoutMs: number
  readonly bytesMax: number
  readonly filesMax: number
}

const bounds: Bounds = { timeoutMs: 15_000, allTimeoutMs: 45_000, bytesMax: 4 * 1024 * 1024, filesMax: 50 }

/** The file name of an inline text, which has no URL. */
const textName = 'openapi.json'

/** Why processing failed, with the error codes of the contract. */
export interface Refused {
  readonly code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'
  readonly faults: readonly Fault[]
}

export type Processed = Refused | Read

/** Fetches a document with all files it refers to, and reads it. `before` is the last version, as JSON. */
export async function processSource(
  source: Source,
  outside: Outside,
  before: string | undefined,
  { signal, ...within }: Partial<Bounds> & { readonly signal?: AbortSignal } = {},
): Promise<Processed> {
  try {
    const outcome = await withReader(async (reader) => {
      await gather(source, reader, { ...bounds, ...within, outside })
      return reader.finish(before)
    }, signal)
    return 'faults' in outcome ? { code: 'PARSE_ERROR', ...outcome } : outcome
  } catch (error) {
    const [message, code] = [(error as Error).message, codeOf(error)]
    if (code === undefined) throw error
    return { code, faults: [{ message }] }
  }
}

function codeOf(error: unknown): Refused['code'] | undefined {
  if (error instanceof Unreadable) return 'PARSE_ERROR'
  if (error instanceof BadAnswer) return 'FETCH_ERROR'
  if (!(error instanceof OutsideError)) return undefined
  return error.reason === 'timeout' ? 'FETCH_TIMEOUT' : 'FETCH_ERROR'
}

class BadAnswer extends Error {}

interface Way extends Bounds {
  readonly outside: Outside
}

/** Fetches files one after another, in the order in which they are referred to. */
async function gather({ sourceURL, text }: Source, reader: Reader, way: Way) {
  const root = sourceURL ?? textName
  const waiting = new Set([root])
  let bytesLeft = way.bytesMax * 2
  const end = Date.now() + way.allTimeoutMs
  for (const address of waiting) {
    if (waiting.size > way.filesMax)
      throw new Unreadable(`This refers to more than ${way.filesMax} files. Bundle them.`)
    if (address !== root && !URL.canParse(address))
      throw new Unreadable(
        `A text has no address that ${address.slice(0, 200)} could be found from. Bundle it.`,
      )
    const own = address === root ? text : undefined
    const file = own ?? (await fetchText(address, withinTime(way, end), Math.min(bytesLeft, way.bytesMax)))
    bytesLeft = Math.max(0, bytesLeft - Buffer.byteLength(file))
    for (const reference of await reader.add(address, file)) waiting.add(reference)
  }
}

function withinTime(way: Way, end: number): Way {
  const leftMs = end - Date.now()
  if (leftMs <= 0) throw new OutsideError('timeout')
  return { ...way, timeoutMs: Math.min(way.timeoutMs, leftMs) }
}

async function fetchText(address: string, { outside, timeoutMs }: Way, bytesMax: number): Promise<string> {
  const { status, bytes } = await outside.fetch(address, { bytesMax, timeoutMs, headers: { accept } })
  if (status >= 200 && status < 300) return new TextDecoder().decode(bytes)
  throw new BadAnswer(`This address answers ${status}. Check that anybody can read it.`)
}

const accept = 'application/vnd.oai.openapi+json, application/json, application/yaml, text/yaml, */*;q=0.5'
