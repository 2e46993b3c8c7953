import type { CallOptions } from './call-options.ts'
import { ApiFailure, ConnectionFailure, failureOf } from './failure.ts'
import type { HttpRequest } from './http-request.ts'
import { passes, type Transport, waitMs } from './send.ts'

export interface StreamOptions extends Pick<CallOptions, 'signal' | 'headers'> {
  /** The `id` of the last event that was handled. The stream continues after it. */
  readonly lastEventId?: string
}

/** One server-sent event. Events that only say something about now have no ID. */
export interface StreamEvent {
  readonly event: string
  readonly id?: string
  readonly data: unknown
}

/**
 * The events of a stream. A lost connection is opened again and continues after the last event, so every
 * event arrives once. Ends when the loop over it ends, and throws if the server refuses.
 */
export async function* streamEvents(
  request: HttpRequest,
  transport: Transport,
  { lastEventId, isBounded }: { readonly lastEventId: string | undefined; readonly isBounded: boolean },
): AsyncGenerator<StreamEvent, void, undefined> {
  const state = { lastEventId }
  for (let failures = 0; ; failures += 1) {
    const connection = connect(request, transport, state)
    try {
      for await (const event of connection) {
        failures = 0
        yield event
      }
      if (isBounded) return
    } catch (error) {
      request.signal?.throwIfAborted()
      const isLasting = !isFailure(error) || !passes(error)
      if (isLasting || (failures >= transport.retries && state.lastEventId === undefined)) throw error
      await transport.sleep(Math.min(waitMs(error, failures), reconnectMsMax), request.signal)
      continue
    }
    await transport.sleep(reconnectMsMin, request.signal)
  }
}

const [reconnectMsMin, reconnectMsMax] = [100, 5_000]

function isFailure(error: unknown): error is ApiFailure | ConnectionFailure {
  return error instanceof ApiFailure || error instanceof ConnectionFailure
}

interface State {
  lastEventId: string | undefined
}

/** One connection. The server sends something every 15 seconds, so a silent one is dead. */
async function* connect({ url, ...init }: HttpRequest, { fetch }: Transport, state: State) {
  const headers = new Headers(init.headers)
  headers.set('accept', 'text/event-stream')
  if (state.lastEventId !== undefined) headers.set('last-event-id', state.lastEventId)
  const silence = new AbortController()
  const signal = AbortSignal.any([silence.signal, ...(init.signal ? [init.signal] : [])])
  let timer: ReturnType<typeof setTimeout> | undefined
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(new Error('nothing arrived for a minute')), silentMsMax)
  }
  try {
    heard()
    const response = await fetch(url, { ...init, headers, signal, redirect: 'manual' })
    if (!response.ok || response.body === null) throw failureOf(response, await response.text())
    yield* eventsIn(response.body, state, heard)
  } catch (error) {
    throw error instanceof ApiFailure ? error : new ConnectionFailure(new URL(url).origin, error)
  } finally {
    clearTimeout(timer)
    silence.abort()
  }
}

const silentMsMax = 60_000

/** Parses as the specification of server-sent events says, for the fields that this API uses. */
async function* eventsIn(body: ReadableStream<Uint8Array>, state: State, heard: () => void) {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of body as unknown as AsyncIterable<Uint8Array>) {
    heard()
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map(fieldOf))
      const [id, data] = [fields.get('id'), fields.get('data')]
      if (id !== undefined) state.lastEventId = id
      if (data === undefined) continue
      yield {
        event: fields.get('event') ?? 'message',
        ...(id !== undefined && { id }),
        data: JSON.parse(data),
      }
    }
  }
}

/** A line without a name is a comment. */
function fieldOf(line: string): readonly [name: string, value: string] {
  const colon = line.indexOf(':')
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).replace(/^ /, '')]
}
