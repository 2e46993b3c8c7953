import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import pg from 'pg'
import { type Connection, noteCluster, PreparedDriver } from './driver.ts'
import { Lanes } from './lanes.ts'
import type { Tables } from './tables.ts'

/** A connection or a transaction. Queries work with both, and never open their own. */
export type Database = Kysely<Tables>

export interface DatabaseOptions {
  readonly url: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
  /** How long a request waits for a connection before it fails with 503. */
  readonly acquireTimeoutMs?: number
  /** How long after the statement timeout a connection without a response is closed. */
  readonly answerTimeoutMs?: number
  /** Receives the text of every statement. Tests use it to check the plane rules. */
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
  optionsByDatabase.set(db, options)
  return db
}

const optionsByDatabase = new WeakMap<Database, DatabaseOptions>()

/** A connection of its own, for what needs a session. */
export function openClient(db: Database): Promise<pg.Client> {
  const options = optionsByDatabase.get(db)
  if (options === undefined) throw new Error('Only a whole database opens connections.')
  return openLane(options)
}

const poolsByDatabase = new WeakMap<Database, pg.Pool>()

/**
 * Connections for transactions and lists, and how many requests wait for one. Excludes shared connections.
 */
export function connectionsOf(db: Database) {
  const { totalCount = 0, idleCount = 0, waitingCount = 0 } = poolsByDatabase.get(db) ?? {}
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
}

const lanesByDatabase = new WeakMap<Database, Lanes>()

/** The connections that reads share outside of transactions. A transaction always has its own connection. */
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

/** Whether the database is a cluster, which its first connection finds out. */
export async function isCluster(db: Database): Promise<boolean> {
  const known = connectionOf(db)?.isOfCluster ?? clusters.get(db)
  if (known !== undefined) return known
  const isOne = await together(db, async (one) => connectionOf(one)?.isOfCluster ?? false)
  clusters.set(db, isOne)
  return isOne
}

const clusters = new WeakMap<Database, boolean>()

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

/** Also used for graphile-worker, with the same settings. */
export function openPool(options: Omit<DatabaseOptions, 'onStatement'>): pg.Pool {
  const pool = new pg.Pool({
    ...settingsOf(options),
    max: options.connectionsMax,
    idleTimeoutMillis: 30_000,
    verify: (client, done) => prepareSession(client, options.statementTimeoutMs).then(() => done(), done),
  })
  // The pool replaces an idle connection that breaks. Without a listener, the error would end the process.
  pool.on('error', () => {})
  // The same for one that breaks while it is verified, when the pool doesn't listen and nobody has it yet.
  pool.on('connect', (client) => void client.on('error', () => {}))
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

/** Long enough for a burst of requests. */
const acquireTimeoutMs = 2_000

/** For statements without a timeout in PostgreSQL. */
const unboundedMs = 60_000

/**
 * `pg` can't require a primary, so each new connection checks that it is one. Generic plans are forced,
 * because planning the permission queries takes three times as long as running them. JIT is off, because
 * compiling takes longer than any of the statements.
 */
async function prepareSession(client: pg.ClientBase, statementTimeoutMs: number) {
  const settings = `set timezone to 'UTC'; set statement_timeout to ${Math.trunc(statementTimeoutMs)};
    set idle_in_transaction_session_timeout to 60000; set lock_timeout to 10000;
    set plan_cache_mode to force_generic_plan; set jit to off`
  await client.query(settings)
  const { rows } = await client.query<{ standby: boolean; cluster: boolean }>(
    `select pg_is_in_recovery() as standby,
      exists (select from pg_extension where extname = 'citus') as cluster`,
  )
  if (rows[0]?.standby) throw Object.assign(new Error('The database is a standby.'), { code: '25006' })
  if (!rows[0]?.cluster) return
  await client.query(clusterSettings)
  noteCluster(client)
}

/**
 * A cluster needs the values of a statement to find its shard, which a generic plan does not have. It can't
 * write the directory after it read shards in parallel in the same transaction. And it would lock a whole
 * table of the directory for every write: row locks on each node keep the copies equal without that. A list
 * that takes longer than 10 ms would open more connections to each node, and close them when it ends:
 * starting them takes longer than asking the shards of a node one after another.
 */
const clusterSettings = `set plan_cache_mode to auto; set citus.multi_shard_modify_mode to 'sequential';
  set citus.all_modifications_commutative to on; set citus.max_adaptive_executor_pool_size to 1`

// Rows leave the database as the API shows them, so a timestamp is ISO 8601 text everywhere.
// Sessions run in UTC: `2026-11-15 03:22:20.1+00` needs its T, three decimals and a Z.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => {
  const [seconds = '', rest = ''] = text.slice(0, -3).split('.')
  return `${seconds.replace(' ', 'T')}.${rest.padEnd(3, '0').slice(0, 3)}Z`
})
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
