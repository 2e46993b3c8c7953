import type { Client } from '@stemma/client'
import { Id } from '@stemma/contract'
import { type Option, WrongUsage } from './command.ts'

export const organizationOption: Option = {
  value: 'ID',
  summary: 'The organization; not needed when you are in one only.',
}

/** The organization that was named, or the only one there is. */
export async function organizationIdOf(client: Client, named: string | undefined): Promise<string> {
  if (named !== undefined) return requireId(named)
  const { items, count } = await client.listOrganizationsForAuthenticatedUser({ query: { limit: 2 } })
  const [only, another] = items
  if (only === undefined) throw new WrongUsage('You are in no organization.')
  if (another !== undefined) {
    throw new WrongUsage(`You are in ${count} organizations: name one with --org ID. stemma orgs lists them.`)
  }
  return only.id
}

function requireId(id: string) {
  const { pattern = '' } = Id as { pattern?: string }
  if (!new RegExp(pattern).test(id)) {
    throw new WrongUsage('--org takes the id of an organization. stemma orgs lists them.')
  }
  return id
}
