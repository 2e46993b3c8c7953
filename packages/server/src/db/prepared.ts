import { CompiledQuery } from 'kysely'
import { connectionOf, type Database, lanesOf } from './database.ts'
import type { Statement } from './prepared-query.ts'

/** Anything that can be compiled: a query builder or SQL. */
interface Compilable<Row> {
  compile(db: Database): CompiledQuery<Row>
}

/**
 * A statement that is built and compiled once, and then runs with different values. `build` gets
 * placeholders, so it must not read values. Outside of transactions, it shares a connection with others. If
 * it reads more than a few rows by key, set `long`, to give it its own connection.
 */
export function prepared<Args extends object, Row>(
  build: (args: Args, db: Database) => Compilable<Row>,
  { long = false } = {},
) {
  const compile = compiledOnce(build)
  return async (db: Database, args: Args): Promise<Row[]> => {
    const statement = compile(db, args)
    const road = connectionOf(db) ?? (long ? undefined : lanesOf(db))
    const rows = road?.ask<Row>(statement)
    return rows ?? (await db.executeQuery<Row>(CompiledQuery.raw(statement.text, statement.values))).rows
  }
}

function compiledOnce<Args extends object>(build: (args: Args, db: Database) => Compilable<unknown>) {
  let known:
    | { readonly text: string; readonly name: string; readonly args: readonly (keyof Args)[] }
    | undefined
  return (db: Database, args: Args): Statement => {
    if (known === undefined) {
      const { sql: text, parameters } = build(placeholders as Args, db).compile(db)
      const names = parameters.map((one) => (one as Placeholder).name as keyof Args)
      known = { text, name: `p${count++}`, args: names }
    }
    const { text, name } = known
    return { text, name, values: known.args.map((arg) => args[arg]) }
  }
}

/**
 * Runs a statement whose result nobody needs, such as a write or a lock. In a transaction, it doesn't wait:
 * PostgreSQL runs it before the statements that follow, and it shares their round trip, or that of the
 * commit. If it fails, the next statement or the commit fails with its error.
 */
export async function sendAhead(db: Database, statement: Compilable<unknown>) {
  const compiled = statement.compile(db)
  const connection = db.isTransaction ? connectionOf(db) : undefined
  await (connection?.sendAhead(compiled) ?? db.executeQuery(compiled))
}

/** Like `sendAhead`, for a statement that is built and compiled once. */
export function preparedAhead<Args extends object>(build: (args: Args, db: Database) => Compilable<unknown>) {
  const compile = compiledOnce(build)
  return async (db: Database, args: Args) => {
    const { text, values } = compile(db, args)
    await sendAhead(db, { compile: () => CompiledQuery.raw(text, values) })
  }
}

/** Names must be unique on shared connections. */
let count = 0

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders: unknown = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })
