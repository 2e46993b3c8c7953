/**
 * Workers of one process that run jobs of one nature. Crews never wait for each other, so slow servers of
 * others, long conversions and slow webhooks delay only their own kind.
 */
export interface Crew {
  readonly workers: number
  /** Workers that the jobs of one organization can occupy at a time; the others stay free for the rest. */
  readonly workersPerOrganization: number
  /** Database connections that its jobs use at a time. */
  readonly transactionsMax: number
  /** Connections for fetching jobs and for recording how they ended. */
  readonly queueConnectionsMax: number
}

export const crews = {
  /** Work on the database alone, above all the search index. */
  quick: { workers: 4, workersPerOrganization: 2, transactionsMax: 3, queueConnectionsMax: 3 },
  /** Work that waits for servers of others. */
  outside: { workers: 8, workersPerOrganization: 2, transactionsMax: 2, queueConnectionsMax: 3 },
  /** Work that takes a processor and much memory for a while. */
  heavy: { workers: 2, workersPerOrganization: 1, transactionsMax: 1, queueConnectionsMax: 3 },
  webhooks: { workers: 16, workersPerOrganization: 4, transactionsMax: 2, queueConnectionsMax: 5 },
} as const satisfies Readonly<Record<string, Crew>>

export type CrewName = keyof typeof crews

export interface Duty {
  readonly crew: CrewName
  /** A job that runs longer fails, is stopped where it can be, and is tried again later. */
  readonly timeoutMs: number
}

export const minute = 60_000

/** Of jobs that clean up or repair, on the database alone. */
export const upkeep: Duty = { crew: 'quick', timeoutMs: 5 * minute }
