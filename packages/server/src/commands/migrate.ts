import { readConfig } from '../config/config.ts'
import { migrate as applyMigrations } from '../db/migrate.ts'
import { defineCommand } from './command.ts'
import { told } from './database.ts'

export const migrate = defineCommand({
  name: 'migrate',
  summary:
    'Migrate the database to this version. Safe to run several times at once: one works, the others wait.',
  options: {},
  examples: [['After an upgrade, before the servers start', 'stemma-server migrate']],

  async run() {
    const applied = await told(applyMigrations(readConfig().databaseUrl))
    const text =
      applied.length > 0 ? applied.map((name) => `${name}\n`).join('') : 'The database is up to date.\n'
    return { data: { applied }, text }
  },
})
