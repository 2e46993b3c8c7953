import pg from 'pg'

/**
 * Opens a dedicated session for long work. Whatever the database defaults are, values have one text
 * representation and nothing times out.
 */
export async function withSession<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, keepAlive: true, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(`set timezone to 'UTC'; set datestyle to 'ISO'; set intervalstyle to 'postgres';
      set bytea_output to 'hex'; set extra_float_digits to 3; set statement_timeout to 0;
      set idle_in_transaction_session_timeout to 0; set application_name to 'stemma-server upkeep'`)
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Runs the work in a snapshot. After a failure, don't use the session again: a COPY may be incomplete, and
 * the connection wouldn't respond.
 */
export async function atOneMoment<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  const result = await work()
  await client.query('rollback')
  return result
}
