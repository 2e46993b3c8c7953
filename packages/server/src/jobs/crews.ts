/**
 * Workers in one process for jobs of one kind. Crews never wait for each other, so slow external servers,
 * long conversions and slow webhooks delay only their own kind.
 */
export interface Crew {
  readonly workers: number
  /** How many workers the jobs of one organization can occupy; the others stay free for the rest. */
  readonly workersPerOrganization: number
  /** How many database connections its jobs use at a time. */
  readonly transactionsMax: number
  /** Connections for fetching jobs and recording their results. */
  readonly queueConnectionsMax: number
}

export const crews = {
  /** Database work only, mainly the search index. */
  quick: { workers: 4, workersPerOrganization: 2, transactionsMax: 3, queueConnectionsMax: 3 },
  /** Work that waits for external servers. */
  outside: { workers: 8, workersPerOrganization: 2, transactionsMax: 2, queueConnectionsMax: 3 },
  /** Work that needs much CPU time and memory. */
  heavy: { workers: 2, workersPerOrganization: 1, transactionsMax: 1, queueConnectionsMax: 3 },
  webhooks: { workers: 16, workersPerOrganization: 4, transactionsMax: 2, queueConnectionsMax: 5 },
} as const satisfies Readonly<Record<string, Crew>>

export type CrewName = keyof typeof crews

export interface Duty {
  readonly crew: CrewName
  /** A job that runs longer fails, is stopped if possible, and is retried later. */
  readonly timeoutMs: number
}

export const minute = 60_000

/** For jobs that clean up or repair, with the database only. */
export const upkeep: Duty = { crew: 'quick', timeoutMs: 5 * minute }
