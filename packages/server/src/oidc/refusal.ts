import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { ApiError } from '../common/errors.ts'
import { OutsideError } from '../outside/outside-error.ts'

/** The error for a provider whose settings, or whose own description, can't be used. */
export function misconfigured(why: string): ApiError {
  return new ApiError(
    'conflict',
    `The identity provider ${why}. Ask an admin of the organization to check its settings.`,
  )
}

/** The error for a response that is not accepted. */
export function refusal(why: string): ApiError {
  return new ApiError('invalid_request', `The response of the identity provider ${why}. Sign in again.`)
}

/** What to tell about an error of openid-client. Its causes may contain tokens, so they are not passed on. */
export function refusalOf(error: unknown, otherwise = refusal): ApiError {
  if (error instanceof ApiError) return error
  const outside = outsideErrorIn(error)
  if (outside !== undefined) {
    return new ApiError('conflict', `The server could not ask the identity provider. ${outside.message}`)
  }
  if (error instanceof AuthorizationResponseError) {
    const code = /^[a-z_]{1,40}$/.test(error.error) ? ` (${error.error})` : ''
    return new ApiError(
      'forbidden',
      `The identity provider did not sign you in${code}. Try again, or ask an admin for access.`,
    )
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_client') {
    return misconfigured('rejected the client ID or the client secret')
  }
  if (!(error instanceof Error)) throw error
  const { message } = error instanceof ClientError && error.cause instanceof Error ? error.cause : error
  return otherwise(`is not valid (${message.slice(0, 200)})`)
}

function outsideErrorIn(error: unknown, depth = 0): OutsideError | undefined {
  if (error instanceof OutsideError) return error
  return error instanceof Error && depth < 5 ? outsideErrorIn(error.cause, depth + 1) : undefined
}
