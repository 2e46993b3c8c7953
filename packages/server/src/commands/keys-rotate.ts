import { sealAgain, sealedColumns } from '../auth/sealed-columns.ts'
import type { Seals } from '../auth/sealing.ts'
import { readConfig } from '../config/config.ts'
import { openSeals } from '../config/open-seals.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/transaction.ts'
import { defineCommand } from './command.ts'
import { withDatabase } from './database.ts'

export const keysRotate = defineCommand({
  name: 'keys rotate',
  summary: 'Encrypt every secret with the first key of STEMMA_SECRET_KEYS while the server runs.',
  options: {},
  examples: [['After you added a new key in first place', 'stemma-server keys rotate']],

  async run() {
    const config = readConfig()
    const seals = await openSeals(config)
    const renewed = await withDatabase(config, (db) => rotate(db, seals))
    const text = `Encrypted ${renewed} secrets with the first key. The other keys are no longer in use.\n`
    return { data: { renewed }, text }
  },
})

/** Works in batches. If it is interrupted, run it again. */
async function rotate(db: Database, seals: Seals): Promise<number> {
  let total = 0
  for (const column of sealedColumns) {
    let after: Awaited<ReturnType<typeof sealAgain>>['last']
    do {
      const { renewed, last } = await inTransaction(db, { repeatable: true }, (one) =>
        sealAgain(one, seals, column, after),
      )
      total += renewed
      after = last
    } while (after !== undefined)
  }
  return total
}
