import { once } from 'node:events'
import { WrongUsage } from '@stemma/command-line'
import { addressesFor } from '../common/addresses.ts'
import { type Config, readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import * as auditEvents from '../resources/organizations/audit-events/index.ts'
import * as organizations from '../resources/organizations/organizations/store.ts'
import { CommandFailure, defineCommand } from './command.ts'
import { withDatabase } from './database.ts'
import { requireText } from './input.ts'

export const auditExport = defineCommand({
  name: 'audit export',
  summary: 'Print the audit log of an organization as JSON Lines, oldest first.',
  options: {
    organization: { value: 'ID', summary: 'The ID of the organization.' },
    from: { value: 'TIME', summary: 'Only entries at or after this time, such as 2026-11-15T00:00:00Z.' },
    to: { value: 'TIME', summary: 'Only entries before this time.' },
  },
  examples: [
    ['Export one year', 'stemma-server audit export --organization ID --from 2026-01-01 > audit.jsonl'],
  ],

  async run({ organization, from, to }) {
    const organizationId = requireText('organization', 'id', organization)
    const stretch = { ...timeIn('from', from), ...timeIn('to', to) }
    const config = readConfig()
    await withDatabase(config, async (db) => {
      if (!(await organizations.find(db, organizationId)))
        throw new CommandFailure(
          `There is no organization ${organizationId}. To list the IDs, run stemma orgs.`,
        )
      await print(db, config, organizationId, stretch)
    })
    return undefined
  },
})

function timeIn<Name extends 'from' | 'to'>(name: Name, value: string | undefined) {
  if (value === undefined) return {}
  const time = auditEvents.comparableTime(value)
  if (time === undefined) throw new WrongUsage(`Give --${name}: a time, such as 2026-11-15.`)
  return { [name]: time }
}

/** Prints in batches, no faster than the output is read. */
async function print(
  db: Database,
  config: Config,
  organizationId: string,
  stretch: Partial<auditEvents.Stretch>,
) {
  const addresses = addressesFor(config)
  for (let after = ''; ; ) {
    const some = await auditEvents.listAfter(db, organizationId, { ...stretch, after, limit: eventsAtOnce })
    const last = some.at(-1)
    if (last === undefined) return
    const lines = some.map(
      (row) => `${JSON.stringify(auditEvents.toAuditEvent(row, organizationId, addresses))}\n`,
    )
    if (!process.stdout.write(lines.join(''))) await once(process.stdout, 'drain')
    after = last.id
  }
}

const eventsAtOnce = 1000
