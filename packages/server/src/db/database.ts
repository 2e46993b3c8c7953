import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { type Connection, PreparedDriver } from './driver.ts'
import { Lanes } from './lanes.ts'
import type { Tables } from './tables.ts'

/** A connection or a transaction: queries do not care which, and never open their own. */
export type Database = Kysely<Tables>

export interface DatabaseOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  /** How long a request waits for a connection before it fails with 503. */
  readonly acquireTimeoutMs?: number
  /** How much longer than its timeout a statement may take until its connection is given up. */
  readonly answerTimeoutMs?: number
  /** Sees the text of every statement; the tests keep the rules of the planes with it. */
  readonly onStatement?: (text: string) => void
}

export function openDatabase({ onStatement, ...options }: DatabaseOptions): Database {
  const lanesCount = options.connectionsMax < 4 ? 0 : 2
  const pool = openPool({ ...options, connectionsMax: options.connectionsMax - lanesCount })
  const lanes = new Lanes(lanesCount, () => openLane(options), onStatement)
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new PreparedDriver(pool, lanes, onStatement),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    },
  })
  lanesByDatabase.set(db, lanes)
  poolsByDatabase.set(db, pool)
  return db
}

const poolsByDatabase = new WeakMap<Database, pg.Pool>()

/** The connections for transactions and lists, and how many wait for one; what reads share is not counted. */
export function connectionsOf(db: Database) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolsByDatabase.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

const lanesByDatabase = new WeakMap<Database, Lanes>()

/** What reads share outside of transactions: whatever is done in one stays on its own connection. */
export function lanesOf(db: Database): Lanes | undefined {
  return lanesByDatabase.get(db)
}

const connectionsByTransaction = new WeakMap<Database, Connection>()

/** Lets prepared statements go straight to the connection of a transaction. */
export async function openRoad(transaction: Database) {
  await transaction.getExecutor().provideConnection(async (connection) => {
    connectionsByTransaction.set(transaction, connection as Connection)
  })
}

/** Simultaneous queries are pipelined over one connection. */
export function together<T>(db: Database, ask: (db: Database) => Promise<T>): Promise<T> {
  if (db.isTransaction) return ask(db)
  return db.connection().execute(async (one) => {
    await openRoad(one)
    return ask(one)
  })
}

/** The connection of a transaction, or of pipelined queries. */
export function connectionOf(db: Database): Connection | undefined {
  return connectionsByTransaction.get(db)
}

async function openLane(options: DatabaseOptions) {
  const client = new pg.Client(settingsOf(options))
  client.on('error', () => {})
  try {
    await client.connect()
    await prepareSession(client, options.statementTimeoutMs)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/** The pool that graphile-worker shares the settings of. */
export function openPool(options: Omit<DatabaseOptions, 'onStatement'>): pg.Pool {
  const pool = new pg.Pool({
    ...settingsOf(options),
    max: options.connectionsMax,
    idleTimeoutMillis: 30_000,
    verify: (client, done) => prepareSession(client, options.statementTimeoutMs).then(() => done(), done),
  })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

function settingsOf({ url, statementTimeoutMs, answerTimeoutMs = 5_000, ...options }: DatabaseOptions) {
  return {
    connectionString: url,
    // Queries are sent without waiting for earlier results, and run in this order.
    pipeline: true,
    connectionTimeoutMillis: options.acquireTimeoutMs ?? acquireTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // A machine that is gone or frozen can't enforce its own timeouts.
    query_timeout: (statementTimeoutMs || unboundedMs) + answerTimeoutMs,
  }
}

/** Long enough for a burst, and not for ever. */
const acquireTimeoutMs = 2_000

/** For statements that PostgreSQL is given no timeout for. */
const unboundedMs = 60_000

/**
 * `pg` cannot ask for a primary, so each new connection is asked whether it reached one. Statements
 * are planned once: planning those about permissions costs three times what running them does. None is
 * compiled: that takes longer than any of them runs.
 */
async function prepareSession(client: pg.ClientBase, statementTimeoutMs: number) {
  const settings = `set timezone to 'UTC'; set statement_timeout to ${Math.trunc(statementTimeoutMs)};
    set idle_in_transaction_session_timeout to 60000; set lock_timeout to 10000;
    set plan_cache_mode to force_generic_plan; set jit to off`
  await client.query(settings)
  const { rows } = await client.query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
  if (rows[0]?.standby) throw Object.assign(new Error('The database is a standby.'), { code: '25006' })
}

// Rows leave the database as the API shows them, so a timestamp is ISO 8601 text everywhere.
// Sessions run in UTC: `2026-11-15 03:22:20.1+00` needs its T, three decimals and a Z.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const [seconds = '', rest = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${rest.padEnd(3, '0').slice(0, 3)}Z`
})
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
