import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tryUnderLoad } from './load.ts'
import { tryStates } from './states.ts'

/**
 * Migrates a database from every earlier state, which must lose nothing, and applies the last migrations
 * while a server handles requests. `samples/` has the data of databases, named by the last migration they
 * had. UPGRADE_SHORT tries only those states.
 */
const filesFolder = await mkdtemp(join(tmpdir(), 'stemma-upgrade-'))
try {
  const { states, rows, faults } = await tryStates(filesFolder, Boolean(process.env.UPGRADE_SHORT))
  const load = await tryUnderLoad(filesFolder)
  for (const fault of [...faults, ...load.faults].slice(0, 40)) console.log(fault)
  console.log(`slowest request during the last migrations: ${load.slowestMs.toFixed(0)} ms`)
  console.log(
    `upgrade: ${states} states, ${rows} rows, ${faults.length} changed, ` +
      `${load.requests} requests during a migration, ${load.faults.length} failed`,
  )
  process.exitCode = faults.length + load.faults.length === 0 ? 0 : 1
} finally {
  await rm(filesFolder, { recursive: true, force: true })
}
