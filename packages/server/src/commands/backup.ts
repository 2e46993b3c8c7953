import { WrongUsage } from '@stemma/command-line'
import { readConfig } from '../config/config.ts'
import { openBlobs } from '../config/open-blobs.ts'
import { keysThere } from '../config/open-seals.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { backUp } from '../upkeep/back-up.ts'
import { defineCommand } from './command.ts'
import { told } from './database.ts'
import { figures, followed } from './figures.ts'

export const backup = defineCommand({
  name: 'backup',
  summary:
    'Back up the database and the files to one file while the server runs. Encryption keys are not included.',
  options: {
    to: {
      value: 'FILE',
      summary: 'The file to create. It must not exist yet, and appears once the backup is complete.',
    },
  },
  examples: [['A nightly backup', 'stemma-server backup --to /backups/$(date +%F).stemma']],

  async run({ to: file }, { progress }) {
    if (file === undefined) throw new WrongUsage('Name the file to create: --to FILE.')
    const config = readConfig()
    // Backing up an older database before migrating it is allowed. A newer database is rejected.
    await told(pendingMigrations(config.databaseUrl))
    const options = { url: config.databaseUrl, blobs: await openBlobs(config), keys: await keysThere(config) }
    const saved = await backUp({ ...options, file, onProgress: followed(progress) })
    progress.end()
    return figures('backup', saved)
  },
})
