import { type FileRecord, hashOf } from '@stemma/content'
import { ApiError } from '../../../common/errors.ts'
import { kindOf } from '../../../files/file-kind.ts'
import { ImportRefusal } from '../../../importing/refusal.ts'
import type { SourceFile } from '../../../importing/source-page.ts'
import { type StoredFile, type Storing, storeFile } from '../stored-files/index.ts'

/**
 * Claims files and stores their bytes under their hash, where they are unreachable until a revision refers to
 * them. So this can run before any transaction and can be repeated.
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
    // Not the start of the run: a crawl may take hours.
    const now = new Date().toISOString()
    await storeFile({ ...storing, now }, file, bytes, { forMs }).catch(toRefusal)
    return { name: name.slice(0, nameMax), ...kind, size: bytes.length, hash }
  }
}

interface Keeping extends Pick<StoredFile, 'contentId' | 'organizationId'> {
  readonly bytesMax: number
  /** How long the import may take to refer to its files before they are deleted again. */
  readonly forMs: number
}

/** A file that exceeds the quota is reported like any other file that can't be imported. */
function toRefusal(error: unknown): never {
  if (error instanceof ApiError) throw new ImportRefusal(error.message)
  throw error
}

const nameMax = 256
