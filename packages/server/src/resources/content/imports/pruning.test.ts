import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inTransaction } from '../../../db/transaction.ts'
import { addressElsewhere } from '../../../test/elsewhere.ts'
import { startServer } from '../../../test/harness.ts'
import { jobSettings } from '../../../test/job-settings.ts'
import { givenWrittenSpace } from '../../../test/writing.ts'
import { pruneImports } from './jobs.ts'

const server = await startServer()

test('import runs are kept for ever, or for as many days after their end as the operator says', async () => {
  const { organization, admin, spaceId } = await givenWrittenSpace(server)
  const api = server.as(admin)
  const params = { organizationId: organization.id }
  const source = { type: 'website' as const, url: addressElsewhere('/') }
  const start = async () =>
    (await api.startImportRun({ params, body: { source, target: { space: spaceId } } })).id
  server.time.now = '2025-01-01T00:00:00.000Z'
  const file = { name: 'a.zip', type: 'application/zip', size: 1 }
  await api.generateStorageUploadURL({ params, body: { file, kind: 'import_file' } })
  const [old, running] = [await start(), await start()]
  const address = {
    address: 'a',
    url: 'a',
    kind: 'page',
    state: 'failed',
    position: 1,
    reason: 'It is gone.',
  }
  const row = { organization_id: organization.id, run_id: old, ...address }
  await server.db.insertInto('import_addresses').values(row).execute()
  await api.cancelImportRun({ params: { ...params, importRunId: old } })
  server.time.now = '2025-01-20T00:00:00.000Z'
  const young = await start()
  await api.cancelImportRun({ params: { ...params, importRunId: young } })
  server.time.now = undefined

  const prune = (importsKeptDays: number) =>
    inTransaction(server.db, { repeatable: true }, (db) => {
      const now = '2025-02-01T00:00:00.000Z'
      return pruneImports({}, { db, now, blobs: server.blobs, ...jobSettings, importsKeptDays })
    })
  const kept = async () => {
    const runs = (await api.listImportRuns({ params })).items.map(({ id }) => id).sort()
    const count = (table: 'import_addresses' | 'uploads') =>
      server.db.selectFrom(table).select('organization_id').where('organization_id', '=', organization.id)
    const [reported, uploads] = [count('import_addresses'), count('uploads')]
    return { runs, reported: (await reported.execute()).length, uploads: (await uploads.execute()).length }
  }
  const everything = { runs: [old, running, young].sort(), reported: 1, uploads: 1 }
  await prune(0)
  await prune(32)
  assert.deepEqual(await kept(), everything)
  await prune(30)
  assert.deepEqual(await kept(), { runs: [running, young].sort(), reported: 0, uploads: 0 })
  await assert.rejects(api.getImportRun({ params: { ...params, importRunId: old } }), { status: 404 })
})
