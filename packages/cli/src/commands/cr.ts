import { type Client, each } from '@stemma/client'
import { table, WrongUsage } from '@stemma/command-line'
import type { ChangeRequest } from '@stemma/contract'
import { changeRequestOption, openChangeRequest, openedFor, titleOf } from '../change-request.ts'
import { collect, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { fields } from '../fields.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'

const statuses = ['draft', 'open', 'archived', 'merged'] as const

export const crList = defineCommand({
  name: 'cr list',
  summary: 'List the change requests of a space.',
  options: {
    space: spaceOption,
    status: { value: 'STATUS', summary: 'Only those; otherwise open ones, then drafts.', choices: statuses },
    limit: limitOption,
  },
  examples: [
    ['What is going on', 'stemma cr list --space Handbook'],
    ['The last ten that were merged', 'stemma cr list --status merged --limit 10'],
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

export const crGet = defineCommand({
  name: 'cr get',
  summary: 'Show one change request.',
  takes: ['cr'],
  options: { cr: changeRequestOption, space: spaceOption },
  examples: [['By its number', 'stemma cr get 12']],

  async run(named, call) {
    const { changeRequest } = await openedFor(call, named)
    return { data: changeRequest, text: shown(changeRequest) }
  },
})

export const crCreate = defineCommand({
  name: 'cr create',
  summary: 'Create a draft of a change to a space.',
  options: {
    space: spaceOption,
    subject: { value: 'TEXT', summary: 'What it is about, 100 characters at most.' },
  },
  examples: [['A place for several edits', "stemma cr create --subject 'Spelling'"]],

  async run({ space, subject }, call) {
    const client = await signedIn(call)
    const { id } = await spaceOf(client, call, space)
    const created = await openChangeRequest(client, id, subject)
    return { data: created, text: `Created change request ${titleOf(created)}.\n` }
  },
})

export const crEdit = defineCommand({
  name: 'cr edit',
  summary: 'Change the subject or the status of a change request that is not merged.',
  takes: ['cr'],
  options: {
    cr: changeRequestOption,
    space: spaceOption,
    subject: { value: 'TEXT', summary: 'What it is about, 100 characters at most.' },
    status: {
      value: 'STATUS',
      summary: 'Whether others are to look at it yet, or no more.',
      choices: ['draft', 'open', 'archived'],
    },
  },
  examples: [['Ready to be looked at', 'stemma cr edit 12 --status open']],

  async run({ subject, status, ...named }, call) {
    if (subject === undefined && status === undefined)
      throw new WrongUsage('Say what to change: --subject TEXT or --status STATUS.')
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
    outdated: changeRequest.outdated ? 'yes: stemma cr update takes in what the space has' : 'no',
    address: changeRequest.urls.app,
  })
