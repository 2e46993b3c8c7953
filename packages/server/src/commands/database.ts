import type { Config } from '../config/config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { codeOf, isConnectionLost } from '../db/driver.ts'
import { pendingMigrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { CommandFailure } from './command.ts'

/** One change by a command is one transaction, like one by a request. */
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

/** Nothing is read or written in a database that is not as this version knows it. */
export async function requireMigrated({ databaseUrl }: Config) {
  const pending = await told(pendingMigrations(databaseUrl))
  if (pending.length === 0) return
  throw new CommandFailure(
    `The database lacks ${pending.join(', ')}. Run stemma-server migrate, then try again.`,
  )
}

/** The sentences of the migrator are meant for the operator; errors of PostgreSQL are explained elsewhere. */
export async function told<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== undefined || isConnectionLost(error)) throw error
    const cause = error.cause instanceof Error ? ` ${error.cause.message}` : ''
    throw new CommandFailure(`${error.message}${cause}`, { cause: error })
  }
}
