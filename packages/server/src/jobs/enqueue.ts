import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import type { JobName } from './jobs.ts'

/** Asks for a job in the transaction of the change: it will run if, and only if, the change is kept. */
export async function enqueue(db: Database, name: JobName, payload: object = {}) {
  await sql`select graphile_worker.add_job(
    ${name}, ${JSON.stringify(payload)}::json, max_attempts => ${attemptsMax})`.execute(db)
}

const attemptsMax = 10
