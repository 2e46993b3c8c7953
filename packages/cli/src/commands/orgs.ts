import { table } from '@stemma/command-line'
import type { Organization } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { signedIn } from '../session.ts'

export const orgs = defineCommand({
  options: { limit: limitOption },
  examples: [['List all of them', 'stemma orgs']],

  async run(options, call) {
    const { most, limit } = limitsIn(options.limit)
    const client = await signedIn(call)
    const listed = each(client.listOrganizationsForAuthenticatedUser, { query: { limit } })
    const organizations = await collect(listed, most)
    return { data: organizations, text: table(columns, organizations) }
  },
})

const columns = {
  id: (organization: Organization) => organization.id,
  title: (organization: Organization) => organization.title,
}
