import { type Hash, hashOf, walkContents } from '@stemma/content'
import type { ClientBase } from 'pg'
import type { SealingKey } from '../auth/sealing.ts'
import type { BlobStore } from '../files/blob-store.ts'
import { bytesOf } from './back-up.ts'
import { quoted, tablesIn } from './catalogue.ts'
import { contentsIn, namedFiles, nameOf, objectsOf, type PackedObject, unpacked } from './contents.ts'
import type { Findings } from './findings.ts'
import { openSecrets } from './keys.ts'
import { checkCounters, checkForeignKeys, checkReferences } from './verify-rows.ts'

export interface VerifyOptions {
  readonly blobs: BlobStore
  readonly keys: readonly SealingKey[]
  readonly findings: Findings
  readonly onProgress?: (what: 'contents' | 'files', done: number, total: number) => void
}

/** Checks rows, contents, files and secrets of an installation in one snapshot. */
export async function verify(client: ClientBase, options: VerifyOptions) {
  const { findings, keys } = options
  await checkForeignKeys(client, findings)
  await checkReferences(client, findings)
  await checkCounters(client, findings)
  await openSecrets(client, keys, { findings })
  await checkContents(client, options)
  return { rows: await countRows(client), files: await checkFiles(client, options) }
}

async function countRows(client: ClientBase): Promise<number> {
  let total = 0
  for (const { name } of await tablesIn(client)) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${quoted(name)}`)
    total += Number(rows[0]?.count)
  }
  const { rows } = await client.query<{ count: string }>('select count(*) from graphile_worker.jobs')
  return total + Number(rows[0]?.count)
}

/** Checks every object against its hash, and that every object of every revision exists. */
async function checkContents(client: ClientBase, { findings, onProgress }: VerifyOptions) {
  const { rows } = await client.query<{ count: string }>('select count(distinct content_id) from spaces')
  const total = Number(rows[0]?.count)
  let done = 0
  for await (const { contentId, roots } of contentsIn(client)) {
    onProgress?.('contents', done++, total)
    const [whole, wrong] = [new Set<Hash>(), new Set<Hash>()]
    for await (const row of objectsIn(client, contentId)) {
      const bytes = unpacked(row)
      if (bytes && hashOf(bytes) === nameOf(row)) whole.add(nameOf(row))
      else wrong.add(nameOf(row))
    }
    const lacking = new Set<Hash>()
    for await (const walked of walkContents(objectsOf(client, contentId), roots)) {
      for (const hash of walked.broken) wrong.add(hash)
      for (const hash of [...walked.missing, ...walked.texts]) if (!whole.has(hash)) lacking.add(hash)
    }
    for (const hash of wrong) findings.add('damaged', `the object ${hash} of the content ${contentId}`)
    for (const hash of lacking)
      if (!wrong.has(hash)) findings.add('missing', `the object ${hash} of the content ${contentId}`)
  }
  onProgress?.('contents', total, total)
}

/** All objects of a content, in batches. */
async function* objectsIn(client: ClientBase, contentId: string): AsyncGenerator<PackedObject> {
  for (let after = Buffer.alloc(0); ; ) {
    const { rows } = await client.query<PackedObject>(
      `select hash, packing, bytes from content_objects
       where space_id = $1 and hash > $2 order by hash limit ${objectsAtOnce}`,
      [contentId, after],
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield* rows
    after = last.hash as Buffer<ArrayBuffer>
  }
}

const objectsAtOnce = 200

async function checkFiles(client: ClientBase, { blobs, findings, onProgress }: VerifyOptions) {
  let files = 0
  for await (const { key, isNeeded } of namedFiles(client)) {
    const bytes = await bytesOf(blobs, key, isNeeded ? findings : undefined)
    if (bytes === undefined) continue
    files++
    onProgress?.('files', files, files)
  }
  return files
}
