import { buffer } from 'node:stream/consumers'
import type { Database } from '../../../db/database.ts'
import type { BlobStore } from '../../../files/blob-store.ts'
import * as uploads from './store.ts'

interface Reading {
  readonly db: Database
  readonly blobs: BlobStore
}

interface Wanted {
  readonly organizationId: string
  /** The key of the upload. */
  readonly id: string
  /** Nobody else can use an upload. */
  readonly createdBy: string
}

/** The name and the bytes of an upload. Undefined if its bytes never arrived, or are deleted. */
export async function readUpload({ db, blobs }: Reading, { organizationId, id, createdBy }: Wanted) {
  const upload = (await uploads.findAll(db, { organizationId, ids: [id], createdBy })).get(id)
  const blob = upload && (await blobs.open({ contentId: id, hash: upload.hash }))
  return blob && { name: upload.name, bytes: await buffer(blob.stream) }
}
