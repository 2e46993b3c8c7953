import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { networkOf } from './network.ts'

const windowMs = 5 * 60 * 1000

/** An account is guarded most closely against one address, so that others cannot lock its owner out. */
const limits = { both: 10, account: 100, address: 100 } as const

/**
 * Counts an attempt to sign in before it is looked at, for all processes together; too many are refused for
 * some minutes. What succeeds is taken back by the returned function: only failures count.
 */
export async function takeAttempt(db: Database, now: string, who: Who): Promise<() => Promise<void>> {
  const keys = keysOf(who)
  const before = new Date(Date.parse(now) - windowMs).toISOString()
  const { rows } = await sql<Row>`insert into sign_in_attempts as a (key, attempts, started_at)
    select key, 1, ${now}::timestamptz from unnest(${keys.map(({ key }) => key)}::bytea[]) key order by key
    on conflict (key) do update set
      attempts = case when a.started_at <= ${before} then 1 else a.attempts + 1 end,
      started_at = case when a.started_at <= ${before} then excluded.started_at else a.started_at end
    returning key, attempts, started_at as "startedAt"`.execute(db)
  for (const { key, attempts, startedAt } of rows) {
    const limit = keys.find((one) => one.key.equals(key))?.limit ?? 0
    if (attempts > limit) throw tooMany(Date.parse(startedAt) + windowMs - Date.parse(now))
  }
  return async () => {
    await sql`update sign_in_attempts set attempts = attempts - 1
      where key = any (${keys.map(({ key }) => key)}::bytea[]) and attempts > 0`.execute(db)
  }
}

export interface Who {
  /** What somebody says who they are: an e-mail address, or an id. */
  readonly account: string
  readonly ip: string
}

interface Row {
  readonly key: Buffer
  readonly attempts: number
  readonly startedAt: string
}

function keysOf({ account, ip }: Who) {
  const address = networkOf(ip)
  const kinds = { both: `${account} ${address}`, account, address }
  return Object.entries(kinds).map(([kind, text]) => ({
    key: createHash('sha256').update(`${kind} ${text}`).digest(),
    limit: limits[kind as keyof typeof limits],
  }))
}

function tooMany(waitMs: number) {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000))
  const minutes = Math.ceil(seconds / 60)
  return new ApiError('rate_limited', `Too many attempts. Try again in ${minutes} minutes.`, {
    retryAfterSeconds: seconds,
  })
}
