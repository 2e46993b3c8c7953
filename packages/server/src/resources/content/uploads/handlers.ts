import type { importOperations } from '@stemma/contract'
import { ApiError } from '../../../common/errors.ts'
import { newId } from '../../../common/ids.ts'
import { emit } from '../../../events/emit.ts'
import type { Handlers } from '../../../http/route.ts'
import { enqueue } from '../../../jobs/enqueue.ts'
import { requireRoomFor } from '../stored-files/index.ts'
import * as uploads from './store.ts'

export const uploadHandlers: Handlers<Pick<typeof importOperations, 'generateStorageUploadURL'>> = {
  async generateStorageUploadURL({ params: { organizationId }, body: { file, kind } }, context) {
    const { db, caller, now, files, imports } = context
    const { name, type, size } = file
    if (size > imports.bytesMax)
      throw new ApiError(
        'payload_too_large',
        `The maximum upload size is ${imports.bytesMax} bytes. Split the file.`,
      )
    if (kind === 'content_file' && size > files.bytesMax)
      throw new ApiError(
        'payload_too_large',
        `The maximum size of a file in a space is ${files.bytesMax} bytes. Make it smaller.`,
      )
    await requireRoomFor(db, { organizationId, size }, files.organizationBytesMax)
    const id = newId()
    const row = { organization_id: organizationId, id, name, content_type: type, size }
    await uploads.insert(db, { ...row, created_by: caller.userId, created_at: now })
    // The bytes are stored under the upload's ID as if it were a content, so `purge_content` deletes them.
    const runAt = new Date(Date.parse(now) + keptMs).toISOString()
    await enqueue(db, 'purge_content', { contentId: id }, { runAt })
    await emit(context, { type: 'upload.created', uploadId: id, size })
    const url = files.uploads.urlOf({ organizationId, uploadId: id, size }, now)
    return { object: 'storage-signed-url', url, key: id }
  },
}

const keptMs = 3 * 24 * 60 * 60 * 1000
