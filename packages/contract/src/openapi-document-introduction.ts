/** What all operations share, in Markdown. docs/api-design.md says the same at length. */
export const introduction = `
Stemma is a server for documentation. People write pages in spaces, change them through change requests that
are reviewed and merged, and publish spaces as sites for chosen audiences. Everything is done through this
API.

## Authentication

Send a token with each request: \`Authorization: Bearer stm_…\`. The token speaks for its owner, and may be
narrowed to scopes, to one organization and in time. Revoking a token, or lowering a role, takes effect on
the next request.

Each operation names its *access*, one entry of which is enough: \`space.edit\` is that level or a higher
one on the space that the path names, and \`org\`, \`collection\`, \`team\` and \`site\` alike; \`self\` is
the person whom the path names, \`any\` every valid token, \`public\` everybody. It also names the *scope*
that a narrowed token needs. Programs find both as \`x-access\` and \`x-scope\`. Levels in their order are
read, comment, edit, review, create and admin.

What the caller may not know of answers 404, what they may see but not do answers 403.

## Requests

Bodies are JSON, with \`Content-Type: application/json\`. An unknown field is refused with 400, so that a
misspelling cannot pass as success; unknown query parameters are ignored. Times are ISO 8601 in UTC. PATCH
changes what is named and leaves the rest. Deleting what is not there answers 204, so a deletion can be
repeated.

## Errors

Every refusal has the same body. \`code\` is the HTTP status, \`message\` a sentence that says what to do,
\`reason\` one of a closed list for programs, and \`requestId\` what to look for in the log of the server.
\`details\`, where it is there, names the fields that were wrong as JSON pointers, or what else helps.

~~~json
{
  "error": {
    "code": 404,
    "message": "There is no such team. Check the id.",
    "reason": "not_found",
    "requestId": "034yAxzd5Dq7Gr2X6cOph9"
  }
}
~~~

Besides those that an operation names, each can answer 413 and 415 (body too large, or not JSON), 429 (too
many requests), 500 (a bug of ours) and 503 (unavailable: try again after \`Retry-After\`).

## Lists

A list is \`{items, count, next?}\`. \`count\` is the length of the whole list, as far as the caller may see
it. While there is more, \`next.page\` is a cursor: send it back as \`page\`, as it came. \`limit\` is 1 to
1000, 50 unless told. What is added or removed meanwhile shifts nothing. With \`Accept:
application/x-ndjson\` a list comes as JSON lines, and the next page is in the header \`Link\`.

## Not overwriting others

The answer to a GET of a single thing has a strong \`ETag\`. Send it as \`If-None-Match\` to get 304 while
nothing has changed. Send it as \`If-Match\` with a PATCH, PUT or DELETE, or with a write of content, to be
refused with 412 if somebody else was faster. Without \`If-Match\` the last write wins.

## Doing a thing once

POST, PUT and PATCH take an \`Idempotency-Key\` of your choice, 1 to 255 visible characters. For 24 hours
the same request with the same key gets the first answer and does nothing. Another request with that key is
422; while the first is still running it is 409. Refusals are not kept, and secrets are not repeated.

## Rate limits

Requests are counted for each token, and by address where there is no valid one. \`X-RateLimit-Limit\`,
\`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (seconds since 1970) are on every answer; beyond the
limit it is 429 with \`Retry-After\`.
`.trim()
