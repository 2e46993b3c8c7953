import { CompiledQuery } from 'kysely'
import type { Database } from './database.ts'

/** Anything that can be compiled: a query that was built, or SQL. */
interface Compilable<Row> {
  compile(db: Database): CompiledQuery<Row>
}

/**
 * A statement that is built and compiled once and then only gets new values: what every request asks
 * should not be put together anew each time. `build` sees placeholders, so it must not look at values.
 */
export function prepared<Args extends Readonly<Record<string, unknown>>, Row>(
  build: (args: Args, db: Database) => Compilable<Row>,
) {
  let text: string | undefined
  let names: readonly string[] = []
  return async (db: Database, args: Args): Promise<Row[]> => {
    if (text === undefined) {
      const { sql, parameters } = build(placeholders as Args, db).compile(db)
      names = parameters.map((parameter) => (parameter as Placeholder).name)
      text = sql
    }
    const values = names.map((name) => args[name])
    return (await db.executeQuery<Row>(CompiledQuery.raw(text, values))).rows
  }
}

class Placeholder {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

const placeholders: unknown = new Proxy({}, { get: (_target, name) => new Placeholder(String(name)) })
