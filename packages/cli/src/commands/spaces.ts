import { each } from '@stemma/client'
import { table } from '@stemma/command-line'
import type { Space } from '@stemma/contract'
import { collect, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { fields } from '../fields.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'

export const spacesList = defineCommand({
  name: 'spaces list',
  summary: 'List the spaces of an organization that you can read.',
  options: { org: organizationOption, limit: limitOption },
  examples: [
    ['All of them', 'stemma spaces list'],
    ['Their titles', "stemma spaces list --json | jq -r '.[].title'"],
  ],

  async run({ org, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const found = await collect(each(client.listSpacesInOrganizationById, { params, query: { limit } }), most)
    return { data: found, text: table(columns, found) }
  },
})

export const spacesGet = defineCommand({
  name: 'spaces get',
  summary: 'Show one space.',
  takes: ['space'],
  options: { space: spaceOption },
  examples: [['By its title', 'stemma spaces get Handbook']],

  async run({ space }, call) {
    const found = await spaceOf(await signedIn(call), call, space)
    return { data: found, text: shown(found) }
  },
})

export const spacesCreate = defineCommand({
  name: 'spaces create',
  summary: 'Create a space; you become its admin.',
  takes: ['title'],
  options: {
    title: { value: 'TITLE', summary: 'Its title, 50 characters at most.', required: true },
    org: organizationOption,
    parent: { value: 'ID', summary: 'The collection it goes into; otherwise at the top.' },
    'edit-mode': {
      value: 'MODE',
      summary: 'Whether the content can be edited directly, or by change requests only.',
      choices: ['live', 'locked'],
      default: 'locked',
    },
  },
  examples: [['A space that is changed by change requests only', 'stemma spaces create Handbook']],

  async run({ title, org, parent, 'edit-mode': editMode }, call) {
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const body = { title, editMode, ...(parent !== undefined && { parent }) }
    const created = await client.createSpace({ params, body })
    return { data: created, text: shown(created) }
  },
})

const columns = {
  id: (space: Space) => space.id,
  title: (space: Space) => space.title,
  visibility: (space: Space) => space.visibility,
  changes: (space: Space) => `${space.changeRequestsOpen} open, ${space.changeRequestsDraft} drafts`,
  updated: (space: Space) => space.updatedAt.slice(0, 10),
}

const shown = (space: Space) =>
  fields({
    id: space.id,
    title: space.title,
    organization: space.organization,
    visibility: space.visibility,
    'edit mode': space.editMode,
    revision: space.revision,
    updated: space.updatedAt,
    address: space.urls.app,
  })
