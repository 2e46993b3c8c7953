import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult } from 'kysely'
import type pg from 'pg'
import { gather, type Lanes } from './lanes.ts'
import { runPrepared, type Statement } from './prepared-query.ts'

/**
 * A Kysely driver for PostgreSQL. Unlike Kysely's own driver, it prepares each statement text once, treats a
 * commit that ends with a warning as failed, and never returns a broken connection to the pool.
 */
export class PreparedDriver implements Driver {
  readonly #pool: pg.Pool
  readonly #lanes: Lanes
  readonly #onStatement: ((text: string) => void) | undefined
  readonly #names = new Map<string, string>()

  constructor(pool: pg.Pool, lanes: Lanes, onStatement?: (text: string) => void) {
    this.#pool = pool
    this.#lanes = lanes
    this.#onStatement = onStatement
  }

  async init() {}

  async acquireConnection() {
    return new Connection(await this.#pool.connect(), (text) => this.#nameOf(text), this.#onStatement)
  }

  async beginTransaction(connection: Connection) {
    connection.begin()
  }

  async commitTransaction(connection: Connection) {
    await connection.commit()
  }

  async rollbackTransaction(connection: Connection) {
    if (!connection.broken) await connection.rollback()
  }

  async releaseConnection(connection: Connection) {
    await connection.release()
  }

  async destroy() {
    await Promise.all([this.#pool.end(), this.#lanes.end()])
  }

  /**
   * Above the limit statements are not named. That is slower, but keeps memory bounded if texts vary
   * endlessly.
   */
  #nameOf(text: string) {
    this.#onStatement?.(text)
    const known = this.#names.get(text)
    if (known !== undefined || this.#names.size >= statementsMax) return known
    const name = `s${this.#names.size}`
    this.#names.set(text, name)
    return name
  }
}

const statementsMax = 2000

/** The commit was sent, but its outcome is unknown: nothing may be reported as done. */
export class CommitUncertain extends Error {}

/** The commit is visible on the primary, but no standby has confirmed it. */
export class CommitUnreplicated extends CommitUncertain {}

export class Connection implements DatabaseConnection {
  broken = false
  #beginning: Promise<unknown> | undefined
  /** When this is answered, so is everything sent before. */
  #lastSent: Promise<unknown> | undefined
  /** When this is over, everything that was sent ahead is answered. It never fails. */
  #lastAhead: Promise<unknown> | undefined
  /** Why the first statement failed. PostgreSQL rejects everything that follows it in a transaction. */
  #failure: unknown
  #isOver = false
  readonly #client: pg.PoolClient
  readonly #nameOf: (text: string) => string | undefined
  readonly #onStatement: ((text: string) => void) | undefined

  constructor(
    client: pg.PoolClient,
    nameOf: (text: string) => string | undefined,
    onStatement: ((text: string) => void) | undefined,
  ) {
    this.#client = client
    this.#nameOf = nameOf
    this.#onStatement = onStatement
    client.on('error', this.#onError)
  }

  get isOfCluster(): boolean {
    return clusterClients.has(this.#client)
  }

  /** A session can end between two statements. An unhandled error event would end the process. */
  readonly #onError = () => {
    this.broken = true
  }

  /** Doesn't wait: most transactions begin with a query, which is sent together with this. */
  begin() {
    this.#beginning = this.executeQuery(CompiledQuery.raw('begin'))
    this.#beginning.then(
      () => {
        this.#beginning = undefined
      },
      () => {
        this.broken = true
      },
    )
  }

  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#nameOf(text)
    const { rows, rowCount } = await this.#send({ text, values: [...parameters], ...(name && { name }) })
    return { rows: rows ?? [], numAffectedRows: BigInt(rowCount ?? 0) }
  }

  /** Runs a compiled statement without waiting for earlier queries. */
  async ask<R>(statement: Statement): Promise<R[]> {
    this.#onStatement?.(statement.text)
    return (await this.#send(statement)).rows
  }

  /**
   * Sends a statement of a transaction without waiting for its result. If it fails, so does the next one, or
   * the commit.
   */
  async sendAhead(query: CompiledQuery) {
    if (this.#beginning !== undefined) await this.#beginning
    this.#lastAhead = this.executeQuery(query).catch(() => {})
  }

  async #send(statement: Omit<Statement, 'name'> & Partial<Statement>): Promise<pg.QueryResult> {
    // Abandoned work may still send queries, which would be committed outside its transaction.
    if (this.#isOver) throw new Error('The transaction of this statement is over.')
    // Outside of a transaction, it would take effect immediately and permanently.
    if (this.#beginning !== undefined && !statement.text.startsWith('select ')) await this.#beginning
    try {
      gather(this.#client, process.nextTick)
      const { name, text, values } = statement
      const sent =
        name === undefined
          ? this.#client.query(text, values)
          : runPrepared(this.#client, { name, text, values })
      this.#lastSent = sent
      return await sent
    } catch (error) {
      this.broken ||= isConnectionLost(error)
      this.#failure ??= error
      throw codeOf(error) === failedTransaction ? this.#failure : error
    }
  }

  /** A commit that was cancelled while it waited for a standby ends with a warning: it may not be durable. */
  async commit() {
    const warnings: string[] = []
    const wasBroken = this.broken
    const listen = (notice: { code?: string | undefined; message?: string | undefined }) => {
      if (notice.code !== successCode) warnings.push(notice.message ?? 'a warning')
    }
    this.#client.on('notice', listen)
    try {
      await this.executeQuery(CompiledQuery.raw('commit'))
    } catch (error) {
      this.broken ||= isBreakdown(error)
      // If the connection broke before, no commit was sent.
      if (!this.broken || wasBroken) throw error
      throw new CommitUncertain('The connection was lost during the commit.', { cause: error })
    } finally {
      this.#client.off('notice', listen)
    }
    await this.#lastAhead
    // PostgreSQL rolled the transaction back instead.
    if (this.#failure !== undefined) throw this.#failure
    if (warnings.length > 0) {
      this.broken = true
      throw new CommitUnreplicated(`The commit ended with a warning: ${warnings.join('; ')}`)
    }
  }

  async rollback() {
    const sent = this.executeQuery(CompiledQuery.raw('rollback'))
    this.#isOver = true
    await sent
  }

  // biome-ignore lint/correctness/useYield: Kysely asks for the method; every list of ours is paged.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported: page through the list instead.')
  }

  /**
   * Waits for the last statement: of statements sent together, one may have failed while others still run.
   */
  async release() {
    this.#isOver = true
    await this.#lastSent?.catch(() => {})
    this.#client.release(this.broken)
    this.#client.off('error', this.#onError)
  }
}

const failedTransaction = '25P02'

const clusterClients = new WeakSet<pg.ClientBase>()

export function noteCluster(client: pg.ClientBase) {
  clusterClients.add(client)
}

/** The server ended the session, or is a standby: another connection may work. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error)
  if (code === undefined) return error instanceof Error && lostMessage.test(error.message)
  return lostCodes.has(code) || code.startsWith('08')
}

/** The code of plain notices. Severities such as WARNING are translated to the language of the server. */
const successCode = '00000'

/** An internal failure of PostgreSQL. It is unknown what was done before it. */
function isBreakdown(error: unknown): boolean {
  return /^(?:53|58|XX).{3}$/.test(codeOf(error) ?? '')
}

/** PostgreSQL lacks disk space, memory or connections. The work was rolled back and can be retried later. */
export function isOutOfResources(error: unknown): boolean {
  const code = codeOf(error) ?? ''
  return /^53.{3}$/.test(code) || code === '58030'
}

/** Every connection was busy for the whole time that a request may wait. */
export function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('timeout exceeded when trying to connect')
}

/** Errors of `pg` itself have no codes. */
const lostMessage = new RegExp(
  `^(?:${[
    'Connection terminated',
    'timeout expired',
    'Client has encountered a connection error',
    'Client was closed',
    'Query read timeout',
  ].join('|')})`,
)

const lostCodes = new Set([
  '25006', // read-only: a standby answered
  '25P03', // idle for too long in a transaction
  '57P01', // terminated by the administrator
  '57P02', // crash of another session
  '57P03', // starting up
  'ECONNRESET',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
])

export function codeOf(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

/**
 * The constraint that a statement broke. The shards of a cluster add their number to its name, and the
 * coordinator passes on only the message of a node.
 */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = (error ?? {}) as { constraint?: unknown; message?: unknown }
  const told = codeOf(error) === uniqueViolation ? /"(\w+)"/.exec(String(message))?.[1] : undefined
  const name = typeof constraint === 'string' ? constraint : told
  return name?.replace(/_\d+$/, '')
}

const uniqueViolation = '23505'
