import type pg from 'pg'
import type { Examined } from '../common/context.ts'
import type { Diagnosis } from './diagnosis.ts'
import { examine, type Patient } from './doctor.ts'
import { withSession } from './session.ts'

/** Looks at an installation at most every few seconds, however many people ask. */
export function watchStatus(patient: Patient, clock: () => Date): () => Promise<Examined> {
  let last: { readonly at: number; readonly found: Promise<Examined> } | undefined
  return () => {
    const at = clock().getTime()
    if (last === undefined || at - last.at >= againMs || at < last.at)
      last = { at, found: statusOf(patient, at) }
    return last.found
  }
}

const againMs = 5000

async function statusOf(patient: Patient, at: number): Promise<Examined> {
  const checks: Diagnosis[] = []
  for await (const one of examine(patient)) checks.push(one)
  return withSession(patient.url, async (client) => {
    const backup = await lastBackup(client)
    return {
      checkedAt: new Date(at).toISOString(),
      checks,
      jobs: await jobs(client),
      mails: await mails(client),
      storage: await storage(client),
      ...(backup && { backup }),
    }
  })
}

/** A timestamp as the API writes it. */
const stamp = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const isDue = 'locked_at is null and attempts < max_attempts and run_at <= now()'
const isFailed = 'locked_at is null and attempts >= max_attempts'
const tasksMax = 50

/** Without a worker nothing ends, so there may be many: they are counted by what they do. */
async function jobs(client: pg.Client): Promise<Examined['jobs']> {
  const { rows } = await client.query<TaskRow>(
    `select task_identifier as task, count(*) filter (where ${isDue})::int as due,
      count(*) filter (where locked_at is not null)::int as running,
      count(*) filter (where ${isFailed})::int as failed,
      ${stamp(`min(run_at) filter (where ${isDue})`)} as "oldestDueAt",
      left((array_agg(last_error order by updated_at desc) filter (where ${isFailed}))[1], 500) as "lastError"
    from graphile_worker.jobs where ${isDue} or locked_at is not null or ${isFailed}
    group by task_identifier order by count(*) desc, task_identifier`,
  )
  const sum = (name: 'due' | 'running' | 'failed') => rows.reduce((total, row) => total + row[name], 0)
  const oldest = rows.flatMap(({ oldestDueAt }) => oldestDueAt ?? []).sort()[0]
  return {
    ...{ due: sum('due'), running: sum('running'), failed: sum('failed') },
    ...(oldest !== undefined && { oldestDueAt: oldest }),
    tasks: rows.slice(0, tasksMax).map(({ oldestDueAt, lastError, ...row }) => ({
      ...row,
      ...(oldestDueAt !== null && { oldestDueAt }),
      ...(lastError !== null && { lastError }),
    })),
  }
}

interface TaskRow {
  readonly task: string
  readonly due: number
  readonly running: number
  readonly failed: number
  readonly oldestDueAt: string | null
  readonly lastError: string | null
}

const listedMax = 20

/** The addresses of people are left out, as in the output of doctor. */
async function mails(client: pg.Client): Promise<Examined['mails']> {
  const { rows: counts } = await client.query<{ pending: number; failed: number }>(
    `select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'failed')::int as failed
    from mails where status in ('pending', 'failed')`,
  )
  const { rows: undelivered } = await client.query<Examined['mails']['undelivered'][number]>(
    `select coalesce(letter ->> 'kind', '') as kind, split_part(recipient, '@', 2) as domain,
      coalesce(error, '') as error, ${stamp('created_at')} as "createdAt"
    from mails where status = 'failed' order by created_at desc limit ${listedMax}`,
  )
  return { pending: 0, failed: 0, ...counts[0], undelivered }
}

async function storage(client: pg.Client): Promise<Examined['storage']> {
  const { rows } = await client.query<{ database: string; files: string }>(
    `select pg_database_size(current_database()) as database,
      (select coalesce(sum(bytes), 0) from stored_bytes) as files`,
  )
  return { databaseBytes: Number(rows[0]?.database), fileBytes: Number(rows[0]?.files) }
}

async function lastBackup(client: pg.Client): Promise<Examined['backup']> {
  const { rows } = await client.query<NonNullable<Examined['backup']>>(
    `select ${stamp('finished_at')} as "finishedAt", rows::float8 as rows, files::float8 as files, missing,
      damaged from backups order by finished_at desc limit 1`,
  )
  return rows[0]
}
