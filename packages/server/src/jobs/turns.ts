import type { Worker, WorkerEvents } from 'graphile-worker'
import { GateFull, type Gates } from '../common/gates.ts'

/** What marks a job as one of an organization. */
export function organizationFlag(organizationId: string): string {
  return `organization ${organizationId}`
}

/**
 * Lets organizations take turns at the workers of a crew, in this process: answers with the flags of jobs
 * that the next fetch leaves out. Those are of organizations that occupy their share of the workers, and of
 * those that had a turn in this round; when nobody else has a job, the next round begins.
 *
 * Fetches run one after the other. Otherwise idle workers that are woken together would all take jobs of
 * the same organization, and would hide named queues from each other while they look.
 */
export function takeTurns(events: WorkerEvents, { workersPerOrganization, fetching }: Turns) {
  const running = new Map<string, number>()
  const served = new Set<string>()
  const released = new WeakSet<Worker>()
  let leave = () => {}

  events.on('worker:release', ({ worker }) => void released.add(worker))
  events.on('worker:getJob:error', () => leave())
  events.on('worker:getJob:empty', ({ worker }) => {
    const isRoundOver = served.size > 0
    served.clear()
    leave()
    if (isRoundOver && !released.has(worker)) worker.nudge()
  })
  events.on('job:start', ({ job }) => {
    for (const flag of flagsOf(job)) {
      running.set(flag, (running.get(flag) ?? 0) + 1)
      if (served.size < servedMax) served.add(flag)
    }
    leave()
  })
  events.on('job:complete', ({ job }) => {
    for (const flag of flagsOf(job)) {
      const left = (running.get(flag) ?? 0) - 1
      if (left > 0) running.set(flag, left)
      else running.delete(flag)
    }
  })

  return async (): Promise<string[]> => {
    leave = await fetching.enter('').catch((error: unknown) => {
      if (error instanceof GateFull) return () => {}
      throw error
    })
    const full = [...running].filter(([, count]) => count >= workersPerOrganization)
    return [...new Set([...full.map(([flag]) => flag), ...served])]
  }
}

export interface Turns {
  readonly workersPerOrganization: number
  /** Shared by all crews of the process. */
  readonly fetching: Gates
}

/** Each flag is compared with each job that waits. */
const servedMax = 200

function flagsOf({ flags }: { readonly flags: Readonly<Record<string, true>> | null }): readonly string[] {
  return Object.keys(flags ?? {})
}
