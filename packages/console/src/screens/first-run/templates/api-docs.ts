import type { Template } from './template.ts'

export const apiDocs: Template = {
  id: 'api-docs',
  name: 'API docs',
  note: 'First request, errors, webhooks',
  icon: 'code',
  title: 'API docs',
  pages: [
    {
      ref: 'introduction',
      title: 'Introduction',
      description: 'What the API offers, its address, and its rules in one minute.',
      text: `The API is organized by resources, accepts and returns JSON, and uses the status codes of HTTP.

| | |
| --- | --- |
| Base URL | \`https://api.example.com/v1\` |
| Format | JSON, UTF-8 |
| Times | ISO 8601 in UTC, such as \`2026-11-17T09:30:00Z\` |
| Versions | in the path; within a version, fields are only added |

Start with [Your first request](./first-request.md).
`,
    },
    {
      ref: 'first-request',
      title: 'Your first request',
      description: 'From a token to a response in five minutes.',
      text: `1. Create a token in **Settings → API tokens**. It is shown once: store it in a safe place.
2. Send a request:

\`\`\`sh
curl https://api.example.com/v1/me \\
  -H "Authorization: Bearer $TOKEN"
\`\`\`

3. Compare the response:

\`\`\`json
{ "id": "usr_4f2a", "name": "Ada", "role": "admin" }
\`\`\`

If you get status 401 instead, see [Authentication](./authentication.md).
`,
    },
    {
      ref: 'authentication',
      title: 'Authentication',
      description: 'Tokens, what they may do, and how to replace one.',
      text: `Every request needs a token in the header \`Authorization: Bearer …\`.

# Scopes

| Scope | Allows |
| --- | --- |
| \`orders:read\` | reading orders |
| \`orders:write\` | creating, changing and cancelling orders |

Give a token only the scopes that it needs.

# Replace a token

1. Create the new token.
2. Deploy it.
3. Delete the old one when the list shows that it is no longer used.

{% hint style="danger" %}
If a token becomes public, delete it at once. Deleting takes effect immediately.
{% endhint %}
`,
    },
    {
      ref: 'conventions',
      title: 'Conventions',
      description: 'What is the same for all resources.',
      text: `These rules hold for every operation, so that you have to learn them only once: how
[lists](./pagination.md) continue, and what [errors](./errors.md) look like.

# Unknown fields

Requests with unknown fields are rejected. Responses can gain fields at any time: ignore those that
you don't know.
`,
    },
    {
      ref: 'pagination',
      into: 'conventions',
      title: 'Pagination',
      description: 'How to read a list that is longer than one response.',
      text: `Lists return up to \`limit\` items; the default is 50. If there are more, the response
has \`next\`:

\`\`\`json
{ "items": [], "next": { "page": "eyJpZCI6NDJ9" } }
\`\`\`

Send \`page\` back as you received it. The last page has no \`next\`.

\`\`\`js
let page
do {
  const answer = await list({ limit: 100, page })
  for (const item of answer.items) handle(item)
  page = answer.next?.page
} while (page !== undefined)
\`\`\`
`,
    },
    {
      ref: 'errors',
      into: 'conventions',
      title: 'Errors',
      description: 'Status codes, the form of an error, and when to try again.',
      text: `An error has a code for programs and a message for people:

\`\`\`json
{ "error": { "code": "order_closed", "message": "This order is closed. Create a new one." } }
\`\`\`

| Status | Meaning | Try again? |
| --- | --- | --- |
| 400 | The request is wrong | No: correct it |
| 401 | The token is missing or no longer valid | No: replace the token |
| 403 | The token lacks a scope | No |
| 404 | It doesn't exist, or you can't see it | No |
| 409 | It has changed since you read it | Read it, then try again |
| 429 | Too many requests | After the seconds in \`Retry-After\` |
| 5xx | Our fault | Yes, with growing pauses |

Compare codes, not messages: messages can be improved at any time.
`,
    },
    {
      ref: 'orders',
      title: 'Orders',
      description: 'An example of a resource: its fields, and how to create and list it.',
      text: `An order is what somebody buys, with its price at that time.

| Field | Type | Meaning |
| --- | --- | --- |
| \`id\` | string | Never changes |
| \`status\` | \`open\`, \`paid\`, \`closed\` | Where the order is |
| \`total\` | integer | In cents |
| \`createdAt\` | time | When it was created |

# Create an order

\`POST /orders\` returns 201 and the order.

\`\`\`json
{ "items": [{ "sku": "tea-250", "count": 2 }] }
\`\`\`

# List orders

\`GET /orders?status=open\` returns the open orders, newest first. See [Pagination](./pagination.md).
`,
    },
    {
      ref: 'webhooks',
      title: 'Webhooks',
      description: 'How your server learns about changes, and how it checks that they are genuine.',
      text: `We send a POST request to your URL when something changes.

1. Answer with status 2xx within ten seconds. Do the work afterwards.
2. Check the signature before you trust the body: it is the HMAC-SHA256 of the body with your
   secret, in the header \`Signature\`.
3. Expect an event twice: compare its \`id\` with those that you have seen.

If your server doesn't answer, we try again for a day, with growing pauses.
`,
    },
    {
      ref: 'changes',
      title: 'Changelog',
      description: 'What changed in the API, newest first.',
      text: `Additions are announced here on the day they appear. Anything that could break a
program is announced three months earlier, with what to do.

# 2026-11-17

- **Added** \`orders.total\`.
- **Deprecated** \`orders.amount\`: use \`total\`. It will be removed in version 2.
`,
    },
  ],
}
