import { ApiError } from '../common/errors.ts'

/** An answer of an identity provider that is not taken, and why. */
export function refusal(why: string): ApiError {
  return new ApiError('invalid_request', `The response of the identity provider ${why}. Sign in again.`)
}
