import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openRoad } from './database.ts'
import { CommitUncertain, CommitUnreplicated, codeOf, constraintOf, isConnectionLost } from './driver.ts'
import { announce } from './notices.ts'

/**
 * Runs a write as one transaction. If it fails for a temporary reason (a deadlock, a lost connection) and was
 * certainly not committed, it is retried as a whole: handlers change nothing but the database. With
 * `repeatable`, even a commit of unknown outcome is retried, because the request has an idempotency key.
 */
export function inTransaction<T>(
  db: Database,
  { repeatable }: { readonly repeatable: boolean },
  work: (db: Database) => Promise<T>,
): Promise<T> {
  return withRetries(repeatable, async () => {
    let inside: Database = db
    const result = await db.transaction().execute(async (transaction) => {
      inside = transaction
      await openRoad(transaction)
      return work(transaction)
    })
    announce(db, inside)
    return result
  })
}

/** A read changes nothing, so it can always be retried. */
export function reading<T>(work: () => Promise<T>): Promise<T> {
  return withRetries(true, work)
}

async function withRetries<T>(repeatable: boolean, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= attemptsMax || !isPassing(error, repeatable)) throw error
      await sleep(Math.random() * 20 * 2 ** attempt)
    }
  }
}

const attemptsMax = 5

function isPassing(error: unknown, repeatable: boolean) {
  // An immediate retry would find its own effect and confirm a commit that a failover may undo.
  if (error instanceof CommitUnreplicated) return false
  if (error instanceof CommitUncertain) return repeatable
  const code = codeOf(error)
  return code === '40001' || code === '40P01' || isConnectionLost(error) || isRepetition(error)
}

/** Another request with the same idempotency key was faster: the retry finds its response. */
function isRepetition(error: unknown) {
  return constraintOf(error) === 'idempotency_keys_pkey'
}
