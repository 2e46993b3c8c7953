import type { PageQuery } from '@stemma/contract'
import type { Insertable } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { paginate } from '../../../db/paginate.ts'
import type { Tables } from '../../../db/tables.ts'

const columns = ['id', 'title', 'created_at as createdAt', 'updated_at as updatedAt'] as const

export interface TranslationRow {
  readonly id: string
  readonly title: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Oldest first. */
export function list(db: Database, organizationId: string, page: PageQuery) {
  const query = db
    .selectFrom('translation_settings')
    .select(columns)
    .where('organization_id', '=', organizationId)
  return paginate(query, page, { direction: 'asc', keys: byId })
}

const byId = [{ column: 'id', field: 'id', kind: 'text' }] as const

export function find(db: Database, { organizationId, translationSettingsId }: Key) {
  return db
    .selectFrom('translation_settings')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('id', '=', translationSettingsId)
    .executeTakeFirst()
}

export function lock(db: Database, { organizationId, translationSettingsId }: Key) {
  return db
    .selectFrom('translation_settings')
    .select('title')
    .where('organization_id', '=', organizationId)
    .where('id', '=', translationSettingsId)
    .forUpdate()
    .executeTakeFirst()
}

export async function insert(db: Database, row: Insertable<Tables['translation_settings']>) {
  await db.insertInto('translation_settings').values(row).execute()
}

export async function rename(
  db: Database,
  { organizationId, translationSettingsId }: Key,
  { title, now }: { readonly title: string; readonly now: string },
) {
  await db
    .updateTable('translation_settings')
    .set({ title, updated_at: now })
    .where('organization_id', '=', organizationId)
    .where('id', '=', translationSettingsId)
    .execute()
}

export function remove(db: Database, { organizationId, translationSettingsId }: Key) {
  return db
    .deleteFrom('translation_settings')
    .where('organization_id', '=', organizationId)
    .where('id', '=', translationSettingsId)
    .returning('title')
    .executeTakeFirst()
}

export interface Key {
  readonly organizationId: string
  readonly translationSettingsId: string
}
