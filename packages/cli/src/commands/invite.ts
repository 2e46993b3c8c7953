import { defineCommand } from '../command.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { roles } from '../roles.ts'
import { signedIn } from '../session.ts'

export const invite = defineCommand({
  more: 'People become members when they accept the invitation.',
  takes: ['emails'],
  options: {
    emails: { value: 'EMAILS', summary: 'E-mail addresses, separated by commas.', required: true },
    role: {
      value: 'ROLE',
      summary: 'The role of the new members.',
      choices: [...roles, 'guest'],
      default: 'read',
    },
    org: organizationOption,
  },
  examples: [
    ['Invite an editor', 'stemma invite ada@example.com --role edit'],
    ['Invite several people', 'stemma invite ada@example.com,bo@example.com'],
  ],

  async run({ emails: list, role, org }, call) {
    const emails = list.split(',').map((email) => email.trim())
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const body = { emails, role: role === 'guest' ? null : role }
    const answer = await client.inviteUsersToOrganization({ params, body })
    const members = emails.length - answer.invited
    const text = `Invited ${answer.invited} of ${emails.length} people as ${role}.\n`
    const already = members > 0 ? `The others are members already.\n` : ''
    return { data: answer, text: text + already }
  },
})
