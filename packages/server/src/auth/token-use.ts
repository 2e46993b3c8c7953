import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/**
 * Collects the times at which tokens were last used and writes them periodically, so that reads don't write.
 * If the process is killed, at most a minute is lost.
 */
export function recordTokenUse(db: Database, { everyMs = 60_000 } = {}) {
  const lastUsed = new Map<string, string>()

  async function flush() {
    if (lastUsed.size === 0) return
    const [ids, times] = [[...lastUsed.keys()], [...lastUsed.values()]]
    lastUsed.clear()
    await sql`update tokens set last_used_at = used.at
      from unnest(${ids}::text[], ${times}::timestamptz[]) as used (id, at)
      where tokens.id = used.id and (tokens.last_used_at is null or tokens.last_used_at < used.at)`.execute(
      db,
    )
  }

  const timer = setInterval(() => void flush().catch(() => {}), everyMs)
  timer.unref()
  return {
    onTokenUsed: (tokenId: string, now: string) => void lastUsed.set(tokenId, now),
    flush,
    async stop() {
      clearInterval(timer)
      await flush().catch(() => {})
    },
  }
}
