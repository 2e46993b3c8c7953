import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type BlobStore, folderOf, pathOf, requireHash } from './blob-store.ts'
import { verified } from './verified.ts'

/** Blobs as files that only their owner can read. Creates the folder if necessary. */
export async function filesystemBlobs({ folder }: FilesystemOptions): Promise<BlobStore> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return {
    async put(key, bytes) {
      const target = join(folder, pathOf(key))
      requireHash(key, bytes)
      const parent = dirname(target)
      await mkdir(parent, { recursive: true, mode: 0o700 })
      const temporary = `${target}.${randomUUID()}.part`
      try {
        await writeDurably(temporary, bytes)
        await rename(temporary, target)
      } catch (error) {
        await rm(temporary, { force: true })
        throw error
      }
      // Each folder may be new. Another put may have created it without having synced it yet.
      for (const changed of [parent, dirname(parent), folder]) await syncFolder(changed)
    },

    async open(key, range) {
      const file = await open(join(folder, pathOf(key))).catch(absent)
      if (file === undefined) return undefined
      try {
        const { size } = await file.stat()
        const source = file.createReadStream(range && { start: range.first, end: range.last })
        const expected = range ? { length: range.last - range.first + 1 } : { length: size, hash: key.hash }
        return { size, stream: verified(source, expected) }
      } catch (error) {
        await file.close()
        throw error
      }
    },

    async delete(key) {
      const target = join(folder, pathOf(key))
      const parent = dirname(target)
      const names = (await readdir(parent).catch(absent)) ?? []
      // A put that was killed leaves a partial file next to its target.
      const own = names.filter((name) => name === basename(target) || name.startsWith(`${basename(target)}.`))
      for (const name of own) await rm(join(parent, name), { force: true })
      if (own.length > 0) await syncFolder(parent)
    },

    async deleteAll(contentId) {
      const content = join(folder, folderOf(contentId))
      const parts = await readdir(content).catch(absent)
      if (parts === undefined) return
      // One at a time, so that deleting a large content doesn't start too much work at once.
      for (const part of parts) await rm(join(content, part), removal)
      await rm(content, removal)
      await syncFolder(folder)
    },
  }
}

export interface FilesystemOptions {
  readonly folder: string
}

/** A concurrent put may add to a folder that is being deleted. */
const removal = { recursive: true, force: true, maxRetries: 3 }

async function writeDurably(path: string, bytes: Uint8Array) {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without this, a new name in the folder may not survive a crash. */
async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
