import { createHash } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import { newId } from '../common/ids.ts'
import type { Server } from './harness.ts'

/** An OpenAPI spec with one processed version. */
export interface SampleSpec {
  readonly specSlug: string
  readonly versionId: string
}

export const description = { openapi: '3.1.0', info: { title: 'One', version: '1' }, paths: {} }

export async function givenSpec(
  { db }: Pick<Server, 'db'>,
  organizationId: string,
  document: object = description,
): Promise<SampleSpec> {
  const now = new Date().toISOString()
  const [id, versionId] = [newId(), newId()]
  const specSlug = `spec-${Buffer.from(id).toString('hex')}`
  const json = JSON.stringify({ 'https://example.com/openapi.json': document })
  await db
    .insertInto('openapi_specs')
    .values({
      organization_id: organizationId,
      id,
      slug: specSlug,
      source_url: 'https://example.com/openapi.json',
      processing_state: 'complete',
      visibility: 'public',
      last_version_id: versionId,
      last_processed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
  await db
    .insertInto('openapi_spec_versions')
    .values({
      organization_id: organizationId,
      spec_id: id,
      id: versionId,
      hash: createHash('sha256').update(json).digest(),
      files: zstdCompressSync(json),
      changes: JSON.stringify({ changes: [], more: false }),
      created_at: now,
    })
    .execute()
  return { specSlug, versionId }
}
