import { setTimeout as pause } from 'node:timers/promises'
import type { ClientBase } from 'pg'
import { type Running, type Settings, startCommand } from '../../packages/server/src/test/process.ts'
import type { Findings } from './findings.ts'
import { atOneMoment } from './rows.ts'

/** The only process that runs jobs. */
export interface Worker {
  readonly start: () => Promise<void>
  readonly kill: () => Promise<void>
}

export function workerOn(settings: Settings, onFailure: (what: string) => void): Worker {
  let running: Running | undefined
  return {
    async start() {
      const started = await startCommand(['work'], settings, /"msg":"working"/)
      running = started
      started.ended.then(({ stdout, stderr }) => {
        if (running === started) onFailure(`the worker ended by itself: ${(stdout + stderr).slice(-500)}`)
      })
    },
    async kill() {
      const killed = running
      running = undefined
      killed?.child.kill('SIGKILL')
      await killed?.ended
    },
  }
}

/** All jobs must finish in the end, and the search index must match the spaces. */
export async function checkJobs(url: string, findings: Findings) {
  const latest = Date.now() + jobsMsMax
  let behind: readonly string[] = []
  do {
    await pause(500)
    behind = await atOneMoment(url, unfinished)
  } while (behind.length > 0 && Date.now() < latest)
  for (const what of behind) findings.add('broken', what)
}

/** Graphile Worker waits a minute after the fourth failure of a job, and 2.5 minutes after the fifth. */
const jobsMsMax = 240_000

/** A job that was enqueued again while it ran may leave a row without a key; its successor has the key. */
async function unfinished(client: ClientBase): Promise<readonly string[]> {
  const { rows: jobs } = await client.query<{ job: string }>(
    `select concat(task_identifier, ' after ', attempts, ' attempts: ', last_error) as job
      from graphile_worker.jobs where (run_at <= now() or attempts >= max_attempts)
        and not (key is null and task_identifier in ('index_space', 'find_conflicts'))`,
  )
  const { rows: spaces } = await client.query<{ id: string; job: string | null }>(
    `select s.id, concat(j.attempts, ' attempts, next at ', j.run_at, ', now ', now()) as job
      from spaces s join revisions r on r.space_id = s.id and r.id = s.revision_id
      left join search_spaces i on i.space_id = s.id
      left join graphile_worker.jobs j on j.key = concat('index_space ', s.organization_id, ' ', s.id)
      where i.root is distinct from r.root`,
  )
  return [
    ...jobs.map(({ job }) => `a job is not done: ${job}`),
    ...spaces.map(({ id, job }) => `search does not show what the space ${id} has, after ${job}`),
  ]
}
