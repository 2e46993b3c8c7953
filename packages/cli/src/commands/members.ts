import { each } from '@stemma/client'
import { limitMax, type Member, roles } from '@stemma/contract'
import { collect } from '../collect.ts'
import { defineCommand, WrongUsage } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'
import { table } from '../table.ts'

const memberRoles = [...roles, 'guest'] as const

export const members = defineCommand({
  name: 'members',
  summary: 'List the members of an organization.',
  options: {
    org: organizationOption,
    role: { value: 'ROLE', summary: `Only those with this role: ${memberRoles.join(', ')}.` },
    search: { value: 'TEXT', summary: 'Only those whose name or e-mail address has this in it.' },
  },

  async run(call) {
    const { org, role, search } = call.options
    const query = { limit: limitMax, role: role === undefined ? undefined : requireRole(role), search }
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, org) }
    const found = await collect(each(client.listMembersInOrganizationById, { params, query }))
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

function requireRole(role: string) {
  const known = memberRoles.find((candidate) => candidate === role)
  if (known === undefined) throw new WrongUsage(`--role takes one of: ${memberRoles.join(', ')}.`)
  return known
}
