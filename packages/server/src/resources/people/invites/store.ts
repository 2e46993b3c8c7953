import type { PageQuery, Role } from '@stemma/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import { rowLock } from '../../../db/row-lock.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = ['id', 'role', 'space_id as space', 'collection_id as collection'] as const

export interface InviteRow {
  readonly id: string
  readonly role: Role | null
  readonly space: string | null
  readonly collection: string | null
}

export function list(db: Database, organizationId: string, page: PageQuery) {
  const query = db.selectFrom('invites').select(columns).where('organization_id', '=', organizationId)
  return paginate(query, page, { direction: 'asc', keys: [{ column: 'id', field: 'id', kind: 'text' }] })
}

export function find(db: Database, { organizationId, inviteId }: Key) {
  return one(db, organizationId, inviteId).executeTakeFirst()
}

export async function lock(db: Database, { organizationId, inviteId }: Key) {
  const locked = await rowLock(db, 'for update', 'invites', [inviteId])
  return one(db, organizationId, inviteId).modifyEnd(locked).executeTakeFirst()
}

export function insert(db: Database, row: Insertable<Tables['invites']>) {
  return db.insertInto('invites').values(row).returning(columns).executeTakeFirstOrThrow()
}

export async function setRole(db: Database, { organizationId, inviteId }: Key, role: Role | null) {
  await db
    .updateTable('invites')
    .set({ role })
    .where('organization_id', '=', organizationId)
    .where('id', '=', inviteId)
    .execute()
}

export async function remove(db: Database, { organizationId, inviteId }: Key): Promise<boolean> {
  await rowLock(db, 'for update', 'invites', [inviteId])
  const { numDeletedRows } = await db
    .deleteFrom('invites')
    .where('organization_id', '=', organizationId)
    .where('id', '=', inviteId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

function one(db: Database, organizationId: string, inviteId: string) {
  return db
    .selectFrom('invites')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', inviteId)
}

export interface Key {
  readonly organizationId: string
  readonly inviteId: string
}
