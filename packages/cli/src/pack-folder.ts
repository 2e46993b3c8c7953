import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { CommandFailure } from './exit-codes.ts'
import { zipOf } from './zip.ts'

/** The files of a folder as a ZIP file, without those of Git and of package managers. */
export async function packFolder(folder: string): Promise<Buffer> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep))
    .filter((parts) => !parts.some((part) => ignored.includes(part)))
    .map((parts) => parts.join('/'))
    .sort()
  if (files.length === 0) throw new CommandFailure(1, `${folder} has no files to import.`)
  // One after the other: opening thousands of files at once would exceed the system's limit.
  const entries: { readonly path: string; readonly bytes: Uint8Array }[] = []
  for (const path of files) entries.push({ path, bytes: await readFile(join(folder, path)) })
  return zipOf(entries)
}

const ignored = ['.git', '.DS_Store', 'node_modules']
