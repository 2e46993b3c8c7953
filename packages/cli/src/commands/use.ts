import type { Client } from '@stemma/client'
import { defineCommand } from '../command.ts'
import type { Default } from '../defaults.ts'
import { fields } from '../fields.ts'
import { organizationIdOf } from '../organization.ts'
import { connect, loginOf } from '../session.ts'
import { spaceOf } from '../space.ts'

export const use = defineCommand({
  more: 'Each server has its own defaults. Options and environment variables override them.',
  options: {
    org: { value: 'ID', summary: 'The default organization, by id.' },
    space: { value: 'SPACE', summary: 'The default space, by id or title. It sets the organization, too.' },
    clear: { summary: 'Remove the defaults.' },
  },
  examples: [
    ['Work in one space', 'stemma use --space Handbook'],
    ['Show the defaults', 'stemma use'],
  ],

  async run({ org, space, clear = false }, call) {
    const login = await loginOf(call)
    const client = await connect(login, call.userAgent)
    const chosen: Default = clear ? {} : await call.defaults.read(login.endpoint)
    let next = chosen
    if (space !== undefined) {
      const found = await spaceOf(client, { ...call, organization: org ?? call.organization }, space)
      next = { organization: found.organization, space: found.id }
    } else if (org !== undefined) {
      const organizationId = await organizationIdOf(client, call, org)
      next = { organization: (await client.getOrganizationById({ params: { organizationId } })).id }
    }
    if (clear || next !== chosen) await call.defaults.save(login.endpoint, next)
    return { data: next, text: await shown(client, next) }
  },
})

async function shown(client: Client, { organization, space }: Default): Promise<string> {
  const [home, place] = await Promise.all([
    organization && client.getOrganizationById({ params: { organizationId: organization } }),
    space && client.getSpaceById({ params: { spaceId: space } }),
  ])
  const text = fields({
    organization: home && `${home.title} (${home.id})`,
    space: place && `${place.title} (${place.id})`,
  })
  return text === '' ? 'There are no defaults. Set one: stemma use --space SPACE\n' : text
}
