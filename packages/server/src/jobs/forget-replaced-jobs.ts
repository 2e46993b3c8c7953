import { sql } from 'kysely'
import type { JobHandlers, JobName } from './jobs.ts'

/** Jobs that are always enqueued with a key. */
const keyed: readonly JobName[] = [
  'check_email_domain',
  'continue_import',
  'deliver_webhook',
  'find_conflicts',
  'index_space',
  'mail_notifications',
  'make_pdf',
  'make_site_pdf',
  'process_openapi_spec',
]

/**
 * A running job that is enqueued again passes its key to its successor. If it then fails or loses its worker,
 * its row remains as a permanently failed job. This removes such rows.
 */
export const forgetReplacedJobs: JobHandlers['forget_replaced_jobs'] = async (_payload, { db }) => {
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs
    where task_identifier = any(${keyed}) and key is null and attempts >= max_attempts and locked_at is null
    limit 10000))`.execute(db)
}
