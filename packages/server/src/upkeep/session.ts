import pg from 'pg'

/**
 * A session of its own for work that takes its time: whatever the database sets by default, values have one
 * text, and nothing ends because it takes long.
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
 * Everything is seen as it is now, whatever is written meanwhile. After a failure the session is of no more
 * use: a copy may have stopped half way, and nothing is answered behind it.
 */
export async function atOneMoment<T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin isolation level repeatable read read only')
  const result = await work()
  await client.query('rollback')
  return result
}
