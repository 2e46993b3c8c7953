import { type FileRecord, hashOf } from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'
import { kindOf } from '../../../files/file-kind.ts'
import { ImportRefusal } from '../../../importing/refusal.ts'
import type { SourceFile } from '../../../importing/source-page.ts'
import { type StoredFile, type Storing, storeFile } from '../stored-files/index.ts'

/**
 * Claims and stores the bytes of files under their hash, where nobody finds them until a revision names them;
 * so this is done before any transaction, and doing it again does no harm.
 */
export function keeperIn(
  storing: Omit<Storing, 'now'>,
  { contentId, organizationId, bytesMax, forMs }: Keeping,
) {
  return async ({ name, bytes, claimed }: SourceFile): Promise<FileRecord> => {
    if (bytes.length > bytesMax)
      throw new ImportRefusal(`This file has ${bytes.length} bytes; files have at most ${bytesMax}.`)
    const hash = hashOf(bytes)
    const kind = await kindOf(bytes, { name, claimed })
    const file = { contentId, organizationId, hash, size: bytes.length }
    // The time of each file: a crawl may last for hours.
    const now = new Date().toISOString()
    await storeFile({ ...storing, now }, file, bytes, { forMs }).catch(toRefusal)
    return { name: name.slice(0, nameMax), ...kind, size: bytes.length, hash }
  }
}

interface Keeping extends Pick<StoredFile, 'contentId' | 'organizationId'> {
  readonly bytesMax: number
  /** For how long the import may still be under way before the files are deleted again. */
  readonly forMs: number
}

/** A file beyond the quota is refused as other files are. */
function toRefusal(error: unknown): never {
  if (error instanceof ApiError) throw new ImportRefusal(error.message)
  throw error
}

const nameMax = 256
