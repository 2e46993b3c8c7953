import type { Client } from '@stemma/client'
import { defineCommand } from '../command.ts'
import type { Default } from '../defaults.ts'
import { fields } from '../fields.ts'
import { organizationIdOf } from '../organization.ts'
import { connect, loginOf } from '../session.ts'
import { spaceOf } from '../space.ts'

export const use = defineCommand({
  name: 'use',
  summary: 'Choose the organization and the space that are meant when none is named, or show the choice.',
  more: 'The choice is kept for the server you are signed in to. Options and the environment win over it.',
  options: {
    org: { value: 'ID', summary: 'The organization.' },
    space: { value: 'SPACE', summary: 'The space, by id or title; its organization is chosen with it.' },
    clear: { summary: 'Forget the choice.' },
  },
  examples: [
    ['Work in one space', 'stemma use --space Handbook'],
    ['See what is chosen', 'stemma use'],
  ],

  async run({ org, space, clear = false }, call) {
    const login = await loginOf(call)
    const client = connect(login, call.userAgent)
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
  return text === '' ? 'Nothing is chosen: stemma use --space SPACE\n' : text
}
