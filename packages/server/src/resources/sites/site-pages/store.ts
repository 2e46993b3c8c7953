import { sql } from 'kysely'
import type { Database } from '../../../db/database.ts'
import { prepared } from '../../../db/prepared.ts'

/** A space of a site, with its current revision. */
export interface ShownSpace {
  readonly id: string
  readonly title: string
  readonly language: string | null
  readonly revisionId: string
}

export async function spacesOf(db: Database, ids: readonly string[]): Promise<readonly ShownSpace[]> {
  return ids.length === 0 ? [] : readSpaces(db, { ids: [...new Set(ids)].sort() })
}

/** The current versions of an organization's API descriptions: pages show them. */
export function specVersions(db: Database, organizationId: string) {
  return readVersions(db, { organizationId })
}

const readVersions = prepared<{ organizationId: string }, { slug: string; versionId: string | null }>(
  ({ organizationId }) => sql<{ slug: string; versionId: string | null }>`
    select slug, last_version_id as "versionId" from openapi_specs
    where organization_id = ${organizationId} order by slug limit 1000`,
)

const readSpaces = prepared<{ ids: readonly string[] }, ShownSpace>(
  ({ ids }) => sql<ShownSpace>`select id, title, language, revision_id as "revisionId" from spaces
    where id = any (${ids}) and deleted_at is null`,
)
