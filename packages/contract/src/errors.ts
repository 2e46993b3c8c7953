import { type Static, Type } from 'typebox'

/** Every error reason of the API, with its HTTP status. Callers never get an error outside this list. */
export const reasons = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  insufficient_scope: 403,
  cross_site_request: 403,
  sso_required: 403,
  second_factor_required: 403,
  proof_required: 403,
  not_found: 404,
  conflict: 409,
  idempotency_key_in_use: 409,
  last_admin: 409,
  change_request_closed: 409,
  slug_taken: 409,
  space_locked: 409,
  merge_conflict: 409,
  precondition_failed: 412,
  merge_rules_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  ai_unavailable: 501,
  git_unavailable: 501,
  unavailable: 503,
} as const

export type Reason = keyof typeof reasons

/** The body of every error response. `code` is the HTTP status. */
export const ErrorBody = Type.Object(
  {
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      reason: Type.Optional(Type.Enum(Object.keys(reasons) as Reason[], { type: 'string' })),
      details: Type.Optional(Type.Unknown()),
      requestId: Type.Optional(Type.String()),
    }),
  },
  { title: 'Error' },
)
export type ErrorBody = Static<typeof ErrorBody>
