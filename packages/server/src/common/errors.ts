import { type Reason, reasons } from '@stemma/contract'

/** The only error that handlers throw on purpose. Any other error is a bug and returns 500. */
export class ApiError extends Error {
  readonly reason: Reason
  readonly details: unknown
  readonly retryAfterSeconds: number | undefined

  constructor(reason: Reason, message: string, { details, retryAfterSeconds }: Extra = {}) {
    super(message)
    this.reason = reason
    this.details = details
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return reasons[this.reason]
  }
}

interface Extra {
  readonly details?: unknown
  readonly retryAfterSeconds?: number
}

export function found<T>(value: T | undefined, what: string, advice = 'Check the ID.'): T {
  if (value === undefined) throw new ApiError('not_found', `There is no such ${what}. ${advice}`)
  return value
}
