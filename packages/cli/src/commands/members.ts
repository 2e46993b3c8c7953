import { each } from '@stemma/client'
import { table } from '@stemma/command-line'
import { type Member, roles } from '@stemma/contract'
import { collect, limitOption, limitsIn } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'

export const members = defineCommand({
  name: 'members',
  summary: 'List the members of an organization.',
  options: {
    org: organizationOption,
    role: { value: 'ROLE', summary: 'Only those with this role.', choices: [...roles, 'guest'] },
    search: { value: 'TEXT', summary: 'Only those whose name or e-mail address has this in it.' },
    limit: limitOption,
  },
  examples: [['Whom to ask for rights', 'stemma members --role admin']],

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
