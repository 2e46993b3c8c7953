import { ApiError } from '../common/errors.ts'

/** The error for a rejected response of an identity provider. */
export function refusal(why: string): ApiError {
  return new ApiError('invalid_request', `The response of the identity provider ${why}. Sign in again.`)
}
