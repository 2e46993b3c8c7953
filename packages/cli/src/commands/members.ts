import { table } from '@stemma/command-line'
import type { Member } from '@stemma/contract'
import { collect, each, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { roles } from '../roles.ts'
import { signedIn } from '../session.ts'

export const members = defineCommand({
  options: {
    org: organizationOption,
    role: { value: 'ROLE', summary: 'List only members with this role.', choices: [...roles, 'guest'] },
    search: { value: 'TEXT', summary: 'List only members whose name or e-mail address contains this text.' },
    limit: limitOption,
  },
  examples: [['List the admins', 'stemma members --role admin']],

  async run({ org, role, search, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const listed = each(client.listMembersInOrganizationById, { params, query: { limit, role, search } })
    const found = await collect(listed, most)
    return { data: found, text: table(columns, found) }
  },
})

const columns = {
  id: (member: Member) => member.id,
  name: (member: Member) => member.user.displayName,
  email: (member: Member) => member.user.email,
  role: (member: Member) => member.role ?? 'guest',
  joined: (member: Member) => member.joinedAt.slice(0, 10),
}
