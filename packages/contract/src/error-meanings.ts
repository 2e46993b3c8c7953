import type { Reason } from './errors.ts'

interface Meaning {
  readonly meaning: string
  readonly remedy: string
  /** The content of `details`, if the error has any. */
  readonly details?: string
}

/** The meaning of each reason, and what to do about it. Source of docs/errors.md. */
export const errorMeanings: Readonly<Record<Reason, Meaning>> = {
  invalid_request: {
    meaning: 'The path, the query, a header or the body is not valid for this operation.',
    remedy: 'Read `message` and correct the request. The same request will fail again.',
    details: 'a list of `{pointer, message}`, where the pointer is a JSON pointer such as `/body/title`',
  },
  unauthenticated: {
    meaning: 'The token is missing, unknown, revoked or expired.',
    remedy: 'Send `Authorization: Bearer …` with a valid token, or sign in.',
  },
  forbidden: {
    meaning: 'You can see the object, but you are not allowed to perform this operation.',
    remedy:
      'Read `message`. Usually you need a higher role: ask an admin of the organization or the space for ' +
      'one that `x-access` of the operation lists.',
  },
  insufficient_scope: {
    meaning: 'The token is limited to scopes, and the scope that the operation requires is not among them.',
    remedy: 'Create a token with the scope in `details`.',
    details: '`scope`: the required scope, or a list of scopes of which one is required',
  },
  cross_site_request: {
    meaning: 'A page of another website sent a change with the session cookie.',
    remedy: 'Send the request from pages of the server or of `STEMMA_APP_URL`, or use a token.',
  },
  sso_required: {
    meaning: 'The organization requires its members to sign in through single sign-on.',
    remedy: 'Sign in at `loginURL`. Tokens that you create in that session work too.',
    details: '`organization` and `loginURL`',
  },
  second_factor_required: {
    meaning: 'The organization requires a second factor, which was not proved for this session or token.',
    remedy:
      'Add a second factor to your account if you have none, then sign in with it at `loginURL`. Tokens ' +
      'that you create in that session work too.',
    details: '`organization` and `loginURL`',
  },
  proof_required: {
    meaning: 'Your last sign-in is too long ago for a change of how you sign in.',
    remedy:
      'Call `proveIdentity` with your password and a code or with a passkey, or sign in again at `loginURL`.',
    details: '`loginURL`',
  },
  not_found: {
    meaning: "The object doesn't exist, or you don't have access to it.",
    remedy: 'Check the IDs in the URL, and that you use the token of the right person.',
  },
  conflict: {
    meaning: "The request is valid, but the current state of the object doesn't allow it.",
    remedy: 'Read `message` for the cause. Read the object again, and decide how to continue.',
    details: 'if it helps, what caused the conflict, such as the IDs of merge conflicts',
  },
  idempotency_key_in_use: {
    meaning: 'The first request with this `Idempotency-Key` is still running.',
    remedy: 'Wait for the time in `Retry-After`, then repeat the request with the same key.',
  },
  last_admin: {
    meaning: 'The organization would be left without an admin.',
    remedy: 'Make another member an admin first.',
  },
  change_request_closed: {
    meaning: 'The change request is merged or archived.',
    remedy:
      'If it is archived, reopen it with `status: "open"`. If it is merged, create a new change request.',
  },
  slug_taken: {
    meaning: 'Another page with the same parent already has this slug.',
    remedy: 'Choose another slug, or leave it out to get one with a number.',
    details: 'the change of the batch that failed, as a list of `{pointer, message}`',
  },
  space_locked: {
    meaning: 'The space accepts changes only through change requests.',
    remedy: 'Write to a change request and merge it, or set the `editMode` of the space to `live`.',
  },
  merge_conflict: {
    meaning:
      'The change is based on an earlier revision (`basedOn`), and others have changed the same content ' +
      'since.',
    remedy:
      'Nothing was written. Decide every conflict in `details`, and send the result with `basedOn` set to ' +
      '`revision` of `details`.',
    details:
      '`revision`: the current revision, and `conflicts`: as `GET …/conflicts` lists them, where `ours` is ' +
      'what you sent and `theirs` the current content',
  },
  precondition_failed: {
    meaning:
      'The object has changed since you read the ETag in `If-Match`, or another step is required first.',
    remedy: 'Read the object again, check what changed, and repeat the request with the new ETag.',
    details: '`etag`: the current ETag',
  },
  merge_rules_failed: {
    meaning: "The change request doesn't satisfy the merge rules of the space or its organization.",
    remedy: 'Do what the rules require, usually a review, and merge again.',
    details: '`rules`: the rules that are not satisfied',
  },
  payload_too_large: {
    meaning: 'The request body is larger than the operation allows.',
    remedy:
      'Split the request. The limit is `STEMMA_BODY_BYTES_MAX`, unless the operation has its own limit.',
  },
  unsupported_media_type: {
    meaning: 'The request body is not JSON, or `Content-Type` is missing.',
    remedy: 'Send JSON with `Content-Type: application/json`.',
  },
  idempotency_key_reused: {
    meaning: 'This `Idempotency-Key` was already used for a different request.',
    remedy: 'Use a new key for each new request.',
  },
  rate_limited: {
    meaning:
      'You sent more than `STEMMA_RATE_LIMIT_PER_MINUTE` requests, your organization has too many requests ' +
      'running at the same time, or there were too many failed logins.',
    remedy: 'Wait for the time in `Retry-After`.',
  },
  internal: {
    meaning: 'An unexpected error in the server. The server log contains the details.',
    remedy: 'Try again. If the error persists, report it with the `requestId`.',
  },
  ai_unavailable: {
    meaning: 'The operation needs a language model, and this server has none.',
    remedy: 'Search instead: `POST …/sites/{siteId}/search` or `GET …/orgs/{organizationId}/search`.',
  },
  git_unavailable: {
    meaning: "Spaces can't be cloned or pushed to, because the server has no git.",
    remedy: 'Install git 2.39 or later on the server. `stemma-server doctor` says what is missing.',
  },
  unavailable: {
    meaning:
      "The database can't be reached or is read-only, a file can't be read, or a PDF is not ready yet.",
    remedy:
      'Wait for the time in `Retry-After`, then repeat the request. With the same `Idempotency-Key` it ' +
      'takes effect only once.',
  },
}
