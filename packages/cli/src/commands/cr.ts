import type { Client } from '@stemma/client'
import { table, WrongUsage } from '@stemma/command-line'
import type { ChangeRequest } from '@stemma/contract'
import { changeRequestOption, openChangeRequest, openedFor, titleOf } from '../change-request.ts'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { fields } from '../fields.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'

const statuses = ['draft', 'open', 'archived', 'merged'] as const

export const crList = defineCommand({
  options: {
    space: spaceOption,
    status: {
      value: 'STATUS',
      summary: 'List only this status. Default: open, then drafts.',
      choices: statuses,
    },
    limit: limitOption,
  },
  examples: [
    ['List open change requests and drafts', 'stemma cr list --space Handbook'],
    ['List the last ten merged change requests', 'stemma cr list --status merged --limit 10'],
  ],

  async run({ space, status, limit: wanted }, call) {
    const limits = limitsIn(wanted)
    const client = await signedIn(call)
    const { id } = await spaceOf(client, call, space)
    const found: ChangeRequest[] = []
    for (const one of status === undefined ? (['open', 'draft'] as const) : [status]) {
      const most = limits.most - found.length
      if (most <= 0) break
      const some = await listed(client, id, one, { ...limits, most })
      for (const changeRequest of some) found.push(changeRequest)
    }
    return { data: found, text: table(columns, found) }
  },
})

async function listed(
  client: Client,
  spaceId: string,
  status: (typeof statuses)[number],
  { limit, most }: { readonly limit: number; readonly most: number },
) {
  const input = { params: { spaceId }, query: { status, limit } }
  return collect(each(client.listChangeRequestsForSpace, input), most)
}

const columns = {
  number: ({ number }: ChangeRequest) => number,
  status: ({ status }: ChangeRequest) => status,
  subject: ({ subject }: ChangeRequest) => subject || '(no subject)',
  by: ({ createdBy }: ChangeRequest) => createdBy.displayName,
  updated: ({ updatedAt }: ChangeRequest) => updatedAt.slice(0, 10),
  '': ({ outdated, status }: ChangeRequest) => (outdated && status !== 'merged' ? 'outdated' : ''),
}

export const crView = defineCommand({
  takes: ['cr'],
  options: { cr: changeRequestOption, space: spaceOption },
  examples: [['Show a change request by its number', 'stemma cr view 12']],

  async run(named, call) {
    const { changeRequest } = await openedFor(call, named)
    return { data: changeRequest, text: shown(changeRequest) }
  },
})

export const crCreate = defineCommand({
  options: {
    space: spaceOption,
    subject: { value: 'TEXT', summary: 'The subject, up to 100 characters.' },
  },
  examples: [['Create a change request for several edits', "stemma cr create --subject 'Spelling'"]],

  async run({ space, subject }, call) {
    const client = await signedIn(call)
    const { id } = await spaceOf(client, call, space)
    const created = await openChangeRequest(client, id, subject)
    return { data: created, text: `Created change request ${titleOf(created)}.\n` }
  },
})

export const crEdit = defineCommand({
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    subject: { value: 'TEXT', summary: 'The subject, up to 100 characters.' },
    status: {
      value: 'STATUS',
      summary: 'The new status.',
      choices: ['draft', 'open', 'archived'],
    },
  },
  examples: [['Mark a draft as ready for review', 'stemma cr edit 12 --status open']],

  async run({ subject, status, ...named }, call) {
    if (subject === undefined && status === undefined)
      throw new WrongUsage('Use --subject TEXT or --status STATUS to name what to change.')
    const { client, params } = await openedFor(call, named)
    const body = { ...(subject !== undefined && { subject }), ...(status !== undefined && { status }) }
    const changed = await client.updateChangeRequestById({ params, body })
    return { data: changed, text: shown(changed) }
  },
})

const shown = (changeRequest: ChangeRequest) =>
  fields({
    number: changeRequest.number,
    id: changeRequest.id,
    status: changeRequest.status,
    subject: changeRequest.subject,
    by: changeRequest.createdBy.displayName,
    created: changeRequest.createdAt,
    updated: changeRequest.updatedAt,
    comments: changeRequest.comments,
    outdated: changeRequest.outdated ? 'yes: run stemma cr update' : 'no',
    url: changeRequest.urls.app,
  })
