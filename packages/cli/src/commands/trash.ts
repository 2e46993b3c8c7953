import { table, WrongUsage, withoutControls } from '@stemma/command-line'
import type { Space } from '@stemma/contract'
import { collect, each, limitOption, limitsIn, pageSizeMax } from '../collect.ts'
import { defineCommand } from '../command.ts'
import { CommandFailure } from '../exit-codes.ts'
import { organizationIdOf, organizationOption } from '../organization.ts'
import { signedIn } from '../session.ts'

export const trashList = defineCommand({
  options: { org: organizationOption, limit: limitOption },
  examples: [['List deleted spaces', 'stemma trash list']],

  async run({ org, limit: wanted }, call) {
    const { most, limit } = limitsIn(wanted)
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const query = { limit, deleted: true }
    const spaces = await collect(each(client.listSpacesInOrganizationById, { params, query }), most)
    return { data: spaces, text: table(columns, spaces) }
  },
})

export const trashRestore = defineCommand({
  takes: ['space'],
  options: {
    space: { value: 'SPACE', summary: 'The deleted space, by id or title.', required: true },
    org: organizationOption,
  },
  examples: [['Restore a space', 'stemma trash restore Handbook']],

  async run({ space: named, org }, call) {
    const client = await signedIn(call)
    const params = { organizationId: await organizationIdOf(client, call, org) }
    const query = { limit: pageSizeMax, deleted: true }
    const deleted = await collect(each(client.listSpacesInOrganizationById, { params, query }))
    const { id: spaceId } = spaceNamed(deleted, named)
    const restored = await client.restoreSpace({ params: { spaceId } })
    return { data: restored, text: `Restored space ${withoutControls(restored.title)} (${restored.id}).\n` }
  },
})

function spaceNamed(deleted: readonly Space[], named: string): Space {
  const byTitle = deleted.filter(({ title }) => title.toLowerCase() === named.toLowerCase())
  const [only, another] = [...deleted.filter(({ id }) => id === named), ...byTitle]
  if (only === undefined)
    throw new CommandFailure(4, 'The trash has no such space. stemma trash list shows what it has.')
  if (another !== undefined)
    throw new WrongUsage('Several deleted spaces have this title: use the id of one.')
  return only
}

const columns = {
  id: ({ id }: Space) => id,
  title: ({ title }: Space) => title,
  deleted: ({ deletedAt }: Space) => deletedAt?.slice(0, 10),
}
