import { type Client, createClient } from '@stemma/client'
import { sql } from 'kysely'
import { operationAt } from './answers.ts'
import type { Server } from './harness.ts'

/** A secret that must not appear anywhere, except in responses of the operations in `shownBy`. */
export interface Canary {
  readonly name: string
  readonly secret: string
  readonly shownBy?: readonly string[]
}

/** Creates clients that record all responses for a search. */
export function watched({ fetch }: Pick<Server, 'fetch'>) {
  const answers: WatchedAnswer[] = []
  const as = ({ secret }: { readonly secret: string }): Client =>
    createClient({
      endpoint: 'http://test',
      token: secret,
      retries: 0,
      fetch: async (address, init) => {
        const answer = await fetch(address, init)
        const { pathname } = new URL(address)
        const operation = operationAt(init.method ?? 'GET', pathname)?.id ?? pathname
        const headers = JSON.stringify([...answer.headers])
        answers.push({ operation, text: `${headers} ${await answer.clone().text()}` })
        return answer
      },
    })
  return { as, answers }
}

export interface WatchedAnswer {
  readonly operation: string
  readonly text: string
}

/** Finds every place that contains a canary but shouldn't: rows (including events), responses, log lines. */
export async function placesOf(
  canaries: readonly Canary[],
  { db, answers, lines }: Searched,
): Promise<string[]> {
  const texts = [
    ...(await rowsOf(db)),
    ...answers.map(({ operation, text }) => ({ where: `answer of ${operation}`, operation, text })),
    ...lines.map((text) => ({ where: 'log line', operation: '', text })),
  ]
  const found = canaries.flatMap(({ name, secret, shownBy = [] }) =>
    texts
      .filter(({ operation, text }) => !shownBy.includes(operation) && holds(text, secret))
      .map(({ where }) => `${name} in ${where}`),
  )
  return [...new Set(found)]
}

interface Searched extends Pick<Server, 'db'> {
  readonly answers: readonly WatchedAnswer[]
  readonly lines: readonly string[]
}

/** All rows of all non-system schemas as text, with bytes in hexadecimal. */
async function rowsOf(db: Server['db']) {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(db)
  const all: { where: string; operation: string; text: string }[] = []
  for (const { schema, name } of tables) {
    const { rows } = await sql<{
      text: string
    }>`select t::text as text from ${sql.table(`${schema}.${name}`)} t`.execute(db)
    all.push(...rows.map(({ text }) => ({ where: `table ${name}`, operation: '', text })))
  }
  return all
}

/** Searches for the secret and for its reversible encodings. */
function holds(text: string, secret: string): boolean {
  const bytes = Buffer.from(secret)
  const base64 = bytes.toString('base64').replace(/=+$/, '')
  const forms = [
    secret,
    bytes.toString('hex'),
    base64,
    bytes.toString('base64url'),
    encodeURIComponent(secret),
  ]
  return forms.some((form) => text.includes(form))
}
