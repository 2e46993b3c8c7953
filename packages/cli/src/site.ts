import type { Client } from '@stemma/client'
import { type Option, WrongUsage } from '@stemma/command-line'
import type { Site } from '@stemma/contract'
import { collect, each, pageSizeMax } from './collect.ts'
import type { Call } from './command.ts'
import { CommandFailure } from './exit-codes.ts'
import { organizationIdOf } from './organization.ts'
import { signedIn } from './session.ts'

export const siteOption = {
  value: 'SITE',
  summary: 'The site, by id or title.',
  required: true,
} as const satisfies Option

/** The site from the command line, and the signed-in client. */
export async function siteOf(call: Call, named: string, org: string | undefined) {
  const client = await signedIn(call)
  const organizationId = await organizationIdOf(client, call, org)
  return { client, organizationId, site: await siteNamed(client, organizationId, named) }
}

async function siteNamed(client: Client, organizationId: string, named: string): Promise<Site> {
  const input = { params: { organizationId }, query: { limit: pageSizeMax } }
  const sites = await collect(each(client.listSites, input))
  const byId = sites.find(({ id }) => id === named)
  if (byId !== undefined) return byId
  const [only, another] = sites.filter(({ title }) => title.toLowerCase() === named.toLowerCase())
  if (only === undefined)
    throw new CommandFailure(
      4,
      'There is no such site, or you do not have access to it. Run stemma sites list.',
    )
  if (another !== undefined) throw new WrongUsage('Several sites have this title: use the id of one.')
  return only
}
