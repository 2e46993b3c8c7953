import type { ContentChange } from '@stemma/contract'
import { givenMember, type Organization, type Server } from '../../packages/server/src/test/harness.ts'
import { page } from '../../packages/server/src/test/writing.ts'

/** A space with a past, and its revisions from the first to the last. */
export interface Remembered {
  readonly spaceId: string
  readonly revisions: readonly string[]
  /** The pages as they are after the last revision. */
  readonly merged: { readonly id: string; readonly number: number }
  /** The page that was written and edited. */
  readonly pageId: string
}

/**
 * The space is created, written in two steps and changed by a change request that was merged: words, a table,
 * a hint, a new page and one that is gone.
 */
export async function fillHistory(server: Server, organization: Organization): Promise<Remembered> {
  const { admin } = organization
  const api = server.as(admin)
  const { id: spaceId } = await api.createSpace({
    params: { organizationId: organization.id },
    body: { title: 'Relay guides', editMode: 'live', empty: true },
  })
  const params = { spaceId }
  const write = (...changes: ContentChange[]) => api.updateSpaceContent({ params, body: { changes } })
  await write(
    page('Retry failed deliveries', { document: { markdown: before } }),
    page('Order and duplicates'),
    page('Old limits'),
  )
  const { pages } = await api.listPages({ params })
  const idOf = (title: string) => pages.find((one) => one.title === title)?.id ?? ''
  await write({ operation: 'update_page', page: idOf('Order and duplicates'), title: 'Order of readings' })
  const ben = await givenMember(server, organization, 'review')
  await server.db.updateTable('users').set({ display_name: 'Ben Okafor' }).where('id', '=', ben.id).execute()
  const body = { subject: 'Retry for 24 hours' }
  const { id, number } = await server.as(ben).createChangeRequest({ params, body })
  const key = { ...params, changeRequestId: id }
  await server.as(ben).updateChangeRequestContent({
    params: key,
    body: {
      changes: [
        { operation: 'update_page', page: idOf('Retry failed deliveries'), document: { markdown: after } },
        page('Sign requests', { at: 1 }),
        { operation: 'delete_page', page: idOf('Old limits') },
      ],
    },
  })
  await api.mergeChangeRequest({ params: key })
  const { items } = await api.listRevisions({ params })
  const pageId = idOf('Retry failed deliveries')
  return { spaceId, merged: { id, number }, pageId, revisions: items.map((one) => one.id).reverse() }
}

/** Lets a revision have been made some days ago. */
export async function makeOlder({ db }: Server, spaceId: string, revisionId: string, days: number) {
  const then = new Date(Date.now() - days * 86_400_000).toISOString()
  await db
    .updateTable('revisions')
    .set({ created_at: then })
    .where('space_id', '=', spaceId)
    .where('id', '=', revisionId)
    .execute()
}

const before = `If an endpoint doesn't accept a reading, the relay sends it again. Retries continue for 1440
minutes; after that, the reading moves to the dead-letter queue.

## When the relay retries

The relay retries after a network error, a timeout or one of these responses:

| Response | What the relay does | Next attempt |
| --- | --- | --- |
| \`408\`, \`425\`, \`429\` | Retries | After 30 s |
| \`500\` to \`599\` | Retries with backoff | After 30 s, later hourly |
`

const after = `If an endpoint doesn't accept a reading, the relay sends it again. Retries continue for 24
hours; after that, the reading moves to the dead-letter queue, where you can inspect it and send it again.

## When the relay retries

The relay retries after a network error, a timeout or one of these responses:

| Response | What the relay does | Next attempt |
| --- | --- | --- |
| \`408\`, \`425\`, \`429\` | Retries, reads \`Retry-After\` | As the endpoint asks |
| \`500\` to \`599\` | Retries with backoff | After 30 s, later hourly |

{% hint style="warning" %}
A retry can deliver a reading twice. Compare the \`Reading-Id\` header to detect duplicates.
{% endhint %}
`
