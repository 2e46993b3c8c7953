import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes what killed processes have left in a folder: what has such a name, and is older than a day. */
export async function removeLeftovers(folder: string, passing: RegExp, now = Date.now()) {
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((one) => passing.test(one))) {
    const path = join(folder, name)
    const made = await stat(path).catch(() => undefined)
    if (made !== undefined && now - made.mtimeMs > passingMs) await rm(path, { recursive: true, force: true })
  }
}

const passingMs = 24 * 60 * 60 * 1000
