import type { Reason } from './errors.ts'

interface Meaning {
  readonly meaning: string
  readonly remedy: string
  /** What `details` holds, where it holds anything. */
  readonly details?: string
}

/** What each reason means to a caller, and what to do: docs/errors.md is made of it. */
export const errorMeanings: Readonly<Record<Reason, Meaning>> = {
  invalid_request: {
    meaning: 'The address, the query, a header or the body is not what the operation takes.',
    remedy: 'Read `message` and correct the request. Sent again as it is, it is refused again.',
    details: 'a list of `{pointer, message}`, where the pointer is a JSON pointer such as `/body/title`',
  },
  unauthenticated: {
    meaning: 'There is no token, or it is unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer …` with a valid token, or sign in.',
  },
  forbidden: {
    meaning: 'You may see this, and not do it.',
    remedy: 'Ask an admin of the organization or the space for the role that `x-access` names.',
  },
  insufficient_scope: {
    meaning: 'The token was narrowed to a list of scopes, and the one that is needed is not among them.',
    remedy: 'Create a token with the scope that `details` names.',
    details: '`scope`: the scope, or the list of those of which one is needed',
  },
  cross_site_request: {
    meaning: 'A change was asked for with the cookie of a session, from a page of another site.',
    remedy: 'Call from pages of the server or of `STEMMA_APP_URL`, or use a token.',
  },
  sso_required: {
    meaning: 'The organization demands that its members come through its own single sign-on.',
    remedy: 'Sign in at `loginURL`, and make tokens in that session.',
    details: '`organization` and `loginURL`',
  },
  not_found: {
    meaning: 'It is not there, or you may not even know whether it is.',
    remedy: 'Check the ids in the address, and whose token it is.',
  },
  conflict: {
    meaning: 'The request is right, and the state of things does not allow it.',
    remedy: 'Read `message`: it says what stands in the way. Read the thing again, and decide.',
    details: 'where it helps, what stands in the way, such as the ids of conflicts',
  },
  idempotency_key_in_use: {
    meaning: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Wait as long as `Retry-After` says and repeat the request with the same key.',
  },
  last_admin: {
    meaning: 'The organization would be left without an admin.',
    remedy: 'Make somebody else an admin first.',
  },
  change_request_closed: {
    meaning: 'The change request is merged or archived.',
    remedy: 'Reopen an archived one with `status: "open"`. After a merge, create another.',
  },
  slug_taken: {
    meaning: 'A page beside it has the slug that was asked for.',
    remedy: 'Choose another slug, or leave it out and get one with a number.',
    details: 'which change of the batch it was, as a list of `{pointer, message}`',
  },
  space_locked: {
    meaning: 'The space is changed by merging change requests only.',
    remedy: 'Write into a change request and merge it, or set `editMode` of the space to `live`.',
  },
  precondition_failed: {
    meaning: 'The thing is no longer as `If-Match` says, or something else must be done before.',
    remedy: 'Read it again, look at what changed, and repeat with the new ETag.',
    details: '`etag`: the one it has now',
  },
  merge_rules_failed: {
    meaning: 'Merge rules of the space, or of its organization, do not hold yet.',
    remedy: 'Do what the rules ask for, mostly a review, and merge again.',
    details: '`rules`: those that do not hold',
  },
  payload_too_large: {
    meaning: 'The body has more bytes than the operation takes.',
    remedy: 'Send less at once. The limit is `STEMMA_BODY_BYTES_MAX`, or one of the operation’s own.',
  },
  unsupported_media_type: {
    meaning: 'The body is not JSON, or does not say so.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    meaning: 'This `Idempotency-Key` came with another request before.',
    remedy: 'Use a new key for each new request.',
  },
  rate_limited: {
    meaning:
      'There were more than `STEMMA_RATE_LIMIT_PER_MINUTE` requests, too many requests of one organization ' +
      'at a time, or too many failed logins.',
    remedy: 'Wait as long as `Retry-After` says.',
  },
  internal: {
    meaning: 'A bug of ours. The whole error is in the log of the server.',
    remedy: 'Try again. If it stays, report it with the `requestId`.',
  },
  unavailable: {
    meaning:
      'The database cannot be reached or written to, a file cannot be read, or a PDF is still being made.',
    remedy:
      'Wait as long as `Retry-After` says and repeat; with the same `Idempotency-Key` it has one effect.',
  },
}
