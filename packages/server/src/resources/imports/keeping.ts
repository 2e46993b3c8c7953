import { type FileRecord, hashOf } from '@stemma/content'
import type { Files } from '../../context.ts'
import { kindOf } from '../../files/file-kind.ts'
import { ImportRefusal } from '../../importing/refusal.ts'
import type { SourceFile } from '../../importing/source-page.ts'

/**
 * Keeps the bytes of files under their hash, where nobody finds them until a revision names them; so this is
 * done before any transaction, and doing it again does no harm.
 */
export function keeperIn({ blobs, bytesMax }: Pick<Files, 'blobs' | 'bytesMax'>, contentId: string) {
  return async ({ name, bytes, claimed }: SourceFile): Promise<FileRecord> => {
    if (bytes.length > bytesMax)
      throw new ImportRefusal(`This file has ${bytes.length} bytes; files have at most ${bytesMax}.`)
    const hash = hashOf(bytes)
    const kind = await kindOf(bytes, { name, claimed })
    await blobs.put({ contentId, hash }, bytes)
    return { name: name.slice(0, nameMax), ...kind, size: bytes.length, hash }
  }
}

const nameMax = 256
