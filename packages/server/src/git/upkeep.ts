import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { printedBy } from './printed.ts'
import type { StartGit } from './process.ts'

/**
 * Gathers the objects of a repository in one pack once they are many files, which clones would read one by
 * one. Returns whether they were. Others may read and write the repository meanwhile: no object is dropped,
 * whether anything refers to it or not, and git looks again for objects whose file is gone.
 */
export async function gatherObjects(
  start: StartGit,
  repository: string,
  most: Most = { single: 4096, packs: 32 },
): Promise<boolean> {
  await removeAbandoned(repository)
  const isMany = (await countSingle(repository)) > most.single || (await countPacks(repository)) > most.packs
  if (isMany) await printedBy(start, repository, [...lowMemory, 'repack', ...gathering])
  return isMany
}

/** How many files of each kind are left alone. */
export interface Most {
  readonly single: number
  readonly packs: number
}

/** Everything of this repository alone, and nothing of those that it borrows from. */
const gathering = ['-a', '-d', '--keep-unreachable', '-l', '-n', '-q']
const lowMemory = [...['-c', 'core.bigFileThreshold=4m'], ...['-c', 'pack.windowMemory=32m']]

/** IDs are spread evenly over 256 folders: one of them tells, as it does for `git gc --auto`. */
async function countSingle(repository: string): Promise<number> {
  return (await namesIn(join(repository, 'objects/17'))).length * 256
}

async function countPacks(repository: string): Promise<number> {
  return (await namesIn(join(repository, packFolder))).filter((name) => name.endsWith('.pack')).length
}

/** What killed processes have left of packs that they were writing. */
async function removeAbandoned(repository: string) {
  const names = await namesIn(join(repository, packFolder))
  for (const name of names.filter((one) => /^\.?tmp[_-]/.test(one))) {
    const path = join(repository, packFolder, name)
    const written = await stat(path).catch(() => undefined)
    if (written !== undefined && Date.now() - written.mtimeMs > abandonedMs) await rm(path, { force: true })
  }
}

const packFolder = 'objects/pack'
const abandonedMs = 24 * 60 * 60 * 1000

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
