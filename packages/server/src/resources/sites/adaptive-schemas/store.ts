import type { ClaimSchema } from '../../../auth/claims.ts'
import type { SiteKey } from '../../../auth/site-standing.ts'
import type { Database } from '../../../db/database.ts'
import { requireCondition } from './rules.ts'

export interface SchemaRow {
  readonly schema: ClaimSchema | null
  readonly updatedAt: string | null
  readonly createdAt: string
}

export function find(db: Database, { organizationId, siteId }: SiteKey): Promise<SchemaRow | undefined> {
  return db
    .selectFrom('sites')
    .select([
      'adaptive_schema as schema',
      'adaptive_schema_updated_at as updatedAt',
      'created_at as createdAt',
    ])
    .$narrowType<{ schema: ClaimSchema | null }>()
    .where('organization_id', '=', organizationId)
    .where('id', '=', siteId)
    .executeTakeFirst()
}

/**
 * Rejects a condition that can't be evaluated on this site. The caller holds the lock of the site, so the
 * schema can't change meanwhile.
 */
export async function requireConditionOf(db: Database, key: SiteKey, condition: string | null | undefined) {
  if (condition === null || condition === undefined) return
  const row = await find(db, key)
  requireCondition(row?.schema ?? null, condition, '/body/condition')
}
