import type { Client } from '@stemma/client'
import type { ContentChange } from '@stemma/contract'
import {
  givenMember,
  type Organization,
  type Person,
  type Server,
} from '../../packages/server/src/test/harness.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** A space under review, with the change requests that the screens of reviews show. */
export interface Reviewed {
  readonly spaceId: string
  /** Wrote the change requests. */
  readonly author: Person
  /** Words, tables and hints changed; pages new, moved, renamed and deleted; asks the admin for a review. */
  readonly tokens: Proposed
  /** Conflicts with what was merged after it began. */
  readonly conflicting: Proposed
}

interface Proposed {
  readonly id: string
  readonly number: number
}

/** Writes the space as the admin of an organization, and change requests as others. */
export async function fillReviews(server: Server, organization: Organization): Promise<Reviewed> {
  const { admin } = organization
  const ben = await named(server, await givenMember(server, organization, 'review'), 'Ben Okafor')
  const dev = await named(server, await givenMember(server, organization, 'review'), 'Dev Raman')
  const api = server.as(admin)
  const { id: spaceId } = await api.createSpace({
    params: { organizationId: organization.id },
    body: { title: 'API reference', editMode: 'live', empty: true },
  })
  const changes = [
    page('Tokens', { document: { markdown: tokensBefore } }),
    page('Limits'),
    page('Operate'),
    page('Errors', { document: { markdown: errorsOf('a code') } }),
    page('Old tokens'),
  ]
  await api.updateSpaceContent({ params: { spaceId }, body: { changes } })
  const { pages } = await api.listPages({ params: { spaceId } })
  const idOf = (title: string) => pages.find((one) => one.title === title)?.id ?? ''
  const conflicting = await propose(server.as(ben), spaceId, 'Say what errors have', [
    { ...edit(idOf('Errors'), errorsOf('a code and a message')), title: 'Error codes' },
  ])
  const now = { ...edit(idOf('Errors'), errorsOf('a **reason**')), title: 'Errors and limits' }
  await api.updateSpaceContent({ params: { spaceId }, body: { changes: [now] } })
  const tokens = await propose(server.as(ben), spaceId, 'Shorten token lifetimes', [
    edit(idOf('Tokens'), tokensAfter),
    page('Refresh a token', { at: 1 }),
    { operation: 'update_page', page: idOf('Limits'), into: idOf('Operate') },
    { operation: 'delete_page', page: idOf('Old tokens') },
    {
      operation: 'insert_files',
      files: [{ name: 'tokens.txt', base64: 'SGVsbG8=', contentType: 'text/plain' }],
    },
  ])
  const params = { spaceId, changeRequestId: tokens.id }
  await server.as(ben).requestReviewersForChangeRequest({ params, body: { users: [admin.id, dev.id] } })
  return { spaceId, author: ben, tokens, conflicting }
}

async function propose(api: Client, spaceId: string, subject: string, changes: ContentChange[]) {
  const { id, number } = await api.createChangeRequest({ params: { spaceId }, body: { subject } })
  const params = { spaceId, changeRequestId: id }
  await api.updateChangeRequestContent({ params, body: { changes } })
  await api.updateChangeRequestById({ params, body: { status: 'open' } })
  return { id, number }
}

function edit(id: string, markdown: string) {
  return { operation: 'update_page', page: id, document: { markdown } } as const
}

function errorsOf(what: string): string {
  return `Every error has ${what}. Programs decide by it.\n\nRepeat what failed only if the error says so.\n`
}

export async function named(server: Server, person: Person, name: string): Promise<Person> {
  await server.db.updateTable('users').set({ display_name: name }).where('id', '=', person.id).execute()
  return person
}

const tokensBefore = `Send a token with every request, in the \`Authorization\` header.
A token acts for the person who created it.

Tokens are valid for one day. Create a new one when it expires.

| Kind | Valid for | Refresh |
| --- | --- | --- |
| Personal | 1 day | |
| Installation | 1 hour | Not possible |
| Read-only | 30 days | |

Store tokens in a password manager and replace them every month.

# Revoke a token

To revoke a token, open **Settings**, then **Tokens**. Requests with the token fail within a minute.

- A token that was revoked can't be used again.
- Others of the same person still work.
`

const tokensAfter = `Send a token with every request, in the \`Authorization\` header.
A token acts for the person who created it.

Tokens are valid for one hour. Before a token expires, exchange it for a new one: see Refresh a token.

| Kind | Valid for | Refresh |
| --- | --- | --- |
| Personal | 1 hour | Up to 30 days |
| Installation | 1 hour | Not possible |
| Read-only | 7 days | Not possible |

{% hint style="info" %}
The server accepts a clock difference of 60 seconds.
{% endhint %}

# Revoke a token

To revoke a token, open **Settings**, then **Tokens**. Requests with the token fail within a minute.

- A token that was revoked can't be used again.
- Other tokens of the same person still work.
`
