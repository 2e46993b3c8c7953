import assert from 'node:assert/strict'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { openPromise } from 'yauzl'
import { sealingKeysIn } from '../auth/sealing.ts'
import { newId } from '../common/ids.ts'
import { migrate, readMigrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { hashOf } from '../files/blob-store.ts'
import { s3Blobs } from '../files/s3-blobs.ts'
import { deletePDF } from '../resources/content/pdfs/jobs.ts'
import { startServer } from '../test/harness.ts'
import { jobSettings } from '../test/job-settings.ts'
import { startS3 } from '../test/s3-server.ts'
import { testSecretKeys } from '../test/secret-keys.ts'
import {
  ask,
  faultsIn,
  faultsOf,
  file,
  fingerprintOf,
  givenBackup,
  givenEverything,
  givenFolder,
  givenNothing,
  installationOf,
  restoreInto,
  testKeys,
  textsIn,
} from '../test/upkeep.ts'
import { givenWrittenSpace, page } from '../test/writing.ts'
import { manifestHash, readArchive } from './archive-reader.ts'
import { writeArchive } from './archive-writer.ts'
import { backUp } from './back-up.ts'
import { missingKeys } from './keys.ts'
import type { Manifest } from './manifest.ts'

const server = await startServer()
const source = installationOf(server)
await givenEverything(server)

test('a quiet installation is restored to the row, with the jobs that wait', async (t) => {
  const backup = await givenBackup(t, source)
  assert.equal((await stat(backup)).mode & 0o777, 0o600)
  const target = await givenNothing(t)
  assert.deepEqual(await restoreInto(target, backup), [])
  assert.deepEqual(await fingerprintOf(target), await fingerprintOf(source))
  assert.deepEqual(await faultsOf(target), [])
})

test('a backup of a folder can be restored into a bucket, and backed up again from there', async (t) => {
  const port = await startS3(join(await givenFolder(t), 's3'))
  const bucket = s3Blobs({
    bucket: 'stemma',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  })
  const target = { ...(await givenNothing(t)), bucket }
  assert.deepEqual(await restoreInto(target, await givenBackup(t, source)), [])
  assert.deepEqual(await faultsOf(target), [])
  assert.deepEqual(await faultsIn(await givenBackup(t, target)), [])
})

test('the keys are in the backup by name alone, and it is said which one is missing', async (t) => {
  const backup = await givenBackup(t, source)
  const [, key = ''] = testSecretKeys.split(':')
  assert.ok((await textsIn(backup)).every((part) => !part.includes(key)))
  const { keys } = (await opened(backup)).manifest
  assert.deepEqual(
    keys.map(({ id }) => id),
    ['test'],
  )
  const [other = [], impostor = []] = ['other', 'test'].map((id) => sealingKeysIn(`${id}:${'o'.repeat(43)}`))
  assert.deepEqual(missingKeys(keys, testKeys), [])
  assert.match(missingKeys(keys, other)[0] ?? '', /^the key test is missing/)
  assert.match(missingKeys(keys, impostor)[0] ?? '', /^the key test is not the one of the backup/)
  assert.match((await faultsOf(source, other)).join(), /missing: a secret in \w+ \(\w+\) needs the key test/)
  assert.match(
    (await faultsOf(source, impostor)).join(),
    /damaged: a secret .* can't be decrypted with the key test/,
  )
})

test('a byte that changed anywhere in what a backup holds is noticed', async (t) => {
  const backup = await givenBackup(t, source)
  const bytes = await readFile(backup)
  const copy = join(await givenFolder(t), 'flipped')
  const zip = await openPromise(backup, { lazyEntries: true, autoClose: false })
  t.after(() => zip.close())
  let flipped = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.uncompressedSize === 0) continue
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    const at = fileDataStart + Math.floor(Math.random() * entry.compressedSize)
    await writeFile(copy, withFlipped(bytes, at))
    const faults = await faultsIn(copy).catch((error: Error) => [error.message])
    assert.match(faults.join(), /damaged/, `${entry.fileName}, byte ${at}`)
    flipped++
  }
  assert.ok(flipped > 20)
  await writeFile(copy, bytes.subarray(0, -100))
  await assert.rejects(faultsIn(copy), /is damaged: it is not a backup, or its end is missing/)
})

test('a damaged backup leaves the database as empty as it was, and a right one can follow', async (t) => {
  const backup = await givenBackup(t, source)
  const zip = await openPromise(backup, { lazyEntries: true, autoClose: false })
  t.after(() => zip.close())
  const copy = join(await givenFolder(t), 'flipped')
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName !== 'tables/spaces.copy') continue
    const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    await writeFile(copy, withFlipped(await readFile(backup), fileDataStart + entry.compressedSize / 2))
  }
  const target = await givenNothing(t)
  await assert.rejects(restoreInto(target, copy), /damaged: tables\/spaces\.copy is not what was written/)
  assert.deepEqual(await ask(target.url, 'select count(*) from organizations'), ['0'])
  assert.deepEqual(await restoreInto(target, backup), [])
  await assert.rejects(restoreInto(target, backup), /The database is not empty: .* Create an empty database/)
})

test('a backup of a newer version is refused, and one of an older version brought up to date', async (t) => {
  const { manifest } = await opened(await givenBackup(t, source))
  const later = { name: '9999-later.sql', checksum: 'x' }
  const target = await givenNothing(t)
  for (const [changes, refusal] of [
    [
      { migrations: [...manifest.migrations, later] },
      /created by a newer Stemma \(\S+\) with the migration 9999-later\.sql\. /,
    ],
    [{ formatVersion: 2 }, /has the format 2, and this version knows 1\. It was made by a newer Stemma/],
  ] satisfies [Partial<Manifest>, RegExp][]) {
    const newer = await givenManifest(await givenFolder(t), { ...manifest, ...changes })
    await assert.rejects(restoreInto(target, newer), refusal)
    assert.deepEqual(await ask(target.url, "select to_regclass('users')"), ['null'])
  }

  const old = await givenNothing(t)
  const names = (await readMigrations()).map(({ name }) => name)
  await migrate(old.url, names.slice(0, 8))
  await ask(
    old.url,
    `insert into users (id, display_name, email, created_at, updated_at)
     values ('ada', 'Ada', 'ada@example.com', now(), now())`,
  )
  assert.deepEqual(await restoreInto(target, await givenBackup(t, old)), [])
  assert.deepEqual(await ask(target.url, 'select display_name from users'), ['Ada'])
  assert.deepEqual(await ask(target.url, 'select name from migrations order by name'), names)
})

test('a file that is gone from the store is noticed by the backup and by the verification', async (t) => {
  const { spaceId } = await givenWrittenSpace(server, file('a.txt', `Lost ${newId()}`))
  const stored = await onlyBlobOf(source.folder, spaceId)
  const bytes = await readFile(stored)
  await rm(stored)
  const lost = `missing: the file ${hashOf(bytes)} of the content ${spaceId}`
  const incomplete = join(await givenFolder(t), 'incomplete')
  const { findings } = await backUp({ ...source, blobs: server.blobs, keys: testKeys, file: incomplete })
  assert.deepEqual(findings.told, [lost])
  assert.deepEqual(await faultsIn(incomplete), [lost])
  assert.deepEqual(await faultsOf(source), [lost])
  await writeFile(stored, Buffer.from(bytes).reverse())
  assert.deepEqual(await faultsOf(source), [lost.replace('missing', 'damaged')])
  await writeFile(stored, bytes)
  assert.deepEqual(await faultsOf(source), [])
})

test('content that is not what its hash says, and rows that are wrong, are noticed', async (t) => {
  const target = await givenNothing(t)
  await restoreInto(target, await givenBackup(t, source))
  for (const [damage, said] of [
    [
      `update content_objects set packing = 0, bytes = 'x' where hash = (select r.root from revisions r
        join spaces s on s.revision_id = r.id where s.comments > 0 limit 1)`,
      /damaged: the object/,
    ],
    [`delete from content_objects where bytes = 'x'`, /missing: the object/],
    [
      'update spaces set comments = comments + 1 where comments > 0',
      /damaged: the number of open comments of a space is wrong in 1 rows/,
    ],
    [
      "alter table tokens disable trigger all; update tokens set user_id = 'nobody'",
      /missing: \d+ rows of tokens refer to nothing in users/,
    ],
    [
      'delete from revisions where id in (select revision_id from change_requests)',
      /missing: 1 change requests have a head that is no revision/,
    ],
  ] as const) {
    assert.doesNotMatch((await faultsOf(target)).join('\n'), said)
    await ask(target.url, damage)
    assert.match((await faultsOf(target)).join('\n'), said)
  }
})

test('files that a backup still has to copy are deleted after it', async (t) => {
  const { spaceId } = await givenWrittenSpace(server, page('One'))
  const [blobId, bytes] = [newId(), Buffer.from('%PDF')]
  const key = { contentId: blobId, hash: hashOf(bytes) }
  await server.blobs.put(key, bytes)
  const context = { ...jobSettings, ...server, now: new Date().toISOString() }
  const remove = () =>
    inTransaction(server.db, { repeatable: true }, (db) => deletePDF({ spaceId, blobId }, { ...context, db }))
  const isThere = async () => {
    const blob = await server.blobs.open(key)
    blob?.stream.destroy()
    return blob !== undefined
  }
  const client = new pg.Client({ connectionString: source.url })
  await client.connect()
  t.after(() => client.end())
  await client.query("select pg_advisory_lock(hashtext('stemma files are deleted'))")
  await remove()
  assert.ok(await isThere())
  const later = await ask(
    source.url,
    `select run_at > now() + interval '5 minutes' from graphile_worker._private_jobs
     where payload->>'blobId' = '${blobId}'`,
  )
  assert.deepEqual(later, ['true'])
  await assert.rejects(givenBackup(t, source), /Another backup is being made, or files are being deleted/)
  await client.query('select pg_advisory_unlock_all()')
  await remove()
  assert.equal(await isThere(), false)
})

function withFlipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes)
  const place = Math.floor(at)
  changed[place] = (changed[place] ?? 0) ^ 1
  return changed
}

async function opened(backup: string) {
  const archive = await readArchive(backup)
  archive.close()
  return archive
}

/** A backup that contains only a manifest. */
async function givenManifest(folder: string, manifest: Manifest): Promise<string> {
  const path = join(folder, 'newer')
  const archive = await writeArchive(path)
  const text = JSON.stringify(manifest)
  await archive.addBytes('manifest.json', Buffer.from(text))
  await archive.addBytes('manifest.json.sha256', Buffer.from(manifestHash(text)))
  await archive.end()
  return path
}

async function onlyBlobOf(folder: string, contentId: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const blobs = names.filter(
    (one) => one.isFile() && one.parentPath.includes(Buffer.from(contentId).toString('hex')),
  )
  assert.equal(blobs.length, 1)
  return join(blobs[0]?.parentPath ?? '', blobs[0]?.name ?? '')
}
