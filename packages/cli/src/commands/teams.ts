import { table } from '@stemma/command-line'
import type { Team } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'

export const teams = defineCommand({
  options: {
    org: organizationOption,
    title: { value: 'TEXT', summary: 'List only teams whose title contains this text.' },
    limit: limitOption,
  },
  examples: [['List the teams of writers', 'stemma teams --title writers']],

  async run({ org, title, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const listed = each(client.listTeamsInOrganizationById, { params, query: { limit, title } })
    const found = await collect(listed, most)
    return { data: found, text: table(columns, found) }
  },
})

const columns = {
  id: (team: Team) => team.id,
  title: (team: Team) => team.title,
  members: (team: Team) => team.members,
  spaces: (team: Team) => team.spaces,
}
