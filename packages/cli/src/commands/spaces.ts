import { table } from '@stemma/command-line'
import type { Space } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { fields } from '../fields.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { spaceOf, spaceOption } from '../space.ts'

export const spacesList = defineCommand({
  options: { org: organizationOption, limit: limitOption },
  examples: [
    ['List all of them', 'stemma spaces list'],
    ['Print their titles', "stemma spaces list --json | jq -r '.[].title'"],
  ],

  async run({ org, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const found = await collect(each(client.listSpacesInOrganizationById, { params, query: { limit } }), most)
    return { data: found, text: table(columns, found) }
  },
})

export const spacesView = defineCommand({
  takes: ['space'],
  options: { space: spaceOption },
  examples: [['Show a space by its title', 'stemma spaces view Handbook']],

  async run({ space }, call) {
    const found = await spaceOf(await signedIn(call), call, space)
    return { data: found, text: shown(found) }
  },
})

export const spacesCreate = defineCommand({
  takes: ['title'],
  options: {
    title: { value: 'TITLE', summary: 'The title, up to 50 characters.', required: true },
    org: organizationOption,
    parent: { value: 'ID', summary: 'The parent collection, by id. Default: the top of the organization.' },
    'edit-mode': {
      value: 'MODE',
      summary: 'live allows direct edits, locked requires change requests.',
      choices: ['live', 'locked'],
      default: 'locked',
    },
  },
  examples: [['Create a space that requires change requests', 'stemma spaces create Handbook']],

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
    url: space.urls.app,
  })
