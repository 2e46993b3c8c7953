import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { sql } from 'kysely'
import type { Database } from '../../packages/server/src/db/database.ts'

/** Processor microseconds used, and the share of the machine that other processes used. */
interface Spent {
  readonly server: number
  readonly database: number
  readonly foreign: number
}

/**
 * Measures the processor time that some work costs a server and its database sessions. Load from other
 * processes doesn't count, so it is more reliable than a clock. Only Linux reports it; elsewhere all figures
 * are 0.
 */
export async function spentOn<T>(
  { pid, db }: { readonly pid: number; readonly db: Database },
  work: () => Promise<T>,
): Promise<Spent & { readonly result: T }> {
  const sessions = await sessionsOf(db)
  const before = { server: processorTime(pid), machine: machineTime(), own: ownTime(), at: performance.now() }
  const result = await work()
  const server = processorTime(pid) - before.server
  const machine = machineTime() - before.machine
  const own = ownTime() - before.own
  const all = (performance.now() - before.at) * 1000 * availableParallelism()
  // The time of a session that ended meanwhile is lost; a session that began meanwhile counts in full.
  let database = 0
  for (const [session, used] of await sessionsOf(db)) database += used - (sessions.get(session) ?? 0)
  return { result, server, database, foreign: Math.max(0, machine - server - database - own) / all }
}

/** Sums all threads of a process. */
function processorTime(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((sum, thread) => sum + nanosecondsOf(`/proc/${pid}/task/${thread}`), 0) / 1000
  } catch {
    return 0
  }
}

function nanosecondsOf(folder: string): number {
  return Number(readFileSync(`${folder}/schedstat`, 'utf8').split(' ')[0])
}

/** The sessions of a database and the processor time of each, if PostgreSQL runs on this machine. */
async function sessionsOf(db: Database): Promise<Map<number, number>> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
  return new Map(rows.map(({ pid }) => [pid, processorTime(pid)]))
}

function ownTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Processor time of all processes on the machine, plus time that its host gave to other machines (steal). */
function machineTime(): number {
  try {
    const [user, nice, system, , , irq, softirq, steal] = (
      readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? ''
    )
      .split(/\s+/)
      .slice(1)
      .map(Number)
    const ticks = [user, nice, system, irq, softirq, steal]
    return ticks.reduce<number>((sum, some) => sum + (some ?? 0), 0) * microsecondsPerTick
  } catch {
    return 0
  }
}

const microsecondsPerTick = 10_000
