import type { Client } from '@stemma/client'
import { type Option, WrongUsage } from '@stemma/command-line'
import type { Call } from './command.ts'
import { CommandFailure } from './exit-codes.ts'
import { isId } from './ids.ts'
import { loginOf } from './session.ts'

export const organizationOption = {
  value: 'ID',
  summary: 'The organization, by id. Default: STEMMA_ORG, the one chosen with stemma use, or your only one.',
} as const satisfies Option

/** The organization from the options, the environment or the saved default, or the only one there is. */
export async function organizationIdOf(client: Client, call: Call, named: string | undefined) {
  const wanted = await namedOrganization(call, named)
  if (wanted !== undefined) return wanted
  const { items, count } = await client.listOrganizationsForAuthenticatedUser({ query: { limit: 2 } })
  const [only, another] = items
  if (only === undefined) {
    throw new CommandFailure(4, 'You are not in any organization. Ask an admin of one to invite you.')
  }
  if (another !== undefined) {
    throw new WrongUsage(`You are in ${count} organizations: name one with --org ID. stemma orgs lists them.`)
  }
  return only.id
}

export async function namedOrganization(call: Call, named: string | undefined): Promise<string | undefined> {
  const wanted = named ?? call.organization
  if (wanted === undefined) return (await call.defaults.read((await loginOf(call)).endpoint)).organization
  if (!isId(wanted)) throw new WrongUsage('--org takes the id of an organization. stemma orgs lists them.')
  return wanted
}
