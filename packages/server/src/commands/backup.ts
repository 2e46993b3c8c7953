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
  summary: 'Write the database and the files into one file while the server runs; of the keys only names.',
  options: {
    to: { value: 'FILE', summary: 'Where to. It must not be there yet, and is there when it is whole.' },
  },
  examples: [['Every night', 'stemma-server backup --to /backups/$(date +%F).stemma']],

  async run({ to: file }, { progress }) {
    if (file === undefined) throw new WrongUsage('Say where to: --to FILE.')
    const config = readConfig()
    // A database of an older version can be saved before it is brought up to date, one of a newer cannot.
    await told(pendingMigrations(config.databaseUrl))
    const options = { url: config.databaseUrl, blobs: await openBlobs(config), keys: await keysThere(config) }
    const saved = await backUp({ ...options, file, onProgress: followed(progress) })
    progress.end()
    return figures('backup', saved)
  },
})
