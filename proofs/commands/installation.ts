import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { createClient } from '@stemma/client'
import { commandIn } from '../../packages/cli/src/test/harness.ts'
import { foundOrganization } from '../../packages/server/src/commands/init.ts'
import { openDatabase } from '../../packages/server/src/db/database.ts'
import { inTransaction } from '../../packages/server/src/db/transaction.ts'
import { createTestDatabase } from '../../packages/server/src/test/database.ts'
import { killAll, startServe } from '../../packages/server/src/test/process.ts'
import { freePort } from '../../tools/dev/port.ts'

/** Starts a server with an organization and its admin, with an empty home. Removed after the tests. */
export async function install() {
  const { url, drop } = await createTestDatabase()
  const home = await mkdtemp(join(tmpdir(), 'stemma-home-'))
  // Temporary files are removed with the home folder.
  process.env.TMPDIR = home
  after(async () => {
    killAll()
    await drop()
    await rm(home, { recursive: true })
  })
  const now = new Date().toISOString()
  const moment = async <T>(make: (moment: Parameters<typeof foundOrganization>[0]) => Promise<T>) => {
    const db = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 10_000 })
    try {
      return await inTransaction(db, { repeatable: false }, (transaction) => make({ db: transaction, now }))
    } finally {
      await db.destroy()
    }
  }
  const ada = { email: 'ada@example.com', displayName: 'Ada' }
  const { organization, token } = await moment((one) => foundOrganization(one, ada, 'Acme'))
  // Upload and download URLs contain the port.
  const settings = { STEMMA_FILES_FOLDER: join(home, 'files'), STEMMA_PORT: String(await freePort()) }
  const { address } = await startServe({ DATABASE_URL: url, ...settings })
  const secret = token.secret ?? ''
  const api = createClient({ endpoint: address, token: secret })
  return { home, address, organization, token: secret, api, moment, ...commandIn(home, secret) }
}
