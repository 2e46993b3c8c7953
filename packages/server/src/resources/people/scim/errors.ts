import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../common/errors.ts'
import { CommitUncertain } from '../../../db/driver.ts'
import { announceError, toApiError } from '../../../http/error-handler.ts'

/** The kinds of errors that RFC 7644 names and that this server returns. */
type ScimType =
  | ('invalidFilter' | 'invalidPath' | 'invalidSyntax' | 'invalidValue')
  | ('mutability' | 'noTarget' | 'tooMany' | 'uniqueness')

export class ScimError extends ApiError {
  readonly scimType: ScimType

  constructor(scimType: ScimType, message: string) {
    super(scimType === 'uniqueness' ? 'conflict' : 'invalid_request', message)
    this.scimType = scimType
  }
}

/** Sends every error in the form of RFC 7644, also those that are not about SCIM. */
export function sendScimError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const known = error instanceof CommitUncertain ? uncertain() : toApiError(error, request)
  announceError(request, reply, known)
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(known.status),
    ...(known instanceof ScimError && { scimType: known.scimType }),
    detail: known.message,
  }
  return reply.type(scimContentType).send(JSON.stringify(body))
}

/** SCIM has no Idempotency-Key, but its answers tell what became of the first attempt. */
function uncertain() {
  return new ApiError(
    'unavailable',
    'The server could not confirm that this was stored. Send it again: if it was stored, POST returns 409 ' +
      'with scimType uniqueness and DELETE returns 404, which you can take as done.',
    { retryAfterSeconds: 1 },
  )
}

export const scimContentType = 'application/scim+json; charset=utf-8'
