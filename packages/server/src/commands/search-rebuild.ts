import type { Progress } from '@stemma/command-line'
import { readConfig } from '../config/config.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import * as index from '../resources/content/search-index/index.ts'
import * as spaces from '../resources/spaces/spaces/store.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'

export const searchRebuild = defineCommand({
  name: 'search rebuild',
  summary:
    'Rebuild the search index while the server runs. An interrupted rebuild continues where it stopped.',
  options: {},
  examples: [['After a restore', 'stemma-server search rebuild']],

  async run(_options, { progress }) {
    const rebuilt = await withDatabase(readConfig(), (db) => rebuild(db, progress))
    return { data: { spaces: rebuilt }, text: `Rebuilt the search index of ${rebuilt} spaces.\n` }
  },
})

/** Each space keeps its old index until its turn, and is then replaced page by page. */
async function rebuild(db: Database, progress: Progress): Promise<number> {
  if ((await index.listRebuilding(db, { limit: 1 })).length === 0) await markAll(db)
  const total = await index.countRebuilding(db)
  progress.show(0, total, 'spaces')
  let done = 0
  for (;;) {
    const some = await index.listRebuilding(db, { limit: spacesAtOnce })
    if (some.length === 0) break
    for (const key of some) {
      while ((await inTransaction(db, { repeatable: true }, (one) => index.indexSome(one, key))) === 'more');
      progress.show(Math.min(++done, total), total, 'spaces')
    }
  }
  progress.end()
  return done
}

async function markAll(db: Database) {
  for (let after = ''; ; ) {
    const some = await spaces.listAll(db, { after, limit: spacesAtOnce })
    await inTransaction(db, { repeatable: true }, (one) => index.markForRebuilding(one, some))
    const last = some.at(-1)
    if (last === undefined) return
    after = last.spaceId
  }
}

const spacesAtOnce = 500
