import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { codeOf, isConnectionLost } from '../db/driver.ts'
import { missingMigrations, pendingMigrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { CommandFailure } from './command.ts'

/** Runs a command's change in one transaction. */
export function withTransaction<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  return withDatabase(config, (db) => inTransaction(db, { repeatable: false }, work))
}

export async function withDatabase<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
  connectionsMax = 2,
): Promise<T> {
  await requireMigrated(config)
  const db = openDatabase({
    url: config.databaseUrl,
    connectionsMax,
    statementTimeoutMs: config.requestTimeoutMs,
  })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Throws unless the database has exactly the migrations of this version. */
export async function requireMigrated({ databaseUrl }: Config) {
  const pending = await told(pendingMigrations(databaseUrl))
  if (pending.length === 0) return
  throw new CommandFailure(
    `The database is not up to date: ${missingMigrations(pending)}. Run stemma-server migrate first.`,
  )
}

/** Shows the messages of the migrator to the operator. `explain` handles errors of PostgreSQL. */
export async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== undefined || isConnectionLost(error)) throw error
    const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
    throw new CommandFailure(`${error.message}${cause}`, { cause: error })
  }
}
