import type { ErrorBody, Reason } from '@stemma/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../common/errors.ts'
import {
  CommitUncertain,
  codeOf,
  constraintOf,
  isConnectionLost,
  isOutOfResources,
  isPoolExhausted,
} from '../db/driver.ts'
import { tellAllowance } from './allowance.ts'
import { TooManyRequests } from './rate-limit.ts'
import { closeIfUnread } from './unread-body.ts'

/** Sends every error response, in the common shape. */
export function handleErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => sendError(request, reply, toApiError(error, request)))
  app.setNotFoundHandler((request, reply) =>
    sendError(
      request,
      reply,
      new ApiError('not_found', `There is no ${request.method} at this URL. Check the method and the path.`),
    ),
  )
}

/** For errors before routing, such as a URL that can't be decoded. */
export function answerFrameworkError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  sendError(request, reply, toApiError(error, request))
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  const { reason, status, message, details } = error
  announceError(request, reply, error)
  const body: ErrorBody = {
    error: {
      code: status,
      message,
      reason,
      ...(details !== undefined && { details }),
      requestId: request.id,
    },
  }
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

/** The status and the headers of an error, whatever form its body has. */
export function announceError(request: FastifyRequest, reply: FastifyReply, error: ApiError) {
  const { reason, status, retryAfterSeconds } = error
  request.refusal = reason
  closeIfUnread(request, reply)
  if (error instanceof TooManyRequests) tellAllowance(reply, error.allowance)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  reply.code(status)
}

/** Logs an unexpected error in full, and reveals nothing of it to the caller. */
export function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const known = fromFastify(error) ?? fromDatabase(error)
  if (known !== undefined && known.status < 500) return known
  request.log.error({ err: error }, 'request failed')
  return (
    known ??
    new ApiError(
      'internal',
      'Unexpected error in the server. Try again. If it persists, report the request ID.',
    )
  )
}

function fromFastify(error: unknown): ApiError | undefined {
  const { statusCode, message } = error as { statusCode?: number; message?: string }
  switch (statusCode) {
    case 413:
      return new ApiError('payload_too_large', 'The request body is too large. Split the request.')
    case 415:
      return new ApiError('unsupported_media_type', 'Send JSON, with `Content-Type: application/json`.')
    default:
      return statusCode !== undefined && statusCode >= 400 && statusCode < 500
        ? new ApiError('invalid_request', message ?? 'The request is not valid.')
        : undefined
  }
}

/** Messages for violated unique constraints. */
const constraints: Readonly<Record<string, readonly [Reason, string]>> = {
  installations_integration_key: ['conflict', 'The integration is installed there already. Update that one.'],
  integrations_name_key: ['conflict', 'Another integration has this name in other letters. Choose another.'],
  openapi_specs_slug_key: ['conflict', 'Another OpenAPI spec has this slug. Choose another one, or use PUT.'],
  organizations_hostname_key: [
    'conflict',
    'This hostname belongs to another organization. Choose another one.',
  ],
  site_addresses_pkey: ['conflict', 'Another site has this address. Choose another one.'],
  site_installations_pkey: [
    'conflict',
    'The integration is installed on this site already. Update that one.',
  ],
  site_sections_path_key: ['conflict', 'Another section of the site has this path. Choose another one.'],
  site_spaces_path_key: ['conflict', 'Another site space beside it has this path. Choose another one.'],
  site_spaces_space_key: ['conflict', 'The space is there already. Choose another one, or another section.'],
  space_installations_pkey: [
    'conflict',
    'The integration is installed on this space already. Update that one.',
  ],
  users_email_key: ['conflict', 'This e-mail address belongs to another user.'],
}

/** Statement and lock timeouts, and exhausted retries: the transaction was rolled back. */
const givenUp = ['57014', '55P03', '40001', '40P01']

function fromDatabase(error: unknown): ApiError | undefined {
  const constraint = constraints[constraintOf(error) ?? '']
  if (constraint) return new ApiError(...constraint)
  if (error instanceof CommitUncertain) {
    return new ApiError(
      'unavailable',
      'The server could not confirm that this was stored. Repeat it with the same Idempotency-Key.',
      {
        retryAfterSeconds: 1,
      },
    )
  }
  if (isUnavailable(error) || givenUp.includes(codeOf(error) ?? '')) {
    return new ApiError('unavailable', 'The database is not available. Nothing was changed. Try again.', {
      retryAfterSeconds: 1,
    })
  }
  return undefined
}

function isUnavailable(error: unknown): boolean {
  return isConnectionLost(error) || isPoolExhausted(error) || isOutOfResources(error)
}
