/** What all operations have in common, in Markdown. docs/api-design.md has the details. */
export const introduction = `
Stemma is a server for documentation. People write pages in spaces, propose edits in change requests that
are reviewed and merged, and publish spaces as sites for the audiences they choose. You can do all of it
through this API.

## Authentication

Send a token with each request: \`Authorization: Bearer stm_…\`. A token acts on behalf of its owner. You
can limit it to scopes and to one organization, and give it an expiry date. If a token is revoked or its
owner gets a lower role, the change takes effect with the next request.

Each operation lists its *access*; one entry is enough. \`space.edit\` requires edit level or higher on
the space in the path. \`org\`, \`collection\`, \`team\` and \`site\` work the same way. \`self\` is the
user in the path, \`any\` is any valid token, and \`public\` requires no token. Each operation also names
the *scope* that a token limited to scopes needs. Both are machine-readable as \`x-access\` and
\`x-scope\`. The levels, from lowest to highest, are read, comment, edit, review, create and admin.

If you don't have access to an object, the server returns 404. If you can see the object but are not
allowed to perform the operation, it returns 403.

## Requests

Request bodies are JSON, with \`Content-Type: application/json\`. A body with an unknown field is rejected
with 400, so misspelled fields don't go unnoticed. Unknown query parameters are ignored. Times are ISO
8601 in UTC. PATCH changes the fields that you send and leaves all others as they are. Deleting an object
that doesn't exist returns 204, so you can safely repeat a deletion.

## Errors

Every error has the same body. \`code\` is the HTTP status. \`message\` explains the error and what to do
about it. \`reason\` is one of a fixed list of values, for programs. \`requestId\` identifies the request
in the server log. \`details\`, if present, lists the invalid fields as JSON pointers, or other helpful
data.

~~~json
{
  "error": {
    "code": 404,
    "message": "There is no such team. Check the ID.",
    "reason": "not_found",
    "requestId": "034yAxzd5Dq7Gr2X6cOph9"
  }
}
~~~

Besides the errors that it lists, any operation can return 413 (body too large), 415 (body not JSON), 429
(too many requests), 500 (unexpected error in the server) and 503 (unavailable: retry after
\`Retry-After\`).

## Lists

A list is \`{items, count, next?}\`. \`count\` is the number of items on all pages that you can see. If
there is another page, \`next.page\` is its cursor: send it back as \`page\`, exactly as you received it.
\`limit\` accepts 1–1000 and defaults to 50. Items added or removed while you read the pages don't shift
the others. With \`Accept: application/x-ndjson\` the server returns the list as JSON Lines, and the URL
of the next page in the \`Link\` header.

## Concurrent changes

The response to a GET of a single object has a strong \`ETag\`. Send it as \`If-None-Match\` to get 304
while the object is unchanged. Send it as \`If-Match\` with PATCH, PUT, DELETE or a content update to get
412 if someone else changed the object first. Without \`If-Match\`, the last write wins.

## Idempotency

POST, PUT and PATCH accept an \`Idempotency-Key\` that you choose: 1–255 visible characters. For 24 hours,
the same request with the same key returns the first response and has no further effect. A different
request with that key returns 422. While the first request is still running, the server returns 409. Error
responses are not stored, and secrets are not returned again.

## Rate limits

Requests are counted per token, or per IP address if the token is missing or not valid. Every response has
\`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix time in seconds). Beyond
the limit, the server returns 429 with \`Retry-After\`.
`.trim()
