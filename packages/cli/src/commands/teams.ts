import { each } from '@stemma/client'
import { limitMax, type Team } from '@stemma/contract'
import { collect } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { table } from '../table.ts'

export const teams = defineCommand({
  name: 'teams',
  summary: 'List the teams of an organization.',
  options: {
    org: organizationOption,
    title: { value: 'TEXT', summary: 'Only those with this in their title.' },
  },

  async run(call) {
    const { org, title } = call.options
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, org) }
    const query = { limit: limitMax, title }
    const found = await collect(each(client.listTeamsInOrganizationById, { params, query }))
    return { data: found, text: table(columns, found) }
  },
})

const columns = {
  id: (team: Team) => team.id,
  title: (team: Team) => team.title,
  members: (team: Team) => team.members,
  spaces: (team: Team) => team.spaces,
}
