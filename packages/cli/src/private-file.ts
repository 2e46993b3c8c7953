import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A file that only its owner can read. Writes are atomic. */
export interface PrivateFile {
  readonly read: () => Promise<string | undefined>
  readonly write: (value: unknown) => Promise<void>
  /** Returns whether there was anything to remove. */
  readonly remove: () => Promise<boolean>
}

export function privateFile(path: string): PrivateFile {
  return {
    read: () => readFile(path, 'utf8').catch(undefinedIfAbsent),

    async write(value) {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // A new file replaces the old one, so it is never partially written or readable by others.
      const fresh = `${path}.${process.pid}`
      await rm(fresh, { force: true })
      await writeFile(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
      await rename(fresh, path)
    },

    async remove() {
      return rm(path).then(
        () => true,
        (error) => undefinedIfAbsent(error) ?? false,
      )
    },
  }
}

function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
