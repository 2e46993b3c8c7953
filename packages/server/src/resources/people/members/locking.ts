import type { Database } from '../../../db/database.ts'
import * as organizations from '../../organizations/organizations/store.ts'
import * as members from './store.ts'

/** Locks the organization first: if two admins remove each other, the second is then the last one. */
export async function lockForChange(db: Database, key: members.Key) {
  await organizations.lock(db, key.organizationId)
  await members.lock(db, key)
}

/** The member, locked for a change. */
export async function takeForChange(db: Database, key: members.Key) {
  await lockForChange(db, key)
  return members.find(db, key)
}
