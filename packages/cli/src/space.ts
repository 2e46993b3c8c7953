import type { Client } from '@stemma/client'
import { type Option, WrongUsage } from '@stemma/command-line'
import type { Space } from '@stemma/contract'
import { collect, each, pageSizeMax } from './collect.ts'
import type { Call } from './command.ts'
import { CommandFailure } from './exit-codes.ts'
import { isApiFailure } from './failures.ts'
import { isId } from './ids.ts'
import { namedOrganization } from './organization.ts'
import { loginOf } from './session.ts'

export const spaceOption = {
  value: 'SPACE',
  summary: 'The space, by id or title. Default: STEMMA_SPACE, or the space chosen with stemma use.',
} as const satisfies Option

/** The space from the command line, the environment or the saved default. */
export async function spaceOf(client: Client, call: Call, named: string | undefined): Promise<Space> {
  const wanted = named ?? call.space ?? (await call.defaults.read((await loginOf(call)).endpoint)).space
  if (wanted === undefined) {
    throw new WrongUsage('Name a space with --space SPACE, or choose one: stemma use --space SPACE')
  }
  return (await byId(client, wanted)) ?? (await byTitle(client, call, wanted))
}

async function byId(client: Client, spaceId: string): Promise<Space | undefined> {
  if (!isId(spaceId)) return undefined
  try {
    return await client.getSpaceById({ params: { spaceId } })
  } catch (error) {
    if (isApiFailure(error) && error.status === 404) return undefined
    throw error
  }
}

async function byTitle(client: Client, call: Call, title: string): Promise<Space> {
  const organization = await namedOrganization(call, undefined)
  const organizations =
    organization === undefined
      ? await collect(each(client.listOrganizationsForAuthenticatedUser, { query: { limit: pageSizeMax } }))
      : [{ id: organization }]
  const found: Space[] = []
  for (const { id: organizationId } of organizations) {
    const input = { params: { organizationId }, query: { limit: pageSizeMax } }
    for await (const space of each(client.listSpacesInOrganizationById, input))
      if (sameTitle(space.title, title)) found.push(space)
  }
  const [only, another] = found
  if (only === undefined) {
    throw new CommandFailure(
      4,
      'There is no such space, or you do not have access to it. Run stemma spaces list.',
    )
  }
  if (another !== undefined) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new WrongUsage(`${found.length} spaces have this title: name one by its id: ${ids}.`)
  }
  return only
}

const sameTitle = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
