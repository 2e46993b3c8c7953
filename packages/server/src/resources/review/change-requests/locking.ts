import type { Database } from '../../../db/database.ts'
import * as spaces from '../../spaces/spaces/store.ts'
import * as changeRequests from './store.ts'

/** Locks the space first: it counts change requests by status, and merges take the locks in this order. */
export async function lockForChange(db: Database, key: changeRequests.Key) {
  await spaces.lock(db, key.spaceId)
  return changeRequests.lock(db, key)
}
