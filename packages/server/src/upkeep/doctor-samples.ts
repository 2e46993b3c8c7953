import { randomBytes } from 'node:crypto'
import { hashOf, walkContents } from '@stemma/content'
import type { ClientBase } from 'pg'
import type { BlobKey, BlobStore } from '../files/blob-store.ts'
import { nameOf, objectsOf, type PackedObject, unpacked } from './contents.ts'
import type { Findings } from './findings.ts'

/** Checks random objects of random contents against their hashes; returns the number checked. */
export async function sampleObjects(client: ClientBase, findings: Findings): Promise<number> {
  let tried = 0
  for (const { contentId } of await someContents(client)) {
    for (const row of await someObjects(client, contentId)) {
      tried++
      const bytes = unpacked(row)
      if (bytes === undefined || hashOf(bytes) !== nameOf(row))
        findings.add('damaged', `the object ${nameOf(row)} of the content ${contentId}`)
    }
  }
  return tried
}

/** Checks that files of random contents exist; returns the number checked. */
export async function sampleFiles(client: ClientBase, blobs: BlobStore, findings: Findings): Promise<number> {
  let tried = 0
  for (const { contentId, root } of await someContents(client)) {
    for (const key of await someFiles(client, contentId, root.toString('base64url'))) {
      tried++
      const blob = await blobs.open(key)
      if (blob === undefined) findings.add('missing', `the file ${key.hash} of the content ${contentId}`)
      blob?.stream.destroy()
    }
  }
  return tried
}

const [contentsMax, perContentMax] = [50, 20]

interface Sampled {
  readonly contentId: string
  readonly root: Buffer
}

async function someContents(client: ClientBase): Promise<readonly Sampled[]> {
  const { rows } = await client.query<Sampled>(
    `select s.content_id as "contentId", r.root from
       (select id, content_id, revision_id from spaces order by random() limit ${contentsMax}) s
     join revisions r on r.space_id = s.id and r.id = s.revision_id`,
  )
  return rows
}

/** Starts at a random hash, and continues from the first hash after the last one. */
async function someObjects(client: ClientBase, contentId: string): Promise<readonly PackedObject[]> {
  const from = randomBytes(32)
  const found: PackedObject[] = []
  for (const [where, values] of [
    ['hash >= $2', [contentId, from]],
    ['hash < $2', [contentId, from]],
  ] as const) {
    const limit = perContentMax - found.length
    const { rows } = await client.query<PackedObject>(
      `select hash, packing, bytes from content_objects where space_id = $1 and ${where}
       order by hash limit ${limit}`,
      [...values],
    )
    found.push(...rows)
  }
  return found
}

async function someFiles(client: ClientBase, contentId: string, root: string): Promise<readonly BlobKey[]> {
  const keys: BlobKey[] = []
  for await (const { files } of walkContents(objectsOf(client, contentId), [root], { maps: ['files'] })) {
    keys.push(...files.map(({ hash }) => ({ contentId, hash })))
    if (keys.length >= perContentMax) break
  }
  return keys.slice(0, perContentMax)
}
