import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeLeftovers } from './leftovers.ts'
import { lowMemory } from './packs.ts'
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
  await removeLeftovers(join(repository, packFolder), passing)
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

/** IDs are spread evenly over 256 folders: one of them tells, as it does for `git gc --auto`. */
async function countSingle(repository: string): Promise<number> {
  return (await namesIn(join(repository, 'objects/17'))).length * 256
}

async function countPacks(repository: string): Promise<number> {
  return (await namesIn(join(repository, packFolder))).filter((name) => name.endsWith('.pack')).length
}

const packFolder = 'objects/pack'
/** Packs that are being written. */
const passing = /^\.?tmp[_-]/

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
