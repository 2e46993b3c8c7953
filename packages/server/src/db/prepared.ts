import { CompiledQuery } from 'kysely'
import { connectionOf, type Database, lanesOf } from './database.ts'

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
  let known:
    | { readonly text: string; readonly name: string; readonly args: readonly (keyof Args)[] }
    | undefined
  return async (db: Database, args: Args): Promise<Row[]> => {
    if (known === undefined) {
      const { sql: text, parameters } = build(placeholders as Args, db).compile(db)
      known = {
        text,
        name: `p${count++}`,
        args: parameters.map((one) => (one as Placeholder).name as keyof Args),
      }
    }
    const { text, name } = known
    const values = known.args.map((arg) => args[arg])
    const road = connectionOf(db) ?? (long ? undefined : lanesOf(db))
    const rows = road?.ask<Row>({ name, text, values })
    return rows ?? (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
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
