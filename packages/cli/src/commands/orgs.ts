import { each } from '@stemma/client'
import { limitMax, type Organization } from '@stemma/contract'
import { collect } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { signedIn } from '../session.ts'
import { table } from '../table.ts'

export const orgs = defineCommand({
  name: 'orgs',
  summary: 'List your organizations.',
  options: {},

  async run(call) {
    const client = await signedIn(call)
    const organizations = await collect(
      each(client.listOrganizationsForAuthenticatedUser, { query: { limit: limitMax } }),
    )
    return { data: organizations, text: table(columns, organizations) }
  },
})

const columns = {
  id: (organization: Organization) => organization.id,
  title: (organization: Organization) => organization.title,
}
