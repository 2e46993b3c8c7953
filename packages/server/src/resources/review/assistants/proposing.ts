import { ApiFailure, type Client } from '@stemma/client'
import type { ChangeRequest, ContentChange } from '@stemma/contract'
import { Id, markdownMax } from '@stemma/contract'
import { type Static, Type } from 'typebox'
import { changeRequest, itemsMax, listed, space } from './inputs.ts'
import { tool } from './tool.ts'

const listChangeRequests = tool({
  name: 'list_change_requests',
  title: 'List change requests',
  description: 'Lists the change requests of a space with their status, newest first.',
  isReading: true,
  input: Type.Object({
    space,
    status: Type.Optional(
      Type.Union(['draft', 'open', 'archived', 'merged'].map((one) => Type.Literal(one))),
    ),
  }),
  async run(api, { space: spaceId, status = 'open' }) {
    const query = { status: status as ChangeRequest['status'], limit: itemsMax }
    const { items } = await api.listChangeRequestsForSpace({ params: { spaceId }, query })
    return listed(items.map(toLine), `No change request is ${status}. Ask for another status.`)
  },
})

function toLine({ id, number, subject, status, outdated, createdBy, comments, urls }: ChangeRequest): string {
  const state = outdated ? `${status}, the space has changed since` : status
  const by = `by ${createdBy.displayName}, open comments: ${comments}`
  const title = subject || 'Without a subject'
  return `- #${number} ${title} (change request ${id}, ${state}, ${by})\n  ${urls.app}`
}

const Proposal = Type.Object({
  space,
  changeRequest: Type.Optional(
    Type.String({ ...Id, description: 'The change request to update. Without it, a new one is opened.' }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 100, description: 'What changes and why, for the reviewers.' }),
  ),
  page: Type.Optional(Type.String({ ...Id, description: 'The page to change. Without it: a new page.' })),
  title: Type.Optional(Type.String({ minLength: 1, maxLength: 256, description: 'The title of the page.' })),
  into: Type.Optional(Type.String({ ...Id, description: 'The page above a new one.' })),
  markdown: Type.Optional(Type.String({ maxLength: markdownMax, description: 'The whole text.' })),
  revision: Type.Optional(
    Type.String({ ...Id, description: 'As read_page returned it. Later changes by others are kept.' }),
  ),
})
type Proposal = Static<typeof Proposal>

const proposeChange = tool({
  name: 'propose_change',
  title: 'Propose a change',
  description:
    'Changes a page, or adds one, in a change request that people review. Opens a new change request, or ' +
    'updates the one that you name. Nothing is published until somebody merges it.',
  isReading: false,
  input: Proposal,
  async run(api, proposal) {
    const { space: spaceId, changeRequest: changeRequestId, subject = '' } = proposal
    if (changeRequestId !== undefined) return write(api, { spaceId, changeRequestId }, proposal)
    const opened = await api.createChangeRequest({ params: { spaceId }, body: { subject } })
    const params = { spaceId, changeRequestId: opened.id }
    try {
      const text = await write(api, params, proposal)
      await api.updateChangeRequestById({ params, body: { status: 'open' } })
      return text
    } catch (error) {
      // Reviewers should not find a change request that the assistant believes was never made.
      await api.updateChangeRequestById({ params, body: { status: 'archived' } }).catch(ignoreFailure)
      throw error
    }
  },
})

function ignoreFailure(error: unknown) {
  if (!(error instanceof ApiFailure)) throw error
}

async function write(api: Client, params: Target, proposal: Proposal): Promise<string> {
  const body = { changes: [toChange(proposal)] }
  const result = await api.updateChangeRequestContent({ params, body, query: { compat: false } })
  if (!('changes' in result)) return ''
  const { id, number, urls, revision } = result.changeRequest
  const pages = result.changes.map(({ page }) => (typeof page === 'string' ? page : page.id))
  return (
    `Proposed in change request #${number} (change request ${id}, page ${pages.join(', ')}, ` +
    `revision ${revision}). People review it at ${urls.app}.`
  )
}

interface Target {
  readonly spaceId: string
  readonly changeRequestId: string
}

function toChange({ page, title, markdown, into, revision }: Proposal): ContentChange {
  if (page === undefined) {
    return {
      operation: 'insert_page',
      document: { markdown: markdown ?? '' },
      ...(title !== undefined && { title }),
      ...(into !== undefined && { into }),
    }
  }
  return {
    operation: 'update_page',
    page,
    ...(markdown !== undefined && { document: { markdown } }),
    ...(title !== undefined && { title }),
    ...(into !== undefined && { into }),
    ...(revision !== undefined && { basedOn: revision }),
  }
}

const readConflicts = tool({
  name: 'read_conflicts',
  title: 'Read conflicts',
  description:
    'Returns the places where a change request ("ours") and its space ("theirs") changed the same content.',
  isReading: true,
  input: Type.Object({ space, changeRequest }),
  async run(api, { space: spaceId, changeRequest: changeRequestId }) {
    const params = { spaceId, changeRequestId }
    const { items } = await api.listChangeRequestConflicts({ params, query: { limit: itemsMax } })
    return listed(
      items.map((conflict) => JSON.stringify(conflict, null, 2)),
      'There are no conflicts.',
    )
  },
})

const merge = tool({
  name: 'merge_change_request',
  title: 'Merge a change request',
  description: 'Merges a change request into its space, if the merge rules of the space allow it.',
  isReading: false,
  onlyWith: 'change-request:merge',
  input: Type.Object({ space, changeRequest }),
  async run(api, { space: spaceId, changeRequest: changeRequestId }) {
    const { result, revision } = await api.mergeChangeRequest({ params: { spaceId, changeRequestId } })
    if (result === 'merge') return `Merged. The space is now at revision ${revision}.`
    return 'Not merged: both sides changed the same content. Use read_conflicts, and ask a person to decide.'
  },
})

export const proposingTools = [listChangeRequests, proposeChange, readConflicts, merge]
