import { zstdDecompressSync } from 'node:zlib'
import { type Hash, hashOf, type ReadObjects, walkContents } from '@stemma/content'
import type { ClientBase } from 'pg'
import type { BlobKey } from '../files/blob-store.ts'
import * as integrations from '../resources/integrations/integrations/store.ts'
import { hasTable } from './catalogue.ts'

/** A file that a row or a content refers to. */
export interface NamedFile {
  readonly key: BlobKey
  /** False for files that expire while rows still refer to them. */
  readonly isNeeded: boolean
}

/** Yields every content with the roots of all its revisions, in all spaces and change requests. */
export async function* contentsIn(client: ClientBase): AsyncGenerator<ContentRoots> {
  if (!(await hasTable(client, 'revisions'))) return
  const { rows } = await client.query<{ id: string }>(
    'select distinct content_id as id from spaces order by 1',
  )
  for (const { id } of rows) yield { contentId: id, roots: await rootsOf(client, id) }
}

export interface ContentRoots {
  readonly contentId: string
  readonly roots: readonly Hash[]
}

async function rootsOf(client: ClientBase, contentId: string): Promise<readonly Hash[]> {
  const { rows } = await client.query<{ root: Buffer }>(
    `select distinct r.root from revisions r join spaces s on s.id = r.space_id where s.content_id = $1`,
    [contentId],
  )
  return rows.map(({ root }) => root.toString('base64url'))
}

/** Yields the files of all contents, then those that rows refer to. */
export async function* namedFiles(client: ClientBase): AsyncGenerator<NamedFile> {
  for await (const { contentId, roots } of contentsIn(client)) {
    const found = new Set<Hash>()
    for await (const { files } of walkContents(objectsOf(client, contentId), roots, { maps: ['files'] })) {
      for (const { hash } of files) {
        if (found.has(hash)) continue
        found.add(hash)
        yield { key: { contentId, hash }, isNeeded: true }
      }
    }
  }
  yield* filesOfRows(client)
}

/** Returns only objects that match their hash; readers see all others as missing. */
export function objectsOf(client: ClientBase, contentId: string): ReadObjects {
  return async (hashes) => {
    const { rows } = await client.query<PackedObject>(
      `select hash, packing, bytes from content_objects
       where space_id = $1 and hash = any ($2::bytea[])`,
      [contentId, hashes.map((hash) => Buffer.from(hash, 'base64url'))],
    )
    const right = rows.flatMap((row) => {
      const bytes = unpacked(row)
      return bytes && hashOf(bytes) === nameOf(row) ? [[nameOf(row), bytes] as const] : []
    })
    return new Map(right)
  }
}

export interface PackedObject {
  readonly hash: Buffer
  readonly packing: number
  readonly bytes: Buffer
}

export const nameOf = ({ hash }: Pick<PackedObject, 'hash'>): Hash => hash.toString('base64url')

/** Undefined if it can't be decompressed. */
export function unpacked({ packing, bytes }: PackedObject): Uint8Array | undefined {
  try {
    return packing === 0 ? bytes : zstdDecompressSync(bytes)
  } catch {
    return undefined
  }
}

async function* filesOfRows(client: ClientBase): AsyncGenerator<NamedFile> {
  for (const { table, sql, isNeeded } of naming) {
    if (!(await hasTable(client, table))) continue
    const { rows } = await client.query<BlobKey & { readonly name?: string }>(sql)
    for (const { contentId, hash, name } of rows)
      yield {
        key: { contentId: name ? integrations.imagesIdOf(name, contentId) : contentId, hash },
        isNeeded,
      }
  }
}

const base64url = (column: string) => `rtrim(translate(encode(${column}, 'base64'), '+/', '-_'), '=')`

/** The columns that refer to files. Uploads and imported files expire before their rows do. */
const naming = [
  {
    table: 'pdfs',
    isNeeded: true,
    sql: `select blob_id as "contentId", hash from pdfs where state = 'ready'`,
  },
  {
    table: 'git_packs',
    isNeeded: true,
    sql: `select s.content_id as "contentId", ${base64url('piece')} as hash
      from git_packs k join spaces s on s.id = k.space_id, unnest(k.pieces) piece`,
  },
  {
    table: 'integrations',
    isNeeded: true,
    sql: `select i.name, image->>'contentId' as "contentId", image->>'hash' as hash from integrations i,
      jsonb_array_elements(i.preview_images || coalesce(nullif(i.icon, 'null'), '[]')) image
      where i.unpublished_at is null`,
  },
  {
    table: 'uploads',
    isNeeded: false,
    sql: `select id as "contentId", ${base64url('hash')} as hash from uploads where hash is not null`,
  },
  {
    table: 'import_addresses',
    isNeeded: false,
    sql: `select distinct s.content_id as "contentId", a.file->>'hash' as hash from import_addresses a
      join import_runs r on r.organization_id = a.organization_id and r.id = a.run_id
      join spaces s on s.id = r.space_id where a.file->>'hash' is not null`,
  },
] as const
