import type { Worker, WorkerEvents } from 'graphile-worker'
import { GateFull, type Gates } from '../common/gates.ts'

/** The flag that marks a job as belonging to an organization. */
export function organizationFlag(organizationId: string): string {
  return `organization ${organizationId}`
}

/**
 * Lets organizations take turns at the workers of a crew, in this process. Returns the flags of jobs that the
 * next fetch skips: those of organizations that occupy their share of the workers, and of those that had a
 * turn in this round. If no other organization has a job, the next round begins.
 *
 * Fetches run one after the other. Otherwise idle workers that wake up together would all take jobs of the
 * same organization, and would hide named queues from each other.
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

/** Limited, because each flag is compared with each waiting job. */
const servedMax = 200

function flagsOf({ flags }: { readonly flags: Readonly<Record<string, true>> | null }): readonly string[] {
  return Object.keys(flags ?? {})
}
