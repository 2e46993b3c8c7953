import pg from 'pg'

/** A prepared statement, known to PostgreSQL by its name. */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: unknown[]
}

/**
 * Runs a statement like `pg`, except that each connection requests the description of the rows only once per
 * name, not every time. That halves the cost of a statement for the server.
 */
export async function runPrepared(client: pg.ClientBase, statement: Statement): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>()
  const onEnd = (error: Error | null, result: pg.QueryResult) => (error ? reject(error) : resolve(result))
  client.query(new PreparedQuery(statement, onEnd) as unknown as pg.Query)
  try {
    return await promise
  } catch (error) {
    // Otherwise the stack would show the socket instead of the caller.
    Error.captureStackTrace(error as Error)
    throw error
  }
}

/** The parts of a `pg` query that are used here, as of version 8. */
interface Internals {
  name: string
  readonly _result: { readonly rows: object[]; readonly _types: typeof pg.types }
  _canceledDueToError: unknown
  hasBeenParsed(connection: Wire): boolean
  prepare(connection: Wire): void
  handleCommandComplete(message: unknown, connection: Wire): void
}

interface Wire {
  describe(portal: unknown): void
}

/** Builds an object from the texts of a row. */
type ReadRow = (texts: readonly (string | null)[]) => object

/**
 * Generates code for the columns, because an object filled name by name is slow to create and to read. The
 * names come from our own statements, but are quoted anyway.
 */
function rowReader(names: readonly string[], parsers: readonly ((text: string) => unknown)[]): ReadRow {
  const values = names.map(
    (name, at) => `${JSON.stringify(name)}: t[${at}] === null ? null : p${at}(t[${at}])`,
  )
  const given = parsers.map((_, at) => `p${at}`)
  return new Function(...given, `return (t) => ({ ${values.join(', ')} })`)(...parsers)
}

const readNothing: ReadRow = () => ({})

/** The prepared statements of a connection. */
interface Known {
  readonly readers: Map<string, ReadRow>
  /** The same connection for statements that need no description. */
  readonly undescribed: Wire
}

const knownBy = new WeakMap<Wire, Known>()

function knownTo(connection: Wire): Known {
  const known = knownBy.get(connection)
  if (known !== undefined) return known
  const undescribed = Object.create(connection, { describe: { value: () => {} } })
  const fresh = { readers: new Map<string, ReadRow>(), undescribed }
  knownBy.set(connection, fresh)
  return fresh
}

type OnEnd = (error: Error | null, result: pg.QueryResult) => void

const Query = pg.Query as unknown as new (text: string, values: unknown[], onEnd: OnEnd) => Internals

class PreparedQuery extends Query {
  #read: ReadRow | undefined

  constructor({ name, text, values }: Statement, onEnd: OnEnd) {
    super(text, values, onEnd)
    this.name = name
  }

  override prepare(connection: Wire) {
    const { readers, undescribed } = knownTo(connection)
    this.#read = this.hasBeenParsed(connection) ? readers.get(this.name) : undefined
    super.prepare(this.#read === undefined ? connection : undescribed)
  }

  handleRowDescription({ fields }: { readonly fields: readonly pg.FieldDef[] }) {
    const { _types: types } = this._result
    this.#read = rowReader(
      fields.map(({ name }) => name),
      fields.map(({ dataTypeID }) => types.getTypeParser(dataTypeID, 'text')),
    )
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
    try {
      this._result.rows.push(this.#read?.(fields) ?? {})
    } catch (error) {
      this._canceledDueToError = error
    }
  }

  /** Reached only for parsed statements. Statements without rows have no description. */
  override handleCommandComplete(message: unknown, connection: Wire) {
    this.#read ??= readNothing
    knownTo(connection).readers.set(this.name, this.#read)
    super.handleCommandComplete(message, connection)
  }
}
