import { type ErrorBody, type Reason, reasons } from '@stemma/contract'

/** The server returned an error; the message is the server's. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure'
  readonly status: number
  /** Absent if the response came from something in front of the server, such as a proxy. */
  readonly reason: Reason | undefined
  readonly details: unknown
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined
  readonly headers: Headers

  constructor({ status, headers }: Response, error: Partial<ErrorBody['error']> & { message: string }) {
    super(error.message)
    this.status = status
    this.reason = isReason(error.reason) ? error.reason : undefined
    this.details = error.details
    this.requestId = error.requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'))
    this.headers = headers
  }
}

/** There was no response, or it was incomplete; see `cause`. */
export class ConnectionFailure extends Error {
  override readonly name = 'ConnectionFailure'

  constructor(origin: string, cause: unknown) {
    super(`No answer from ${origin}: ${whatHappened(cause)}.`, { cause })
  }
}

export function failureOf(response: Response, text: string): ApiFailure {
  return new ApiFailure(response, errorIn(text) ?? { message: strangeAnswer(response, text) })
}

function errorIn(text: string): ErrorBody['error'] | undefined {
  try {
    const { error } = JSON.parse(text) as Partial<ErrorBody>
    return typeof error?.message === 'string' ? error : undefined
  } catch {
    return undefined
  }
}

/** The message if a proxy or an unrelated program responded. */
function strangeAnswer({ status, statusText, headers }: Response, text: string) {
  const said = text.replace(/\s+/g, ' ').trim().slice(0, 120)
  const location = headers.get('location')
  return [
    `The server answered ${[status, statusText].join(' ').trim()}, but not in the way of this API.`,
    location ? `It points to ${location}.` : said && `It said: ${said}`,
    'Check that the endpoint is right.',
  ]
    .filter(Boolean)
    .join(' ')
}

/** A newer server may return reasons that this client doesn't know. */
function isReason(reason: unknown): reason is Reason {
  return typeof reason === 'string' && Object.hasOwn(reasons, reason)
}

/** The header contains seconds or a date. */
function secondsOf(retryAfter: string | null) {
  if (retryAfter === null) return undefined
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - Date.now()) / 1000))
}

/** `fetch` only says "fetch failed"; the reason is in its `cause`. */
function whatHappened(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return whatHappened(error.cause)
  const { code } = error as { code?: unknown }
  return error.message || (typeof code === 'string' ? code : error.name)
}
