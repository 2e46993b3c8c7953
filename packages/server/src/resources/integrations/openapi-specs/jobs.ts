import { createHash } from 'node:crypto'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { newId } from '../../../common/ids.ts'
import { emit, type Scene } from '../../../events/emit.ts'
import type { JobHandlers, Jobs, PreparationContext } from '../../../jobs/jobs.ts'
import { askForProcessing } from './asking.ts'
import { type Processed, processSource, type Read, type Refused } from './fetching.ts'
import * as specs from './store.ts'

/** The result of processing a source before the transaction opens. */
interface Prepared {
  readonly sourceNumber: number
  readonly lastVersion: string | null
  readonly processed: Processed
  /** Whether the result equals the last version. */
  readonly isSame: boolean
}

/** Fetches and reads. If the worker is killed, the state stays `progress` and the job runs again. */
export async function prepareOpenAPISpec(
  { organizationId, specId: id }: Jobs['process_openapi_spec'],
  { db, outside, signal }: Pick<PreparationContext, 'db' | 'outside' | 'signal'>,
): Promise<Prepared | undefined> {
  const spec = await specs.begin(db, { organizationId, id })
  if (spec === undefined) return undefined
  const { sourceURL, sourceText, sourceNumber, lastVersion } = spec
  const last =
    lastVersion === null ? undefined : await specs.findFiles(db, { organizationId, id }, lastVersion)
  const text = sourceText === null ? undefined : zstdDecompressSync(sourceText).toString()
  const processed = await processSource({ sourceURL, text }, outside, last?.json, { signal })
  const isSame = 'json' in processed && last?.hash.equals(hashOf(processed.json)) === true
  return { sourceNumber, lastVersion, processed, isSame }
}

/** Saves the result, unless the source has been replaced: the new source has a job of its own. */
export const processOpenAPISpec: JobHandlers['process_openapi_spec'] = async (payload, context) => {
  const { db, now, openapiRefreshHours } = context
  const { organizationId, specId: id } = payload
  const prepared = context.prepared as Prepared | undefined
  const spec = await specs.lockProcessed(db, { organizationId, id })
  if (prepared === undefined || spec?.sourceNumber !== prepared.sourceNumber) return
  if (spec.lastVersion !== prepared.lastVersion) return askForProcessing(db, payload)
  const at = { db, now, home: organizationId, id, slug: spec.slug }
  const { processed, isSame } = prepared
  if ('code' in processed) await fail(at, processed)
  else if (isSame) await specs.finish(db, { organizationId, id }, { ...succeeded, last_processed_at: now })
  else await addVersion(at, processed, spec.lastVersion)
  if (spec.sourceURL === null || openapiRefreshHours === 0) return
  const runAt = new Date(Date.parse(now) + openapiRefreshHours * hourMs).toISOString()
  await askForProcessing(db, payload, { runAt })
}

const succeeded = { last_error_code: null, last_errors: null }
const hourMs = 60 * 60 * 1000

interface At extends Scene {
  readonly id: string
  readonly slug: string
}

/** Earlier versions stay, and the last one stays current. */
async function fail({ id, slug, ...scene }: At, { code, faults }: Refused) {
  const told = { last_error_code: code, last_errors: JSON.stringify(faults) }
  const key = { organizationId: scene.home, id }
  await specs.finish(scene.db, key, { ...told, last_processed_at: scene.now })
  await emit(scene, { type: 'openapi_spec.failed', slug, code })
}

async function addVersion({ id, slug, ...scene }: At, { json, differences }: Read, before: string | null) {
  const { db, now, home: organizationId } = scene
  const versionId = newId()
  await specs.insertVersion(db, {
    organization_id: organizationId,
    spec_id: id,
    id: versionId,
    hash: hashOf(json),
    files: zstdCompressSync(json),
    before_id: before,
    changes: JSON.stringify(differences),
    created_at: now,
  })
  const times = { last_processed_at: now, updated_at: now }
  await specs.finish(db, { organizationId, id }, { ...succeeded, ...times, last_version_id: versionId })
  const breaking = differences.changes.some((one) => one.breaking)
  await emit(scene, { type: 'openapi_spec.version_added', slug, versionId, breaking })
}

function hashOf(json: string): Buffer {
  return createHash('sha256').update(json).digest()
}
